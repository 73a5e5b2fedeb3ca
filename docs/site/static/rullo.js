// What scrolls on its own can be scrolled with keys, and headings of the sidebar have a level.
for (const part of document.querySelectorAll("pre, .table-wrapper, .cell_output, .highlight")) {
  if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
}
for (const heading of document.querySelectorAll("p.caption[role=heading]")) heading.ariaLevel = "2";

// The form of the page for makers that exports a puzzle: as text in any format, or as a picture.

import { isCopied, make } from "./elements.js";
import { exported, writers } from "./exchange.js";
import { kinds } from "./kinds.js";
import { pngOf, svgOf } from "./picture.js";

function exportForm(kind, draft, say) {
  // Exports the draft that `draft` returns at that moment; `say` shows the result.
  const { editing, title } = kinds[kind];
  const formats = writers(kind);
  const button = (name, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, name);
  const group = (label, ...parts) => make("div", { class: "rullo-tools", role: "group", "aria-label": label }, ...parts);
  const select = make("select", {}, ...formats.map(({ name }, k) => make("option", { value: k }, name)));
  const out = make("textarea", { rows: 3, readonly: "", hidden: "", "aria-label": "What is exported" });

  function exportText() {
    // The text in the chosen format, and its suffix; null after an error.
    const format = formats[select.value];
    try {
      out.hidden = false;
      out.value = exported(kind, format, draft());
      return { content: out.value, suffix: format.suffix ?? "txt" };
    } catch (error) {
      out.hidden = true;
      say(`This cannot be written as ${format.name}: ${error.message}.`);
      return null;
    }
  }

  async function copy() {
    if (!exportText()) return;
    say((await isCopied(out)) ? "It is copied. Paste it wherever you like." : "Here it is, ready to be copied.");
  }

  function saveText() {
    const file = exportText();
    if (file) download(new Blob([`${file.content}\n`], { type: "text/plain" }), file.suffix);
  }

  function download(blob, suffix) {
    const link = make("a", { href: URL.createObjectURL(blob), download: `${kind}.${suffix}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    say(`${kind}.${suffix} is saved where your browser keeps downloads.`);
  }

  let isSolved = false; // whether pictures show the author's digits
  const pictureDraft = () => (editing.unsolved && !isSolved ? editing.unsolved(draft()) : draft());
  const digits = button("My digits in pictures", () => digits.setAttribute("aria-checked", `${(isSolved = !isSolved)}`), {
    role: "switch",
    "aria-checked": "false",
  });
  const svg = () => svgOf(editing.grid(pictureDraft()), `A ${title}`);
  const saveSvg = () => download(new Blob([svg()], { type: "image/svg+xml" }), "svg");
  const savePng = async () => download(await pngOf(svg()), "png");

  return make(
    "details",
    {},
    make("summary", {}, "Export"),
    make("p", {}, make("label", {}, "Format ", select)),
    group("Export", button("Copy", copy), button("Save as a file", saveText)),
    out,
    group("Pictures", button("Save a picture (SVG)", saveSvg), button("Save a picture (PNG)", savePng), editing.unsolved ? digits : ""),
  );
}

export { exportForm };

// Elements of a page: with their properties, what they listen to and what is in them; and the text of one, copied.

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

async function isCopied(field) {
  // Where a browser does not allow it, the text is selected instead, for somebody to copy it.
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return false;
  }
}

export { isCopied, make };

// Create elements of a page with properties, event listeners and children; and copy the text of an element.

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
  // Where a browser does not allow copying, the text is selected instead, for the user to copy.
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return false;
  }
}

export { isCopied, make };

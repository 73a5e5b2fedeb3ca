// What the browser keeps for this site and sends to nobody. Where it keeps nothing, a page remembers it until it is left.

const PREFIX = "rullo ";
const memory = new Map();

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function isKept() {
  // Whether it is still there after a reload.
  try {
    storage().setItem(`${PREFIX}tried`, "1");
    storage().removeItem(`${PREFIX}tried`);
    return true;
  } catch {
    return false;
  }
}

function load(name) {
  // What was saved under a name, or null.
  try {
    return JSON.parse(memory.get(name) ?? storage()?.getItem(PREFIX + name) ?? null);
  } catch {
    return null; // not written by this script
  }
}

function save(name, value, spare = () => null) {
  // Where there is no room, what is spared of the names that are kept is forgotten, one after the other.
  const text = JSON.stringify(value);
  for (;;) {
    try {
      storage().setItem(PREFIX + name, text);
      memory.delete(name);
      return;
    } catch {
      const other = spare(keptNames().filter((one) => one !== name));
      if (!other) break;
      forget(other);
    }
  }
  memory.set(name, text);
}

function forget(name) {
  memory.delete(name);
  try {
    storage().removeItem(PREFIX + name);
  } catch {
    // Nothing is kept.
  }
}

function keptNames() {
  try {
    return Object.keys(storage()).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

// All names that begin so.
const names = (begin) => [...new Set([...memory.keys(), ...keptNames()])].filter((name) => name.startsWith(begin));

export { forget, isKept, load, names, save };

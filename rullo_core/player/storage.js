// Data that the browser stores for this site and sends to nobody. If it stores nothing, a page keeps them until it is left.

import { fitting } from "./schema.js";

const PREFIX = "rullo "; // pages of one user of a host may share the storage
const DROPPED = "Something that this browser had kept for this page could not be used, and was left out.";
const memory = new Map();
let isDropped = false; // and the user does not know yet

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
  // The value saved under a name, or null. Parts that are no longer as a page writes them are dropped.
  let value = null;
  try {
    const stored = memory.get(name) ?? storage()?.getItem(PREFIX + name) ?? null;
    if (stored === null) return null;
    value = fitting(name, JSON.parse(stored));
    if (value !== null && JSON.stringify(value).length === stored.length) return value; // nothing was left out
  } catch {
    // It is no JSON, or nested too deeply to be checked.
  }
  drop(name, value);
  return value;
}

function drop(name, rest = null) {
  // What is under a name, but for the rest.
  isDropped = true;
  if (rest === null) forget(name);
  else save(name, rest);
}

function troubleOfKept() {
  // A sentence, once, if something was dropped; else nothing.
  const message = isDropped ? DROPPED : "";
  isDropped = false;
  return message;
}

function follow(listener) {
  // Calls back with the name of a value that another tab has saved or removed, or with null for all values.
  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) listener(key === null ? null : key.slice(PREFIX.length));
  });
}

// The time of saving a value again: later than the time before, whatever the clock says. And the stored value, if another
// tab has stored it since; else null.
const laterThan = (time = 0) => Math.max(Date.now(), time + 1);
const newer = (stored, time = 0) => ((stored?.when ?? 0) > time ? stored : null);

function save(name, value, spare = () => null) {
  // If there is no room, the values whose names `spare` returns are removed, one after the other.
  const text = JSON.stringify(value);
  for (;;) {
    try {
      storage().setItem(PREFIX + name, text);
      memory.delete(name);
      return;
    } catch {
      const sparedName = spare(keptNames().filter((keptName) => keptName !== name));
      if (!sparedName) break;
      forget(sparedName);
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

// All names with a prefix.
const names = (begin) => [...new Set([...memory.keys(), ...keptNames()])].filter((name) => name.startsWith(begin));

export { drop, follow, forget, isKept, laterThan, load, names, newer, save, troubleOfKept };

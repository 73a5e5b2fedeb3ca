// JSON of other programs, read as in rullo_core/json_text.py: a repeated key is an error, so that no value is dropped.

import { fail, trimmed } from "./read.js";

const TOKEN = /("(?:[^"\\]|\\.)*")[ \t\r\n]*(:?)|[{}[\]]/g; // a text, a key with its colon, what begins or ends

function parsed(text) {
  const value = JSON.parse(trimmed(text));
  const keys = [];
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    if ("{[".includes(token)) keys.push(token === "{" ? new Set() : null);
    else if ("}]".includes(token)) keys.pop();
    else if (colon && keys.at(-1)) {
      const key = JSON.parse(string);
      if (keys.at(-1).has(key)) fail(`it has the key '${key}' twice; remove one`);
      keys.at(-1).add(key);
    }
  }
  return value;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function isJsonWith(text, key) {
  // Whether a text is, or was to be, JSON with a key.
  if (!trimmed(text).startsWith("{")) return false;
  try {
    return Object.hasOwn(JSON.parse(trimmed(text)), key);
  } catch {
    return text.includes(`"${key}"`);
  }
}

export { isJsonWith, isObject, parsed };

// Puzzles in the formats of other programs, and in files. Each format has a name and `write`, for export; or `recognizes`
// and `read`, for import; or both. The formats of a single kind are the `formats` of its editing.js.

import { isJsonWith, parsed } from "./jsontext.js";
import { kinds } from "./kinds.js";
import { fail } from "./read.js";

const text = (kind) => ({
  name: "Text",
  suffix: "txt",
  write: (draft) => kinds[kind].editing.toText(draft),
});

const json = (kind) => ({
  name: "JSON",
  suffix: "json",
  write: (draft) => JSON.stringify({ kind, text: kinds[kind].editing.toText(draft) }),
  recognizes: (content) => ["kind", "text"].every((key) => isJsonWith(content, key)),
  read(content) {
    const data = parsed(content);
    const extra = Object.keys(data).find((key) => !["kind", "text"].includes(key));
    if (extra !== undefined) fail(`it has the key '${extra}' beside kind and text; remove it`);
    if (data.kind !== kind) fail(`this is a puzzle of the kind '${data.kind}'; open it in the editor of that kind`);
    return kinds[kind].editing.fromText(data.text);
  },
});

const formatsOf = (kind) => [text(kind), json(kind), ...kinds[kind].editing.formats];
const writers = (kind) => formatsOf(kind).filter(({ write }) => write);

function imported(kind, content) {
  // The draft of a text in any format that is recognised; an error says what is wrong.
  const format = formatsOf(kind).find(({ recognizes }) => recognizes?.(content));
  if (!format) return kinds[kind].editing.fromText(content);
  try {
    return format.read(content);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof URIError)) throw error;
    return fail("this is damaged or incomplete; copy all of it again");
  }
}

function exported(kind, format, draft) {
  // Everything that is exported can be imported: a draft that is no puzzle yet is refused.
  kinds[kind].reader(kinds[kind].editing.toText(draft));
  return format.write(draft);
}

export { exported, imported, writers };

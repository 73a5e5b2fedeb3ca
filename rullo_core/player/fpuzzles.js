// The JSON of f-puzzles, which SudokuPad takes too, and links that hold it; as in rullo_core/killer/formats/f_puzzles.py, where it
// is said what is read. A board is a draft of digits, whose digits are givens: drafts.js.

import { sideOf } from "./drafts.js";
import { isJsonWith, isObject, parsed } from "./jsontext.js";
import { compress, decompress } from "./lzstring.js";
import { fail, LARGEST, linesOf, trimmed, usualBox } from "./read.js";
import { tabulate } from "./rules.js";

const F_PUZZLES = "https://www.f-puzzles.com/?load=";
const SUDOKUPAD = "https://sudokupad.app/fpuzzles";
const LINK = /(?:\b(?:load|puzzleid)=|sudokupad\.app\/(?!\?))([^&?#]*)/;
const LINK_START = /^(?:https?:\/\/)?[\w.-]*(?:\/[\w./-]*)?(?:\?(?:[\w.-]+(?:=[\w.%-]*)?&)*)?$/; // that in a link
const NO_JSON = "this is no JSON of f-puzzles; give what it exports, or a link to it";

// Keys that are read, and keys that are not rules: texts, parts of the drawing, options of its solver.
const HARMLESS = [
  "size", "grid", "killercage", "diagonal+", "diagonal-", "title", "author", "ruleset", "solution", "successMessage",
  "disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cage",
];
const HARMLESS_OF_CAGE = ["cells", "value", "outlineC", "fontC"];
const HARMLESS_OF_CELL = ["value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"];

const isEmpty = (value) =>
  !value || (typeof value === "object" && !Object.keys(value).length);

const isNothing = (value) => [undefined, null, ""].includes(value);

function listIn(data, key) {
  // A list, which may be missing or null.
  const value = isEmpty(data[key]) ? [] : data[key];
  return Array.isArray(value) ? value : fail(NO_JSON);
}

function flagIn(data, key) {
  const value = isEmpty(data[key]) ? false : data[key];
  return typeof value === "boolean" ? value : fail(NO_JSON);
}

function refuse(data, harmless, subject = "it") {
  if (!isObject(data)) fail(NO_JSON);
  const unsupported = Object.keys(data).filter((key) => !isEmpty(data[key]) && !harmless.includes(key));
  if (unsupported.length) fail(`${subject} has ${unsupported.sort().join(", ")}, not supported; remove it if it is not a rule`);
}

function checkBoxes(cells, side) {
  // A cell without a region is in its usual box.
  const [height, width] = usualBox(side);
  const [regionOf, boxOf] = [new Map(), new Map()];
  cells.forEach((cell, i) => {
    const box = Math.floor(i / side / height) * height + Math.floor((i % side) / width);
    const region = Object.hasOwn(cell, "region") ? cell.region : box;
    if (!regionOf.has(box)) regionOf.set(box, region);
    if (!boxOf.has(region)) boxOf.set(region, box);
    const isKnown = typeof region === "string" || Number.isInteger(region);
    if (isKnown && regionOf.get(box) === region && boxOf.get(region) === box) return;
    fail(`${nameOf(i, side)} is in another region than the usual box of ${height}x${width}; no other is supported`);
  });
}

const nameOf = (cell, side) => `row ${Math.floor(cell / side) + 1}, column ${(cell % side) + 1}`;

function integerIn(value, minimum, maximum) {
  // A whole number from a number or its text; null for anything else.
  const isWritten = typeof value === "string" && /^\d{1,9}$/.test(value);
  const number = isWritten || Number.isInteger(value) ? Number(value) : NaN;
  return number >= minimum && number <= maximum ? number : null;
}

function boardIn(text) {
  const data = parsed(text);
  const side = isObject(data) ? integerIn(data.size, 1, 99) : null;
  if (side === null) fail(NO_JSON);
  if (side > LARGEST) fail(`${side}x${side}: boards up to ${LARGEST}x${LARGEST} are edited here`);
  const rows = listIn(data, "grid").length ? data.grid : tabulate(side, () => tabulate(side, () => ({})));
  if (rows.length !== side || rows.some((row) => !Array.isArray(row) || row.length !== side)) {
    fail(`its grid has not ${side} rows of ${side} cells`);
  }
  const cells = rows.flat();
  refuse(data, HARMLESS);
  if (listIn(data, "cage").some((cage) => !isObject(cage) || !isEmpty(cage.value))) {
    fail("it has cage with a value, a rule that is not supported; remove it");
  }
  cells.forEach((cell, i) => refuse(cell, HARMLESS_OF_CELL, nameOf(i, side)));
  checkBoxes(cells, side);
  const [hasFalling, hasRising] = [flagIn(data, "diagonal-"), flagIn(data, "diagonal+")];
  if (hasFalling !== hasRising) fail("it has one diagonal only; both or none are supported");
  const digits = cells.map((cell, i) => {
    if (!flagIn(cell, "given") || isNothing(cell.value)) return 0;
    return integerIn(cell.value, 1, side) ?? fail(`${nameOf(i, side)}: '${cell.value}' is no digit; write 1 to ${side}`);
  });
  const caged = new Set();
  const cages = listIn(data, "killercage").map((cage, number) => {
    const subject = `cage ${number + 1}`;
    refuse(cage, HARMLESS_OF_CAGE, subject);
    if (!Array.isArray(cage.cells)) fail(NO_JSON);
    const sum = isNothing(cage.value) ? null : (integerIn(cage.value, 0, 999) ?? fail(`${subject}: '${cage.value}' is no sum; write a number such as 12`));
    if (sum !== null && !cage.cells.length) fail(`${subject}: has a sum and no cells; remove it, or add its cells`);
    const members = cage.cells.map((word) => {
      const [, r, c] = (typeof word === "string" && /^r(\d{1,2})c(\d{1,2})$/i.exec(word)) || [];
      if (!(r >= 1 && r <= side && c >= 1 && c <= side)) fail(`'${word}' is no cell of ${side}x${side}; write such as r1c2`);
      const cell = (r - 1) * side + (c - 1);
      if (caged.has(cell)) fail(`${nameOf(cell, side)} is in two cages; leave it out of one`);
      caged.add(cell);
      return cell;
    });
    return { cells: members.sort((first, second) => first - second), sum };
  });
  const isKiller = Object.hasOwn(data, "killercage");
  return { box: usualBox(side), diagonals: hasFalling, digits, ...(isKiller ? { cages: cages.filter(({ cells }) => cells.length) } : {}) };
}

function jsonOf(board) {
  const side = sideOf(board);
  const usual = usualBox(side);
  if (`${board.box}` !== `${usual}`) fail(`f-puzzles has boxes of ${usual.join("x")} on ${side}x${side}; use another format`);
  const cell = (i) => (board.digits[i] ? { value: board.digits[i], given: true } : {});
  const grid = tabulate(side, (r) => tabulate(side, (c) => cell(r * side + c)));
  const killercage = (board.cages ?? []).map(({ cells, sum }) => ({
    cells: cells.map((cell) => `R${Math.floor(cell / side) + 1}C${(cell % side) + 1}`),
    value: `${sum ?? ""}`,
  }));
  return JSON.stringify({
    size: side,
    grid,
    ...(board.diagonals ? { "diagonal+": true, "diagonal-": true } : {}),
    ...(board.cages ? { killercage } : {}),
  });
}

const linkOf = (board, begin) => begin + encodeURIComponent(compress(jsonOf(board)));

function boardInLink(text) {
  const lines = linesOf(text);
  if (lines.length > 1) fail("another puzzle; leave one", lines[1].number);
  const link = trimmed(lines[0].raw);
  const matches = [...link.matchAll(new RegExp(LINK, "g"))];
  if (matches.length !== 1 || !LINK_START.test(link.slice(0, matches[0].index))) {
    fail("this is no link to one puzzle; give one link, and nothing else", lines[0].number);
  }
  const compressed = decodeURIComponent(matches[0][1]).replace(/^fpuzzles/, "").replaceAll(" ", "+");
  const json = decompress(compressed);
  return trimmed(json).startsWith("{") ? boardIn(json) : fail(NO_JSON);
}

// Formats of a kind: `toBoard` makes a board of a draft, `fromBoard` a draft of a board.
const formats = (toBoard, fromBoard) => [
  { name: "f-puzzles link", write: (draft) => linkOf(toBoard(draft), F_PUZZLES) },
  { name: "SudokuPad link", write: (draft) => linkOf(toBoard(draft), SUDOKUPAD) },
  {
    name: "f-puzzles JSON",
    suffix: "json",
    write: (draft) => jsonOf(toBoard(draft)),
    recognizes: (text) => isJsonWith(text, "size"),
    read: (text) => fromBoard(boardIn(text)),
  },
  { recognizes: (text) => linesOf(text).length && !trimmed(text).startsWith("{") && LINK.test(text), read: (text) => fromBoard(boardInLink(text)) },
];

export { formats };

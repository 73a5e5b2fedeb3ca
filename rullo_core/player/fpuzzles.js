// The JSON of f-puzzles, which SudokuPad takes too, and links that hold it; as in rullo_core/killer/formats/f_puzzles.py, where it
// is said what is read. A board is a draft of digits, whose digits are givens: drafts.js.

import { sideOf } from "./drafts.js";
import { isJsonWith, isObject, parsed } from "./jsontext.js";
import { compress, decompress } from "./lzstring.js";
import { fail, LARGEST, linesOf, trimmed, usualBox } from "./read.js";
import { some } from "./rules.js";

const F_PUZZLES = "https://www.f-puzzles.com/?load=";
const SUDOKUPAD = "https://sudokupad.app/fpuzzles";
const LINK = /(?:\b(?:load|puzzleid)=|sudokupad\.app\/(?!\?))([^&?#]*)/;
const BEFORE = /^(?:https?:\/\/)?[\w.-]*(?:\/[\w./-]*)?(?:\?(?:[\w.-]+(?:=[\w.%-]*)?&)*)?$/; // that in a link
const NO_JSON = "this is no JSON of f-puzzles; give what it exports, or a link to it";

// What is read, and what is no rule: texts, parts of the drawing, options of its solver.
const HARMLESS = [
  "size", "grid", "killercage", "diagonal+", "diagonal-", "title", "author", "ruleset", "solution", "successMessage",
  "disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cage",
];
const HARMLESS_OF_CAGE = ["cells", "value", "outlineC", "fontC"];
const HARMLESS_OF_CELL = ["value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"];

const isEmpty = (value) =>
  !value || (typeof value === "object" && !Object.keys(value).length);

const isNothing = (value) => [undefined, null, ""].includes(value);

function listIn(found, key) {
  // A list, which may be left out, or be nothing.
  const value = isEmpty(found[key]) ? [] : found[key];
  return Array.isArray(value) ? value : fail(NO_JSON);
}

function flagIn(found, key) {
  const value = isEmpty(found[key]) ? false : found[key];
  return typeof value === "boolean" ? value : fail(NO_JSON);
}

function refuse(found, harmless, where = "it") {
  if (!isObject(found)) fail(NO_JSON);
  const others = Object.keys(found).filter((key) => !isEmpty(found[key]) && !harmless.includes(key));
  if (others.length) fail(`${where} has ${others.sort().join(", ")}, not supported; remove it if it is not a rule`);
}

function checkBoxes(cells, side) {
  // A cell without a region is in its usual box.
  const [high, wide] = usualBox(side);
  const [regionOf, boxOf] = [new Map(), new Map()];
  cells.forEach((cell, i) => {
    const box = Math.floor(i / side / high) * high + Math.floor((i % side) / wide);
    const region = Object.hasOwn(cell, "region") ? cell.region : box;
    if (!regionOf.has(box)) regionOf.set(box, region);
    if (!boxOf.has(region)) boxOf.set(region, box);
    const isKnown = typeof region === "string" || Number.isInteger(region);
    if (isKnown && regionOf.get(box) === region && boxOf.get(region) === box) return;
    fail(`${nameOf(i, side)} is in another region than the usual box of ${high}x${wide}; no other is supported`);
  });
}

const nameOf = (cell, side) => `row ${Math.floor(cell / side) + 1}, column ${(cell % side) + 1}`;

function whole(value, least, most) {
  // A whole number from a number or its text; null for anything else.
  const isWritten = typeof value === "string" && /^\d{1,9}$/.test(value);
  const number = isWritten || Number.isInteger(value) ? Number(value) : NaN;
  return number >= least && number <= most ? number : null;
}

function boardIn(text) {
  const found = parsed(text);
  const side = isObject(found) ? whole(found.size, 1, 99) : null;
  if (side === null) fail(NO_JSON);
  if (side > LARGEST) fail(`${side}x${side}: boards up to ${LARGEST}x${LARGEST} are edited here`);
  const rows = listIn(found, "grid").length ? found.grid : some(side, () => some(side, () => ({})));
  if (rows.length !== side || rows.some((row) => !Array.isArray(row) || row.length !== side)) {
    fail(`its grid has not ${side} rows of ${side} cells`);
  }
  const cells = rows.flat();
  refuse(found, HARMLESS);
  if (listIn(found, "cage").some((one) => !isObject(one) || !isEmpty(one.value))) {
    fail("it has cage with a value, a rule that is not supported; remove it");
  }
  cells.forEach((cell, i) => refuse(cell, HARMLESS_OF_CELL, nameOf(i, side)));
  checkBoxes(cells, side);
  const [down, up] = [flagIn(found, "diagonal-"), flagIn(found, "diagonal+")];
  if (down !== up) fail("it has one diagonal only; both or none are supported");
  const digits = cells.map((cell, i) => {
    if (!flagIn(cell, "given") || isNothing(cell.value)) return 0;
    return whole(cell.value, 1, side) ?? fail(`${nameOf(i, side)}: '${cell.value}' is no digit; write 1 to ${side}`);
  });
  const caged = new Set();
  const cages = listIn(found, "killercage").map((cage, number) => {
    const where = `cage ${number + 1}`;
    refuse(cage, HARMLESS_OF_CAGE, where);
    if (!Array.isArray(cage.cells)) fail(NO_JSON);
    const sum = isNothing(cage.value) ? null : (whole(cage.value, 0, 999) ?? fail(`${where}: '${cage.value}' is no sum; write a number such as 12`));
    if (sum !== null && !cage.cells.length) fail(`${where}: has a sum and no cells; remove it, or add its cells`);
    const inside = cage.cells.map((word) => {
      const [, r, c] = (typeof word === "string" && /^r(\d{1,2})c(\d{1,2})$/i.exec(word)) || [];
      if (!(r >= 1 && r <= side && c >= 1 && c <= side)) fail(`'${word}' is no cell of ${side}x${side}; write such as r1c2`);
      const cell = (r - 1) * side + (c - 1);
      if (caged.has(cell)) fail(`${nameOf(cell, side)} is in two cages; leave it out of one`);
      caged.add(cell);
      return cell;
    });
    return { cells: inside.sort((one, other) => one - other), sum };
  });
  const isKiller = Object.hasOwn(found, "killercage");
  return { box: usualBox(side), diagonals: down, digits, ...(isKiller ? { cages: cages.filter(({ cells }) => cells.length) } : {}) };
}

function jsonOf(board) {
  const side = sideOf(board);
  const usual = usualBox(side);
  if (`${board.box}` !== `${usual}`) fail(`f-puzzles has boxes of ${usual.join("x")} on ${side}x${side}; use another format`);
  const cell = (i) => (board.digits[i] ? { value: board.digits[i], given: true } : {});
  const grid = some(side, (r) => some(side, (c) => cell(r * side + c)));
  const killercage = (board.cages ?? []).map(({ cells, sum }) => ({
    cells: cells.map((one) => `R${Math.floor(one / side) + 1}C${(one % side) + 1}`),
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
  const found = [...link.matchAll(new RegExp(LINK, "g"))];
  if (found.length !== 1 || !BEFORE.test(link.slice(0, found[0].index))) {
    fail("this is no link to one puzzle; give one link, and nothing else", lines[0].number);
  }
  const packed = decodeURIComponent(found[0][1]).replace(/^fpuzzles/, "").replaceAll(" ", "+");
  const json = decompress(packed);
  return trimmed(json).startsWith("{") ? boardIn(json) : fail(NO_JSON);
}

// Formats of a kind: `board` makes a board of a draft, `draft` a draft of a board.
const formats = (board, draft) => [
  { name: "f-puzzles link", write: (one) => linkOf(board(one), F_PUZZLES) },
  { name: "SudokuPad link", write: (one) => linkOf(board(one), SUDOKUPAD) },
  {
    name: "f-puzzles JSON",
    suffix: "json",
    write: (one) => jsonOf(board(one)),
    recognizes: (text) => isJsonWith(text, "size"),
    read: (text) => draft(boardIn(text)),
  },
  { recognizes: (text) => linesOf(text).length && !trimmed(text).startsWith("{") && LINK.test(text), read: (text) => draft(boardInLink(text)) },
];

export { formats };

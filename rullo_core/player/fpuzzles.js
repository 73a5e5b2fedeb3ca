// The JSON of f-puzzles, which SudokuPad takes too, and links that hold it; as in rullo_core/killer/formats.py, where it
// is said what is read. A board is a draft of digits, whose digits are givens: drafts.js.

import { sideOf } from "./drafts.js";
import { compress, decompress } from "./lzstring.js";
import { fail, LARGEST, usualBox } from "./read.js";
import { some } from "./rules.js";

const F_PUZZLES = "https://www.f-puzzles.com/?load=";
const SUDOKUPAD = "https://sudokupad.app/fpuzzles";
const LINK = /(?:\b(?:load|puzzleid)=|sudokupad\.app\/(?!\?))([^&]*)/;

// What is read, and what is no rule: texts, parts of the drawing, options of its solver.
const HARMLESS = [
  "size", "grid", "killercage", "diagonal+", "diagonal-", "title", "author", "ruleset", "solution", "successMessage",
  "disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cage",
];
const HARMLESS_OF_CELL = ["value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"];

const isEmpty = (value) =>
  !value || (typeof value === "object" && !Object.keys(value).length);

function refuse(found, harmless, where = "it") {
  const others = Object.keys(found).filter((key) => !isEmpty(found[key]) && !harmless.includes(key));
  if (others.length) fail(`${where} has ${others.sort().join(", ")}, not supported; remove it if it is not a rule`);
}

function checkBoxes(cells, side) {
  // A cell without a region is in its usual box.
  const [high, wide] = usualBox(side);
  const [regionOf, boxOf] = [new Map(), new Map()];
  cells.forEach((cell, i) => {
    const box = Math.floor(i / side / high) * high + Math.floor((i % side) / wide);
    const region = cell.region ?? box;
    if (!regionOf.has(box)) regionOf.set(box, region);
    if (!boxOf.has(region)) boxOf.set(region, box);
    if (regionOf.get(box) === region && boxOf.get(region) === box) return;
    fail(`${nameOf(i, side)} is in another region than the usual box of ${high}x${wide}; no other is supported`);
  });
}

const nameOf = (cell, side) => `row ${Math.floor(cell / side) + 1}, column ${(cell % side) + 1}`;

function whole(value, least, most) {
  // A whole number from a number or its text; null for anything else.
  const number = /^\d+$/.test(`${value}`) ? Number(value) : NaN;
  return number >= least && number <= most ? number : null;
}

function boardIn(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  const side = whole(found?.size, 1, 99);
  if (side === null) fail("this is no JSON of f-puzzles; give what it exports, or a link to it");
  if (side > LARGEST) fail(`${side}x${side}: boards up to ${LARGEST}x${LARGEST} are edited here`);
  const cells = found.grid ? found.grid.flat() : some(side * side, () => ({}));
  if (cells.length !== side * side) fail(`its grid has ${cells.length} cells; ${side}x${side} are expected`);
  refuse(found, HARMLESS);
  if ((found.cage ?? []).some(({ value }) => value)) fail("it has cage with a value, a rule that is not supported; remove it");
  cells.forEach((cell, i) => refuse(cell, HARMLESS_OF_CELL, nameOf(i, side)));
  checkBoxes(cells, side);
  const [down, up] = [Boolean(found["diagonal-"]), Boolean(found["diagonal+"])];
  if (down !== up) fail("it has one diagonal only; both or none are supported");
  const digits = cells.map(({ value, given }, i) => {
    if (!given || !value) return 0;
    return whole(value, 1, side) ?? fail(`${nameOf(i, side)}: '${value}' is no digit; write 1 to ${side}`);
  });
  const caged = new Set();
  const cages = (found.killercage ?? []).map(({ cells: words, value }, number) => ({
    cells: words.map((word) => {
      const [, r, c] = /^r(\d{1,2})c(\d{1,2})$/i.exec(word) ?? [];
      if (!(r >= 1 && r <= side && c >= 1 && c <= side)) fail(`'${word}' is no cell of ${side}x${side}; write such as r1c2`);
      const cell = (r - 1) * side + (c - 1);
      if (caged.has(cell)) fail(`${nameOf(cell, side)} is in two cages; leave it out of one`);
      caged.add(cell);
      return cell;
    }).sort((one, other) => one - other),
    sum: isEmpty(value) ? null : (whole(value, 0, 999) ?? fail(`cage ${number + 1}: '${value}' is no sum; write a number such as 12`)),
  }));
  return { box: usualBox(side), diagonals: down, digits, cages };
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

function boardInLink(link) {
  const packed = decodeURIComponent(LINK.exec(link.trim())[1]).replace(/^fpuzzles/, "").replaceAll(" ", "+");
  return boardIn(decompress(packed));
}

// Formats of a kind: `board` makes a board of a draft, `draft` a draft of a board.
const formats = (board, draft) => [
  { name: "f-puzzles link", write: (one) => linkOf(board(one), F_PUZZLES) },
  { name: "SudokuPad link", write: (one) => linkOf(board(one), SUDOKUPAD) },
  {
    name: "f-puzzles JSON",
    suffix: "json",
    write: (one) => jsonOf(board(one)),
    recognizes: (text) => /^\s*\{/.test(text) && /"size"/.test(text),
    read: (text) => draft(boardIn(text)),
  },
  { recognizes: (text) => LINK.test(text), read: (text) => draft(boardInLink(text)) },
];

export { formats };

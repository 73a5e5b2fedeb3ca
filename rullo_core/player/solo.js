// Game IDs of Simon Tatham's Solo, of Sudokus and Killer Sudokus; as in rullo_core/killer/formats/solo.py. A board is a draft of
// digits, whose digits are givens: drafts.js.

import { gridOf, sideOf } from "./drafts.js";
import { fail, LARGEST, linesOf, trimmed } from "./read.js";
import { some } from "./rules.js";

const ID = /^(\d{1,2})x(\d{1,2})([a-z0-9]*):([^:]+)$/;
const FLAGS = /^(?:x|k|r[24]|md?[248]|a|d[tbiaeu])*$/; // in any order: diagonals, Killer; how it was made
const [SHORTEST, LONGEST] = [2, 24]; // cage in cells; places without a wall, about which all versions agree

const letter = (number) => String.fromCharCode(96 + number);
const numberOf = (one) => one.charCodeAt(0) - 96;

function walls(side) {
  // The cells beside each possible wall: vertical walls row by row, then horizontal ones column by column.
  const beside = some(side, (r) => some(side - 1, (c) => [r * side + c, r * side + c + 1]));
  const below = some(side, (c) => some(side - 1, (r) => [r * side + c, (r + 1) * side + c]));
  return [...beside, ...below].flat();
}

function runsOf(numbers) {
  // A letter stands for a run of cells without a number, _ separates two numbers.
  let [content, free, before] = ["", 0, false];
  const letters = () => "z".repeat(Math.floor(free / 26)) + (free % 26 ? letter(free % 26) : "");
  for (const number of numbers) {
    if (!number) {
      free++;
      continue;
    }
    content += (letters() || (before ? "_" : "")) + number;
    [free, before] = [0, true];
  }
  return content + letters();
}

function numbersIn(content, cells, what) {
  const found = [];
  for (const word of content.match(/\d+|./gs) ?? []) {
    if (/^\d{1,9}$/.test(word) && Number(word)) found.push(Number(word));
    else if (/^[a-z]$/.test(word)) found.push(...some(numberOf(word), () => 0));
    else if (word !== "_") fail(`${what}: '${word}' is neither a number from 1 on nor a letter nor _; correct it`);
  }
  if (found.length !== cells) fail(`${what} describe ${found.length} cells; there are ${cells}`);
  return found;
}

function regionsIn(content, side) {
  // The region of each cell: a letter is a run of places without a wall and then a wall, z 25 without, _ a wall.
  const owner = some(side * side, (cell) => cell);
  const root = (cell) => (owner[cell] === cell ? cell : root(owner[cell]));
  const places = walls(side);
  let at = 0;
  for (const one of content) {
    if (!/[a-z_]/.test(one)) fail(`walls: '${one}' is no letter; correct it`);
    const free = one === "_" ? 0 : one === "z" ? 25 : numberOf(one);
    places.slice(at, at + free).forEach(([cell, other]) => (owner[root(other)] = root(cell)));
    at += free + (one === "z" ? 0 : 1);
  }
  if (at !== places.length + 1) fail(`walls describe ${at - 1} places; there are ${places.length}`); // the end is one, too
  return owner.map((_, cell) => root(cell));
}

const idIn = (text) => trimmed(linesOf(text)[0]?.raw ?? "");

function boardIn(text) {
  const lines = linesOf(text);
  if (lines.length > 1) fail("another puzzle; leave one", lines[1].number);
  const [, high, wide, flags, rest] = ID.exec(idIn(text));
  if (!FLAGS.test(flags)) fail(`'${flags}' asks for more than x, both diagonals, and k, Killer, which is not supported`);
  const [diagonals, killer] = [flags.includes("x"), flags.includes("k")];
  const box = [Number(high), Number(wide)];
  const side = box[0] * box[1];
  if (!side || side > LARGEST) fail(`boxes of ${high}x${wide}: boards up to ${LARGEST}x${LARGEST} are edited here`);
  const [givens, between, sums, more] = rest.split(",");
  const wanted = killer ? sums !== undefined && more === undefined : between === undefined;
  if (!wanted) fail(killer ? "a game ID of a Killer has three parts: givens, walls and sums" : "a game ID of a Sudoku has one part, its givens");
  const digits = numbersIn(givens, side * side, "givens");
  if (digits.some((digit) => digit > side)) fail(`a given is more than ${side}; correct it`);
  const board = { box, diagonals, digits };
  if (!killer) return board;
  const regions = regionsIn(between, side);
  const sum = numbersIn(sums, side * side, "sums");
  const cages = [...new Set(regions)].map((region) => {
    const cells = regions.flatMap((one, cell) => (one === region ? [cell] : []));
    const written = cells.map((cell) => sum[cell]).filter(Boolean);
    if (written.length > 1) fail(`a cage has two sums, ${written[0]} and ${written[1]}; remove one`);
    return { cells, sum: written[0] ?? null };
  });
  return { ...board, cages };
}

function idOf(board) {
  const side = sideOf(board);
  const head = `${board.box.join("x")}${board.diagonals ? "x" : ""}`;
  if (!board.cages) return `${head}:${runsOf(board.digits)}`;
  if (Math.min(...board.box) < 2) {
    fail(`boxes of ${board.box.join("x")}: Solo takes those of two rows and two columns or more; use another format`);
  }
  const owner = some(side * side, (cell) => board.cages.findIndex(({ cells }) => cells.includes(cell)));
  if (owner.includes(-1)) fail("game IDs of Solo have every cell in a cage; use another format");
  for (const { cells } of board.cages) {
    if (cells.length >= SHORTEST && cells.length <= side) continue;
    const { label } = gridOf(board).squares[cells[0]];
    fail(`the cage at ${label[0]} has ${cells.length} cell${cells.length > 1 ? "s" : ""}: Solo takes cages of 2 to ${side} cells; use another format`);
  }
  let [content, free] = ["", 0];
  for (const [cell, other] of [...walls(side), [null, null]]) {
    if (cell !== null && owner[cell] === owner[other]) {
      free++;
      continue;
    }
    if (free > LONGEST) fail("it has 25 places in a row without a wall, about which versions of Solo differ; use another format");
    content += free ? letter(free) : "_";
    free = 0;
  }
  const sums = some(side * side, (cell) => board.cages.find(({ cells }) => cells[0] === cell)?.sum ?? 0);
  return `${head}k:${runsOf(board.digits)},${content},${runsOf(sums)}`;
}

// A format of a kind: `board` makes a board of a draft, `draft` a draft of a board.
const format = (board, draft) => ({
  name: "game ID of Simon Tatham's Solo",
  write: (one) => idOf(board(one)),
  recognizes: (text) => ID.test(idIn(text)),
  read: (text) => draft(boardIn(text)),
});

export { format };

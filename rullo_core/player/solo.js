// Game IDs of Simon Tatham's Solo, of Sudokus and Killer Sudokus; as in rullo_core/killer/formats/solo.py. A board is a draft of
// digits, whose digits are givens: drafts.js.

import { gridOf, sideOf } from "./drafts.js";
import { fail, LARGEST, linesOf, trimmed } from "./read.js";
import { tabulate } from "./rules.js";

const ID = /^(\d{1,2})x(\d{1,2})([a-z0-9]*):([^:]+)$/;
const FLAGS = /^(?:x|k|r[24]|md?[248]|a|d[tbiaeu])*$/; // in any order: diagonals, Killer; how it was made
const [SHORTEST, LONGEST] = [2, 24]; // cage in cells; places without a wall, about which all versions agree

const letter = (number) => String.fromCharCode(96 + number);
const numberOf = (character) => character.charCodeAt(0) - 96;

function walls(side) {
  // The cells beside each possible wall: vertical walls row by row, then horizontal ones column by column.
  const vertical = tabulate(side, (r) => tabulate(side - 1, (c) => [r * side + c, r * side + c + 1]));
  const horizontal = tabulate(side, (c) => tabulate(side - 1, (r) => [r * side + c, (r + 1) * side + c]));
  return [...vertical, ...horizontal].flat();
}

function runsOf(numbers) {
  // A letter encodes a run of cells without a number, _ separates two numbers.
  let [content, free, isAfterNumber] = ["", 0, false];
  const letters = () => "z".repeat(Math.floor(free / 26)) + (free % 26 ? letter(free % 26) : "");
  for (const number of numbers) {
    if (!number) {
      free++;
      continue;
    }
    content += (letters() || (isAfterNumber ? "_" : "")) + number;
    [free, isAfterNumber] = [0, true];
  }
  return content + letters();
}

function numbersIn(content, cells, subject) {
  const numbers = [];
  for (const word of content.match(/\d+|./gs) ?? []) {
    if (/^\d{1,9}$/.test(word) && Number(word)) numbers.push(Number(word));
    else if (/^[a-z]$/.test(word)) numbers.push(...tabulate(numberOf(word), () => 0));
    else if (word !== "_") fail(`${subject}: '${word}' is neither a number from 1 on nor a letter nor _; correct it`);
  }
  if (numbers.length !== cells) fail(`${subject} describe ${numbers.length} cells; there are ${cells}`);
  return numbers;
}

function regionsIn(content, side) {
  // The region of each cell: a letter is a run of places without a wall and then a wall, z 25 without, _ a wall.
  const owner = tabulate(side * side, (cell) => cell);
  const root = (cell) => (owner[cell] === cell ? cell : root(owner[cell]));
  const places = walls(side);
  let position = 0;
  for (const character of content) {
    if (!/[a-z_]/.test(character)) fail(`walls: '${character}' is no letter; correct it`);
    const free = character === "_" ? 0 : character === "z" ? 25 : numberOf(character);
    places.slice(position, position + free).forEach(([cell, neighbour]) => (owner[root(neighbour)] = root(cell)));
    position += free + (character === "z" ? 0 : 1);
  }
  if (position !== places.length + 1) fail(`walls describe ${position - 1} places; there are ${places.length}`); // the end is one, too
  return owner.map((_, cell) => root(cell));
}

const idIn = (text) => trimmed(linesOf(text)[0]?.raw ?? "");

function boardIn(text) {
  const lines = linesOf(text);
  if (lines.length > 1) fail("another puzzle; leave one", lines[1].number);
  const [, height, width, flags, rest] = ID.exec(idIn(text));
  if (!FLAGS.test(flags)) fail(`'${flags}' asks for more than x, both diagonals, and k, Killer, which is not supported`);
  const [diagonals, killer] = [flags.includes("x"), flags.includes("k")];
  const box = [Number(height), Number(width)];
  const side = box[0] * box[1];
  if (!side || side > LARGEST) fail(`boxes of ${height}x${width}: boards up to ${LARGEST}x${LARGEST} are edited here`);
  const [givens, wallsText, sums, extra] = rest.split(",");
  const isComplete = killer ? sums !== undefined && extra === undefined : wallsText === undefined;
  if (!isComplete) fail(killer ? "a game ID of a Killer has three parts: givens, walls and sums" : "a game ID of a Sudoku has one part, its givens");
  const digits = numbersIn(givens, side * side, "givens");
  if (digits.some((digit) => digit > side)) fail(`a given is more than ${side}; correct it`);
  const board = { box, diagonals, digits };
  if (!killer) return board;
  const regions = regionsIn(wallsText, side);
  const sum = numbersIn(sums, side * side, "sums");
  const cages = [...new Set(regions)].map((region) => {
    const cells = regions.flatMap((cellRegion, cell) => (cellRegion === region ? [cell] : []));
    const cageSums = cells.map((cell) => sum[cell]).filter(Boolean);
    if (cageSums.length > 1) fail(`a cage has two sums, ${cageSums[0]} and ${cageSums[1]}; remove one`);
    return { cells, sum: cageSums[0] ?? null };
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
  const owner = tabulate(side * side, (cell) => board.cages.findIndex(({ cells }) => cells.includes(cell)));
  if (owner.includes(-1)) fail("game IDs of Solo have every cell in a cage; use another format");
  for (const { cells } of board.cages) {
    if (cells.length >= SHORTEST && cells.length <= side) continue;
    const { label } = gridOf(board).squares[cells[0]];
    fail(`the cage at ${label[0]} has ${cells.length} cell${cells.length > 1 ? "s" : ""}: Solo takes cages of 2 to ${side} cells; use another format`);
  }
  let [content, free] = ["", 0];
  for (const [cell, neighbour] of [...walls(side), [null, null]]) {
    if (cell !== null && owner[cell] === owner[neighbour]) {
      free++;
      continue;
    }
    if (free > LONGEST) fail("it has 25 places in a row without a wall, about which versions of Solo differ; use another format");
    content += free ? letter(free) : "_";
    free = 0;
  }
  const sums = tabulate(side * side, (cell) => board.cages.find(({ cells }) => cells[0] === cell)?.sum ?? 0);
  return `${head}k:${runsOf(board.digits)},${content},${runsOf(sums)}`;
}

// A format of a kind: `toBoard` makes a board of a draft, `fromBoard` a draft of a board.
const format = (toBoard, fromBoard) => ({
  name: "game ID of Simon Tatham's Solo",
  write: (draft) => idOf(toBoard(draft)),
  recognizes: (text) => ID.test(idIn(text)),
  read: (text) => fromBoard(boardIn(text)),
});

export { format };

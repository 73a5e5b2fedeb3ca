// What stands on a board, by the play that it is of (play.py): what is written in its cells, what follows, what is wrong.

import { setsOf } from "./rules.js";

// A cell is [value, marks]: one bit, or 0 for none; and the values that are pencilled in, or 0.
const begin = (play) => play.start.map((mask) => [isOne(mask) ? mask : 0, 0]);
const isOne = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;
const placeOf = (mask) => 31 - Math.clz32(mask);
const leftOf = (play, board, i) => board[i][0] || board[i][1] || play.start[i];
const isGiven = (play, i) => isOne(play.start[i]);
const isRullo = (play) => play.numbers.length > 0;

function statusOf(play, board, unit) {
  // What a unit has come to, how many cells are open, whether it is broken for certain, and whether it is as it should be:
  // the sum of a Rullo is reached by what is included, whatever of the rest is left open.
  const values = unit.cells.filter((i) => board[i][0]);
  const open = unit.cells.length - values.length;
  if (isRullo(play)) {
    const sum = values.reduce((s, i) => s + (board[i][0] === 1 ? play.numbers[i] : 0), 0);
    const unknown = unit.cells.filter((i) => !board[i][0]).map((i) => play.numbers[i]);
    const minimum = unknown.reduce((s, n) => s + Math.min(n, 0), sum);
    const maximum = unknown.reduce((s, n) => s + Math.max(n, 0), sum);
    return { sum, open, broken: unit.total < minimum || unit.total > maximum, isReached: sum === unit.total };
  }
  const digits = values.map((i) => placeOf(board[i][0]) + 1);
  const sum = digits.reduce((s, d) => s + d, 0);
  const hasRepeat = unit.distinct && new Set(digits).size < digits.length;
  const hasWrongSum = unit.total !== null && (sum > unit.total || (!open && sum !== unit.total));
  const falling = unit.increasing && digits.some((digit, k) => k && digit <= digits[k - 1]);
  const broken = hasRepeat || hasWrongSum || Boolean(falling);
  return { sum, open, broken, isReached: !open && !broken };
}

const agrees = (play, board, solution) => solution.every((place, i) => leftOf(play, board, i) & (1 << place));

// A Rullo is solved when all its sums are reached. In other kinds every cell has a value; where all solutions are known,
// the board has to be one of them: there may be rules that no unit has.
const isSolved = (play, board) =>
  play.units.every((unit) => statusOf(play, board, unit).isReached) &&
  (isRullo(play) ||
    (board.every(([value]) => value) && (!play.complete || play.solutions.some((solution) => agrees(play, board, solution)))));

const digitsBySet = new Map(); // the digits that some sets have, by size, sum, and what is in them already

function inSets(size, total, among, placed) {
  const key = `${size} ${total} ${among} ${placed}`;
  const make = () => setsOf(size, total, among).filter((set) => !(placed & ~set)).reduce((union, set) => union | set, 0);
  if (!digitsBySet.has(key)) digitsBySet.set(key, make());
  return digitsBySet.get(key);
}

function seenOn(play, board, sums = false) {
  // What each cell may be at first sight: no digit that one of its units has already; with sums, none that no sum has.
  const candidates = board.map((_, i) => leftOf(play, board, i));
  for (const { cells, total, distinct } of play.units) {
    if (!distinct) continue;
    const placed = cells.reduce((mask, i) => mask | board[i][0], 0);
    const among = 2 ** play.symbols.length - 1;
    const fitting = sums && total !== null ? inSets(cells.length, total, among, placed) : among;
    for (const i of cells) if (!board[i][0]) candidates[i] &= fitting & ~placed;
  }
  return candidates;
}

// Whether a step says something of a cell: a value that is not there, or less than what is seen.
const isNews = (play, board, [i, mask], visible) =>
  isOne(mask) ? leftOf(play, board, i) !== mask : (visible ? visible[i] : leftOf(play, board, i)) & ~mask;

function nextStep(play, board, visible) {
  // The first step of the way that is not on the board, nor seen, if it is known what is; null if there is none. What is
  // guessed, and what follows from that, is of the first solution: it holds as long as the board can still be that.
  for (const step of play.trace) {
    if (!step.number && !agrees(play, board, play.solutions[0])) return null;
    if (step.left.some((change) => isNews(play, board, change, visible))) return step;
  }
  return null;
}

function mistakesOn(play, board) {
  // The cells that no solution has so; those of the nearest, if there is none. None where that is not known.
  if (play.solutions.some((solution) => agrees(play, board, solution))) return [];
  if (!play.complete) return null;
  const differing = play.solutions.map((solution) =>
    board.flatMap((_, i) => (leftOf(play, board, i) & (1 << solution[i]) ? [] : [i])),
  );
  return differing.reduce((nearest, cells) => (cells.length < nearest.length ? cells : nearest));
}

function withLeft(play, board, changes) {
  const updated = board.map((cell) => [...cell]);
  for (const [i, mask] of changes) {
    const common = leftOf(play, updated, i) & mask;
    updated[i] = isOne(common) ? [common, updated[i][1]] : [0, common];
  }
  return updated;
}

// -- words ------------------------------------------------------------------------------------------------------------

const cellName = (play, i) => `row ${play.cells[i][0] + 1}, column ${play.cells[i][1] + 1}`;
const quantity = (n, singular, plural = `${singular}s`) => `${n} ${n === 1 ? singular : plural}`;

function symbolsOf(play, mask) {
  return play.symbols.filter((_, place) => mask & (1 << place));
}

const withSum = ({ name, total }) => (total === null || name.startsWith(`${total} `) ? name : `${name} of ${total}`);

export {
  agrees, begin, cellName, isGiven, isNews, isOne, isRullo, isSolved, leftOf, mistakesOn, nextStep, placeOf,
  quantity, seenOn, statusOf, symbolsOf, withLeft, withSum,
};

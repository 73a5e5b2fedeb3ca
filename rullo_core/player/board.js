// The state of a board, given its play (play.py): the values and marks in its cells, what follows from them, and errors.

import { setsOf } from "./rules.js";

// A cell is [value, marks]: a mask with one bit, or 0 for no value; and a mask of the values that are pencilled in, or 0.
const begin = (play) => play.start.map((mask) => [isOne(mask) ? mask : 0, 0]);
const isOne = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;
const placeOf = (mask) => 31 - Math.clz32(mask);
const leftOf = (play, board, i) => board[i][0] || board[i][1] || play.start[i];
const isGiven = (play, i) => isOne(play.start[i]);
const isRullo = (play) => play.numbers.length > 0;

function statusOf(play, board, unit) {
  // The sum of a unit so far, the number of its open cells, whether its rule is certainly violated, and whether it is
  // satisfied: the target of a Rullo is reached by the included cells, whichever other cells are still open.
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

const digitsBySet = new Map(); // the digits that occur in some set, by size, sum, and the digits that are in the set already

function inSets(size, total, among, placed) {
  const key = `${size} ${total} ${among} ${placed}`;
  const make = () => setsOf(size, total, among).filter((set) => !(placed & ~set)).reduce((union, set) => union | set, 0);
  if (!digitsBySet.has(key)) digitsBySet.set(key, make());
  return digitsBySet.get(key);
}

function seenOn(play, board, sums = false) {
  // The candidates of each cell at first sight: no digit that is in one of its units already, nor one that no sum allows.
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

// Whether a step is news about a cell: a value that is not written yet, or fewer candidates than seen at first sight.
const isNews = (play, board, [i, mask], visible) =>
  isOne(mask) ? leftOf(play, board, i) !== mask : (visible ? visible[i] : leftOf(play, board, i)) & ~mask;

function nextStep(play, board, visible) {
  // The first step of the solve path that is neither on the board nor in `visible`, if given; null if there is none.
  // Guesses, and what follows from them, belong to the first solution: they hold as long as the board can become that.
  for (const step of play.trace) {
    if (!step.number && !agrees(play, board, play.solutions[0])) return null;
    if (step.left.some((change) => isNews(play, board, change, visible))) return step;
  }
  return null;
}

function mistakesOn(play, board) {
  // The cells whose values are in no solution, compared with the nearest solution; null if solutions are not known.
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

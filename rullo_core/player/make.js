// New puzzles, where there is no Python: drawn at random, and changed until they have one solution and are as wished.
// What a puzzle is, and how far passes get in it: read.js.

import { kinds } from "./kinds.js";
import {
  board, difficultyOf, digitsOf, levelOf, namedLevel, puzzleIn, read, runBeyond, solutionsOf, some,
} from "./read.js";

const SECONDS = 15; // in which one has to be found
const BREATH = 30; // milliseconds, after which the page can do something else
const SEARCH = 300; // milliseconds in which it has to be known whether there is a second solution
const MOST_OTHERS = 20; // solutions beside one, at most, that are counted
const FEW = 16; // cells of a Kakuro that are open, at most, where that is looked for
const MOST_KNOWN = 200_000; // units of which is kept what they show
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BOXES = { 4: [2, 2], 6: [2, 3], 9: [3, 3] };

const below = (n) => Math.floor(Math.random() * n);
const pick = (list) => list[below(list.length)];

function shuffled(list) {
  const made = [...list];
  for (let i = made.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [made[i], made[j]] = [made[j], made[i]];
  }
  return made;
}

// What is asked for is a level, by name, that is the first to solve the puzzle, or null where none should, and the
// solution be the only one; a difficulty, from and to; and what a Sudoku is dug by.
const solves = (play, known, name) => runBeyond(play, namedLevel(play.kind, name), known)?.solved;
const isFirst = (play, known, name) => levelOf(play, known)?.name === name;

function distance(play, known, { level, difficulty }) {
  // How far the difficulty is from what is asked for.
  const needed = difficultyOf(play, known, namedLevel(play.kind, level));
  return needed === null ? Infinity : Math.max(difficulty[0] - needed, needed - difficulty[1], 0);
}

function othersOf(play, known, most = 1) {
  // How many solutions a puzzle has beside one, up to so many; Infinity where that is not known soon.
  try {
    return solutionsOf(play, known, Date.now() + SEARCH, most).length - 1;
  } catch {
    return Infinity;
  }
}

function fill(play) {
  // Digits at random, none twice in a unit; null where that has not come to an end soon.
  const beside = play.cells.map((_, cell) => {
    const near = play.units.filter(({ cells }) => cells.includes(cell)).flatMap(({ cells }) => cells);
    return [...new Set(near)].filter((one) => one !== cell);
  });
  let steps = 0;
  const go = (left, open) => {
    if (!open.length) return left;
    if (++steps > 20 * play.cells.length) return null;
    const few = Math.min(...open.map((cell) => digitsOf(left[cell]).length));
    const cell = pick(open.filter((one) => digitsOf(left[one]).length === few));
    const rest = open.filter((one) => one !== cell);
    for (const digit of shuffled(digitsOf(left[cell]))) {
      const bit = 1 << (digit - 1);
      const after = [...left];
      after[cell] = bit;
      beside[cell].forEach((one) => (after[one] &= ~bit));
      const made = go(after, rest);
      if (made) return made;
    }
    return null;
  };
  const made = go(play.start, [...play.start.keys()]);
  return made && made.map((mask) => digitsOf(mask)[0]);
}

function isConnected(cells, side) {
  const piece = new Set(cells.slice(0, 1));
  for (const cell of piece) neighbours(cell, side).forEach((one) => cells.includes(one) && piece.add(one));
  return piece.size === cells.length;
}

function neighbours(cell, side) {
  const [r, c] = [Math.floor(cell / side), cell % side];
  return [
    ...(r ? [cell - side] : []),
    ...(c ? [cell - 1] : []),
    ...(c < side - 1 ? [cell + 1] : []),
    ...(r < side - 1 ? [cell + side] : []),
  ];
}

const sideOf = ({ size }) => Number(size.split("x")[0]);

// Each maker goes step by step, to let the page breathe, and ends with a text that is as wished, or with null.

// -- Rullo ------------------------------------------------------------------------------------------------------------

function* makeRullo(chosen, wish, known) {
  // A random one; then one number or one choice after the other is drawn again, as long as it comes no less near.
  const side = sideOf(chosen);
  const [least, most] = chosen.range.split("-").map(Number);
  const draw = () => [least + below(most - least + 1), below(2)];
  const rated = (cells) => {
    const sum = (among) => among.reduce((total, [number, inside]) => total + number * inside, 0);
    const rows = some(side, (r) => cells.slice(r * side, (r + 1) * side));
    const heads = some(side, (c) => sum(rows.map((row) => row[c])));
    const lines = [["", ...heads], ...rows.map((row) => [sum(row), ...row.map(([number]) => number)])];
    const widths = some(side + 1, (c) => Math.max(...lines.map((line) => `${line[c]}`.length)));
    const text = lines.map((line) => line.map((word, c) => `${word}`.padStart(widths[c])).join(" ")).join("\n");
    const play = puzzleIn("rullo", text);
    const included = cells.filter(([, inside]) => inside).length;
    const trivial = included === 0 || included === cells.length;
    const beside = () => (levelOf(play, known) === null ? othersOf(play, known, MOST_OTHERS) : Infinity);
    return { cells, text, far: trivial ? Infinity : wish.level ? distance(play, known, wish) : beside() };
  };
  let now = rated(some(side * side, draw));
  for (let tries = 0; now.far && now.far < Infinity && tries < 500; tries++) {
    yield;
    const other = [...now.cells];
    other[below(other.length)] = draw();
    const next = rated(other);
    if (next.far <= now.far) now = next;
  }
  return now.far ? null : now.text;
}

// -- Kakuro -----------------------------------------------------------------------------------------------------------

function entriesOf(white, wide) {
  // Cells beside each other, and below each other, each with the black cell before it, where its sum stands.
  return [1, wide].flatMap((step) =>
    white.flatMap((first) => {
      if (white.includes(first - step)) return [];
      const cells = [first];
      while (white.includes(cells.at(-1) + step)) cells.push(cells.at(-1) + step);
      return [{ before: first - step, step, cells }];
    }),
  );
}

function layOut(wide) {
  // White cells, with a row above and a column beside them, as few as come: the same when turned by a half, in one
  // piece, none alone.
  const all = some(wide * wide, (cell) => cell).filter((cell) => cell >= wide && cell % wide);
  const isFine = (white) => isConnected(white, wide) && entriesOf(white, wide).every(({ cells }) => cells.length > 1);
  return shuffled(all).reduce((white, cell) => {
    const rest = white.filter((one) => one !== cell && one !== wide * (wide + 1) - cell);
    return isFine(rest) ? rest : white;
  }, all);
}

function* makeKakuro(chosen, wish, known) {
  // Random digits; then one of those that passes leave open after the other is changed, as long as no more are open.
  const wide = sideOf(chosen) + 1;
  const white = layOut(wide);
  const entries = entriesOf(white, wide);
  const units = entries.map(({ cells }) => ({ cells: cells.map((cell) => white.indexOf(cell)) }));
  const rated = (digits) => {
    const sum = (black, way) => {
      const i = entries.findIndex(({ before, step }) => before === black && step === way);
      return i < 0 ? "" : units[i].cells.reduce((total, cell) => total + digits[cell], 0);
    };
    const told = (cell) => {
      if (white.includes(cell)) return "0";
      const sums = `${sum(cell, wide)},${sum(cell, 1)}`;
      return sums === "," ? "-" : sums;
    };
    const rows = some(wide, (r) => some(wide, (c) => told(r * wide + c)).join(" "));
    const text = [`${wide} ${wide}`, ...rows].join("\n");
    const play = puzzleIn("kakuro", text);
    const [first] = kinds.kakuro.levels;
    const { state } = runBeyond(play, first, known);
    const open = [...state.keys()].filter((i) => digitsOf(state[i]).length > 1);
    if (wish.difficulty) return { digits, text, open, far: open.length * white.length || distance(play, known, wish) };
    if (!open.length) return { digits, text, open, far: Infinity };
    if (open.length > FEW) return { digits, text, open, far: MOST_OTHERS + open.length };
    const fits = wish.level ? isFirst(play, known, wish.level) : levelOf(play, known) === null;
    return { digits, text, open, far: othersOf(play, known, MOST_OTHERS) + (fits ? 0 : 1) };
  };
  const first = fill({ cells: white, units, start: white.map(() => 511) });
  let now = first && rated(first);
  for (let tries = 0; now?.far && tries < 20 * white.length; tries++) {
    yield;
    const i = pick(now.open.length ? now.open : [...white.keys()]);
    const beside = units.filter(({ cells }) => cells.includes(i)).flatMap(({ cells }) => cells);
    const free = digitsOf(511).filter((digit) => beside.every((one) => now.digits[one] !== digit));
    if (!free.length) continue;
    const next = rated(now.digits.map((digit, one) => (one === i ? pick(free) : digit)));
    if (next.far <= now.far) now = next;
  }
  return now && !now.far ? now.text : null;
}

// -- Sudoku -----------------------------------------------------------------------------------------------------------

function* makeSudoku(chosen, wish, known) {
  // A full board, from which one digit after the other is taken, as long as a level solves it, or it has one solution.
  const side = sideOf(chosen);
  const digits = fill(board(Math.sqrt(side), Math.sqrt(side)));
  const told = (clues) => clues.map((digit) => digit || ".").join("");
  let clues = digits;
  for (const cell of digits ? shuffled([...digits.keys()]) : []) {
    yield;
    const fewer = clues.map((digit, i) => (i === cell ? 0 : digit));
    const play = puzzleIn("sudoku", told(fewer));
    const { criterion } = wish;
    if (criterion ? solves(play, known, criterion) : solves(play, known, kinds.sudoku.search) || !othersOf(play, known)) {
      clues = fewer;
    }
  }
  if (!digits) return null;
  const level = levelOf(puzzleIn("sudoku", told(clues)), known);
  return (level ? level.name : null) === wish.level ? told(clues) : null;
}

// -- Killer Sudoku ----------------------------------------------------------------------------------------------------

function grow(free, first, size, digits, side) {
  // A piece of free cells, no digit twice.
  const cage = [first];
  while (cage.length < size) {
    const near = cage.flatMap((cell) => neighbours(cell, side)).filter((cell) => free.has(cell) && !cage.includes(cell));
    const fit = near.filter((cell) => cage.every((one) => digits[one] !== digits[cell]));
    if (!fit.length) break;
    cage.push(pick(fit));
  }
  return cage;
}

function layCages(digits, side) {
  // Cages of two to four cells, of which the cells that are shut in most come first; and what is left over.
  const free = new Set(digits.keys());
  const cages = [];
  while (free.size) {
    const around = (cell) => neighbours(cell, side).filter((one) => free.has(one)).length;
    const least = Math.min(...[...free].map(around));
    const cage = grow(free, pick([...free].filter((cell) => around(cell) === least)), 2 + below(3), digits, side);
    cage.forEach((cell) => free.delete(cell));
    cages.push(cage);
  }
  return cages;
}

function parted(cage, digits, side) {
  // The cage as two pieces.
  for (;;) {
    const one = grow(new Set(cage), pick(cage), 1 + below(cage.length / 2), digits, side);
    const other = cage.filter((cell) => !one.includes(cell));
    if (isConnected(other, side)) return [one, other];
  }
}

function killerText(cages, digits, side) {
  const [high, wide] = BOXES[side];
  const inOrder = cages.map((cage) => [...cage].sort((one, other) => one - other));
  inOrder.sort(([one], [other]) => one - other);
  const label = (i) => (i < LETTERS.length ? "" : label(Math.floor(i / LETTERS.length) - 1)) + LETTERS[i % LETTERS.length];
  const labels = digits.map((_, cell) => label(inOrder.findIndex((cage) => cage.includes(cell))));
  const long = Math.max(...labels.map((one) => one.length));
  const row = (r) => labels.slice(r * side, (r + 1) * side).map((one) => one.padEnd(long));
  const sum = (cage) => cage.reduce((total, cell) => total + digits[cell], 0);
  return [
    `killer ${side}x${side} boxes ${high}x${wide}`,
    ...some(side, (r) => row(r).join(" ").trimEnd()),
    inOrder.map((cage, i) => `${label(i)}=${sum(cage)}`).join(" "),
  ].join("\n");
}

function* makeKiller(chosen, wish, known) {
  // A full board in random cages; those that passes leave open are parted, until the level that is asked for solves it.
  const side = sideOf(chosen);
  const digits = fill(board(...BOXES[side]));
  let cages = digits ? layCages(digits, side) : [];
  while (cages.length) {
    yield;
    const text = killerText(cages, digits, side);
    const play = puzzleIn("killer", text);
    const made = runBeyond(play, namedLevel("killer", wish.level), known);
    if (made.solved) return isFirst(play, known, wish.level) ? text : null; // by parting it does not get harder
    const open = cages.filter((cage) => cage.some((cell) => digitsOf(made.state[cell]).length > 1));
    const most = Math.max(...open.map(({ length }) => length));
    if (most === 1) return null;
    const cage = pick(open.filter(({ length }) => length === most));
    cages = [...cages.filter((one) => one !== cage), ...parted(cage, digits, side)];
  }
  return null;
}

// -- all together -----------------------------------------------------------------------------------------------------

const MAKERS = { rullo: makeRullo, kakuro: makeKakuro, sudoku: makeSudoku, killer: makeKiller };

const options = (kind) => kinds[kind].options; // what may be asked of a new puzzle

async function make(kind, chosen) {
  // The play of a new puzzle; an error, if none is found in time.
  const begin = MAKERS[kind];
  const wish = kinds[kind].requests[chosen.difficulty];
  const known = new Map(); // what units have shown, in all the puzzles that are looked at
  const until = Date.now() + 1000 * SECONDS;
  let [steps, rested] = [begin(chosen, wish, known), 0];
  while (Date.now() < until) {
    const { done, value } = steps.next();
    if (value) return read(kind, value);
    if (done) steps = begin(chosen, wish, known);
    if (known.size > MOST_KNOWN) known.clear();
    if (Date.now() < rested + BREATH) continue;
    await new Promise((go) => setTimeout(go));
    rested = Date.now();
  }
  throw new Error(`${Object.values(chosen).join(", ")}: none was found in ${SECONDS} seconds; choose something else`);
}

export { make, options };

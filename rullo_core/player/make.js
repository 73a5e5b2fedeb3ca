// New puzzles, where there is no Python: drawn at random, and changed until they have one solution and meet the request.
// What a puzzle is, and how far passes get in it: read.js.

import { kinds } from "./kinds.js";
import { difficultyOf, Known, levelOf, namedLevel, read, runBeyond, solutionsOf } from "./read.js";
import { digitsOf } from "./rules.js";

const SECONDS = 15; // in which one has to be found
const BREATH = 30; // milliseconds, after which the page can do something else
const MOST_RUNS = 250; // of passes, in which it has to be known whether there is a second solution
const MOST_OTHERS = 20; // solutions beside one, at most, that are counted
const MOST_KNOWN = 200_000; // units of which is kept what they show

let chance = Math.random; // while a step of a generator is taken, what it draws from
const below = (n) => Math.floor(chance() * n);
const pick = (list) => list[below(list.length)];

function seeded(text) {
  // Numbers from 0 to 1 that are the same for the same text, everywhere: FNV-1a, and Mulberry32.
  let word = [...text].reduce((hash, one) => Math.imul(hash ^ one.codePointAt(0), 16777619), 2166136261);
  return () => {
    word = (word + 0x6d2b79f5) | 0;
    let mixed = Math.imul(word ^ (word >>> 15), word | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
    return solutionsOf(play, known, { runs: MOST_RUNS }, most).length - 1;
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
  const connected = new Set(cells.slice(0, 1));
  for (const cell of connected) neighbours(cell, side).forEach((one) => cells.includes(one) && connected.add(one));
  return connected.size === cells.length;
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

// Each generator goes step by step, to let the page breathe, and ends with a text that meets the request, or with null.

// -- all together -----------------------------------------------------------------------------------------------------


// What may be asked of a new puzzle; nothing where none is made.
const options = (kind) => (kinds[kind].generator ? kinds[kind].options : []);

async function make(kind, chosen, report = () => {}, random = Math.random) {
  // The play of a new puzzle, the same for the same random numbers; an error, if none is found in time. What is reported
  // now and then is how many puzzles were tried. What would take too long is in stock (stock.py).
  const stock = kinds[kind].stock[Object.values(chosen).join(", ")];
  if (stock) return read(kind, stock[Math.floor(random() * stock.length)]);
  const begin = kinds[kind].generator;
  const request = kinds[kind].requests[chosen.difficulty];
  const known = new Known(); // what units have shown, in all the puzzles that are looked at
  const until = Date.now() + 1000 * SECONDS;
  let [steps, tried, rested] = [begin(chosen, request, known), 0, 0];
  while (Date.now() < until) {
    chance = random;
    const { done, value } = steps.next();
    chance = Math.random;
    tried++;
    if (value) return read(kind, value);
    if (done) steps = begin(chosen, request, known);
    if (known.size > MOST_KNOWN) known.clear();
    if (Date.now() < rested + BREATH) continue;
    await new Promise((go) => setTimeout(go));
    report(tried);
    rested = Date.now();
  }
  throw new Error(`${Object.values(chosen).join(", ")}: none was found in ${SECONDS} seconds; try again, or choose something else`);
}

export { below, distance, fill, isConnected, isFirst, make, MOST_OTHERS, neighbours, options, othersOf, pick, seeded, shuffled, sideOf, solves };

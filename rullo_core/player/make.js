// New puzzles, where there is no Python: drawn at random, and changed until they have one solution and meet the request.
// Puzzles and passes are defined in read.js.

import { kinds } from "./kinds.js";
import { Cache, difficultyOf, levelOf, namedLevel, read, runBeyond, solutionsOf } from "./read.js";
import { digitsOf } from "./rules.js";

const SECONDS = 15; // in which one has to be found
const BREATH = 30; // milliseconds, after which the page can do something else
const MOST_RUNS = 250; // of passes, in which it has to be known whether there is a second solution
const MOST_OTHERS = 20; // solutions beside one, at most, that are counted
const MOST_CACHED = 200_000; // units of which is kept what they show

let chance = Math.random; // while a step of a generator is taken, what it draws from
const integerBelow = (n) => Math.floor(chance() * n);
const pick = (list) => list[integerBelow(list.length)];

function seeded(text) {
  // Numbers from 0 to 1 that are the same for the same text, everywhere: FNV-1a, and Mulberry32.
  let word = [...text].reduce((hash, character) => Math.imul(hash ^ character.codePointAt(0), 16777619), 2166136261);
  return () => {
    word = (word + 0x6d2b79f5) | 0;
    let mixed = Math.imul(word ^ (word >>> 15), word | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(list) {
  const items = [...list];
  for (let i = items.length - 1; i > 0; i--) {
    const j = integerBelow(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

// A request has the name of the level that has to be the first to solve the puzzle, or null for a puzzle with one
// solution that no level solves; a difficulty, from and to; and the criterion for removing givens of a Sudoku.
const solves = (play, cache, name) => runBeyond(play, namedLevel(play.kind, name), cache)?.solved;
const isFirst = (play, cache, name) => levelOf(play, cache)?.name === name;

function distance(play, cache, { level, difficulty }) {
  // The distance of the difficulty from the requested range.
  const passes = difficultyOf(play, cache, namedLevel(play.kind, level));
  return passes === null ? Infinity : Math.max(difficulty[0] - passes, passes - difficulty[1], 0);
}

function othersOf(play, cache, limit = 1) {
  // The number of other solutions of a puzzle with a known solution, up to a limit; Infinity if it is not soon known.
  try {
    return solutionsOf(play, cache, { runs: MOST_RUNS }, limit).length - 1;
  } catch {
    return Infinity;
  }
}

function fill(play) {
  // Random digits, none twice in a unit; null if the search does not end soon.
  const peers = play.cells.map((_, cell) => {
    const unitCells = play.units.filter(({ cells }) => cells.includes(cell)).flatMap(({ cells }) => cells);
    return [...new Set(unitCells)].filter((peer) => peer !== cell);
  });
  let steps = 0;
  const go = (candidates, open) => {
    if (!open.length) return candidates;
    if (++steps > 20 * play.cells.length) return null;
    const fewest = Math.min(...open.map((cell) => digitsOf(candidates[cell]).length));
    const cell = pick(open.filter((cell) => digitsOf(candidates[cell]).length === fewest));
    const rest = open.filter((openCell) => openCell !== cell);
    for (const digit of shuffled(digitsOf(candidates[cell]))) {
      const bit = 1 << (digit - 1);
      const next = [...candidates];
      next[cell] = bit;
      peers[cell].forEach((peer) => (next[peer] &= ~bit));
      const solution = go(next, rest);
      if (solution) return solution;
    }
    return null;
  };
  const solution = go(play.start, [...play.start.keys()]);
  return solution && solution.map((mask) => digitsOf(mask)[0]);
}

function isConnected(cells, side) {
  const connected = new Set(cells.slice(0, 1));
  for (const cell of connected) neighbours(cell, side).forEach((neighbour) => cells.includes(neighbour) && connected.add(neighbour));
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

// Each generator runs step by step, so that the page stays responsive, and returns a text that meets the request, or null.

// -- all together -----------------------------------------------------------------------------------------------------


// The options of new puzzles; none for kinds without a generator.
const options = (kind) => (kinds[kind].generator ? kinds[kind].options : []);

async function make(kind, choices, report = () => {}, random = Math.random) {
  // The play of a new puzzle, the same for the same random numbers; an error if none is found in time. The number of
  // puzzles tried is reported now and then. Puzzles that would take too long are in stock (stock.py).
  const stock = kinds[kind].stock[Object.values(choices).join(", ")];
  if (stock) return read(kind, stock[Math.floor(random() * stock.length)]);
  const begin = kinds[kind].generator;
  const request = kinds[kind].requests[choices.difficulty];
  const cache = new Cache(); // the deductions from units, shared by all puzzles that are tried
  const until = Date.now() + 1000 * SECONDS;
  let [steps, count, rested] = [begin(choices, request, cache), 0, 0];
  while (Date.now() < until) {
    chance = random;
    const { done: isDone, value } = steps.next();
    chance = Math.random;
    count++;
    if (value) return read(kind, value);
    if (isDone) steps = begin(choices, request, cache);
    if (cache.size > MOST_CACHED) cache.clear();
    if (Date.now() < rested + BREATH) continue;
    await new Promise((go) => setTimeout(go));
    report(count);
    rested = Date.now();
  }
  throw new Error(`${Object.values(choices).join(", ")}: none was found in ${SECONDS} seconds; try again, or choose something else`);
}

export { distance, fill, integerBelow, isConnected, isFirst, make, MOST_OTHERS, neighbours, options, othersOf, pick, seeded, shuffled, sideOf, solves };

// A puzzle's text as a play, where there is no Python: it is read as the command line reads it, and solved by the same
// passes. The levels, the units that each pass filters, and their order are defined in Python: `kinds`, made of the
// playing.py of each kind. The playing.js beside it has a `reader` of texts, a `generator` of puzzles, and `say` or a
// `reason` for its own explanations; a kind without it is played from what Python has computed. play.py defines plays.

import { kinds } from "./kinds.js";
import { bits, CUT, digitOf, isFixed, locked, tabulate } from "./rules.js";

const LARGEST = 9; // the side of a board, or of a Kakuro in cells beside each other
const MOST_CELLS = 600;
const MOST_SOLUTIONS = 50;
const SECONDS = 5; // in which a puzzle has to be worked out
const MORE_SECONDS = 2; // for the steps that explain what was found
const MOST_CACHED = 200_000; // units of which is kept what they leave
const UNDECIDED = "undecided"; // of a puzzle, where a limit has stopped what would tell how difficult it is
const PLACES = ["row", "column"];

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const LONGEST = 240; // characters of what is said

function fail(message, line, column = 1) {
  // A text on one line, and without its middle if it is long because something long is quoted.
  const content = message.replace(/\s+/g, " ").replace(UNPRINTABLE, "");
  const excerpt = content.length > LONGEST ? `${content.slice(0, LONGEST / 2)}…${content.slice(-LONGEST / 2)}` : content;
  throw Object.assign(new Error(`${line ? `Line ${line}, column ${column}: ` : ""}${excerpt}`), { line, column });
}

const placeIn = ([r, c]) => `row ${r + 1}, column ${c + 1}`;
const rangeText = (minimum, maximum) => (minimum === maximum ? `${minimum}` : `${minimum} to ${maximum}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const conjunction = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

// -- texts ------------------------------------------------------------------------------------------------------------

// Blanks and ends of lines are the same as in Python.
const BLANKS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LINE_ENDS = "\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029";
const [WORD, OUTSIDE] = [new RegExp(`[^${BLANKS}]+`, "g"), new RegExp(`^[${BLANKS}]+|[${BLANKS}]+$`, "g")];
const [LINE_END, COMMENT] = [new RegExp(`\\r\\n|[${LINE_ENDS}]`), new RegExp(`#[^${LINE_ENDS}]*`, "g")];

const trimmed = (text) => text.replace(OUTSIDE, "");
const uncommented = (text) => text.replace(COMMENT, (comment) => " ".repeat(comment.length));

function linesOf(text) {
  // The lines that are not empty, each with its number and its words, and the words with their columns.
  return text.split(LINE_END).flatMap((line, i) => {
    const words = [...line.matchAll(WORD)].map((match) => ({ text: match[0], column: match.index + 1 }));
    return words.length && !words[0].text.startsWith("#") ? [{ number: i + 1, words, raw: line }] : [];
  });
}

function checkTogether(text, lines, mayHaveComments) {
  // Lines of one puzzle have no blank line between them, nor, where none may be there, a comment.
  const rawLines = text.split(LINE_END);
  lines.slice(1).forEach(({ number }, i) => {
    const gap = rawLines.slice(lines[i].number, number - 1).map(trimmed);
    if (gap.some((line) => !line)) fail("another puzzle; leave one", number);
    if (gap.length && !mayHaveComments) fail("a comment stands inside of a puzzle; remove it", number - 1);
  });
}

const inOrder = (cells) => [...new Set(cells)].sort((first, second) => first - second);

function usualBox(side) {
  // Height and width of a box that is as square as possible, and not higher than wide.
  let height = Math.floor(Math.sqrt(side));
  while (side % height) height--;
  return [height, side / height];
}

function checkBox(side, height, width, { number, words }) {
  // In a line such as: killer 9x9 boxes 3x3.
  if (!height || height * width !== side) {
    fail(`boxes ${height}x${width} have ${height * width} cells, a row has ${side}`, number, words[3].column);
  }
  if (side > LARGEST) fail(`${side}x${side}: boards up to ${LARGEST}x${LARGEST} are played here`, number);
}

function board(height, width) {
  // Rows, columns and boxes of boards of digits.
  const side = height * width;
  const unit = (name, cells) => ({ name, cells, total: null, distinct: true });
  const boxes = tabulate(side, (b) => {
    const [topRow, leftColumn] = [Math.floor(b / height) * height, (b % height) * width];
    return tabulate(side, (i) => (topRow + Math.floor(i / width)) * side + leftColumn + (i % width));
  });
  return {
    rows: side,
    columns: side,
    symbols: tabulate(side, (i) => `${i + 1}`),
    cells: tabulate(side * side, (i) => [Math.floor(i / side), i % side]),
    start: tabulate(side * side, () => 2 ** side - 1),
    regions: boxes,
    units: [
      ...tabulate(side, (r) => unit(`row ${r + 1}`, tabulate(side, (c) => r * side + c))),
      ...tabulate(side, (c) => unit(`column ${c + 1}`, tabulate(side, (r) => r * side + c))),
      ...boxes.map((cells, b) => unit(`box ${b + 1}`, cells)),
    ],
  };
}

const withRule = (units, rule) => () => units.map((unit) => ({ ...unit, rule }));

function crossings(units, side) {
  // Lines and boxes that cross.
  const [lines, boxes] = [units.slice(0, 2 * side), units.slice(2 * side, 3 * side)];
  return lines.flatMap((line) =>
    boxes.flatMap((box) => {
      if (!line.cells.some((cell) => box.cells.includes(cell))) return [];
      const cells = inOrder([...line.cells, ...box.cells]);
      const rule = locked(...[line, box].map((unit) => unit.cells.map((cell) => cells.indexOf(cell))));
      return [{ name: `${line.name} and ${box.name}`, cells, rule }];
    }),
  );
}

// -- passes -----------------------------------------------------------------------------------------------------------

class Late extends Error {}

class Cache extends Map {
  // The candidates that units leave, by rule and state; the time until which units may be filtered, also within a pass; and
  // whether a unit had too many states (`isCut`). Such a unit eliminates nothing: solutions stay right, as a unit whose
  // cells are all known has few states, but passes may be stuck too early.
  until = Infinity;
  isCut = false;

  static for(seconds) {
    return Object.assign(new Cache(), { until: Date.now() + 1000 * seconds });
  }
}

const filter = (unit, masks, cache) => {
  // The candidates that the rule of a unit leaves its cells; null if the rule cannot be kept.
  if (Date.now() > cache.until) throw new Late("time is up");
  const { key, propagate } = unit.rule;
  const cacheKey = key && `${key} ${String.fromCharCode(...masks)}`; // a letter for each cell, whose mask has nine bits at most
  let remaining = cacheKey ? cache.get(cacheKey) : propagate(masks);
  if (remaining === undefined) {
    if (cache.size > MOST_CACHED) cache.clear();
    cache.set(cacheKey, (remaining = propagate(masks)));
  }
  if (remaining !== CUT) return remaining;
  cache.isCut = true;
  return masks;
};

function unitsOf(play, names) {
  // The units of some parts, each created at its first use; a part that is not known here has no units, so that a level
  // with it is weaker here.
  return names.flatMap((name) => {
    const part = play.parts[name];
    if (typeof part === "function") play.parts[name] = part().map((unit) => ({ ...unit, part: name }));
    return play.parts[name] ?? [];
  });
}

function makePass(play, cache, group, names, state) {
  // The deductions from each single unit of a group, and the state after the pass; null where a unit cannot keep its rule.
  const next = [...state];
  const deductions = [];
  for (const unit of unitsOf(play, names)) {
    const candidates = unit.cells.map((cell) => state[cell]);
    const remaining = filter(unit, candidates, cache);
    if (!remaining) return null;
    if (remaining.some((mask, k) => mask !== candidates[k])) deductions.push({ unit, candidates, remaining });
    unit.cells.forEach((cell, k) => (next[cell] &= remaining[k]));
  }
  return next.every(Boolean) ? { group, deductions, state: next } : null;
}

function run(play, level, cache, start = play.start, order = level.orders[0]) {
  // Passes of a level until all is known or they are stuck; null if they show that there is no solution.
  const passes = [];
  let state = start;
  for (;;) {
    let idle = true;
    for (const group of order) {
      const pass = makePass(play, cache, group, level.groups[group], state);
      if (!pass) return null;
      passes.push(pass);
      state = pass.state;
      idle &&= !pass.deductions.length;
      if (state.every(isFixed)) {
        const holds = order.every((groupName) => makePass(play, cache, groupName, level.groups[groupName], state));
        return holds ? { passes, state, solved: true } : null;
      }
    }
    if (idle) return { passes, state, solved: false };
  }
}

function runBeyond(play, level, cache, start = play.start) {
  // The same; where passes are stuck, the fallback groups of the level once, and then passes again.
  const passes = [];
  for (let state = start; ; ) {
    const outcome = run(play, level, cache, state);
    if (!outcome) return null;
    passes.push(...outcome.passes);
    ({ state } = outcome);
    let helped = false;
    for (const [group, names] of outcome.solved ? [] : Object.entries(level.fallback)) {
      const pass = makePass(play, cache, group, names, state);
      if (!pass) return null;
      if (!pass.deductions.length) continue;
      passes.push(pass);
      state = pass.state;
      helped = true;
    }
    if (!helped) return { passes, state, solved: outcome.solved };
  }
}

function levelOf(play, cache) {
  // The first level that solves a puzzle; null if none does, undefined if one shows that there is no solution.
  for (const level of kinds[play.kind].levels) {
    const outcome = runBeyond(play, level, cache);
    if (!outcome) return undefined;
    if (outcome.solved) return level;
  }
  return null;
}

const namedLevel = (kind, name) => kinds[kind].levels.find((level) => level.name === name);

function difficultyOf(play, cache, level) {
  // The number of passes that solve a puzzle, averaged over all orders; null if they do not.
  const passCounts = level.orders.map((order) => {
    const outcome = run(play, level, cache, play.start, order);
    return outcome?.solved ? outcome.passes.length : null;
  });
  return passCounts.includes(null) ? null : passCounts.reduce((sum, count) => sum + count) / passCounts.length;
}

function firstOpen(state) {
  // The first of the cells with the fewest candidates.
  const candidateCount = (cell) => (isFixed(state[cell]) ? Infinity : bits(state[cell]).length);
  return state.reduce((best, _, cell) => (candidateCount(cell) < candidateCount(best) ? cell : best), 0);
}

function* search(play, cache, onRun = () => {}) {
  // Every solution, depth first; the given function is called before each run of passes.
  const level = namedLevel(play.kind, kinds[play.kind].search);
  const waiting = [play.start];
  while (waiting.length) {
    onRun();
    const outcome = run(play, level, cache, waiting.pop());
    if (outcome?.solved) yield outcome.state;
    if (!outcome || outcome.solved) continue;
    const cell = firstOpen(outcome.state);
    const branches = bits(outcome.state[cell]).map((bit) => outcome.state.map((mask, i) => (i === cell ? bit : mask)));
    waiting.push(...branches.reverse());
  }
}

function solutionsOf(play, cache, { runs = Infinity }, limit) {
  // As many solutions as requested, and one more; an error where that takes too many runs of passes.
  const solutions = [];
  const countRun = () => {
    if (!runs--) throw new Late("too many runs of passes");
  };
  for (const solution of search(play, cache, countRun)) {
    solutions.push(solution);
    if (solutions.length > limit) break;
  }
  return solutions;
}

// -- words ------------------------------------------------------------------------------------------------------------

const MOST_VALUES = 4; // with more values left than this, the others are named
const STUCK = "Passes find nothing more here: one has to guess, or to reason further.";

function say(play, { unit, candidates }, news) {
  // The deductions from a unit, and why; `news` has the candidates of each cell that it restricts.
  const kind = kinds[play.kind];
  if (kind.say) return kind.say(play, unit, candidates, news);
  const name = (cell) => `(${play.cells[cell][0] + 1}, ${play.cells[cell][1] + 1})`;
  const alternatives = (mask) => bits(mask).map((bit) => play.symbols[digitOf(bit) - 1]).join(" or ");
  const findings = news.map(([cell, mask]) => {
    const removed = candidates[unit.cells.indexOf(cell)] & ~mask;
    return `${name(cell)} is ${bits(mask).length <= MOST_VALUES ? alternatives(mask) : `not ${alternatives(removed)}`}`;
  });
  return `${capital(unit.name)}${kind.reason?.(unit, candidates, name) || ""}: ${findings.join(", ")}.`;
}

function guess(play, cell, bit) {
  const [value, place] = [play.symbols[digitOf(bit) - 1], placeIn(play.cells[cell])];
  return play.numbers.length ? `the ${play.numbers[cell]} in ${place} ${value}` : `${value} in ${place}`;
}

function* stepsOf(play, cache, level, solution) {
  // Passes as far as they go, a value of the solution where they are stuck, and so on.
  let [state, number] = [play.start, 0];
  for (;;) {
    const outcome = runBeyond(play, level, cache, state);
    for (const { group, deductions, state: nextState } of outcome.passes) {
      if (deductions.length) number++;
      const current = [...state];
      for (const deduction of deductions) {
        const { cells } = deduction.unit;
        const changedCells = inOrder(cells.filter((cell, k) => current[cell] & ~deduction.remaining[k] & deduction.candidates[k]));
        if (!changedCells.length) continue;
        cells.forEach((cell, k) => (current[cell] &= deduction.remaining[k]));
        const news = cells.flatMap((cell, k) => (changedCells.includes(cell) ? [[cell, deduction.remaining[k]]] : []));
        const candidates = changedCells.map((cell) => [cell, current[cell]]);
        yield { number, group, said: say(play, deduction, news), unit: cells, left: candidates };
      }
      state = nextState;
    }
    if (outcome.solved || !solution) return;
    const cell = firstOpen(state);
    const text = `${STUCK} A solution has ${guess(play, cell, solution[cell])}.`;
    yield { number: 0, group: "guess", said: text, unit: [cell], left: [[cell, solution[cell]]] };
    state = state.map((mask, i) => (i === cell ? solution[cell] : mask));
  }
}

// -- all together -----------------------------------------------------------------------------------------------------


function puzzleIn(kind, text) {
  // The board of the only puzzle in a text, its units, and the units that passes filter.
  const bare = { numbers: [], clues: [], regions: [], cages: [], shaded: [] };
  const { reader, title } = kinds[kind];
  if (!reader) fail(`the text of a ${title} is read by Python; play it in JupyterLab, or choose a puzzle above`);
  const puzzle = { ...bare, ...reader(text), kind };
  const { length } = puzzle.cells;
  if (length > MOST_CELLS) fail(`${length} cells; without Python up to ${MOST_CELLS} are played`);
  return puzzle;
}

function titleOf(puzzle, cache, level) {
  // Kind, size, and difficulty: the level that solves the puzzle, null if none does, undefined if that is not known.
  const { kind, size, rows, columns, shaded } = puzzle;
  const { title, stuck } = kinds[kind];
  const rating = level ? level.title || `difficulty ${difficultyOf(puzzle, cache, level)}` : stuck;
  const summary = level === undefined || cache.isCut ? UNDECIDED : rating;
  return `${title} ${(size || [rows, columns]).join("x")}${shaded.length ? " with diagonals" : ""}, ${summary}`;
}

function playOf({ size, parts, ...play }, text) {
  // The play of a puzzle that has only been read.
  const title = titleOf({ ...play, size }, new Cache(), undefined);
  return { ...play, title, text: text.trimEnd(), trace: [], solutions: [], complete: false, undecided: true };
}

// A play that can be used while the rest is computed.
const provisionalPlay = (kind, text) => playOf(puzzleIn(kind, text), text);

function isInTime(work) {
  // Whether work ends in time, as far as is known.
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Late) return false;
    throw error;
  }
}

function read(kind, text, _ = null, seconds = SECONDS) {
  // The play of the only puzzle in a text; otherwise an error, with line and column if possible. The play is undecided,
  // and has only what is known, if the time is up before all is known, or a unit has too many states.
  const puzzle = puzzleIn(kind, text);
  const play = playOf(puzzle, text);
  const cache = Cache.for(seconds / 2);
  const { levels } = kinds[kind];
  let level = null;
  const rate = () => {
    level = levelOf(puzzle, cache);
    if (level !== undefined) play.title = titleOf(puzzle, cache, level);
  };
  const isRated = isInTime(rate) && !cache.isCut;
  cache.until += 500 * seconds;
  const states = [];
  const solve = () => {
    for (const state of search(puzzle, cache)) if (states.push(state) > MOST_SOLUTIONS) return;
  };
  const isAll = level === undefined || isInTime(solve);
  if (!states.length && isAll) fail("this has no solution; mend a number");
  cache.until = Date.now() + 1000 * MORE_SECONDS;
  isInTime(() => {
    for (const step of stepsOf(puzzle, cache, level || levels.at(-1), states[0])) play.trace.push(step);
  });
  const solutions = states.slice(0, MOST_SOLUTIONS).map((state) => state.map((mask) => digitOf(mask) - 1));
  const complete = isAll && states.length <= MOST_SOLUTIONS;
  return { ...play, solutions, complete, undecided: isRated && isAll ? undefined : true };
}

// A puzzle that comes with the package (the shelf), of which a page may hold only its text.
const fullPlay = (play) => (play.units ? play : read(play.kind, play.text));

export {
  board, Cache, capital, checkBox, checkTogether, conjunction, crossings, difficultyOf, fail, filter, fullPlay, inOrder,
  isInTime, LARGEST, Late, levelOf, linesOf, MOST_SOLUTIONS, namedLevel, placeIn, PLACES, provisionalPlay, puzzleIn,
  rangeText, read, runBeyond, search, solutionsOf, titleOf, trimmed, uncommented, UNDECIDED, unitsOf, usualBox,
  withRule,
};

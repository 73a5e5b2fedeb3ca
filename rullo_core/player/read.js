// A puzzle's text as a play, where there is no Python: it is read as the command line reads it, and solved by the same
// passes. Which levels there are, which units a pass of each filters, and in which order, Python says: `kinds`, made of each
// puzzle's playing.py. Its playing.js beside that has a `reader` of its text, a `generator` of new ones, and `say` or a `reason`
// for what it says in its own way; one without is played from what Python has worked out. What a play is: play.py.

import { kinds } from "./kinds.js";
import {
  bits, CUT, digitOf, isFixed, locked, some,
} from "./rules.js";

const LARGEST = 9; // the side of a board, or of a Kakuro in cells beside each other
const MOST_CELLS = 600;
const MOST_SOLUTIONS = 50;
const SECONDS = 5; // in which a puzzle has to be worked out
const MORE_SECONDS = 2; // for the steps that explain what was found
const MOST_KNOWN = 200_000; // units of which is kept what they leave
const UNDECIDED = "undecided"; // of a puzzle, where a limit has stopped what would tell how difficult it is
const PLACES = ["row", "column"];

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const LONGEST = 240; // characters of what is said

function fail(message, line, column = 1) {
  // On one line, and without its middle if it is long, for which something long is quoted.
  const all = message.replace(/\s+/g, " ").replace(UNPRINTABLE, "");
  const said = all.length > LONGEST ? `${all.slice(0, LONGEST / 2)}…${all.slice(-LONGEST / 2)}` : all;
  throw Object.assign(new Error(`${line ? `Line ${line}, column ${column}: ` : ""}${said}`), { line, column });
}

const placeIn = ([r, c]) => `row ${r + 1}, column ${c + 1}`;
const between = (least, most) => (least === most ? `${least}` : `${least} to ${most}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

// -- texts ------------------------------------------------------------------------------------------------------------

// Blanks and ends of lines are those of Python.
const BLANKS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LINE_ENDS = "\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029";
const [WORD, OUTSIDE] = [new RegExp(`[^${BLANKS}]+`, "g"), new RegExp(`^[${BLANKS}]+|[${BLANKS}]+$`, "g")];
const [LINE_END, COMMENT] = [new RegExp(`\\r\\n|[${LINE_ENDS}]`), new RegExp(`#[^${LINE_ENDS}]*`, "g")];

const trimmed = (text) => text.replace(OUTSIDE, "");
const uncommented = (text) => text.replace(COMMENT, (comment) => " ".repeat(comment.length));

function linesOf(text) {
  // The lines that hold something, each with its number and its words, and these with their columns.
  return text.split(LINE_END).flatMap((line, i) => {
    const words = [...line.matchAll(WORD)].map((one) => ({ text: one[0], column: one.index + 1 }));
    return words.length && !words[0].text.startsWith("#") ? [{ number: i + 1, words, raw: line }] : [];
  });
}

function checkTogether(text, lines, mayHaveComments) {
  // Lines of one puzzle have no blank line between them, nor, where none may be there, a comment.
  const all = text.split(LINE_END);
  lines.slice(1).forEach(({ number }, i) => {
    const between = all.slice(lines[i].number, number - 1).map(trimmed);
    if (between.some((line) => !line)) fail("another puzzle; leave one", number);
    if (between.length && !mayHaveComments) fail("a comment stands inside of a puzzle; remove it", number - 1);
  });
}

const inOrder = (cells) => [...new Set(cells)].sort((one, other) => one - other);

function usualBox(side) {
  // Height and width of a box that is as square as possible, and not higher than wide.
  let high = Math.floor(Math.sqrt(side));
  while (side % high) high--;
  return [high, side / high];
}

function checkBox(side, high, wide, { number, words }) {
  // In a line such as: killer 9x9 boxes 3x3.
  if (!high || high * wide !== side) {
    fail(`boxes ${high}x${wide} have ${high * wide} cells, a row has ${side}`, number, words[3].column);
  }
  if (side > LARGEST) fail(`${side}x${side}: boards up to ${LARGEST}x${LARGEST} are played here`, number);
}

function board(high, wide) {
  // Rows, columns and boxes of boards of digits.
  const side = high * wide;
  const unit = (name, cells) => ({ name, cells, total: null, distinct: true });
  const boxes = some(side, (b) => {
    const [top, left] = [Math.floor(b / high) * high, (b % high) * wide];
    return some(side, (i) => (top + Math.floor(i / wide)) * side + left + (i % wide));
  });
  return {
    rows: side,
    columns: side,
    symbols: some(side, (i) => `${i + 1}`),
    cells: some(side * side, (i) => [Math.floor(i / side), i % side]),
    start: some(side * side, () => 2 ** side - 1),
    regions: boxes,
    units: [
      ...some(side, (r) => unit(`row ${r + 1}`, some(side, (c) => r * side + c))),
      ...some(side, (c) => unit(`column ${c + 1}`, some(side, (r) => r * side + c))),
      ...boxes.map((cells, b) => unit(`box ${b + 1}`, cells)),
    ],
  };
}

const every = (units, rule) => () => units.map((unit) => ({ ...unit, rule }));

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

class Known extends Map {
  // What units have left, by what was asked; until when more may be asked, which holds within a pass, too; and whether a
  // unit had more states than are looked at (`isCut`). Such a unit finds nothing: solutions stay right, as one whose
  // cells are all known has few states, but passes may be stuck too early.
  until = Infinity;
  isCut = false;

  static for(seconds) {
    return Object.assign(new Known(), { until: Date.now() + 1000 * seconds });
  }
}

const filter = (unit, left, known) => {
  // What the rule of a unit leaves of its cells; null if it cannot be kept.
  if (Date.now() > known.until) throw new Late("time is up");
  const { key, filtered } = unit.rule;
  const asked = key && `${key} ${String.fromCharCode(...left)}`; // a letter for each cell, whose mask has nine bits at most
  let kept = asked ? known.get(asked) : filtered(left);
  if (kept === undefined) {
    if (known.size > MOST_KNOWN) known.clear();
    known.set(asked, (kept = filtered(left)));
  }
  if (kept !== CUT) return kept;
  known.isCut = true;
  return left;
};

function unitsOf(play, names) {
  // Those of some parts, each made when it is first asked for; a part that is not known here has none, so that a level
  // with it is weaker here.
  return names.flatMap((name) => {
    const part = play.parts[name];
    if (typeof part === "function") play.parts[name] = part().map((unit) => ({ ...unit, part: name }));
    return play.parts[name] ?? [];
  });
}

function makePass(play, known, group, names, state) {
  // What each unit of a group finds, by itself, and the state after it; null where a unit cannot keep its rule.
  const after = [...state];
  const found = [];
  for (const unit of unitsOf(play, names)) {
    const before = unit.cells.map((cell) => state[cell]);
    const kept = filter(unit, before, known);
    if (!kept) return null;
    if (kept.some((mask, k) => mask !== before[k])) found.push({ unit, before, kept });
    unit.cells.forEach((cell, k) => (after[cell] &= kept[k]));
  }
  return after.every(Boolean) ? { group, found, after } : null;
}

function run(play, level, known, start = play.start, order = level.orders[0]) {
  // Passes of a level until all is known or they are stuck; null if they show that there is no solution.
  const passes = [];
  let state = start;
  for (;;) {
    let idle = true;
    for (const group of order) {
      const made = makePass(play, known, group, level.groups[group], state);
      if (!made) return null;
      passes.push(made);
      state = made.after;
      idle &&= !made.found.length;
      if (state.every(isFixed)) {
        const holds = order.every((one) => makePass(play, known, one, level.groups[one], state));
        return holds ? { passes, state, solved: true } : null;
      }
    }
    if (idle) return { passes, state, solved: false };
  }
}

function runBeyond(play, level, known, start = play.start) {
  // The same; where passes are stuck, what else the level looks at, once, and passes again.
  const passes = [];
  for (let state = start; ; ) {
    const made = run(play, level, known, state);
    if (!made) return null;
    passes.push(...made.passes);
    ({ state } = made);
    let helped = false;
    for (const [group, names] of made.solved ? [] : Object.entries(level.beyond)) {
      const once = makePass(play, known, group, names, state);
      if (!once) return null;
      if (!once.found.length) continue;
      passes.push(once);
      state = once.after;
      helped = true;
    }
    if (!helped) return { passes, state, solved: made.solved };
  }
}

function levelOf(play, known) {
  // The first level that solves a puzzle; null if none does, undefined if one shows that there is no solution.
  for (const level of kinds[play.kind].levels) {
    const made = runBeyond(play, level, known);
    if (!made) return undefined;
    if (made.solved) return level;
  }
  return null;
}

const namedLevel = (kind, name) => kinds[kind].levels.find((level) => level.name === name);

function difficultyOf(play, known, level) {
  // The passes that solve a puzzle, in the mean of all orders; null if they do not.
  const needed = level.orders.map((order) => {
    const made = run(play, level, known, play.start, order);
    return made?.solved ? made.passes.length : null;
  });
  return needed.includes(null) ? null : needed.reduce((sum, one) => sum + one) / needed.length;
}

function firstOpen(state) {
  // Of the cells with the fewest values the first.
  const many = (cell) => (isFixed(state[cell]) ? Infinity : bits(state[cell]).length);
  return state.reduce((best, _, cell) => (many(cell) < many(best) ? cell : best), 0);
}

function* search(play, known, before = () => {}) {
  // Every solution, depth first; what is given is called before each run of passes.
  const level = namedLevel(play.kind, kinds[play.kind].search);
  const waiting = [play.start];
  while (waiting.length) {
    before();
    const made = run(play, level, known, waiting.pop());
    if (made?.solved) yield made.state;
    if (!made || made.solved) continue;
    const cell = firstOpen(made.state);
    const branches = bits(made.state[cell]).map((bit) => made.state.map((mask, i) => (i === cell ? bit : mask)));
    waiting.push(...branches.reverse());
  }
}

function solutionsOf(play, known, { runs = Infinity }, most) {
  // So many as are looked for, and one more; an error where that takes more runs of passes.
  const found = [];
  const limit = () => {
    if (!runs--) throw new Late("too many runs of passes");
  };
  for (const one of search(play, known, limit)) {
    found.push(one);
    if (found.length > most) break;
  }
  return found;
}

// -- words ------------------------------------------------------------------------------------------------------------

const MOST_VALUES = 4; // with more values left than this, the others are named
const STUCK = "Passes find nothing more here: one has to guess, or to reason further.";

function say(play, { unit, before }, news) {
  // What a unit finds, and why; `news` is what it leaves of each cell of which it finds something.
  const own = kinds[play.kind];
  if (own.say) return own.say(play, unit, before, news);
  const name = (cell) => `(${play.cells[cell][0] + 1}, ${play.cells[cell][1] + 1})`;
  const either = (mask) => bits(mask).map((bit) => play.symbols[digitOf(bit) - 1]).join(" or ");
  const found = news.map(([cell, left]) => {
    const gone = before[unit.cells.indexOf(cell)] & ~left;
    return `${name(cell)} is ${bits(left).length <= MOST_VALUES ? either(left) : `not ${either(gone)}`}`;
  });
  return `${capital(unit.name)}${own.reason?.(unit, before, name) || ""}: ${found.join(", ")}.`;
}

function guess(play, cell, bit) {
  const [value, place] = [play.symbols[digitOf(bit) - 1], placeIn(play.cells[cell])];
  return play.numbers.length ? `the ${play.numbers[cell]} in ${place} ${value}` : `${value} in ${place}`;
}

function* stepsOf(play, known, level, solution) {
  // Passes as far as they go, a value of the solution where they are stuck, and so on.
  let [state, number] = [play.start, 0];
  for (;;) {
    const made = runBeyond(play, level, known, state);
    for (const { group, found, after } of made.passes) {
      if (found.length) number++;
      const now = [...state];
      for (const one of found) {
        const { cells } = one.unit;
        const less = inOrder(cells.filter((cell, k) => now[cell] & ~one.kept[k] & one.before[k]));
        if (!less.length) continue;
        cells.forEach((cell, k) => (now[cell] &= one.kept[k]));
        const news = cells.flatMap((cell, k) => (less.includes(cell) ? [[cell, one.kept[k]]] : []));
        const left = less.map((cell) => [cell, now[cell]]);
        yield { number, group, said: say(play, one, news), unit: cells, left };
      }
      state = after;
    }
    if (made.solved || !solution) return;
    const cell = firstOpen(state);
    const said = `${STUCK} A solution has ${guess(play, cell, solution[cell])}.`;
    yield { number: 0, group: "guess", said, unit: [cell], left: [[cell, solution[cell]]] };
    state = state.map((mask, i) => (i === cell ? solution[cell] : mask));
  }
}

// -- all together -----------------------------------------------------------------------------------------------------


function puzzleIn(kind, text) {
  // The board, its units, and which units passes filter, of the one puzzle in a text.
  const bare = { numbers: [], clues: [], regions: [], cages: [], shaded: [] };
  const { reader, title } = kinds[kind];
  if (!reader) fail(`the text of a ${title} is read by Python; play it in JupyterLab, or choose a puzzle above`);
  const puzzle = { ...bare, ...reader(text), kind };
  const { length } = puzzle.cells;
  if (length > MOST_CELLS) fail(`${length} cells; without Python up to ${MOST_CELLS} are played`);
  return puzzle;
}

function titleOf(puzzle, known, level) {
  // Kind, size, and what it takes: the level that solves it, null if none does, undefined if that is not known.
  const { kind, size, rows, columns, shaded } = puzzle;
  const { title, stuck } = kinds[kind];
  const how = level ? level.title || `difficulty ${difficultyOf(puzzle, known, level)}` : stuck;
  const told = level === undefined || known.isCut ? UNDECIDED : how;
  return `${title} ${(size || [rows, columns]).join("x")}${shaded.length ? " with diagonals" : ""}, ${told}`;
}

function playOf({ size, parts, ...play }, text) {
  // Of which is known only what its text says.
  const title = titleOf({ ...play, size }, new Known(), undefined);
  return { ...play, title, text: text.trimEnd(), trace: [], solutions: [], complete: false, undecided: true };
}

// What can be played while the rest is worked out.
const begun = (kind, text) => playOf(puzzleIn(kind, text), text);

function isInTime(work) {
  // Whether work comes to its end before what is known says that it is late.
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Late) return false;
    throw error;
  }
}

function read(kind, text, _ = null, seconds = SECONDS) {
  // The play of the one puzzle in a text; an error with line and column, or without, says why there is none. It is
  // undecided, and has what is known, where time is up before all is, or a unit has more states than are looked at.
  const puzzle = puzzleIn(kind, text);
  const play = playOf(puzzle, text);
  const known = Known.for(seconds / 2);
  const { levels } = kinds[kind];
  let level = null;
  const rate = () => {
    level = levelOf(puzzle, known);
    if (level !== undefined) play.title = titleOf(puzzle, known, level);
  };
  const isRated = isInTime(rate) && !known.isCut;
  known.until += 500 * seconds;
  const found = [];
  const solve = () => {
    for (const one of search(puzzle, known)) if (found.push(one) > MOST_SOLUTIONS) return;
  };
  const isAll = level === undefined || isInTime(solve);
  if (!found.length && isAll) fail("this has no solution; mend a number");
  known.until = Date.now() + 1000 * MORE_SECONDS;
  isInTime(() => {
    for (const step of stepsOf(puzzle, known, level || levels.at(-1), found[0])) play.trace.push(step);
  });
  const solutions = found.slice(0, MOST_SOLUTIONS).map((one) => one.map((mask) => digitOf(mask) - 1));
  const complete = isAll && found.length <= MOST_SOLUTIONS;
  return { ...play, solutions, complete, undecided: isRated && isAll ? undefined : true };
}

// A puzzle of the shelf, of which a page may hold only what it is read from.
const whole = (play) => (play.units ? play : read(play.kind, play.text));

export {
  begun, between, board, capital, checkBox, checkTogether, crossings, difficultyOf, every, fail, filter, inOrder, isInTime, Known, LARGEST, Late, levelOf, linesOf,
  listed, MOST_SOLUTIONS, namedLevel, placeIn, PLACES, puzzleIn, read, runBeyond, search, solutionsOf, titleOf, trimmed,
  UNDECIDED, uncommented, unitsOf, usualBox, whole,
};

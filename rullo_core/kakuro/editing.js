// Kakuros being edited: see rullo_core/player/editor.js. A draft has for each square, the first row and column included,
// whether it is white, its digit or 0, and the sums of the entries that begin after it, down and across: a number, null,
// or * for no clue.

import { unsolved } from "../player/drafts.js";
import { kinds } from "../player/kinds.js";
import { integerBelow, pick } from "../player/make.js";
import { isJsonWith, parsed } from "../player/jsontext.js";
import { Cache, conjunction, fail, filter, linesOf, placeIn } from "../player/read.js";
import { bits, different, digitsOf, isFixed, tabulate } from "../player/rules.js";
import { integer, isOf, row, truth, validator } from "../player/schema.js";

const LARGEST = 14; // rows or columns of cells
const MOST_LINES = 600; // of a draft that was kept
const MOST_VALUES = 3; // of a missing sum that are offered
const ALL_DIGITS = 511;
const HIGHEST = 45; // sum
const NEARBY = 30; // how often of a hundred times a cell near an open one is changed in a repair

const lengths = tabulate(LARGEST - 1, (i) => `${i + 2}`);
const sizes = [
  { name: "rows", label: "Rows", choices: lengths },
  { name: "columns", label: "Columns", choices: lengths },
];
const sizeOf = ({ rows, columns }) => ({ rows: `${rows - 1}`, columns: `${columns - 1}` });

function fresh(size, previous) {
  // A layout that is all white, except for squares of the draft before that still fit.
  const [rows, columns] = [Number(size.rows) + 1, Number(size.columns) + 1];
  const valueAt = (list, r, c, otherwise) => (previous && r < previous.rows && c < previous.columns ? list[r * previous.columns + c] : otherwise);
  const squares = (list, otherwise) => tabulate(rows, (r) => tabulate(columns, (c) => valueAt(list, r, c, otherwise(r, c)))).flat();
  return {
    rows,
    columns,
    symmetric: previous?.symmetric ?? true,
    white: squares(previous?.white, (r, c) => r > 0 && c > 0),
    digits: squares(previous?.digits, () => 0),
    down: squares(previous?.down, () => null),
    across: squares(previous?.across, () => null),
  };
}

function fromText(text) {
  kinds.kakuro.reader(text); // says what is wrong
  const [head, ...lines] = linesOf(text).map(({ words }) => words.map((word) => word.text));
  const [rows, columns] = head.map(Number);
  const words = lines.flat();
  const sum = (word) => (!word ? null : word === "*" ? word : Number(word));
  const sums = (way) => words.map((word) => (word.includes(",") ? sum(word.split(",")[way]) : null));
  const white = words.map((word) => word === "0");
  const isTurned = white.every((isWhiteSquare, i) => isWhiteSquare === Boolean(white[halfTurn({ rows, columns }, i)]));
  return { rows, columns, symmetric: isTurned, white, digits: words.map(() => 0), down: sums(0), across: sums(1) };
}

function isDraft(draft) {
  const sum = validator((value) => value === null || value === "*" || integer(0, 999_999_999)(value) !== undefined);
  if (!isOf({ rows: integer(2, MOST_LINES), columns: integer(2, MOST_LINES), symmetric: truth }, draft)) return false;
  const squaresOf = (item) => row(item, draft.rows * draft.columns);
  return isOf({ white: squaresOf(truth), digits: squaresOf(integer(0, 9)), down: squaresOf(sum), across: squaresOf(sum) }, draft);
}

function halfTurn({ rows, columns }, i) {
  // The square that a half turn, of all but the first row and column, brings here; -1 for the first row and column.
  const [r, c] = [Math.floor(i / columns), i % columns];
  return r && c ? (rows - r) * columns + columns - c : -1;
}

const STEPS = { across: () => 1, down: ({ columns }) => columns };
const isWhite = ({ white, columns }, i, way) => Boolean(white[i]) && (way === "down" || i % columns > 0);

function entryAfter(draft, i, way) {
  // The white squares that follow a black one.
  const step = STEPS[way](draft);
  const cells = [];
  for (let cell = i + step; isWhite(draft, cell, way); cell += step) cells.push(cell);
  return cells;
}

const waysAt = (draft, i) => (draft.white[i] ? [] : Object.keys(STEPS).filter((way) => entryAfter(draft, i, way).length));

function toText(draft) {
  const { rows, columns, white } = draft;
  const word = (i) => {
    if (white[i]) return "0";
    const ways = waysAt(draft, i);
    const sum = (way) => (ways.includes(way) ? draft[way][i] ?? "" : "");
    const sums = `${sum("down")},${sum("across")}`;
    return sums === "," ? "-" : sums;
  };
  const line = (r) => tabulate(columns, (c) => word(r * columns + c)).join(" ");
  return [`${rows} ${columns}`, ...tabulate(rows, line)].join("\n");
}

function grid(draft) {
  const { rows, columns, white, digits } = draft;
  const squares = white.map((isWhiteHere, i) => {
    const name = placeIn([Math.floor(i / columns), i % columns]);
    if (isWhiteHere) return { kind: "cell", text: digits[i] ? `${digits[i]}` : "", label: [name, digits[i] || "empty"] };
    const ways = waysAt(draft, i);
    const sums = Object.fromEntries(ways.map((way) => [way, `${draft[way][i] ?? "?"}`]));
    return { kind: "black", ways, ...sums, label: [name, "black", ...ways.map((way) => `${way}: ${draft[way][i] ?? "no sum"}`)] };
  });
  return { rows, columns, inset: 0, squares };
}

function toggled(draft, i) {
  // Exchange white and black; of its partner, too, if the layout has to stay symmetric under a half turn.
  const partner = halfTurn(draft, i);
  if (partner < 0) return null;
  const turning = draft.symmetric ? [i, partner] : [i];
  const clear = (list, empty) => list.map((value, k) => (turning.includes(k) ? empty : value));
  return {
    ...draft,
    white: draft.white.map((isWhiteSquare, k) => (turning.includes(k) ? !draft.white[i] : isWhiteSquare)),
    digits: clear(draft.digits, 0),
    down: clear(draft.down, null),
    across: clear(draft.across, null),
  };
}

function withSum(draft, i, sum, way) {
  if (!waysAt(draft, i).includes(way)) return null;
  return { ...draft, [way]: draft[way].map((old, k) => (k === i ? sum : old)) };
}

function withDigit(draft, i, digit) {
  // The sums of entries that are full now follow.
  if (!draft.white[i]) return null;
  const digits = draft.digits.map((old, k) => (k === i ? digit ?? 0 : old));
  const updated = { ...draft, digits };
  for (const [way, stepOf] of Object.entries(STEPS)) {
    const step = stepOf(draft);
    let black = i - step;
    while (isWhite(draft, black, way)) black -= step;
    const values = entryAfter(draft, black, way).map((cell) => digits[cell]);
    if (!values.every(Boolean)) continue;
    updated[way] = updated[way].map((old, k) => (k === black ? values.reduce((sum, digit) => sum + digit) : old));
  }
  return updated;
}

const modes = [
  { name: "Black and white", help: "Press a square to make it black, or white again.", press: toggled },
  {
    name: "Sums",
    help: "Choose a black square, and type the sum of the white cells to its right or below it; press again, or Space, for the other sum.",
    ways: waysAt,
    value: (draft, i, way) => (Number.isInteger(draft[way]?.[i]) ? draft[way][i] : null),
    put: withSum,
  },
  {
    name: "Digits",
    help: "Type the digits of your solution: as soon as a run across or down is full, its sum is filled in.",
    digits: () => 9,
    value: ({ digits }, i) => digits[i] || null,
    put: withDigit,
  },
];

const switches = [{ name: "symmetric", label: "Keep half-turn symmetry" }];
const squareAt = ({ columns }, { line, word }) => (line < 2 ? -1 : (line - 2) * columns + word);

// -- repair: what `rullo kakuro repair` suggests (rullo_core/kakuro/repair_suggestions.py) -----------------------------------

function leftWith(play, totals, cache) {
  // The digits that entries leave with other sums, null where there is none; null after a contradiction.
  const state = [...play.start];
  for (let idle = false; !idle; ) {
    idle = true;
    for (const [k, unit] of play.units.entries()) {
      const candidates = unit.cells.map((cell) => state[cell]);
      const remaining = filter({ ...unit, rule: different(totals[k]) }, candidates, cache);
      if (!remaining) return null;
      idle &&= remaining.every((mask, i) => mask === candidates[i]);
      unit.cells.forEach((cell, i) => (state[cell] = remaining[i]));
    }
  }
  return state;
}

// The ambiguity in bits: the binary logarithm of the number of ways to choose a candidate for each cell.
const ambiguity = (state) => (state ? state.reduce((sum, mask) => sum + Math.log2(bits(mask).length), 0) : Infinity);

// The entries of each cell, the one across first; null where a cell is in one only, which Python refuses, too.
function entriesOf(play) {
  const entries = play.cells.map((_, cell) => [...play.units.keys()].filter((k) => play.units[k].cells.includes(cell)));
  return entries.every(({ length }) => length === 2) ? entries : null;
}

const has = ({ cells }, digits, digit, but) => cells.some((cell) => cell !== but && digits[cell] === digit);
const isFree = (play, entries, digits, cell, digit) =>
  digit !== digits[cell] && entries[cell].every((entry) => !has(play.units[entry], digits, digit, cell));

function areExchangeable(play, entries, digits, [cell, partner], way) {
  // Whether the entries that cross theirs let two cells of an entry, the one across or down, exchange their digits.
  const [first, second] = [cell, partner].map((member) => play.units[entries[member][1 - way]]);
  return !has(first, digits, digits[partner], cell) && !has(second, digits, digits[cell], partner);
}

function digitChanges(play, solution, cache) {
  // Changes of one digit of a solution, or exchanges of two, at cells that entries leave open, sorted by the ambiguity that
  // remains. Each has new digits by cell, new sums by entry, and the remaining ambiguity in bits.
  const totals = play.units.map(({ total }) => total);
  const entries = entriesOf(play);
  if (!entries) return [];
  const state = leftWith(play, totals, cache);
  const results = [];
  const add = (digits) => {
    const sums = [...totals];
    for (const [cell, digit] of digits) entries[cell].forEach((entry) => (sums[entry] += digit - solution[cell]));
    const changedSums = sums.flatMap((sum, entry) => (sum === totals[entry] ? [] : [[entry, sum]]));
    results.push({ digits, sums: changedSums, bits: ambiguity(leftWith(play, sums, cache)) });
  };
  const isOpen = (cell) => !isFixed(state[cell]);
  for (const cell of [...play.cells.keys()].filter(isOpen)) {
    for (const digit of digitsOf(ALL_DIGITS)) {
      if (isFree(play, entries, solution, cell, digit)) add([[cell, digit]]);
    }
    for (const way of [0, 1]) {
      for (const partner of play.units[entries[cell][way]].cells) {
        if (partner === cell || (partner < cell && isOpen(partner))) continue;
        if (!areExchangeable(play, entries, solution, [cell, partner], way)) continue;
        add([[cell, solution[partner]], [partner, solution[cell]]]);
      }
    }
  }
  return results.sort((first, second) => (first.bits === second.bits ? 0 : first.bits - second.bits));
}

function moved(play, entries, digits, state) {
  // Digits with one of them changed, or two of an entry exchanged, at an open cell or near it; null for a bad choice.
  let cell = pick([...state.keys()].filter((cell) => !isFixed(state[cell])));
  if (integerBelow(100) < NEARBY) cell = pick(play.units[pick(entries[cell])].cells);
  const newDigits = [...digits];
  if (integerBelow(2)) {
    const way = integerBelow(2);
    const partner = pick(play.units[entries[cell][way]].cells);
    if (partner === cell || !areExchangeable(play, entries, digits, [cell, partner], way)) return null;
    [newDigits[cell], newDigits[partner]] = [digits[partner], digits[cell]];
    return newDigits;
  }
  const free = digitsOf(ALL_DIGITS).filter((digit) => isFree(play, entries, digits, cell, digit));
  if (!free.length) return null;
  newDigits[cell] = pick(free);
  return newDigits;
}

function combinedRepair(draft, play, [solution], until, report) {
  // Change the digits of a solution at random until entries alone solve the puzzle. The more bits of ambiguity a change
  // adds, the less often it is kept. Null if the time is up.
  const entries = entriesOf(play);
  if (!entries) return null;
  const cache = new Cache();
  const sumsOf = (digits) => play.units.map(({ cells }) => cells.reduce((sum, cell) => sum + digits[cell], 0));
  let digits = solution.map((symbol) => symbol + 1);
  let state = leftWith(play, sumsOf(digits), cache);
  for (let moves = 0; ambiguity(state) > 0; moves++) {
    if (Date.now() > until) return null;
    if (moves % 100 === 0) report(moves);
    const proposal = moved(play, entries, digits, state);
    if (!proposal) continue;
    const proposedState = leftWith(play, sumsOf(proposal), cache);
    if (Math.random() < Math.exp(ambiguity(state) - ambiguity(proposedState))) [digits, state] = [proposal, proposedState];
  }
  const sums = sumsOf(digits).flatMap((sum, entry) => (sum === play.units[entry].total ? [] : [[entry, sum]]));
  const draftDigits = draft.digits.map(() => 0);
  play.cells.forEach((_, cell) => (draftDigits[squareOf(draft, play, cell)] = digits[cell]));
  const description = `Change ${sums.length} of ${play.units.length} sums, so that entries alone solve it`;
  return { description, draft: withSums({ ...draft, digits: draftDigits }, play, sums) };
}

function missingSums(play, cache) {
  // For each entry without a sum, the sums that entries allow, with the remaining ambiguity in bits.
  const totals = play.units.map(({ total }) => total);
  return play.units.flatMap(({ total }, entry) => {
    if (total !== null) return [];
    const stateWith = (clue) => leftWith(play, totals.map((total, k) => (k === entry ? clue : total)), cache);
    const values = tabulate(HIGHEST, (i) => ({ clue: i + 1, bits: ambiguity(stateWith(i + 1)) }));
    return [{ entry, values: values.filter(({ bits: open }) => open < Infinity) }];
  });
}

const squareOf = (draft, play, cell) => play.cells[cell][0] * draft.columns + play.cells[cell][1];

function withSums(draft, play, sums) {
  return sums.reduce((newDraft, [entry, sum]) => {
    const { name, cells } = play.units[entry];
    const way = name.includes("across") ? "across" : "down";
    return withSum(newDraft, squareOf(draft, play, cells[0]) - STEPS[way](draft), sum, way);
  }, draft);
}

function* changes(draft, play, solutions) {
  const cache = new Cache();
  const [digits] = solutions.map((solution) => solution.map((symbol) => symbol + 1));
  const missing = missingSums(play, cache);
  if (missing.length) {
    const values = missing.flatMap(({ entry, values }) =>
      values.sort((first, second) => first.bits - second.bits).slice(0, MOST_VALUES).map((value) => ({ entry, ...value })),
    );
    for (const { entry, clue } of values.sort((first, second) => first.bits - second.bits)) {
      yield { description: `Write ${clue} for ${play.units[entry].name}`, draft: withSums(draft, play, [[entry, clue]]) };
    }
    return;
  }
  const isOwn = play.cells.every((_, cell) => [0, digits[cell]].includes(draft.digits[squareOf(draft, play, cell)]));
  for (const { digits: put, sums } of digitChanges(play, digits, cache)) {
    const draftDigits = draft.digits.map((digit, i) => {
      const [, newDigit] = put.find(([cell]) => squareOf(draft, play, cell) === i) ?? [];
      return isOwn ? (digit && newDigit) || digit : 0; // the author's digits stay where they agree with this solution
    });
    const digitsText = conjunction(put.map(([cell, digit]) => `${digit} in ${placeIn(play.cells[cell])}`));
    const become = conjunction(sums.map(([entry, sum]) => `${play.units[entry].name} becomes ${sum}`));
    yield { description: `Put ${digitsText}, so that ${become}`, draft: withSums({ ...draft, digits: draftDigits }, play, sums) };
  }
}

// As in SmilingWayne/puzzlekit-dataset, which rullo_core/kakuro/formats.py reads, too; a file with one puzzle.
const formats = [
  {
    name: "JSON of puzzlekit",
    suffix: "json",
    write: (draft) => JSON.stringify({ data: { kakuro: { problem: toText(draft) } } }),
    recognizes: (text) => isJsonWith(text, "data"),
    read(text) {
      const [first, ...extra] = Object.values(parsed(text).data);
      if (extra.length) fail(`it has ${extra.length + 1} puzzles; leave one`);
      return fromText(first.problem);
    },
  },
];

export {
  changes, combinedRepair, digitChanges, formats, fresh, fromText, grid, isDraft, missingSums, modes, sizeOf, sizes, squareAt,
  switches, toText, unsolved,
};

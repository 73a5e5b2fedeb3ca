// Kakuros as they are made: see rullo_core/player/editor.js. A draft has for each square, the first row and column
// included, whether it is white, its digit or 0, and the sums of the entries that begin after it, down and across: a number,
// null, or * where there is to be none.

import { unsolved } from "../player/drafts.js";
import { kinds } from "../player/kinds.js";
import { below, pick } from "../player/make.js";
import { isJsonWith, parsed } from "../player/jsontext.js";
import { fail, filter, Known, linesOf, listed, placeIn } from "../player/read.js";
import { bits, different, digitsOf, isFixed, some } from "../player/rules.js";
import { isOf, row, truth, when, whole } from "../player/schema.js";

const LARGEST = 14; // rows or columns of cells
const MOST_LINES = 600; // of a draft that was kept
const MOST_VALUES = 3; // of a missing sum that are offered
const ALL = 511;
const HIGHEST = 45; // sum
const NEARBY = 30; // how often of a hundred times a cell near an open one is changed in a repair

const lengths = some(LARGEST - 1, (i) => `${i + 2}`);
const sizes = [
  { name: "rows", label: "Rows", choices: lengths },
  { name: "columns", label: "Columns", choices: lengths },
];
const sizeOf = ({ rows, columns }) => ({ rows: `${rows - 1}`, columns: `${columns - 1}` });

function fresh(size, before) {
  // All white, but for what was there before and still fits.
  const [rows, columns] = [Number(size.rows) + 1, Number(size.columns) + 1];
  const kept = (list, r, c, otherwise) => (before && r < before.rows && c < before.columns ? list[r * before.columns + c] : otherwise);
  const squares = (list, otherwise) => some(rows, (r) => some(columns, (c) => kept(list, r, c, otherwise(r, c)))).flat();
  return {
    rows,
    columns,
    symmetric: before?.symmetric ?? true,
    white: squares(before?.white, (r, c) => r > 0 && c > 0),
    digits: squares(before?.digits, () => 0),
    down: squares(before?.down, () => null),
    across: squares(before?.across, () => null),
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
  const isTurned = white.every((one, i) => one === Boolean(white[turned({ rows, columns }, i)]));
  return { rows, columns, symmetric: isTurned, white, digits: words.map(() => 0), down: sums(0), across: sums(1) };
}

function isDraft(draft) {
  const sum = when((one) => one === null || one === "*" || whole(0, 999_999_999)(one) !== undefined);
  if (!isOf({ rows: whole(2, MOST_LINES), columns: whole(2, MOST_LINES), symmetric: truth }, draft)) return false;
  const all = (item) => row(item, draft.rows * draft.columns);
  return isOf({ white: all(truth), digits: all(whole(0, 9)), down: all(sum), across: all(sum) }, draft);
}

function turned({ rows, columns }, i) {
  // The square that a half turn of all but the first row and column brings here; -1 for those.
  const [r, c] = [Math.floor(i / columns), i % columns];
  return r && c ? (rows - r) * columns + columns - c : -1;
}

const STEPS = { across: () => 1, down: ({ columns }) => columns };
const isWhite = ({ white, columns }, i, way) => Boolean(white[i]) && (way === "down" || i % columns > 0);

function entryAfter(draft, i, way) {
  // The white squares that follow a black one.
  const step = STEPS[way](draft);
  const cells = [];
  for (let one = i + step; isWhite(draft, one, way); one += step) cells.push(one);
  return cells;
}

const waysAt = (draft, i) => (draft.white[i] ? [] : Object.keys(STEPS).filter((way) => entryAfter(draft, i, way).length));

function toText(draft) {
  const { rows, columns, white } = draft;
  const word = (i) => {
    if (white[i]) return "0";
    const ways = waysAt(draft, i);
    const sum = (way) => (ways.includes(way) ? draft[way][i] ?? "" : "");
    const both = `${sum("down")},${sum("across")}`;
    return both === "," ? "-" : both;
  };
  const line = (r) => some(columns, (c) => word(r * columns + c)).join(" ");
  return [`${rows} ${columns}`, ...some(rows, line)].join("\n");
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
  // White for black; its partner, too, where the board is to look the same turned by a half.
  const partner = turned(draft, i);
  if (partner < 0) return null;
  const turning = draft.symmetric ? [i, partner] : [i];
  const clear = (list, none) => list.map((one, k) => (turning.includes(k) ? none : one));
  return {
    ...draft,
    white: draft.white.map((one, k) => (turning.includes(k) ? !draft.white[i] : one)),
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
  const made = { ...draft, digits };
  for (const [way, stepOf] of Object.entries(STEPS)) {
    const step = stepOf(draft);
    let before = i - step;
    while (isWhite(draft, before, way)) before -= step;
    const values = entryAfter(draft, before, way).map((one) => digits[one]);
    if (!values.every(Boolean)) continue;
    made[way] = made[way].map((old, k) => (k === before ? values.reduce((sum, one) => sum + one) : old));
  }
  return made;
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

function leftWith(play, totals, known) {
  // The digits that entries leave with other sums, null where there is none; null after a contradiction.
  const state = [...play.start];
  for (let idle = false; !idle; ) {
    idle = true;
    for (const [k, unit] of play.units.entries()) {
      const before = unit.cells.map((cell) => state[cell]);
      const kept = filter({ ...unit, rule: different(totals[k]) }, before, known);
      if (!kept) return null;
      idle &&= kept.every((mask, i) => mask === before[i]);
      unit.cells.forEach((cell, i) => (state[cell] = kept[i]));
    }
  }
  return state;
}

// In bits: the logarithm of the ways to choose one of the digits that are left for each cell.
const ambiguity = (state) => (state ? state.reduce((sum, mask) => sum + Math.log2(bits(mask).length), 0) : Infinity);

// The entries of each cell, the one across first; null where a cell is in one only, which Python refuses, too.
function entriesOf(play) {
  const found = play.cells.map((_, cell) => [...play.units.keys()].filter((k) => play.units[k].cells.includes(cell)));
  return found.every(({ length }) => length === 2) ? found : null;
}

const has = ({ cells }, digits, digit, but) => cells.some((one) => one !== but && digits[one] === digit);
const isFree = (play, entries, digits, cell, digit) =>
  digit !== digits[cell] && entries[cell].every((entry) => !has(play.units[entry], digits, digit, cell));

function areExchangeable(play, entries, digits, [cell, other], way) {
  // Whether the entries that cross theirs let two cells of an entry, the one across or down, exchange their digits.
  const [one, two] = [cell, other].map((each) => play.units[entries[each][1 - way]]);
  return !has(one, digits, digits[other], cell) && !has(two, digits, digits[cell], other);
}

function digitChanges(play, solution, known) {
  // Changes of one digit of a solution, or exchanges of two, at cells that entries leave open; those that leave least come
  // first. Each has new digits by cell, new sums by entry, and the bits that are left then.
  const totals = play.units.map(({ total }) => total);
  const entries = entriesOf(play);
  if (!entries) return [];
  const state = leftWith(play, totals, known);
  const found = [];
  const add = (digits) => {
    const sums = [...totals];
    for (const [cell, digit] of digits) entries[cell].forEach((entry) => (sums[entry] += digit - solution[cell]));
    const changed = sums.flatMap((sum, entry) => (sum === totals[entry] ? [] : [[entry, sum]]));
    found.push({ digits, sums: changed, bits: ambiguity(leftWith(play, sums, known)) });
  };
  const isOpen = (cell) => !isFixed(state[cell]);
  for (const cell of [...play.cells.keys()].filter(isOpen)) {
    for (const digit of digitsOf(ALL)) {
      if (isFree(play, entries, solution, cell, digit)) add([[cell, digit]]);
    }
    for (const way of [0, 1]) {
      for (const other of play.units[entries[cell][way]].cells) {
        if (other === cell || (other < cell && isOpen(other))) continue;
        if (!areExchangeable(play, entries, solution, [cell, other], way)) continue;
        add([[cell, solution[other]], [other, solution[cell]]]);
      }
    }
  }
  return found.sort((one, other) => (one.bits === other.bits ? 0 : one.bits - other.bits));
}

function moved(play, entries, digits, state) {
  // Digits with one of them changed, or two of an entry exchanged, at an open cell or near it; null for a bad choice.
  let cell = pick([...state.keys()].filter((one) => !isFixed(state[one])));
  if (below(100) < NEARBY) cell = pick(play.units[pick(entries[cell])].cells);
  const made = [...digits];
  if (below(2)) {
    const way = below(2);
    const other = pick(play.units[entries[cell][way]].cells);
    if (other === cell || !areExchangeable(play, entries, digits, [cell, other], way)) return null;
    [made[cell], made[other]] = [digits[other], digits[cell]];
    return made;
  }
  const free = digitsOf(ALL).filter((digit) => isFree(play, entries, digits, cell, digit));
  if (!free.length) return null;
  made[cell] = pick(free);
  return made;
}

function together(draft, play, [solution], until, report) {
  // The digits of a solution are changed at random until entries alone solve the puzzle. A change that leaves more bits is
  // kept the less often, the more they are. Null where time is up.
  const entries = entriesOf(play);
  if (!entries) return null;
  const known = new Known();
  const sumsOf = (digits) => play.units.map(({ cells }) => cells.reduce((sum, cell) => sum + digits[cell], 0));
  let digits = solution.map((symbol) => symbol + 1);
  let state = leftWith(play, sumsOf(digits), known);
  for (let moves = 0; ambiguity(state) > 0; moves++) {
    if (Date.now() > until) return null;
    if (moves % 100 === 0) report(moves);
    const other = moved(play, entries, digits, state);
    if (!other) continue;
    const left = leftWith(play, sumsOf(other), known);
    if (Math.random() < Math.exp(ambiguity(state) - ambiguity(left))) [digits, state] = [other, left];
  }
  const sums = sumsOf(digits).flatMap((sum, entry) => (sum === play.units[entry].total ? [] : [[entry, sum]]));
  const written = draft.digits.map(() => 0);
  play.cells.forEach((_, cell) => (written[squareOf(draft, play, cell)] = digits[cell]));
  const said = `Change ${sums.length} of ${play.units.length} sums, so that entries alone solve it`;
  return { said, draft: withSums({ ...draft, digits: written }, play, sums) };
}

function missingSums(play, known) {
  // For each entry without a sum the values that entries allow, with the bits that are left then.
  const totals = play.units.map(({ total }) => total);
  return play.units.flatMap(({ total }, entry) => {
    if (total !== null) return [];
    const left = (clue) => leftWith(play, totals.map((one, k) => (k === entry ? clue : one)), known);
    const values = some(HIGHEST, (i) => ({ clue: i + 1, bits: ambiguity(left(i + 1)) }));
    return [{ entry, values: values.filter(({ bits: open }) => open < Infinity) }];
  });
}

const squareOf = (draft, play, cell) => play.cells[cell][0] * draft.columns + play.cells[cell][1];

function withSums(draft, play, sums) {
  return sums.reduce((now, [entry, sum]) => {
    const { name, cells } = play.units[entry];
    const way = name.includes("across") ? "across" : "down";
    return withSum(now, squareOf(draft, play, cells[0]) - STEPS[way](draft), sum, way);
  }, draft);
}

function* changes(draft, play, solutions) {
  const known = new Known();
  const [digits] = solutions.map((solution) => solution.map((symbol) => symbol + 1));
  const missing = missingSums(play, known);
  if (missing.length) {
    const values = missing.flatMap(({ entry, values }) =>
      values.sort((one, other) => one.bits - other.bits).slice(0, MOST_VALUES).map((value) => ({ entry, ...value })),
    );
    for (const { entry, clue } of values.sort((one, other) => one.bits - other.bits)) {
      yield { said: `Write ${clue} for ${play.units[entry].name}`, draft: withSums(draft, play, [[entry, clue]]) };
    }
    return;
  }
  const isOwn = play.cells.every((_, cell) => [0, digits[cell]].includes(draft.digits[squareOf(draft, play, cell)]));
  for (const { digits: put, sums } of digitChanges(play, digits, known)) {
    const written = draft.digits.map((digit, i) => {
      const [, changed] = put.find(([cell]) => squareOf(draft, play, cell) === i) ?? [];
      return isOwn ? (digit && changed) || digit : 0; // the maker's digits stay where they are those of this solution
    });
    const told = listed(put.map(([cell, digit]) => `${digit} in ${placeIn(play.cells[cell])}`));
    const become = listed(sums.map(([entry, sum]) => `${play.units[entry].name} becomes ${sum}`));
    yield { said: `Put ${told}, so that ${become}`, draft: withSums({ ...draft, digits: written }, play, sums) };
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
      const [first, ...others] = Object.values(parsed(text).data);
      if (others.length) fail(`it has ${others.length + 1} puzzles; leave one`);
      return fromText(first.problem);
    },
  },
];

export {
  changes, digitChanges, formats, fresh, fromText, grid, isDraft, missingSums, modes, sizeOf, sizes, squareAt, switches, together,
  toText, unsolved,
};

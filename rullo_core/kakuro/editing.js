// Kakuros as they are made: see rullo_core/player/editor.js. A draft has for each square, the first row and column
// included, whether it is white, its digit or 0, and the sums of the entries that begin after it, down and across: a number,
// null, or * where there is to be none.

import { kinds } from "../player/kinds.js";
import { filter, linesOf, listed, placeIn } from "../player/read.js";
import { bits, different, digitsOf, isFixed, livingSets, setsOf, some } from "../player/rules.js";

const LARGEST = 14; // rows or columns of cells
const MOST_VALUES = 3; // of a missing sum that are offered
const ALL = 511;

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
    help: "Choose a black square, and type the sum of the entry after it; press again, or Space, for the other one.",
    ways: waysAt,
    value: (draft, i, way) => (Number.isInteger(draft[way]?.[i]) ? draft[way][i] : null),
    put: withSum,
  },
  {
    name: "Digits",
    help: "Type the digits of your solution: the sum of every entry that is full follows from them.",
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

function digitChanges(play, solution, known) {
  // Changes of one digit of a solution, or exchanges of two, at cells that entries leave open; those that leave least come
  // first. Each has new digits by cell, new sums by entry, and the bits that are left then.
  const totals = play.units.map(({ total }) => total);
  const entriesAt = play.cells.map((_, cell) => [...play.units.keys()].filter((k) => play.units[k].cells.includes(cell)));
  if (entriesAt.some(({ length }) => length < 2)) return []; // Python refuses these, too
  const state = leftWith(play, totals, known);
  const isOpen = (cell) => !isFixed(state[cell]);
  const has = (entry, digit, but) => play.units[entry].cells.some((one) => one !== but && solution[one] === digit);
  const found = [];
  const add = (digits) => {
    const sums = [...totals];
    for (const [cell, digit] of digits) entriesAt[cell].forEach((entry) => (sums[entry] += digit - solution[cell]));
    const changed = sums.flatMap((sum, entry) => (sum === totals[entry] ? [] : [[entry, sum]]));
    found.push({ digits, sums: changed, bits: ambiguity(leftWith(play, sums, known)) });
  };
  play.cells.forEach((_, cell) => {
    if (!isOpen(cell)) return;
    const old = solution[cell];
    for (const digit of digitsOf(ALL)) {
      if (digit !== old && !entriesAt[cell].some((entry) => has(entry, digit, cell))) add([[cell, digit]]);
    }
    for (const [entry, crossing] of [[0, 1], [1, 0]]) {
      for (const other of play.units[entriesAt[cell][entry]].cells) {
        if (other === cell || (other < cell && isOpen(other))) continue;
        const [one, two] = [cell, other].map((each) => entriesAt[each][crossing]);
        if (has(one, solution[other], cell) || has(two, old, other)) continue;
        add([[cell, solution[other]], [other, old]]);
      }
    }
  });
  return found.sort((one, other) => (one.bits === other.bits ? 0 : one.bits - other.bits));
}

function missingSums(play, known) {
  // For each entry without a sum the values that entries allow: the bits that are left with it, in how many sets of digits
  // it can be made, and in how many of them in its place.
  const totals = play.units.map(({ total }) => total);
  return play.units.flatMap(({ cells, total }, entry) => {
    if (total !== null) return [];
    const values = some(45, (i) => i + 1).flatMap((clue) => {
      const alone = setsOf(cells.length, clue, ALL).length;
      const left = alone ? leftWith(play, totals.map((one, k) => (k === entry ? clue : one)), known) : null;
      if (!left) return [];
      const inPlace = livingSets(cells.map((cell) => left[cell]), clue).length;
      return [{ clue, bits: ambiguity(left), alone, inPlace }];
    });
    return [{ entry, values }];
  });
}

function* changes(draft, play, solutions) {
  const known = new Map();
  const [digits] = solutions.map((solution) => solution.map((symbol) => symbol + 1));
  const squareOf = (cell) => play.cells[cell][0] * draft.columns + play.cells[cell][1];
  const withSums = (made, sums) =>
    sums.reduce((now, [entry, sum]) => {
      const { name, cells } = play.units[entry];
      const way = name.includes("across") ? "across" : "down";
      return withSum(now, squareOf(cells[0]) - STEPS[way](draft), sum, way);
    }, made);
  const missing = missingSums(play, known);
  if (missing.length) {
    const values = missing.flatMap(({ entry, values }) =>
      values.sort((one, other) => one.bits - other.bits).slice(0, MOST_VALUES).map((value) => ({ entry, ...value })),
    );
    for (const { entry, clue } of values.sort((one, other) => one.bits - other.bits)) {
      yield { said: `Write ${clue} for ${play.units[entry].name}`, draft: withSums(draft, [[entry, clue]]) };
    }
    return;
  }
  const isOwn = play.cells.every((_, cell) => [0, digits[cell]].includes(draft.digits[squareOf(cell)]));
  for (const { digits: put, sums } of digitChanges(play, digits, known)) {
    const written = draft.digits.map((digit, i) => {
      const [, changed] = put.find(([cell]) => squareOf(cell) === i) ?? [];
      return isOwn ? (digit && changed) || digit : 0; // the maker's digits stay where they are those of this solution
    });
    const told = listed(put.map(([cell, digit]) => `${digit} in ${placeIn(play.cells[cell])}`));
    const become = listed(sums.map(([entry, sum]) => `${play.units[entry].name} becomes ${sum}`));
    yield { said: `Put ${told}, so that ${become}`, draft: withSums({ ...draft, digits: written }, sums) };
  }
}

// As in SmilingWayne/puzzlekit-dataset, which rullo_core/kakuro/formats.py reads, too: the first puzzle of a file.
const formats = [
  {
    name: "JSON of puzzlekit",
    suffix: "json",
    write: (draft) => JSON.stringify({ data: { kakuro: { problem: toText(draft) } } }),
    recognizes: (text) => /^\s*\{/.test(text) && /"data"/.test(text),
    read(text) {
      const [first] = Object.values(JSON.parse(text).data);
      return fromText(first.problem);
    },
  },
];

export { changes, digitChanges, formats, fresh, fromText, grid, missingSums, modes, sizeOf, sizes, squareAt, switches, toText };

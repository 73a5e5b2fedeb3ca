// Rullos being edited: see rullo_core/player/editor.js. A number is null until it is written; `included` says which cells
// are included, so that targets follow, or is null if targets have been written.

import { kinds } from "../player/kinds.js";
import { linesOf, placeIn, PLACES, uncommented } from "../player/read.js";
import { tabulate } from "../player/rules.js";
import { integer, isOf, nullOr, row, truth } from "../player/schema.js";

const LARGEST = 14;
const MOST_LINES = 600; // of a draft that was kept
const HIGHEST_SUM = 999_999_999_999;
const HIGHEST = 9; // number that is tried in a repair, at least

const lengths = tabulate(LARGEST - 1, (i) => `${i + 2}`);
const sizes = [
  { name: "rows", label: "Rows", choices: lengths },
  { name: "columns", label: "Columns", choices: lengths },
];
const sizeOf = ({ rows, columns }) => ({ rows: `${rows}`, columns: `${columns}` });

function fresh({ rows, columns }, previous) {
  // The numbers and targets of the draft before are kept where they fit.
  const [height, width] = [Number(rows), Number(columns)];
  const valueAt = (list, r, c, otherwise) => (previous && r < previous.rows && c < previous.columns ? list[r * previous.columns + c] : otherwise);
  const cells = (list, otherwise) => tabulate(height, (r) => tabulate(width, (c) => valueAt(list, r, c, otherwise))).flat();
  return followed({
    rows: height,
    columns: width,
    numbers: cells(previous?.numbers, null),
    included: previous?.included ? cells(previous.included, false) : null,
    targets: [tabulate(height, (r) => previous?.targets[0][r] ?? null), tabulate(width, (c) => previous?.targets[1][c] ?? null)],
  });
}

function followed(draft) {
  // The targets are the sums of the included numbers.
  const { rows, columns, numbers, included } = draft;
  if (!included) return draft;
  const sum = (cells) => cells.reduce((total, i) => total + (included[i] ? numbers[i] ?? 0 : 0), 0);
  const rowTargets = tabulate(rows, (r) => sum(tabulate(columns, (c) => r * columns + c)));
  const columnTargets = tabulate(columns, (c) => sum(tabulate(rows, (r) => r * columns + c)));
  return { ...draft, targets: [rowTargets, columnTargets] };
}

function fromText(text) {
  const { rows, columns } = kinds.rullo.reader(text);
  const words = linesOf(uncommented(text)).map((line) => line.words.map((word) => Number(word.text)));
  const [columnTargets, ...lines] = words;
  return {
    rows,
    columns,
    numbers: lines.flatMap(([, ...numbers]) => numbers),
    included: null,
    targets: [lines.map(([target]) => target), columnTargets],
  };
}

function isDraft(draft) {
  const number = nullOr(integer(-HIGHEST_SUM, HIGHEST_SUM));
  if (!isOf({ rows: integer(1, MOST_LINES), columns: integer(1, MOST_LINES) }, draft)) return false;
  const { rows, columns, targets } = draft;
  const [cells, sides] = [rows * columns, [rows, columns]];
  const lists = { numbers: row(number, cells), included: nullOr(row(truth, cells)) };
  return isOf(lists, draft) && targets?.length === 2 && sides.every((length, k) => row(number, length)(targets[k]) !== undefined);
}

function toText({ rows, columns, numbers, targets: [rowTargets, columnTargets] }) {
  const row = (r) => [rowTargets[r], ...numbers.slice(r * columns, (r + 1) * columns)];
  const lines = [["", ...columnTargets.map((number) => number ?? 0)], ...tabulate(rows, (r) => row(r).map((number) => number ?? 0))];
  const widths = tabulate(columns + 1, (c) => Math.max(...lines.map((line) => `${line[c]}`.length)));
  return lines.map((line) => line.map((word, c) => `${word}`.padStart(widths[c])).join(" ")).join("\n");
}

function placeOf({ columns }, i) {
  // Row and column of a square, from 0; -1 for where targets stand.
  return [Math.floor(i / (columns + 1)) - 1, (i % (columns + 1)) - 1];
}

function cellOf(draft, i) {
  const [r, c] = placeOf(draft, i);
  return r < 0 || c < 0 ? -1 : r * draft.columns + c;
}

function grid(draft) {
  const { rows, columns, numbers, included, targets } = draft;
  const squares = tabulate((rows + 1) * (columns + 1), (i) => {
    const [r, c] = placeOf(draft, i);
    if (r < 0 && c < 0) return { kind: "blank" };
    const cell = cellOf(draft, i);
    if (cell >= 0) {
      const state = included ? (included[cell] ? "included" : "excluded") : "";
      return {
        kind: "cell",
        text: `${numbers[cell] ?? ""}`,
        look: state,
        label: [placeIn([r, c]), numbers[cell] ?? "empty", ...(state ? [state] : [])],
      };
    }
    const axis = r < 0 ? 1 : 0;
    const target = targets[axis][axis ? c : r];
    return { kind: "target", text: `${target ?? ""}`, label: [`target of ${PLACES[axis]} ${(axis ? c : r) + 1}`, target ?? "empty"] };
  });
  return { rows: rows + 1, columns: columns + 1, inset: 1, squares, sums: true };
}

function value(draft, i) {
  const [r, c] = placeOf(draft, i);
  if (r >= 0 && c >= 0) return draft.numbers[cellOf(draft, i)];
  return r < 0 ? draft.targets[1][c] : draft.targets[0][r];
}

function put(draft, i, number) {
  const cell = cellOf(draft, i);
  if (cell >= 0) return followed({ ...draft, numbers: draft.numbers.map((old, k) => (k === cell ? number : old)) });
  const [r, c] = placeOf(draft, i);
  const [axis, position] = r < 0 ? [1, c] : [0, r];
  const targets = draft.targets.map((list, k) => list.map((old, j) => (k === axis && j === position ? number : old)));
  return { ...draft, targets, included: null };
}

function include(draft, i) {
  const cell = cellOf(draft, i);
  if (cell < 0) return null;
  const included = draft.included ?? draft.numbers.map(() => false);
  return followed({ ...draft, included: included.map((old, k) => (k === cell ? !old : old)) });
}

const modes = [
  { name: "Numbers", help: "Choose a cell, or a target (the sum of a row or column) beside or above the board, and type its number.", negative: true, value, put },
  { name: "Included", help: "Press the numbers that your solution includes: all targets follow from them.", press: include },
];

const squareAt = ({ columns }, { line, word }) => (line === 1 ? word + 1 : (line - 1) * (columns + 1) + word);

function* changes(draft, play, solutions, differing) {
  // Changes of a number where two solutions differ; targets follow, so that one of the two solutions remains.
  const highest = Math.max(HIGHEST, ...play.numbers);
  for (const cell of differing) {
    const [r, c] = play.cells[cell];
    const index = r * draft.columns + c;
    const old = draft.numbers[index];
    for (const solution of solutions) {
      const isIn = play.symbols[solution[cell]] === "included";
      for (const number of tabulate(highest, (i) => i + 1).sort((first, second) => Math.abs(first - old) - Math.abs(second - old))) {
        if (number === old) continue;
        const increase = isIn ? number - old : 0;
        const targets = draft.targets.map((list, axis) => list.map((sum, k) => (k === [r, c][axis] ? sum + increase : sum)));
        const numbers = draft.numbers.map((value, k) => (k === index ? number : value));
        const targetsText = isIn ? `, and make the target of its row ${targets[0][r]} and that of its column ${targets[1][c]}` : "";
        yield { description: `Write ${number} instead of ${old} in ${placeIn([r, c])}${targetsText}`, draft: { ...draft, numbers, targets, included: null } };
      }
    }
  }
}

const formats = [];

export { changes, formats, fresh, fromText, grid, isDraft, modes, sizeOf, sizes, squareAt, toText };

// Killer Sudokus being edited: see rullo_core/player/editor.js. The digits of a draft are the author's solution, from
// which sums follow; they are no part of the puzzle.

import { boxIn, boxOf, gridOf, isBoard, shapeOf, shapes, sideOf, unsolved } from "../player/drafts.js";
import { formats as fPuzzles } from "../player/fpuzzles.js";
import { kinds } from "../player/kinds.js";
import { isConnected } from "../player/make.js";
import { conjunction, fail, inOrder } from "../player/read.js";
import { tabulate } from "../player/rules.js";
import { integer, isOf, list, nullOr, truth, validator } from "../player/schema.js";
import { format as solo } from "../player/solo.js";

const MOST_PARTED = 6; // the greatest number of cells of a cage that is split in all possible ways

const sizes = [{ name: "shape", label: "Size", choices: shapes }];
const sizeOf = ({ box }) => ({ shape: shapeOf(box) });

function fresh({ shape }) {
  const box = boxIn(shape);
  return { box, diagonals: false, cages: [], digits: tabulate((box[0] * box[1]) ** 2, () => 0) };
}

function fromText(text) {
  const play = kinds.killer.reader(text);
  const cages = play.cages.map(([cells, sum]) => ({ cells, sum }));
  return { box: boxOf(play), diagonals: Boolean(play.shaded), cages, digits: play.cells.map(() => 0) };
}

function isDraft(draft) {
  if (!isBoard(draft)) return false;
  const cells = list(integer(0, sideOf(draft) ** 2 - 1), sideOf(draft) ** 2);
  const cage = validator((value) => isOf({ cells, sum: nullOr(integer(0, 999_999_999)) }, value) && value.cells.length > 0);
  return isOf({ diagonals: truth, cages: list(cage, sideOf(draft) ** 2) }, draft);
}

const toText = (draft) => kinds.killer.textOf(draft);
const cageAt = ({ cages }, i) => cages.find(({ cells }) => cells.includes(i));

function grid(draft) {
  const layout = gridOf(draft);
  for (const { cells, sum } of draft.cages) {
    const label = sum === null ? "cage without a sum" : `cage of ${sum}`;
    layout.squares[cells[0]].sum = sum === null ? "?" : `${sum}`;
    cells.forEach((cell) => layout.squares[cell].label.push(label));
  }
  return layout;
}

function followed(draft) {
  // Cages in order, with sums of their digits where all are there.
  const cages = draft.cages.map(({ cells, sum }) => {
    const digits = cells.map((cell) => draft.digits[cell]);
    return { cells, sum: digits.every(Boolean) ? digits.reduce((total, digit) => total + digit) : sum };
  });
  return { ...draft, cages: cages.sort((first, second) => first.cells[0] - second.cells[0]) };
}

function withoutCells(draft, marked) {
  // The sum of a cage that loses cells is no longer known.
  const cages = draft.cages.flatMap(({ cells, sum }) => {
    const remaining = cells.filter((cell) => !marked.includes(cell));
    return remaining.length ? [{ cells: remaining, sum: remaining.length < cells.length ? null : sum }] : [];
  });
  return { ...draft, cages };
}

function withCage(draft, marked, sum = null) {
  const rest = withoutCells(draft, marked);
  return followed({ ...rest, cages: [...rest.cages, { cells: inOrder(marked), sum }] });
}

function withSum(draft, i, sum) {
  // Of the cage of a cell; a cell that is in none becomes one.
  const cage = cageAt(draft, i);
  if (!cage) return sum === null ? null : withCage(draft, [i], sum);
  return { ...draft, cages: draft.cages.map((existing) => (existing === cage ? { ...existing, sum } : existing)) };
}

const withDigit = (draft, i, digit) =>
  followed({ ...draft, digits: draft.digits.map((old, k) => (k === i ? digit ?? 0 : old)) });

const modes = [
  {
    name: "Cages",
    help: "Mark cells: press them, drag over them, or hold Shift and use the arrow keys. Then press Make a cage, or Enter.",
    marks: true,
    actions: [
      { name: "Make a cage", key: "Enter", does: (draft, marked) => withCage(draft, marked) },
      { name: "Take out of cages", key: "Delete", does: (draft, marked) => followed(withoutCells(draft, marked)) },
    ],
  },
  {
    name: "Sums",
    help: "Choose any cell of a cage, and type its sum.",
    group: (draft, i) => cageAt(draft, i)?.cells ?? [i],
    value: (draft, i) => cageAt(draft, i)?.sum ?? null,
    put: withSum,
  },
  {
    name: "Digits",
    help: "Type the digits of your solution: as soon as a cage is full, its sum is filled in.",
    digits: sideOf,
    value: ({ digits }, i) => digits[i] || null,
    put: withDigit,
  },
];

const switches = [{ name: "diagonals", label: "Diagonals have every digit, too" }];

function squareAt(draft, { line, word }) {
  // In the rows of labels, or below them, where a cage has its sum.
  const side = sideOf(draft);
  if (line < 2) return -1;
  if (line <= side + 1) return (line - 2) * side + word;
  return draft.cages.filter(({ sum }) => sum !== null)[word]?.cells[0] ?? -1;
}

function partings(cells, side) {
  // Two pieces of a cage, the smaller piece as large as possible.
  const pairs = [];
  for (let bits = 1; bits < 2 ** (cells.length - 1); bits++) {
    const first = cells.filter((_, k) => bits & (1 << k));
    const second = cells.filter((_, k) => !(bits & (1 << k)));
    if (isConnected(first, side) && isConnected(second, side)) pairs.push([first, second]);
  }
  const smaller = (pieces) => Math.min(...pieces.map(({ length }) => length));
  return pairs.sort((first, second) => smaller(second) - smaller(first));
}

function* changes(draft, play, solutions, differing) {
  // Changes where two solutions differ: split a cage in two, or put a cell in a cage of its own.
  const side = sideOf(draft);
  const name = (cell) => `(${play.cells[cell].map((place) => place + 1).join(", ")})`;
  const sumIn = (cells, solution) => cells.reduce((sum, cell) => sum + solution[cell] + 1, 0);
  const parted = new Set();
  for (const cell of differing) {
    const cage = cageAt(draft, cell);
    if (cage && (parted.has(cage) || cage.cells.length > MOST_PARTED)) continue;
    parted.add(cage);
    for (const solution of solutions) {
      // The author's digits stay if they agree with the solution that is kept.
      const isOwn = draft.digits.every((digit, i) => !digit || digit === solution[i] + 1);
      const base = isOwn ? draft : { ...draft, digits: draft.digits.map(() => 0) };
      for (const pieces of cage ? partings(cage.cells, side) : [[[cell]]]) {
        const pieceTexts = pieces.map((cells) => `${conjunction(cells.map(name))} with the sum ${sumIn(cells, solution)}`);
        yield {
          description: `${cage ? `Part the cage of ${cage.sum} in two` : "Add a cage"}: ${pieceTexts.join("; ")}`,
          draft: pieces.reduce((newDraft, cells) => withCage(newDraft, cells, sumIn(cells, solution)), base),
        };
      }
    }
  }
}

// A board does not contain the author's digits; givens of a board become cages of one cell.
const toBoard = (draft) => ({ ...draft, digits: draft.digits.map(() => 0) });

function ofBoard({ box, diagonals, digits, cages = null }) {
  if (!cages && !diagonals) fail("it has no cages; open it in the editor of Sudokus");
  const newCages = (cages ?? []).map((cage) => ({ ...cage }));
  digits.forEach((digit, i) => {
    if (!digit) return;
    const cage = newCages.find(({ cells }) => cells.includes(i));
    if (!cage) return newCages.push({ cells: [i], sum: digit });
    if (cage.cells.length > 1) fail(`a cage has the given digit ${digit} in it; remove it`);
    if ((cage.sum ?? digit) !== digit) fail(`the digit ${digit} is in a cage of another sum; correct one`);
    cage.sum = digit;
  });
  return followed({ box, diagonals, cages: newCages, digits: digits.map(() => 0) });
}

const sumocue = {
  recognizes: (text) => /^\s*(3x3:d?:k:|SumoCueV1)/.test(text),
  read: () => fail("this is a string of SumoCue; rullo killer convert makes puzzle text of it"),
};

const formats = [...fPuzzles(toBoard, ofBoard), solo(toBoard, ofBoard), sumocue];

export { changes, formats, fresh, fromText, grid, isDraft, modes, sizeOf, sizes, squareAt, switches, toText, unsolved };

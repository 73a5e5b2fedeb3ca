// Sudokus being edited: see rullo_core/player/editor.js.

import { boxIn, boxOf, givensOf, gridOf as grid, isBoard as isDraft, shapeOf, shapes, sideOf } from "../player/drafts.js";
import { formats as fPuzzles } from "../player/fpuzzles.js";
import { kinds } from "../player/kinds.js";
import { fail, placeIn, usualBox } from "../player/read.js";
import { tabulate } from "../player/rules.js";
import { format as solo } from "../player/solo.js";

const sizes = [{ name: "shape", label: "Size", choices: shapes }];
const sizeOf = ({ box }) => ({ shape: shapeOf(box) });

function fresh({ shape }) {
  const box = boxIn(shape);
  return { box, digits: tabulate((box[0] * box[1]) ** 2, () => 0) };
}

function fromText(text) {
  const play = kinds.sudoku.reader(text);
  return { box: boxOf(play), digits: givensOf(play) };
}

function toText({ box, digits }) {
  const line = digits.map((digit) => digit || ".").join("");
  return `${box}` === `${usualBox(box[0] * box[1])}` ? line : `sudoku ${shapeOf(box)} ${line}`;
}

const withDigit = (draft, i, digit) => ({ ...draft, digits: draft.digits.map((old, k) => (k === i ? digit ?? 0 : old)) });

const modes = [
  {
    name: "Givens",
    help: "Choose a cell, then a digit.",
    digits: sideOf,
    value: ({ digits }, i) => digits[i] || null,
    put: withDigit,
  },
];

const squareAt = (draft, { column, text }) => column - 1 - (text.length - draft.digits.length);

function* changes(draft, play, solutions, differing) {
  // Changes that add a given where two solutions differ.
  for (const cell of differing) {
    for (const digits of solutions.map((solution) => solution[cell] + 1)) {
      yield { description: `Give the ${digits} in ${placeIn(play.cells[cell])}`, draft: withDigit(draft, cell, digits) };
    }
  }
}

function ofBoard({ box, digits, cages, diagonals }) {
  if (cages?.length) fail("it has cages; edit it as a Killer Sudoku");
  if (diagonals) fail("it has diagonals; open it in the editor of Killer Sudokus");
  return { box, digits };
}

const formats = [...fPuzzles((draft) => draft, ofBoard), solo((draft) => draft, ofBoard)];

export { changes, formats, fresh, fromText, grid, isDraft, modes, sizeOf, sizes, squareAt, toText };

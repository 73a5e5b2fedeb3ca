// Drafts of boards of digits: box, the height and width of its boxes; diagonals, whether they are units; digits, where 0
// is an empty cell; and cages with their cells and sum, which is null as long as it is not known.

import { board, LARGEST, usualBox } from "./read.js";
import { digitOf, isFixed, tabulate } from "./rules.js";
import { integer, isOf, row } from "./schema.js";
import { edges } from "./table.js";

const SMALLEST = 4;

const shapeOf = ([height, width]) => `${height * width}x${height * width} boxes ${height}x${width}`;
const boxIn = (shape) => shape.split(" ")[2].split("x").map(Number);
const sideOf = ({ box }) => box[0] * box[1];

// All sizes with boxes of two rows and two columns or more, and those that have no other.
const shapes = tabulate(LARGEST - SMALLEST + 1, (i) => SMALLEST + i).flatMap((side) => {
  const boxes = tabulate(side, (i) => [i + 1, side / (i + 1)]).filter(([height, width]) => height > 1 && width > 1 && !(width % 1));
  return (boxes.length ? boxes : [usualBox(side)]).map(shapeOf);
});

function boxOf(play) {
  // The box of a board that has been read.
  const width = play.regions[0].filter((cell) => cell < play.columns).length;
  return [play.columns / width, width];
}

const givensOf = (play) => play.start.map((mask) => (isFixed(mask) ? digitOf(mask) : 0));

// For kinds where the digits of a draft are the author's solution, from which sums follow.
const unsolved = (draft) => ({ ...draft, digits: draft.digits.map(() => 0) });

function isBoard(draft) {
  // Whether it has the box and the digits of a board that is edited here.
  if (!isOf({ box: row(integer(1, LARGEST), 2) }, draft) || !shapes.includes(shapeOf(draft.box))) return false;
  return isOf({ digits: row(integer(0, sideOf(draft)), sideOf(draft) ** 2) }, draft);
}

function gridOf(draft) {
  // The squares of a board, with its lines; the text and description of each are still to be filled in.
  const play = board(...draft.box);
  const side = sideOf(draft);
  const cages = (draft.cages ?? []).map(({ cells, sum }) => [cells, sum]);
  const lines = edges({ ...play, cages });
  const isShaded = (r, c) => Boolean(draft.diagonals) && (r === c || r + c === side - 1);
  const squares = play.cells.map(([r, c], i) => ({
    kind: "cell",
    ...lines[i],
    shaded: isShaded(r, c),
    text: draft.digits[i] ? `${draft.digits[i]}` : "",
    label: [`row ${r + 1}, column ${c + 1}`, draft.digits[i] || "empty"],
  }));
  return { rows: side, columns: side, inset: 0, squares };
}

export { boxIn, boxOf, givensOf, gridOf, isBoard, shapeOf, shapes, sideOf, unsolved };

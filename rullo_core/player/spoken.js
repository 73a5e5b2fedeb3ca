// Texts for screen readers: names of cells and sums, and what a move has changed.

import { cellName, isGiven, isRullo, placeOf, quantity, statusOf, symbolsOf, withSum } from "./board.js";

const MOST_NAMED = 3; // the greatest number of cells of a move that are named

function describeMarks(play, marks) {
  const symbols = symbolsOf(play, marks);
  return `candidate${symbols.length === 1 ? "" : "s"} ${symbols.join(" or ")}`;
}

function describeCell(play, board, i, { marks = board[i][1], signs = [] } = {}) {
  // The signs describe how a cell looks: "not right", "lit up", "framed".
  const [value] = board[i];
  const valueText = value ? play.symbols[placeOf(value)] : marks ? describeMarks(play, marks) : "";
  if (isRullo(play)) return [`${play.numbers[i]} in ${cellName(play, i)}: ${valueText || "unknown"}`, ...signs].join(", ");
  const units = play.units.filter(({ cells }) => cells.includes(i));
  const sums = units.filter(({ total }) => total !== null).map((unit) => `${withSum(unit)}, ${toGo(play, board, unit)}`);
  const orders = units.filter(({ increasing }) => increasing).map(({ name }) => name);
  const parts = [valueText || "empty", ...(isGiven(play, i) ? ["given"] : []), ...signs, ...sums, ...orders];
  return `${cellName(play, i)}: ${parts.join(", ")}`;
}

function toGo(play, board, unit) {
  const { sum, open, broken, isReached } = statusOf(play, board, unit);
  if (broken) return "not right";
  return isReached ? "reached" : `${unit.total - sum} to go in ${quantity(open, "cell")}`;
}

function describeSum(play, board, unit) {
  const { sum, open, broken, isReached } = statusOf(play, board, unit);
  const state = broken ? ", not right" : isReached ? ", reached" : "";
  return `${unit.name}: ${sum} of ${unit.total}, ${open} ${isRullo(play) ? "unknown" : "open"}${state}`;
}

function describeMove(play, oldBoard, board, nameOf) {
  // The cells that differ, by their present names; in a Rullo with the sums of their lines, which cell names lack.
  const cells = board.flatMap((cell, i) => (`${cell}` === `${oldBoard[i]}` ? [] : [i]));
  if (cells.length > MOST_NAMED) return `${quantity(cells.length, "cell")} changed.`;
  const lines = isRullo(play) ? play.units.filter((unit) => cells.some((i) => unit.cells.includes(i))) : [];
  return [...cells.map(nameOf), ...lines.map((unit) => describeSum(play, board, unit))].map((text) => `${text}.`).join(" ");
}

export { describeCell, describeMove, describeSum };

// Read and generate Sudokus without Python; see rullo_core/player/read.js and make.js.

import { kinds } from "../player/kinds.js";
import { fill, othersOf, shuffled, sideOf, solves } from "../player/make.js";
import {
  board, checkBox, checkTogether, crossings, fail, levelOf, linesOf, placeIn, puzzleIn, usualBox, withRule,
} from "../player/read.js";
import { different, forward, hidden, subsets } from "../player/rules.js";

const LARGEST_SUBSET = 3;
const SIDES = [4, 5, 6, 7, 8, 9];

function reader(text) {
  const lines = linesOf(text);
  if (!lines.length) fail("no puzzle; write its cells in one line, with . for empty ones", 1);
  const [head, ...otherLines] = lines;
  const boardLines = [head];
  const begin = head.words.slice(0, 4).map((word) => word.text).join(" ");
  const header = /^sudoku (\d{1,9})x(\d{1,9}) boxes (\d{1,9})x(\d{1,9})$/.exec(begin);
  const cellsIn = ({ number, words }) =>
    words.flatMap(({ text, column }) =>
      [...text].flatMap((symbol, i) => (symbol === "|" ? [] : [{ symbol, number, column: column + i }])),
    );
  const cellTexts = cellsIn({ ...head, words: head.words.slice(header ? 4 : 0) });
  const [side, columns, ...box] = header ? header.slice(1).map(Number) : [Math.sqrt(cellTexts.length)];
  if (header) {
    if (side !== columns) fail(`${side}x${columns}: a board has as many rows as columns`, head.number, head.words[1].column);
    checkBox(side, ...box, head);
    while (cellTexts.length < side ** 2 && otherLines.length) {
      const line = otherLines.shift();
      boardLines.push(line);
      const isRule = line.words.every(({ text }) => /^[-+]+$/.test(text)) && line.words.some(({ text }) => text.includes("-"));
      if (!isRule) cellTexts.push(...cellsIn(line));
    }
    checkTogether(text, boardLines, false);
  }
  if (!SIDES.includes(side) || cellTexts.length !== side ** 2) {
    const right = header && side >= SIDES[0] ? `${side ** 2}` : "16 (4x4), 36 (6x6), 81 (9x9) or another square";
    fail(`${cellTexts.length} cells; without Python write ${right}`, head.number);
  }
  if (otherLines.length) fail("another puzzle; write one, its cells in one line", otherLines[0].number);
  const play = board(...(header ? box : usualBox(side)));
  cellTexts.forEach(({ symbol, number, column }, i) => {
    if (".0_*".includes(symbol)) return;
    const place = play.symbols.indexOf(symbol);
    if (place < 0) fail(`'${symbol}' is no digit; write 1 to ${side}, or . for none`, number, column);
    play.start[i] = 1 << place;
    for (const { name, cells } of play.units) {
      const duplicate = cells.includes(i) && cells.find((j) => j < i && play.start[j] === play.start[i]);
      if (duplicate !== false && duplicate !== undefined) {
        fail(`${symbol} is in ${name} already, in ${placeIn(play.cells[duplicate])}; change one of them`, number, column);
      }
    }
  });
  const allDigits = 2 ** side - 1;
  play.parts = {
    naked: withRule(play.units, forward),
    hidden: withRule(play.units, hidden(allDigits)),
    locked: () => crossings(play.units, side),
    subsets: withRule(play.units, subsets(allDigits, LARGEST_SUBSET)),
    gac: withRule(play.units, different(null)),
  };
  return play;
}

function* generator(choices, request, cache) {
  // A full board, from which digits are removed, one after the other, as long as a level solves it, or it has one solution.
  const side = sideOf(choices);
  const digits = fill(board(...usualBox(side)));
  const textOf = (clues) => clues.map((digit) => digit || ".").join("");
  let clues = digits;
  for (const cell of digits ? shuffled([...digits.keys()]) : []) {
    yield;
    const reduced = clues.map((digit, i) => (i === cell ? 0 : digit));
    const play = puzzleIn("sudoku", textOf(reduced));
    const { criterion } = request;
    if (criterion ? solves(play, cache, criterion) : solves(play, cache, kinds.sudoku.search) || !othersOf(play, cache)) {
      clues = reduced;
    }
  }
  if (!digits) return null;
  const level = levelOf(puzzleIn("sudoku", textOf(clues)), cache);
  return (level ? level.name : null) === request.level ? textOf(clues) : null;
}

export { generator, reader };

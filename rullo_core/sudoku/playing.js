// Sudokus where there is no Python: read and made; see rullo_core/player/read.js and make.js.

import { kinds } from "../player/kinds.js";
import { fill, othersOf, shuffled, sideOf, solves } from "../player/make.js";
import {
  board, checkBox, checkTogether, crossings, every, fail, levelOf, linesOf, placeIn, puzzleIn, usualBox,
} from "../player/read.js";
import { different, forward, hidden, subsets } from "../player/rules.js";

const LARGEST_SUBSET = 3;
const SIDES = [4, 5, 6, 7, 8, 9];

function reader(text) {
  const lines = linesOf(text);
  if (!lines.length) fail("no puzzle; write its cells in one line, with . for empty ones", 1);
  const [head, ...below] = lines;
  const used = [head];
  const begin = head.words.slice(0, 4).map((word) => word.text).join(" ");
  const header = /^sudoku (\d{1,9})x(\d{1,9}) boxes (\d{1,9})x(\d{1,9})$/.exec(begin);
  const cellsIn = ({ number, words }) =>
    words.flatMap(({ text, column }) =>
      [...text].flatMap((one, i) => (one === "|" ? [] : [{ one, number, column: column + i }])),
    );
  const found = cellsIn({ ...head, words: head.words.slice(header ? 4 : 0) });
  const [side, other, ...box] = header ? header.slice(1).map(Number) : [Math.sqrt(found.length)];
  if (header) {
    if (side !== other) fail(`${side}x${other}: a board has as many rows as columns`, head.number, head.words[1].column);
    checkBox(side, ...box, head);
    while (found.length < side ** 2 && below.length) {
      const line = below.shift();
      used.push(line);
      const isRule = line.words.every(({ text }) => /^[-+]+$/.test(text)) && line.words.some(({ text }) => text.includes("-"));
      if (!isRule) found.push(...cellsIn(line));
    }
    checkTogether(text, used, false);
  }
  if (!SIDES.includes(side) || found.length !== side ** 2) {
    const right = header && side >= SIDES[0] ? `${side ** 2}` : "16 (4x4), 36 (6x6), 81 (9x9) or another square";
    fail(`${found.length} cells; without Python write ${right}`, head.number);
  }
  if (below.length) fail("another puzzle; write one, its cells in one line", below[0].number);
  const play = board(...(header ? box : usualBox(side)));
  found.forEach(({ one, number, column }, i) => {
    if (".0_*".includes(one)) return;
    const place = play.symbols.indexOf(one);
    if (place < 0) fail(`'${one}' is no digit; write 1 to ${side}, or . for none`, number, column);
    play.start[i] = 1 << place;
    for (const { name, cells } of play.units) {
      const before = cells.includes(i) && cells.find((j) => j < i && play.start[j] === play.start[i]);
      if (before !== false && before !== undefined) {
        fail(`${one} is in ${name} already, in ${placeIn(play.cells[before])}; change one of them`, number, column);
      }
    }
  });
  const all = 2 ** side - 1;
  play.parts = {
    naked: every(play.units, forward),
    hidden: every(play.units, hidden(all)),
    locked: () => crossings(play.units, side),
    subsets: every(play.units, subsets(all, LARGEST_SUBSET)),
    gac: every(play.units, different(null)),
  };
  return play;
}

function* generator(chosen, request, known) {
  // A full board, from which one digit after the other is taken, as long as a level solves it, or it has one solution.
  const side = sideOf(chosen);
  const digits = fill(board(...usualBox(side)));
  const textOf = (clues) => clues.map((digit) => digit || ".").join("");
  let clues = digits;
  for (const cell of digits ? shuffled([...digits.keys()]) : []) {
    yield;
    const fewer = clues.map((digit, i) => (i === cell ? 0 : digit));
    const play = puzzleIn("sudoku", textOf(fewer));
    const { criterion } = request;
    if (criterion ? solves(play, known, criterion) : solves(play, known, kinds.sudoku.search) || !othersOf(play, known)) {
      clues = fewer;
    }
  }
  if (!digits) return null;
  const level = levelOf(puzzleIn("sudoku", textOf(clues)), known);
  return (level ? level.name : null) === request.level ? textOf(clues) : null;
}

export { generator, reader };

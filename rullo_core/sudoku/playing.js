// Sudokus where there is no Python: read and made; see rullo_core/player/read.js and make.js.

import { kinds } from "../player/kinds.js";
import { fill, othersOf, shuffled, sideOf, solves } from "../player/make.js";
import { board, crossings, every, fail, levelOf, linesOf, placeIn, puzzleIn } from "../player/read.js";
import { different, hidden, settled, subsets } from "../player/rules.js";

const LARGEST_SUBSET = 3;

function reader(text) {
  const lines = linesOf(text);
  if (!lines.length) fail("no puzzle; write its cells in one line, with . for empty ones", 1);
  if (lines.length > 1) fail("another puzzle; write one, its cells in one line", lines[1].number);
  const [{ number, words }] = lines;
  const found = words.flatMap(({ text, column }) =>
    [...text].flatMap((one, i) => (one === "|" ? [] : [{ one, column: column + i }])),
  );
  const box = Math.sqrt(Math.sqrt(found.length));
  if (box !== 2 && box !== 3) fail(`${found.length} cells; without Python write 16 (4x4) or 81 (9x9)`, number);
  const play = board(box, box);
  found.forEach(({ one, column }, i) => {
    if (".0_*".includes(one)) return;
    const place = play.symbols.indexOf(one);
    if (place < 0) fail(`'${one}' is no digit; write 1 to ${box * box}, or . for none`, number, column);
    play.start[i] = 1 << place;
    for (const { name, cells } of play.units) {
      const before = cells.includes(i) && cells.find((j) => j < i && play.start[j] === play.start[i]);
      if (before !== false && before !== undefined) {
        fail(`${one} is in ${name} before, in ${placeIn(play.cells[before])}; change one`, number, column);
      }
    }
  });
  const all = 2 ** (box * box) - 1;
  play.parts = {
    naked: every(play.units, settled),
    hidden: every(play.units, hidden(all)),
    locked: () => crossings(play.units, box * box),
    subsets: every(play.units, subsets(all, LARGEST_SUBSET)),
    gac: every(play.units, different(null)),
  };
  return play;
}

function* maker(chosen, wish, known) {
  // A full board, from which one digit after the other is taken, as long as a level solves it, or it has one solution.
  const side = sideOf(chosen);
  const digits = fill(board(Math.sqrt(side), Math.sqrt(side)));
  const told = (clues) => clues.map((digit) => digit || ".").join("");
  let clues = digits;
  for (const cell of digits ? shuffled([...digits.keys()]) : []) {
    yield;
    const fewer = clues.map((digit, i) => (i === cell ? 0 : digit));
    const play = puzzleIn("sudoku", told(fewer));
    const { criterion } = wish;
    if (criterion ? solves(play, known, criterion) : solves(play, known, kinds.sudoku.search) || !othersOf(play, known)) {
      clues = fewer;
    }
  }
  if (!digits) return null;
  const level = levelOf(puzzleIn("sudoku", told(clues)), known);
  return (level ? level.name : null) === wish.level ? told(clues) : null;
}

export { maker, reader };

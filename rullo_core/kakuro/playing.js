// Read, explain and generate Kakuros without Python; see rullo_core/player/read.js and make.js.

import { kinds } from "../player/kinds.js";
import { distance, fill, isConnected, isFirst, MOST_OTHERS, othersOf, pick, shuffled, sideOf } from "../player/make.js";
import { checkTogether, conjunction, fail, inOrder, levelOf, linesOf, placeIn, puzzleIn, rangeText, runBeyond } from "../player/read.js";
import { different, digitsOf, isFixed, rectangle, setsOf, subsetsOf, tabulate } from "../player/rules.js";

const MOST_SETS = 3; // the greatest number of sets of digits that are listed
const MOST_OPEN = 16; // the greatest number of open cells of a Kakuro when a puzzle with open cells is requested

function reader(text) {
  const lines = linesOf(text);
  const [head, ...rest] = lines;
  if (!head) fail("no puzzle; write its numbers of rows and columns, and a line for each row", 1);
  const [rows, columns] = head.words.map(({ text }) => (/^\d{1,4}$/.test(text) ? Number(text) : 0));
  if (head.words.length !== 2 || !(rows > 0 && columns > 0)) {
    fail("no size; begin a puzzle with its numbers of rows and columns", head.number);
  }
  if (rest.length !== rows) fail(`there are ${rest.length} rows where it says ${rows}`, head.number);
  checkTogether(text, lines, false);
  const sums = new Map();
  const cells = [];
  rest.forEach(({ number, words }, r) => {
    if (words.length !== columns) fail(`${words.length} cells where there are ${columns} columns`, number);
    words.forEach(({ text, column }, c) => {
      const [, white, downText, acrossText] = /^(?:(0)|-|(\d{1,9}|\*)?,(\d{1,9}|\*)?)$/.exec(text) || fail(
        `'${text}' is no cell; write 0, -, 16, or ,24 or 17,24`, number, column,
      );
      if (white) cells.push([r, c]);
      if (acrossText) sums.set(`across ${r},${c + 1}`, { clue: acrossText, number, column });
      if (downText) sums.set(`down ${r + 1},${c}`, { clue: downText, number, column });
    });
  });
  const numbered = new Map(cells.map((place, cell) => [`${place}`, cell]));
  const units = [];
  const entries = { across: [], down: [] };
  const clues = new Map();
  for (const [group, dr, dc] of [["across", 0, 1], ["down", 1, 0]]) {
    for (const [r, c] of cells) {
      if (numbered.has(`${[r - dr, c - dc]}`)) continue;
      const run = [];
      while (numbered.has(`${[r + run.length * dr, c + run.length * dc]}`)) {
        run.push(numbered.get(`${[r + run.length * dr, c + run.length * dc]}`));
      }
      const printed = sums.get(`${group} ${r},${c}`);
      sums.delete(`${group} ${r},${c}`);
      if (printed?.clue === "*" || (!printed && run.length === 1)) continue;
      const [line, column] = printed ? [printed.number, printed.column] : [rest[r].number, rest[r].words[c].column];
      if (run.length > 9) fail(`${run.length} cells ${group}; there are 9 digits, so divide them`, line, column);
      const total = printed ? Number(printed.clue) : null;
      const minimum = (run.length * (run.length + 1)) / 2;
      const maximum = run.length * 10 - minimum;
      if (printed && (total < minimum || total > maximum)) {
        fail(`no ${run.length} different digits add up to ${total}; write ${rangeText(minimum, maximum)}`, line, column);
      }
      const sum = total === null ? "" : `${total} `;
      units.push({ name: `${sum}${group} from ${placeIn([r, c])}`, cells: run, total, distinct: true });
      entries[group].push(units.length - 1);
      if (!printed) continue;
      const black = [r - dr, c - dc];
      const clue = clues.get(`${black}`) || [...black, "", ""];
      clue[group === "down" ? 2 : 3] = `${total}`;
      clues.set(`${black}`, clue);
    }
  }
  for (const { clue, number, column } of sums.values()) {
    fail(`the clue ${clue} has no white cell after it`, number, column);
  }
  cells.forEach(([r, c], cell) => {
    if (units.some((unit) => unit.cells.includes(cell))) return;
    const { number, words } = rest[r];
    fail("this white cell is in no entry; make it black, or give it a clue", number, words[c].column);
  });
  const complete = (group) => () => entries[group].map((i) => ({ ...units[i], rule: different(units[i].total) }));
  return {
    size: [rows - 1, columns - 1],
    rows,
    columns,
    symbols: [..."123456789"],
    cells,
    start: cells.map(() => 511),
    units,
    clues: [...clues.values()].sort((first, second) => first[0] - second[0] || first[1] - second[1]),
    parts: {
      across: complete("across"),
      down: complete("down"),
      rectangles: () => rectangles(entries.across.map((i) => units[i]), entries.down.map((i) => units[i])),
    },
  };
}

function rectangles(acrossEntries, downEntries) {
  // Two entries across and two down that cross in four cells.
  const meets = (entry, partner) => entry.cells.some((cell) => partner.cells.includes(cell));
  return subsetsOf(acrossEntries, 2).flatMap((pair) => {
    const crossing = downEntries.filter((entry) => pair.every((member) => meets(member, entry)));
    return subsetsOf(crossing, 2).map((two) => {
      const four = [...pair, ...two];
      const cells = inOrder(four.flatMap((entry) => entry.cells));
      const members = four.map((entry) => entry.cells.map((cell) => cells.indexOf(cell)));
      const rule = rectangle(members, four.map(({ total }) => total));
      return { name: conjunction(four.map(({ name }) => name)), cells, rule };
    });
  });
}

function reason(unit, candidates) {
  // The sets of digits that an entry can still have, where they are few.
  if (unit.part === "rectangles") return ", at their crossings";
  const sets = unit.total === null ? [] : livingSimply(candidates, unit.total);
  if (!sets.length || sets.length > MOST_SETS || unit.cells.length === 1) return "";
  return `, only ${sets.map((set) => digitsOf(set).join("+")).join(" or ")}`;
}

function livingSimply(candidates, total) {
  // Sets whose digits all are in some cell, with the digit of every fixed cell, and one of each.
  const [possible, fixed] = [candidates, candidates.filter(isFixed)].map((masks) => masks.reduce((union, mask) => union | mask, 0));
  return setsOf(candidates.length, total, possible).filter((set) => !(fixed & ~set) && candidates.every((mask) => mask & set));
}

function entriesOf(white, width) {
  // Cells beside each other, and below each other, each with the black cell before it, where its sum stands.
  return [1, width].flatMap((step) =>
    white.flatMap((first) => {
      if (white.includes(first - step)) return [];
      const cells = [first];
      while (white.includes(cells.at(-1) + step)) cells.push(cells.at(-1) + step);
      return [{ black: first - step, step, cells }];
    }),
  );
}

function layOut(width) {
  // A random layout with a row above and a column beside the cells: symmetric under a half turn, connected, and without
  // an entry of one cell.
  const cells = tabulate(width * width, (cell) => cell).filter((cell) => cell >= width && cell % width);
  const isFine = (white) => isConnected(white, width) && entriesOf(white, width).every(({ cells }) => cells.length > 1);
  return shuffled(cells).reduce((white, cell) => {
    const rest = white.filter((member) => member !== cell && member !== width * (width + 1) - cell);
    return isFine(rest) ? rest : white;
  }, cells);
}

function* generator(choices, request, cache) {
  // Random digits; then digits that passes leave open are changed, one after the other, if no more cells are open then.
  const width = sideOf(choices) + 1;
  const white = layOut(width);
  const entries = entriesOf(white, width);
  const units = entries.map(({ cells }) => ({ cells: cells.map((cell) => white.indexOf(cell)) }));
  const rate = (digits) => {
    const sum = (black, way) => {
      const i = entries.findIndex(({ black: start, step }) => start === black && step === way);
      return i < 0 ? "" : units[i].cells.reduce((total, cell) => total + digits[cell], 0);
    };
    const textOf = (cell) => {
      if (white.includes(cell)) return "0";
      const sums = `${sum(cell, width)},${sum(cell, 1)}`;
      return sums === "," ? "-" : sums;
    };
    const rows = tabulate(width, (r) => tabulate(width, (c) => textOf(r * width + c)).join(" "));
    const text = [`${width} ${width}`, ...rows].join("\n");
    const play = puzzleIn("kakuro", text);
    const [first] = kinds.kakuro.levels;
    const { state } = runBeyond(play, first, cache);
    const open = [...state.keys()].filter((i) => digitsOf(state[i]).length > 1);
    if (request.difficulty) {
      return { digits, text, open, cost: open.length * white.length || distance(play, cache, request) };
    }
    if (!open.length) return { digits, text, open, cost: Infinity };
    if (open.length > MOST_OPEN) return { digits, text, open, cost: MOST_OTHERS + open.length };
    const fits = request.level ? isFirst(play, cache, request.level) : levelOf(play, cache) === null;
    return { digits, text, open, cost: othersOf(play, cache, MOST_OTHERS) + (fits ? 0 : 1) };
  };
  const first = fill({ cells: white, units, start: white.map(() => 511) });
  let current = first && rate(first);
  for (let tries = 0; current?.cost && tries < 20 * white.length; tries++) {
    yield;
    const i = pick(current.open.length ? current.open : [...white.keys()]);
    const peers = units.filter(({ cells }) => cells.includes(i)).flatMap(({ cells }) => cells);
    const free = digitsOf(511).filter((digit) => peers.every((peer) => current.digits[peer] !== digit));
    if (!free.length) continue;
    const next = rate(current.digits.map((digit, cell) => (cell === i ? pick(free) : digit)));
    if (next.cost <= current.cost) current = next;
  }
  return current && !current.cost ? current.text : null;
}

export { generator, reader, reason };

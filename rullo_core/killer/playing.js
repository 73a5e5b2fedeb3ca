// Read, explain and generate Killer Sudokus without Python; see rullo_core/player/read.js and make.js.

import { kinds } from "../player/kinds.js";
import { fill, integerBelow, isConnected, isFirst, neighbours, pick, sideOf } from "../player/make.js";
import {
  board, checkBox, checkTogether, conjunction, crossings, fail, inOrder, linesOf, namedLevel, puzzleIn, rangeText, runBeyond, usualBox,
  withRule,
} from "../player/read.js";
import { different, digitsOf, forward, hidden, livingSets, required, signedSum, tabulate } from "../player/rules.js";

const [MOST_SUMMED, MOST_IN_WINDOWS] = [4, 20]; // cells of a sum, of one unit and of several
const MOST_SETS = 4; // the greatest number of sets of digits that are listed
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const [LONGEST_LABEL, UNPRINTABLE] = [20, /[\p{C}\p{Z}]/u];
const HEADINGS = ["solution", "digits"]; // of what may follow the sums: rows with all digits, or with those entered

function rowsBelow({ number, words: [{ text: name }] }, lines, side) {
  const digits = lines.flatMap((line) => {
    const isRow = line.words.length === side && line.words.every(({ text }) => {
      if (name === "digits" && text === ".") return true;
      return /^\d{1,9}$/.test(text) && Number(text) >= (name === "digits" ? 0 : 1) && Number(text) <= side;
    });
    return isRow ? line.words.map(({ text }) => Number(text)) : fail(`this is no row of ${side} digits`, line.number);
  });
  if (lines.length !== side) fail(`${lines.length} rows of digits; write ${side}`, number);
  return { name, digits };
}

function isKept({ cells, total }, digits) {
  // Whether digits in cells all differ, and add up to a sum.
  const sum = cells.reduce((subtotal, cell) => subtotal + digits[cell], 0);
  return new Set(cells.map((cell) => digits[cell])).size === cells.length && (total === null || sum === total);
}

function reader(text) {
  const lines = linesOf(text);
  checkTogether(text, lines, true);
  const [head, ...rest] = lines;
  if (!head) fail("no puzzle; begin one with a line such as killer 9x9 boxes 3x3", 1);
  const line = head.words.map((word) => word.text).join(" ");
  const header = /^killer (\d{1,9})x(\d{1,9}) boxes (\d{1,9})x(\d{1,9})( diagonals)?$/.exec(line);
  const [side, columns, height, width] = (header || []).slice(1, 5).map(Number);
  if (!header || side !== columns) fail(`'${line}' begins no puzzle; write such as killer 9x9 boxes 3x3`, head.number);
  checkBox(side, height, width, head);
  if (rest.length < side) fail(`${rest.length} rows of labels; write ${side}`, head.number);
  const cagesByLabel = new Map();
  rest.slice(0, side).forEach(({ number, words }, r) => {
    if (words.length !== side) fail(`row ${r + 1} has ${words.length} labels; write ${side}`, number);
    words.forEach(({ text, column }, c) => {
      if (text === ".") return;
      if ([...text].length > LONGEST_LABEL || UNPRINTABLE.test(text)) fail("this is no label; write letters such as ab", number, column);
      if (!cagesByLabel.has(text)) cagesByLabel.set(text, { cells: [], number, column });
      cagesByLabel.get(text).cells.push(r * side + c);
    });
  });
  const sums = new Map();
  const under = rest.slice(side);
  const headings = under.flatMap(({ words }, i) => (words.length === 1 && HEADINGS.includes(words[0].text) ? [i] : []));
  for (const { number, words } of under.slice(0, headings[0])) {
    for (const { text, column } of words) {
      const [, label, sum] = /^(.+)=(\d{1,9})$/su.exec(text) || fail(
        `'${text}' is no sum; write label=sum such as a=12`, number, column,
      );
      if (!cagesByLabel.has(label)) fail(`there is no cage ${label}; label its cells`, number, column);
      if (sums.has(label)) fail(`cage ${label} has the sum ${sums.get(label)} already`, number, column);
      sums.set(label, Number(sum));
      const n = cagesByLabel.get(label).cells.length;
      const minimum = (n * (n + 1)) / 2;
      const maximum = n * (side + 1) - minimum;
      if (n > side) fail(`cage ${label} has ${n} cells; there are ${side} digits`, number, column);
      if (sum < minimum || sum > maximum) {
        const possible = rangeText(minimum, maximum);
        fail(`no ${n} different digits from 1 to ${side} add up to ${sum}; write ${possible}`, number, column);
      }
    }
  }
  for (const [label, { cells, number, column }] of cagesByLabel) {
    if (!sums.has(label)) fail(`cage ${label} has no sum; add ${label}= and its sum`, number, column);
    const connected = new Set([cells[0]]);
    for (const cell of connected) {
      const horizontal = [...(cell % side ? [cell - 1] : []), ...((cell + 1) % side ? [cell + 1] : [])];
      const adjacent = [cell - side, cell + side, ...horizontal];
      adjacent.filter((neighbour) => cells.includes(neighbour)).forEach((neighbour) => connected.add(neighbour));
    }
    if (connected.size < cells.length) fail(`cage ${label} is in several pieces; join them, or make two`, number, column);
  }
  const play = board(height, width);
  const cages = [...cagesByLabel].map(([label, { cells }]) => ({ label, cells, total: sums.get(label) }));
  cages.sort((first, second) => first.cells[0] - second.cells[0]);
  play.cages = cages.map(({ cells, total }) => [cells, total]);
  if (header[5]) {
    const long = [tabulate(side, (i) => i * (side + 1)), tabulate(side, (i) => (i + 1) * (side - 1))];
    const names = ["the diagonal from the top left", "the diagonal from the top right"];
    long.forEach((cells, i) => {
      play.units.push({ name: names[i], cells, total: null, distinct: true });
    });
    play.shaded = inOrder(long.flat());
  }
  const units = [...play.units];
  const caged = cages.map(({ label, cells, total }) => ({ name: `cage ${label}`, cells, total, distinct: true }));
  play.units.push(...caged);
  const sections = headings.map((i, k) => rowsBelow(under[i], under.slice(i + 1, headings[k + 1]), side));
  if (sections.length > 1 && sections[0].name === sections[1].name || sections.length > 2) {
    fail(`${sections.at(-1).name} is there twice; remove one`, under[headings.at(-1)].number);
  }
  const solution = sections.find(({ name }) => name === "solution");
  if (solution && play.units.some((unit) => !isKept(unit, solution.digits))) {
    fail("its solution breaks a rule; leave it out, or correct it", head.number);
  }
  const sees = play.cells.map((_, cell) => new Set(play.units.flatMap(({ cells }) => (cells.includes(cell) ? cells : []))));
  play.parts = {
    naked: withRule(units, forward),
    hidden: withRule(units, hidden(2 ** side - 1)),
    locked: () => crossings(units, side),
    units: withRule(units, different(null)),
    cages: () => caged.map((cage) => ({ ...cage, rule: different(cage.total) })),
    required: () => caged.map((cage) => behind(cage, sees)),
    sums: () => sumsOf(units.slice(0, 3 * side).map((unit) => [unit.name, unit.cells, 1]), false).filter(
      ({ cells }) => cells.length <= MOST_SUMMED,
    ),
    windows: () => sumsOf(windowsOf(units, side, height, width), true).filter(
      ({ cells }) => cells.length <= MOST_IN_WINDOWS,
    ),
  };
  return play;

  function sumsOf(regions, mixed) {
    // The rule of 45: what parts of cages add up to, those inside a region, less those outside of others.
    const regionSums = new Map();
    const uncaged = play.cells.map((_, cell) => cell).filter((cell) => !caged.some(({ cells }) => cells.includes(cell)));
    for (const [name, region, number] of regions) {
      const regionCells = new Set(region);
      const cellsInside = (cells) => cells.filter((cell) => regionCells.has(cell));
      const wholeCages = caged.filter(({ cells }) => cellsInside(cells).length === cells.length);
      const crossing = caged.filter((cage) => cellsInside(cage.cells).length && !wholeCages.includes(cage));
      const inner = (number * side * (side + 1)) / 2 - wholeCages.reduce((sum, { total }) => sum + total, 0);
      const out = crossing.filter(({ cells }) => 2 * cellsInside(cells).length > cells.length);
      const choices = [["inside", crossing, []], ["outside", [], crossing]];
      if (mixed) choices.push(["across", crossing.filter((cage) => !out.includes(cage)), out]);
      for (const [relation, added, subtracted] of choices) {
        let plus = inOrder([...added.flatMap(({ cells }) => cellsInside(cells)), ...cellsInside(uncaged)]);
        let minus = inOrder(subtracted.flatMap(({ cells }) => cells.filter((cell) => !regionCells.has(cell))));
        let total = inner - subtracted.reduce((sum, cage) => sum + cage.total, 0);
        if (!plus.length) [plus, minus, total] = [minus, [], -total];
        const cells = [...plus, ...minus];
        const signs = cells.map((_, k) => (k < plus.length ? 1 : -1));
        const key = `${cells} ${signs}`;
        if (!cells.length || regionSums.has(key)) continue;
        const peers = cells.map((cell, k) => tabulate(k, (i) => i).filter((i) => sees[cell].has(cells[i])));
        regionSums.set(key, { name: `${name}, ${relation}`, cells, rule: signedSum(total, signs, peers) });
      }
    }
    return [...regionSums.values()];
  }
}

function behind(cage, sees) {
  // A cage, and the cells outside that see some of it.
  const outerCells = tabulate(sees.length, (cell) => cell).filter(
    (cell) => !cage.cells.includes(cell) && cage.cells.some((member) => sees[cell].has(member)),
  );
  const seenCells = outerCells.map((cell) => cage.cells.reduce((mask, member, k) => (sees[cell].has(member) ? mask | (1 << k) : mask), 0));
  return { name: `${cage.name} and what sees it`, cells: [...cage.cells, ...outerCells], rule: required(cage.total, seenCells) };
}

function windowsOf(units, side, height, width) {
  // Adjacent rows, adjacent columns, and rectangles of boxes: name, cells, and the number of units.
  const windows = [];
  const add = (parts, name) => windows.push([name, parts.flatMap(({ cells }) => cells), parts.length]);
  for (const [kind, first] of [["row", 0], ["column", side]]) {
    for (let begin = 0; begin < side; begin++) {
      for (let end = begin + 1; end <= side && end - begin < side; end++) {
        const name = end - begin > 1 ? `${kind}s ${begin + 1} to ${end}` : `${kind} ${end}`;
        add(units.slice(first + begin, first + end), name);
      }
    }
  }
  const [boxRows, boxColumns] = [side / height, side / width];
  const stretches = (n) => tabulate(n, (from) => tabulate(n - from, (i) => [from, from + i + 1])).flat();
  for (const [topRow, bottomRow] of stretches(boxRows)) {
    for (const [leftColumn, rightColumn] of stretches(boxColumns)) {
      const boxes = tabulate(bottomRow - topRow, (r) => tabulate(rightColumn - leftColumn, (c) => units[2 * side + (topRow + r) * boxColumns + leftColumn + c]));
      const windowBoxes = boxes.flat();
      if (windowBoxes.length === side) continue;
      add(windowBoxes, windowBoxes.length > 1 ? `${windowBoxes[0].name} to ${windowBoxes.at(-1).name}` : windowBoxes[0].name);
    }
  }
  return windows;
}

function reason(unit, candidates, name) {
  // The strategy, and the facts it uses.
  const { rule, part } = unit;
  const strategy = `, ${kinds.killer.parts[part]}`;
  if (part === "cages") {
    const sets = livingSets(candidates, unit.total);
    const setsText = sets.length <= MOST_SETS ? sets.map((set) => digitsOf(set).join("")).join(" ") : `${sets.length} sets`;
    return `${strategy} (${unit.total}: ${setsText})`;
  }
  if (part === "required") {
    const digits = livingSets(rule.cage(candidates), rule.total).reduce((common, set) => common & set);
    return `${strategy} (has ${conjunction(digitsOf(digits).map(String))})`;
  }
  if (part === "sums" || part === "windows") {
    const terms = unit.cells.map((cell, k) => `${rule.signs[k] > 0 ? "+" : "-"} ${name(cell)}`).join(" ");
    return `${strategy} (${terms.replace(/^\+ /, "")} = ${rule.total})`;
  }
  return strategy;
}

function grow(free, first, size, digits, side) {
  // Connected free cells, no digit twice.
  const cage = [first];
  while (cage.length < size) {
    const adjacent = cage.flatMap((cell) => neighbours(cell, side)).filter((cell) => free.has(cell) && !cage.includes(cell));
    const fit = adjacent.filter((cell) => cage.every((member) => digits[member] !== digits[cell]));
    if (!fit.length) break;
    cage.push(pick(fit));
  }
  return cage;
}

function layCages(digits, side) {
  // Cages of two to four cells, or fewer where no more fit, starting at the cells with the fewest free neighbours.
  const free = new Set(digits.keys());
  const cages = [];
  while (free.size) {
    const around = (cell) => neighbours(cell, side).filter((neighbour) => free.has(neighbour)).length;
    const fewest = Math.min(...[...free].map(around));
    const cage = grow(free, pick([...free].filter((cell) => around(cell) === fewest)), 2 + integerBelow(3), digits, side);
    cage.forEach((cell) => free.delete(cell));
    cages.push(cage);
  }
  return cages;
}

function parted(cage, digits, side) {
  // The cage as two pieces.
  for (;;) {
    const piece = grow(new Set(cage), pick(cage), 1 + integerBelow(cage.length / 2), digits, side);
    const rest = cage.filter((cell) => !piece.includes(cell));
    if (isConnected(rest, side)) return [piece, rest];
  }
}

function labelOf(number) {
  // a, b and so on, then aa, ab and so on.
  const [first, last] = [Math.floor(number / LETTERS.length), number % LETTERS.length];
  return (first ? labelOf(first - 1) : "") + LETTERS[last];
}

function textOf({ box, diagonals, cages }) {
  // The text of cages in the order of their first cells; a cage without a sum has none in the text.
  const side = box[0] * box[1];
  const labels = tabulate(side * side, (cell) => {
    const number = cages.findIndex(({ cells }) => cells.includes(cell));
    return number < 0 ? "." : labelOf(number);
  });
  const long = Math.max(...labels.map((label) => label.length));
  const row = (r) => labels.slice(r * side, (r + 1) * side).map((label) => label.padEnd(long));
  return [
    `killer ${side}x${side} boxes ${box.join("x")}${diagonals ? " diagonals" : ""}`,
    ...tabulate(side, (r) => row(r).join(" ").trimEnd()),
    cages.flatMap(({ sum }, i) => (sum === null ? [] : [`${labelOf(i)}=${sum}`])).join(" "),
  ].join("\n").trimEnd();
}

function killerText(cages, digits, side) {
  const cageList = cages.map((cage) => ({ cells: inOrder(cage), sum: cage.reduce((total, cell) => total + digits[cell], 0) }));
  cageList.sort((first, second) => first.cells[0] - second.cells[0]);
  return textOf({ box: usualBox(side), diagonals: false, cages: cageList });
}

function* generator(choices, request, cache) {
  // A full board in random cages; cages that passes leave open are split until the requested level solves the puzzle.
  const side = sideOf(choices);
  const digits = fill(board(...usualBox(side)));
  let cages = digits ? layCages(digits, side) : [];
  while (cages.length) {
    yield;
    const text = killerText(cages, digits, side);
    const play = puzzleIn("killer", text);
    const outcome = runBeyond(play, namedLevel("killer", request.level), cache);
    if (outcome.solved) return isFirst(play, cache, request.level) ? text : null; // splitting cages does not make it harder
    const open = cages.filter((cage) => cage.some((cell) => digitsOf(outcome.state[cell]).length > 1));
    const largest = Math.max(...open.map(({ length }) => length));
    if (largest === 1) return null;
    const cage = pick(open.filter(({ length }) => length === largest));
    cages = [...cages.filter((existing) => existing !== cage), ...parted(cage, digits, side)];
  }
  return null;
}

export { generator, reader, reason, textOf };

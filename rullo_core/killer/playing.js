// Killer Sudokus where there is no Python: read, explained and made; see rullo_core/player/read.js and make.js.

import { kinds } from "../player/kinds.js";
import { below, fill, isConnected, isFirst, neighbours, pick, sideOf } from "../player/make.js";
import {
  between, board, checkBox, checkTogether, crossings, every, fail, inOrder, linesOf, listed, namedLevel, puzzleIn, runBeyond, usualBox,
} from "../player/read.js";
import { different, digitsOf, forward, hidden, livingSets, required, signedSum, some } from "../player/rules.js";

const [MOST_SUMMED, MOST_IN_WINDOWS] = [4, 20]; // cells of a sum, of one unit and of several
const MOST_SETS = 4; // with more sets of digits than this, they are not listed one by one
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
  const sum = cells.reduce((all, cell) => all + digits[cell], 0);
  return new Set(cells.map((cell) => digits[cell])).size === cells.length && (total === null || sum === total);
}

function reader(text) {
  const all = linesOf(text);
  checkTogether(text, all, true);
  const [head, ...rest] = all;
  if (!head) fail("no puzzle; begin one with a line such as killer 9x9 boxes 3x3", 1);
  const line = head.words.map((word) => word.text).join(" ");
  const header = /^killer (\d{1,9})x(\d{1,9}) boxes (\d{1,9})x(\d{1,9})( diagonals)?$/.exec(line);
  const [side, other, high, wide] = (header || []).slice(1, 5).map(Number);
  if (!header || side !== other) fail(`'${line}' begins no puzzle; write such as killer 9x9 boxes 3x3`, head.number);
  checkBox(side, high, wide, head);
  if (rest.length < side) fail(`${rest.length} rows of labels; write ${side}`, head.number);
  const inside = new Map();
  rest.slice(0, side).forEach(({ number, words }, r) => {
    if (words.length !== side) fail(`row ${r + 1} has ${words.length} labels; write ${side}`, number);
    words.forEach(({ text, column }, c) => {
      if (text === ".") return;
      if ([...text].length > LONGEST_LABEL || UNPRINTABLE.test(text)) fail("this is no label; write letters such as ab", number, column);
      if (!inside.has(text)) inside.set(text, { cells: [], number, column });
      inside.get(text).cells.push(r * side + c);
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
      if (!inside.has(label)) fail(`there is no cage ${label}; label its cells`, number, column);
      if (sums.has(label)) fail(`cage ${label} has the sum ${sums.get(label)} already`, number, column);
      sums.set(label, Number(sum));
      const n = inside.get(label).cells.length;
      const least = (n * (n + 1)) / 2;
      const most = n * (side + 1) - least;
      if (n > side) fail(`cage ${label} has ${n} cells; there are ${side} digits`, number, column);
      if (sum < least || sum > most) {
        const possible = between(least, most);
        fail(`no ${n} different digits from 1 to ${side} add up to ${sum}; write ${possible}`, number, column);
      }
    }
  }
  for (const [label, { cells, number, column }] of inside) {
    if (!sums.has(label)) fail(`cage ${label} has no sum; add ${label}= and its sum`, number, column);
    const connected = new Set([cells[0]]);
    for (const cell of connected) {
      const beside = [...(cell % side ? [cell - 1] : []), ...((cell + 1) % side ? [cell + 1] : [])];
      const near = [cell - side, cell + side, ...beside];
      near.filter((one) => cells.includes(one)).forEach((one) => connected.add(one));
    }
    if (connected.size < cells.length) fail(`cage ${label} is in several pieces; join them, or make two`, number, column);
  }
  const play = board(high, wide);
  const cages = [...inside].map(([label, { cells }]) => ({ label, cells, total: sums.get(label) }));
  cages.sort((one, other) => one.cells[0] - other.cells[0]);
  play.cages = cages.map(({ cells, total }) => [cells, total]);
  if (header[5]) {
    const long = [some(side, (i) => i * (side + 1)), some(side, (i) => (i + 1) * (side - 1))];
    const names = ["the diagonal from the top left", "the diagonal from the top right"];
    long.forEach((cells, i) => {
      play.units.push({ name: names[i], cells, total: null, distinct: true });
    });
    play.shaded = inOrder(long.flat());
  }
  const units = [...play.units];
  const caged = cages.map(({ label, cells, total }) => ({ name: `cage ${label}`, cells, total, distinct: true }));
  play.units.push(...caged);
  const written = headings.map((i, k) => rowsBelow(under[i], under.slice(i + 1, headings[k + 1]), side));
  if (written.length > 1 && written[0].name === written[1].name || written.length > 2) {
    fail(`${written.at(-1).name} is there twice; remove one`, under[headings.at(-1)].number);
  }
  const solution = written.find(({ name }) => name === "solution");
  if (solution && play.units.some((unit) => !isKept(unit, solution.digits))) {
    fail("its solution breaks a rule; leave it out, or correct it", head.number);
  }
  const sees = play.cells.map((_, cell) => new Set(play.units.flatMap(({ cells }) => (cells.includes(cell) ? cells : []))));
  play.parts = {
    naked: every(units, forward),
    hidden: every(units, hidden(2 ** side - 1)),
    locked: () => crossings(units, side),
    units: every(units, different(null)),
    cages: () => caged.map((cage) => ({ ...cage, rule: different(cage.total) })),
    required: () => caged.map((cage) => behind(cage, sees)),
    sums: () => sumsOf(units.slice(0, 3 * side).map((unit) => [unit.name, unit.cells, 1]), false).filter(
      ({ cells }) => cells.length <= MOST_SUMMED,
    ),
    windows: () => sumsOf(windowsOf(units, side, high, wide), true).filter(
      ({ cells }) => cells.length <= MOST_IN_WINDOWS,
    ),
  };
  return play;

  function sumsOf(regions, mixed) {
    // The rule of 45: what parts of cages add up to, those inside a region, less those outside of others.
    const made = new Map();
    const alone = play.cells.map((_, cell) => cell).filter((cell) => !caged.some(({ cells }) => cells.includes(cell)));
    for (const [name, region, number] of regions) {
      const within = new Set(region);
      const inside = (cells) => cells.filter((cell) => within.has(cell));
      const whole = caged.filter(({ cells }) => inside(cells).length === cells.length);
      const crossing = caged.filter((cage) => inside(cage.cells).length && !whole.includes(cage));
      const inner = (number * side * (side + 1)) / 2 - whole.reduce((sum, { total }) => sum + total, 0);
      const out = crossing.filter(({ cells }) => 2 * inside(cells).length > cells.length);
      const choices = [["inside", crossing, []], ["outside", [], crossing]];
      if (mixed) choices.push(["across", crossing.filter((cage) => !out.includes(cage)), out]);
      for (const [how, added, taken] of choices) {
        let plus = inOrder([...added.flatMap(({ cells }) => inside(cells)), ...inside(alone)]);
        let minus = inOrder(taken.flatMap(({ cells }) => cells.filter((cell) => !within.has(cell))));
        let total = inner - taken.reduce((sum, cage) => sum + cage.total, 0);
        if (!plus.length) [plus, minus, total] = [minus, [], -total];
        const cells = [...plus, ...minus];
        const signs = cells.map((_, k) => (k < plus.length ? 1 : -1));
        const key = `${cells} ${signs}`;
        if (!cells.length || made.has(key)) continue;
        const apart = cells.map((cell, k) => some(k, (i) => i).filter((i) => sees[cell].has(cells[i])));
        made.set(key, { name: `${name}, ${how}`, cells, rule: signedSum(total, signs, apart) });
      }
    }
    return [...made.values()];
  }
}

function behind(cage, sees) {
  // A cage, and the cells outside that see some of it.
  const others = some(sees.length, (cell) => cell).filter(
    (cell) => !cage.cells.includes(cell) && cage.cells.some((one) => sees[cell].has(one)),
  );
  const seen = others.map((cell) => cage.cells.reduce((all, one, k) => (sees[cell].has(one) ? all | (1 << k) : all), 0));
  return { name: `${cage.name} and what sees it`, cells: [...cage.cells, ...others], rule: required(cage.total, seen) };
}

function windowsOf(units, side, high, wide) {
  // Rows and columns beside each other, and rectangles of boxes: name, cells, and of how many units they are.
  const found = [];
  const add = (parts, name) => found.push([name, parts.flatMap(({ cells }) => cells), parts.length]);
  for (const [kind, first] of [["row", 0], ["column", side]]) {
    for (let begin = 0; begin < side; begin++) {
      for (let end = begin + 1; end <= side && end - begin < side; end++) {
        const name = end - begin > 1 ? `${kind}s ${begin + 1} to ${end}` : `${kind} ${end}`;
        add(units.slice(first + begin, first + end), name);
      }
    }
  }
  const [down, across] = [side / high, side / wide];
  const stretches = (n) => some(n, (from) => some(n - from, (i) => [from, from + i + 1])).flat();
  for (const [top, bottom] of stretches(down)) {
    for (const [left, right] of stretches(across)) {
      const boxes = some(bottom - top, (r) => some(right - left, (c) => units[2 * side + (top + r) * across + left + c]));
      const inside = boxes.flat();
      if (inside.length === side) continue;
      add(inside, inside.length > 1 ? `${inside[0].name} to ${inside.at(-1).name}` : inside[0].name);
    }
  }
  return found;
}

function reason(unit, before, name) {
  // The strategy, and what it rests on.
  const { rule, part } = unit;
  const strategy = `, ${kinds.killer.parts[part]}`;
  if (part === "cages") {
    const sets = livingSets(before, unit.total);
    const listed = sets.length <= MOST_SETS ? sets.map((set) => digitsOf(set).join("")).join(" ") : `${sets.length} sets`;
    return `${strategy} (${unit.total}: ${listed})`;
  }
  if (part === "required") {
    const needed = livingSets(rule.cage(before), rule.total).reduce((both, set) => both & set);
    return `${strategy} (has ${listed(digitsOf(needed).map(String))})`;
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
    const near = cage.flatMap((cell) => neighbours(cell, side)).filter((cell) => free.has(cell) && !cage.includes(cell));
    const fit = near.filter((cell) => cage.every((one) => digits[one] !== digits[cell]));
    if (!fit.length) break;
    cage.push(pick(fit));
  }
  return cage;
}

function layCages(digits, side) {
  // Cages of two to four cells, of which the cells that are shut in most come first; and what is left over.
  const free = new Set(digits.keys());
  const cages = [];
  while (free.size) {
    const around = (cell) => neighbours(cell, side).filter((one) => free.has(one)).length;
    const least = Math.min(...[...free].map(around));
    const cage = grow(free, pick([...free].filter((cell) => around(cell) === least)), 2 + below(3), digits, side);
    cage.forEach((cell) => free.delete(cell));
    cages.push(cage);
  }
  return cages;
}

function parted(cage, digits, side) {
  // The cage as two pieces.
  for (;;) {
    const one = grow(new Set(cage), pick(cage), 1 + below(cage.length / 2), digits, side);
    const other = cage.filter((cell) => !one.includes(cell));
    if (isConnected(other, side)) return [one, other];
  }
}

function labelOf(number) {
  // a, b and so on, then aa, ab and so on.
  const [first, last] = [Math.floor(number / LETTERS.length), number % LETTERS.length];
  return (first ? labelOf(first - 1) : "") + LETTERS[last];
}

function textOf({ box, diagonals, cages }) {
  // The text of cages in the order of their first cells; one without a sum has none there.
  const side = box[0] * box[1];
  const labels = some(side * side, (cell) => {
    const number = cages.findIndex(({ cells }) => cells.includes(cell));
    return number < 0 ? "." : labelOf(number);
  });
  const long = Math.max(...labels.map((one) => one.length));
  const row = (r) => labels.slice(r * side, (r + 1) * side).map((one) => one.padEnd(long));
  return [
    `killer ${side}x${side} boxes ${box.join("x")}${diagonals ? " diagonals" : ""}`,
    ...some(side, (r) => row(r).join(" ").trimEnd()),
    cages.flatMap(({ sum }, i) => (sum === null ? [] : [`${labelOf(i)}=${sum}`])).join(" "),
  ].join("\n").trimEnd();
}

function killerText(cages, digits, side) {
  const made = cages.map((cage) => ({ cells: inOrder(cage), sum: cage.reduce((total, cell) => total + digits[cell], 0) }));
  made.sort((one, other) => one.cells[0] - other.cells[0]);
  return textOf({ box: usualBox(side), diagonals: false, cages: made });
}

function* generator(chosen, request, known) {
  // A full board in random cages; those that passes leave open are parted, until the level that is asked for solves it.
  const side = sideOf(chosen);
  const digits = fill(board(...usualBox(side)));
  let cages = digits ? layCages(digits, side) : [];
  while (cages.length) {
    yield;
    const text = killerText(cages, digits, side);
    const play = puzzleIn("killer", text);
    const made = runBeyond(play, namedLevel("killer", request.level), known);
    if (made.solved) return isFirst(play, known, request.level) ? text : null; // by parting it does not get harder
    const open = cages.filter((cage) => cage.some((cell) => digitsOf(made.state[cell]).length > 1));
    const most = Math.max(...open.map(({ length }) => length));
    if (most === 1) return null;
    const cage = pick(open.filter(({ length }) => length === most));
    cages = [...cages.filter((one) => one !== cage), ...parted(cage, digits, side)];
  }
  return null;
}

export { generator, reader, reason, textOf };

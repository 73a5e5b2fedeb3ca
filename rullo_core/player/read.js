// A puzzle's text as a play, where there is no Python: it is read as the command line reads it, and solved by the same
// passes. Which levels there are, what a pass of each looks at, and in which order, Python says: `kinds`, made of each
// puzzle's play.py. What a play is: rullo_core/player/play.py.

import { kinds } from "./kinds.js";
import {
  bits, different, digitOf, digitsOf, hidden, included, isSettled, livingSets, locked, rectangle, required, setsOf,
  settled, signedSum, some, subsets, subsetsOf,
} from "./rules.js";

const LARGEST = 9; // the side of a board, or of a Kakuro in cells beside each other
const MOST_CELLS = 200;
const MOST_SOLUTIONS = 50;
const SECONDS = 5; // in which a puzzle has to be worked out
const PLACES = ["row", "column"];
const LARGEST_SUBSET = 3;
const [MOST_SUMMED, MOST_IN_WINDOWS] = [4, 20]; // cells of a sum, of one unit and of several

function fail(message, line, column = 1) {
  throw Object.assign(new Error(`${line ? `Line ${line}, column ${column}: ` : ""}${message}`), { line, column });
}

const placeIn = ([r, c]) => `row ${r + 1}, column ${c + 1}`;
const between = (least, most) => (least === most ? `${least}` : `${least} to ${most}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

// -- texts ------------------------------------------------------------------------------------------------------------

function linesOf(text) {
  // The lines that hold something, each with its number and its words, and these with their columns.
  return text.split("\n").flatMap((line, i) => {
    const words = [...line.replace(/\r$/, "").matchAll(/\S+/g)].map((one) => ({ text: one[0], column: one.index + 1 }));
    return words.length && !words[0].text.startsWith("#") ? [{ number: i + 1, words }] : [];
  });
}

function readRullo(text) {
  const lines = linesOf(text.replace(/#.*/g, (comment) => " ".repeat(comment.length)));
  if (!lines.length) fail("no puzzle; write the column target-sums, then a line a row", 1);
  for (const { number, words } of lines) {
    for (const { text, column } of words) {
      if (!/^[-+]?\d{1,9}$/.test(text)) fail(`'${text}' is not a whole number; write one, such as 7`, number, column);
    }
  }
  const [head, ...rest] = lines;
  if (!rest.length) fail("column target-sums without rows; add a line a row below them", head.number);
  const gap = lines.findIndex((line, i) => i && line.number > lines[i - 1].number + 1);
  const between = gap < 0 ? [] : text.split("\n").slice(lines[gap - 1].number, lines[gap].number - 1);
  if (between.some((line) => !line.trim())) fail("another puzzle; leave one", lines[gap].number);
  const width = head.words.length;
  for (const { number, words } of rest) {
    if (words.length === width + 1) continue;
    const { column } = words[Math.min(width + 1, words.length - 1)];
    fail(`a row here is its target-sum and ${width} numbers, this one has ${words.length - 1}`, number, column);
  }
  const grid = rest.map(({ words }) => words.slice(1).map((word) => Number(word.text)));
  const targets = [rest.map(({ words }) => Number(words[0].text)), head.words.map((word) => Number(word.text))];
  const cells = grid.flatMap((row, r) => row.flatMap((number, c) => (number ? [[r, c]] : [])));
  const units = targets.flatMap((sums, across) =>
    sums.map((total, i) => ({
      name: `${PLACES[across]} ${i + 1}`,
      cells: cells.flatMap((place, cell) => (place[across] === i ? [cell] : [])),
      total,
      distinct: false,
    })),
  );
  const numbers = cells.map(([r, c]) => grid[r][c]);
  const linesAs = (name) =>
    units
      .filter((unit) => unit.name.startsWith(name))
      .map((unit) => ({ ...unit, rule: included(unit.cells.map((cell) => numbers[cell]), unit.total) }));
  return {
    rows: rest.length,
    columns: width,
    symbols: ["included", "excluded"],
    cells,
    start: cells.map(() => 3),
    units,
    numbers,
    parts: { columns: () => linesAs("column"), rows: () => linesAs("row") },
  };
}

function readKakuro(text) {
  const [head, ...rest] = linesOf(text);
  if (!head) fail("no puzzle; write its numbers of rows and columns, and a line for each row", 1);
  const [rows, columns] = head.words.map((word) => Number(word.text));
  if (head.words.length !== 2 || !(rows > 0 && columns > 0)) {
    fail("no size; begin a puzzle with its numbers of rows and columns", head.number);
  }
  if (rest.length !== rows) fail(`there are ${rest.length} rows where it says ${rows}`, head.number);
  const hints = new Map();
  const cells = [];
  rest.forEach(({ number, words }, r) => {
    if (words.length !== columns) fail(`${words.length} cells where there are ${columns} columns`, number);
    words.forEach(({ text, column }, c) => {
      const [, white, down, across] = /^(?:(0)|-|(\d+|\*)?,(\d+|\*)?)$/.exec(text) || fail(
        `'${text}' is no cell; write 0, -, 16, or ,24 or 17,24`, number, column,
      );
      if (white) cells.push([r, c]);
      if (across) hints.set(`across ${r},${c + 1}`, { hint: across, number, column });
      if (down) hints.set(`down ${r + 1},${c}`, { hint: down, number, column });
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
      const told = hints.get(`${group} ${r},${c}`);
      hints.delete(`${group} ${r},${c}`);
      if (told?.hint === "*" || (!told && run.length === 1)) continue;
      const [line, column] = told ? [told.number, told.column] : [rest[r].number, rest[r].words[c].column];
      if (run.length > 9) fail(`${run.length} cells ${group}; there are 9 digits, so divide them`, line, column);
      const total = told ? Number(told.hint) : null;
      const least = (run.length * (run.length + 1)) / 2;
      const most = run.length * 10 - least;
      if (told && (total < least || total > most)) {
        fail(`no ${run.length} different digits add up to ${total}; write ${between(least, most)}`, line, column);
      }
      const sum = total === null ? "" : `${total} `;
      units.push({ name: `${sum}${group} from ${placeIn([r, c])}`, cells: run, total, distinct: true });
      entries[group].push(units.length - 1);
      if (!told) continue;
      const before = [r - dr, c - dc];
      const both = clues.get(`${before}`) || [...before, "", ""];
      both[group === "down" ? 2 : 3] = `${total}`;
      clues.set(`${before}`, both);
    }
  }
  for (const { hint, number, column } of hints.values()) {
    fail(`the clue ${hint} has no white cell after it`, number, column);
  }
  cells.forEach(([r, c], cell) => {
    if (units.some((unit) => unit.cells.includes(cell))) return;
    const { number, words } = rest[r];
    fail("this white cell is in no entry; make it black, or give it a clue", number, words[c].column);
  });
  const complete = (group) => () => entries[group].map((i) => ({ ...units[i], rule: different(units[i].total) }));
  return {
    told: [rows - 1, columns - 1],
    rows,
    columns,
    symbols: [..."123456789"],
    cells,
    start: cells.map(() => 511),
    units,
    clues: [...clues.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]),
    parts: {
      across: complete("across"),
      down: complete("down"),
      rectangles: () => rectangles(entries.across.map((i) => units[i]), entries.down.map((i) => units[i])),
    },
  };
}

function rectangles(across, down) {
  // Two entries across and two down that cross in four cells.
  const meets = (entry, other) => entry.cells.some((cell) => other.cells.includes(cell));
  return subsetsOf(across, 2).flatMap((pair) => {
    const crossing = down.filter((entry) => pair.every((one) => meets(one, entry)));
    return subsetsOf(crossing, 2).map((two) => {
      const four = [...pair, ...two];
      const cells = inOrder(four.flatMap((entry) => entry.cells));
      const members = four.map((entry) => entry.cells.map((cell) => cells.indexOf(cell)));
      const rule = rectangle(members, four.map(({ total }) => total));
      return { name: listed(four.map(({ name }) => name)), cells, rule };
    });
  });
}

const inOrder = (cells) => [...new Set(cells)].sort((one, other) => one - other);

function board(high, wide) {
  // Rows, columns and boxes of boards of digits.
  const side = high * wide;
  const unit = (name, cells) => ({ name, cells, total: null, distinct: true });
  const boxes = some(side, (b) => {
    const [top, left] = [Math.floor(b / high) * high, (b % high) * wide];
    return some(side, (i) => (top + Math.floor(i / wide)) * side + left + (i % wide));
  });
  return {
    rows: side,
    columns: side,
    symbols: some(side, (i) => `${i + 1}`),
    cells: some(side * side, (i) => [Math.floor(i / side), i % side]),
    start: some(side * side, () => 2 ** side - 1),
    regions: boxes,
    units: [
      ...some(side, (r) => unit(`row ${r + 1}`, some(side, (c) => r * side + c))),
      ...some(side, (c) => unit(`column ${c + 1}`, some(side, (r) => r * side + c))),
      ...boxes.map((cells, b) => unit(`box ${b + 1}`, cells)),
    ],
  };
}

const every = (units, rule) => () => units.map((unit) => ({ ...unit, rule }));

function crossings(units, side) {
  // Lines and boxes that cross.
  const [lines, boxes] = [units.slice(0, 2 * side), units.slice(2 * side, 3 * side)];
  return lines.flatMap((line) =>
    boxes.flatMap((box) => {
      if (!line.cells.some((cell) => box.cells.includes(cell))) return [];
      const cells = inOrder([...line.cells, ...box.cells]);
      const rule = locked(...[line, box].map((unit) => unit.cells.map((cell) => cells.indexOf(cell))));
      return [{ name: `${line.name} and ${box.name}`, cells, rule }];
    }),
  );
}

function readSudoku(text) {
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

function readKiller(text) {
  const all = linesOf(text);
  // What may follow is found here, or not played.
  const end = all.findIndex(({ words }) => words.length === 1 && ["solution", "digits"].includes(words[0].text));
  const [head, ...rest] = end < 0 ? all : all.slice(0, end);
  if (!head) fail("no puzzle; begin one with a line such as killer 9x9 boxes 3x3", 1);
  const line = head.words.map((word) => word.text).join(" ");
  const header = /^killer (\d+)x(\d+) boxes (\d+)x(\d+)( diagonals)?$/.exec(line);
  const [side, other, high, wide] = (header || []).slice(1, 5).map(Number);
  if (!header || side !== other) fail(`'${line}' begins no puzzle; write such as killer 9x9 boxes 3x3`, head.number);
  if (!high || high * wide !== side) {
    fail(`boxes ${high}x${wide} have ${high * wide} cells, a row has ${side}`, head.number, head.words[3].column);
  }
  if (side > LARGEST) fail(`${side}x${side}: boards up to ${LARGEST}x${LARGEST} are played here`, head.number);
  if (rest.length < side) fail(`${rest.length} rows of labels; write ${side}`, head.number);
  const inside = new Map();
  rest.slice(0, side).forEach(({ number, words }, r) => {
    if (words.length !== side) fail(`row ${r + 1} has ${words.length} labels; write ${side}`, number);
    words.forEach(({ text, column }, c) => {
      if (text === ".") return;
      if (!inside.has(text)) inside.set(text, { cells: [], number, column });
      inside.get(text).cells.push(r * side + c);
    });
  });
  const sums = new Map();
  for (const { number, words } of rest.slice(side)) {
    for (const { text, column } of words) {
      const [, label, sum] = /^(\S+)=(\d+)$/.exec(text) || fail(
        `'${text}' is no sum; write label=sum such as a=12`, number, column,
      );
      if (!inside.has(label)) fail(`there is no cage ${label}; label its cells`, number, column);
      if (sums.has(label)) fail(`cage ${label} has the sum ${sums.get(label)} before`, number, column);
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
    const piece = new Set([cells[0]]);
    for (const cell of piece) {
      const beside = [...(cell % side ? [cell - 1] : []), ...((cell + 1) % side ? [cell + 1] : [])];
      const near = [cell - side, cell + side, ...beside];
      near.filter((one) => cells.includes(one)).forEach((one) => piece.add(one));
    }
    if (piece.size < cells.length) fail(`cage ${label} is in several pieces; join them, or make two`, number, column);
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
  const sees = play.cells.map((_, cell) => new Set(play.units.flatMap(({ cells }) => (cells.includes(cell) ? cells : []))));
  play.parts = {
    naked: every(units, settled),
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

// -- passes -----------------------------------------------------------------------------------------------------------

const narrow = (unit, left, known) => {
  // What the rule of a unit leaves of its cells; null if it cannot be kept.
  if (!unit.rule.key) return unit.rule.narrowed(left);
  const key = `${unit.rule.key} ${left}`;
  if (!known.has(key)) known.set(key, unit.rule.narrowed(left));
  return known.get(key);
};

function unitsOf(play, names) {
  // Those of some parts, each made when it is first asked for.
  return names.flatMap((name) => {
    const part = play.parts[name];
    if (typeof part === "function") play.parts[name] = part().map((unit) => ({ ...unit, part: name }));
    return play.parts[name];
  });
}

function makePass(play, known, group, names, state) {
  // What each unit of a group finds, by itself, and the state after it; null where a unit cannot keep its rule.
  const after = [...state];
  const found = [];
  for (const unit of unitsOf(play, names)) {
    const before = unit.cells.map((cell) => state[cell]);
    const kept = narrow(unit, before, known);
    if (!kept) return null;
    if (kept.some((mask, k) => mask !== before[k])) found.push({ unit, before, kept });
    unit.cells.forEach((cell, k) => (after[cell] &= kept[k]));
  }
  return after.every(Boolean) ? { group, found, after } : null;
}

function run(play, level, known, start = play.start, order = level.orders[0]) {
  // Passes of a level until all is known or they are stuck; null if they show that there is no solution.
  const passes = [];
  let state = start;
  for (;;) {
    let idle = true;
    for (const group of order) {
      const made = makePass(play, known, group, level.groups[group], state);
      if (!made) return null;
      passes.push(made);
      state = made.after;
      idle &&= !made.found.length;
      if (state.every(isSettled)) {
        const holds = order.every((one) => makePass(play, known, one, level.groups[one], state));
        return holds ? { passes, state, solved: true } : null;
      }
    }
    if (idle) return { passes, state, solved: false };
  }
}

function runBeyond(play, level, known, start = play.start) {
  // The same; where passes are stuck, what else the level looks at, once, and passes again.
  const passes = [];
  for (let state = start; ; ) {
    const made = run(play, level, known, state);
    if (!made) return null;
    passes.push(...made.passes);
    ({ state } = made);
    let helped = false;
    for (const [group, names] of made.solved ? [] : Object.entries(level.beyond)) {
      const once = makePass(play, known, group, names, state);
      if (!once) return null;
      if (!once.found.length) continue;
      passes.push(once);
      state = once.after;
      helped = true;
    }
    if (!helped) return { passes, state, solved: made.solved };
  }
}

function levelOf(play, known) {
  // The first level that solves a puzzle; null if none does, undefined if one shows that there is no solution.
  for (const level of kinds[play.kind].levels) {
    const made = runBeyond(play, level, known);
    if (!made) return undefined;
    if (made.solved) return level;
  }
  return null;
}

const namedLevel = (kind, name) => kinds[kind].levels.find((level) => level.name === name);

function difficultyOf(play, known, level) {
  // The passes that solve a puzzle, in the mean of all orders; null if they do not.
  const needed = level.orders.map((order) => {
    const made = run(play, level, known, play.start, order);
    return made?.solved ? made.passes.length : null;
  });
  return needed.includes(null) ? null : needed.reduce((sum, one) => sum + one) / needed.length;
}

function firstOpen(state) {
  // Of the cells with the fewest values the first.
  const many = (cell) => (isSettled(state[cell]) ? Infinity : bits(state[cell]).length);
  return state.reduce((best, _, cell) => (many(cell) < many(best) ? cell : best), 0);
}

function solutionsOf(play, known, until, most = MOST_SOLUTIONS) {
  // So many as are looked for, and one more, depth first.
  const level = namedLevel(play.kind, kinds[play.kind].search);
  const found = [];
  const waiting = [play.start];
  while (waiting.length && found.length <= most) {
    if (Date.now() > until) fail(`it is not worked out in ${SECONDS} seconds; take one of which passes find more`);
    const made = run(play, level, known, waiting.pop());
    if (made?.solved) found.push(made.state);
    if (!made || made.solved) continue;
    const cell = firstOpen(made.state);
    const branches = bits(made.state[cell]).map((bit) => made.state.map((mask, i) => (i === cell ? bit : mask)));
    waiting.push(...branches.reverse());
  }
  return found;
}

// -- words ------------------------------------------------------------------------------------------------------------

const MOST_VALUES = 4; // with more values left than this, it is told which are not
const MOST_SETS = { kakuro: 3, killer: 4 }; // with more sets of digits than this, they are not told one by one
const MOST_WAYS = 10_000; // with more ways to reach a target-sum than this, they are not all tried for their sums
const MOST_SUMS = 3; // with more different sums than this, they are not told one by one
const STUCK = "Passes find nothing more here: one has to guess, or to reason further.";

function say(play, { unit, before }, news) {
  // What a unit finds, and why; `news` is what it leaves of each cell of which it finds something.
  if (play.kind === "rullo") return sayLine(play, unit, before, news);
  const name = (cell) => `(${play.cells[cell][0] + 1}, ${play.cells[cell][1] + 1})`;
  const either = (mask) => bits(mask).map((bit) => play.symbols[digitOf(bit) - 1]).join(" or ");
  const told = news.map(([cell, left]) => {
    const gone = before[unit.cells.indexOf(cell)] & ~left;
    return `${name(cell)} is ${bits(left).length <= MOST_VALUES ? either(left) : `not ${either(gone)}`}`;
  });
  return `${capital(unit.name)}${reason(play, unit, before, name)}: ${told.join(", ")}.`;
}

function reason(play, unit, before, name) {
  const { rule, part } = unit;
  const digits = (sets, sign) => sets.map((set) => digitsOf(set).join(sign));
  if (play.kind === "kakuro") {
    if (part === "rectangles") return ", at their crossings";
    const sets = unit.total === null ? [] : livingSimply(before, unit.total);
    if (!sets.length || sets.length > MOST_SETS.kakuro || unit.cells.length === 1) return "";
    return `, only ${digits(sets, "+").join(" or ")}`;
  }
  if (play.kind !== "killer") return "";
  const strategy = `, ${kinds.killer.parts[part]}`;
  if (part === "cages") {
    const sets = livingSets(before, unit.total);
    const told = sets.length <= MOST_SETS.killer ? digits(sets, "").join(" ") : `${sets.length} sets`;
    return `${strategy} (${unit.total}: ${told})`;
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

function livingSimply(before, total) {
  // Sets whose digits all are in some cell, with the digit of every settled cell, and one of each.
  const [all, alone] = [before, before.filter(isSettled)].map((masks) => masks.reduce((one, mask) => one | mask, 0));
  return setsOf(before.length, total, all).filter((set) => !(alone & ~set) && before.every((mask) => mask & set));
}

function sayLine(play, unit, before, news) {
  const across = unit.name.startsWith("row") ? 1 : 0;
  const sums = sumsOfLine(unit.cells.map((cell) => play.numbers[cell]), unit.total, before);
  const few = sums.length && sums.length <= MOST_SUMS;
  const ways = sums.length === 1 ? `only with ${sums[0]}` : `with ${sums.join(" or ")}`;
  const found = [1, 2].flatMap((bit) => {
    const cells = news.filter(([, left]) => left === bit);
    const named = cells.map(([cell]) => `the ${play.numbers[cell]} in ${PLACES[across]} ${play.cells[cell][across] + 1}`);
    return cells.length ? [`${listed(named)} ${cells.length === 1 ? "is" : "are"} ${play.symbols[bit - 1]}`] : [];
  });
  const how = few ? ways : `with any of ${sums.length || "many"} sums`;
  return `${capital(unit.name)} reaches ${unit.total} ${how}: ${found.join(", and ")}.`;
}

function sumsOfLine(numbers, total, before) {
  // The different sums that reach a target-sum, short ones first; none if there are too many ways to try.
  const ends = some(numbers.length + 1, () => new Set());
  ends[numbers.length].add(total);
  for (let k = numbers.length - 1; k >= 0; k--) {
    for (const sum of ends[k + 1]) {
      if (before[k] & 2) ends[k].add(sum);
      if (before[k] & 1) ends[k].add(sum - numbers[k]);
    }
  }
  const [sums, waiting] = [new Map(), [[0, 0, []]]];
  for (let ways = 0; waiting.length; ) {
    const [k, sum, chosen] = waiting.pop();
    if (!ends[k].has(sum)) continue;
    if (k === numbers.length) {
      if (++ways > MOST_WAYS) return [];
      const one = [...chosen].sort((n, m) => n - m);
      sums.set(`${one}`, one);
      continue;
    }
    if (before[k] & 2) waiting.push([k + 1, sum, chosen]);
    if (before[k] & 1) waiting.push([k + 1, sum + numbers[k], [...chosen, numbers[k]]]);
  }
  const differ = (one, other) => one.map((n, i) => n - other[i]).find((n) => n) || 0;
  const found = [...sums.values()].sort((one, other) => one.length - other.length || differ(one, other));
  return found.map((one) => one.join(" + ") || "nothing");
}

function guess(play, cell, bit) {
  const place = placeIn(play.cells[cell]);
  if (play.kind === "rullo") return `the ${play.numbers[cell]} in ${place} ${play.symbols[digitOf(bit) - 1]}`;
  return `${play.symbols[digitOf(bit) - 1]} in ${place}`;
}

function traceOf(play, known, level, solution) {
  // Passes as far as they go, a value of the solution where they are stuck, and so on.
  const trace = [];
  let [state, number] = [play.start, 0];
  for (;;) {
    const made = runBeyond(play, level, known, state);
    for (const { group, found, after } of made.passes) {
      if (found.length) number++;
      const now = [...state];
      for (const one of found) {
        const { cells } = one.unit;
        const less = inOrder(cells.filter((cell, k) => now[cell] & ~one.kept[k] & one.before[k]));
        if (!less.length) continue;
        cells.forEach((cell, k) => (now[cell] &= one.kept[k]));
        const news = cells.flatMap((cell, k) => (less.includes(cell) ? [[cell, one.kept[k]]] : []));
        const left = less.map((cell) => [cell, now[cell]]);
        trace.push({ number, group, said: say(play, one, news), unit: cells, left });
      }
      state = after;
    }
    if (made.solved) return trace;
    const cell = firstOpen(state);
    const said = `${STUCK} A solution has ${guess(play, cell, solution[cell])}.`;
    trace.push({ number: 0, group: "guess", said, unit: [cell], left: [[cell, solution[cell]]] });
    state = state.map((mask, i) => (i === cell ? solution[cell] : mask));
  }
}

// -- all together -----------------------------------------------------------------------------------------------------

const READERS = { rullo: readRullo, kakuro: readKakuro, killer: readKiller, sudoku: readSudoku };

function puzzleIn(kind, text) {
  // The board, its units, and what passes look at, of the one puzzle in a text.
  const bare = { numbers: [], clues: [], regions: [], cages: [], shaded: [] };
  const puzzle = { ...bare, ...READERS[kind](text), kind };
  const { length } = puzzle.cells;
  if (length > MOST_CELLS) fail(`${length} cells; without Python up to ${MOST_CELLS} are played`);
  return puzzle;
}

function read(kind, text) {
  // The play of the one puzzle in a text; an error with line and column, or without, says why there is none.
  const puzzle = puzzleIn(kind, text);
  const { told, parts, ...play } = puzzle;
  const known = new Map();
  const { title, levels, stuck } = kinds[kind];
  const level = levelOf(puzzle, known);
  const solutions = level === undefined ? [] : solutionsOf(puzzle, known, Date.now() + 1000 * SECONDS);
  if (!solutions.length) fail("this has no solution; mend a number");
  const size = (told || [play.rows, play.columns]).join("x");
  const how = level ? level.title || `difficulty ${difficultyOf(puzzle, known, level)}` : stuck;
  return {
    ...play,
    title: `${title} ${size}${play.shaded.length ? " with diagonals" : ""}, ${how}`,
    text: text.trimEnd(),
    trace: traceOf(puzzle, known, level || levels.at(-1), solutions[0]),
    solutions: solutions.slice(0, MOST_SOLUTIONS).map((one) => one.map((mask) => digitOf(mask) - 1)),
    complete: solutions.length <= MOST_SOLUTIONS,
  };
}

export { board, difficultyOf, digitsOf, levelOf, namedLevel, puzzleIn, read, runBeyond, solutionsOf, some };

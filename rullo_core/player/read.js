// A puzzle's text as a play, where there is no Python: it is read as the command line reads it, and solved by the same
// passes, each unit completely. What a play is: rullo_core/player/play.py.

const LARGEST = 9; // the side of a board, or of a Kakuro in cells beside each other
const MOST_CELLS = 200;
const MOST_SOLUTIONS = 50;
const SECONDS = 5; // in which a puzzle has to be worked out
const PLACES = ["row", "column"];

function fail(message, line, column = 1) {
  throw Object.assign(new Error(`${line ? `Line ${line}, column ${column}: ` : ""}${message}`), { line, column });
}

const some = (number, make) => Array.from({ length: number }, (_, i) => make(i));
const bits = (mask) => some(31 - Math.clz32(mask | 1) + 1, (i) => mask & (1 << i)).filter(Boolean);
const isSettled = (mask) => (mask & (mask - 1)) === 0;
const digitOf = (bit) => 32 - Math.clz32(bit);
const digitsOf = (mask) => bits(mask).map(digitOf);
const placeIn = ([r, c]) => `row ${r + 1}, column ${c + 1}`;
const between = (least, most) => (least === most ? `${least}` : `${least} to ${most}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const listed = (words, last = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;

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
      group: `${PLACES[across]}s`,
      cells: cells.flatMap((place, cell) => (place[across] === i ? [cell] : [])),
      total,
      distinct: false,
    })),
  );
  return {
    name: "Rullo",
    rows: rest.length,
    columns: width,
    symbols: ["included", "excluded"],
    cells,
    start: cells.map(() => 3),
    units,
    numbers: cells.map(([r, c]) => grid[r][c]),
    orders: [["columns", "rows"], ["rows", "columns"]],
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
      units.push({ name: `${sum}${group} from ${placeIn([r, c])}`, group, cells: run, total, distinct: true });
      if (!told) continue;
      const before = [r - dr, c - dc];
      const both = clues.get(`${before}`) || [...before, "", ""];
      both[group === "down" ? 2 : 3] = `${total}`;
      clues.set(`${before}`, both);
    }
  }
  for (const { hint, number, column } of hints.values()) {
    fail(`the hint ${hint} has no white cell after it`, number, column);
  }
  cells.forEach(([r, c], cell) => {
    if (units.some((unit) => unit.cells.includes(cell))) return;
    const { number, words } = rest[r];
    fail("this white cell is in no entry; make it black, or give it a hint", number, words[c].column);
  });
  return {
    name: "Kakuro",
    told: [rows - 1, columns - 1],
    rows,
    columns,
    symbols: [..."123456789"],
    cells,
    start: cells.map(() => 511),
    units,
    clues: [...clues.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]),
    orders: [["across", "down"]],
  };
}

function board(high, wide) {
  // Rows, columns and boxes of boards of digits.
  const side = high * wide;
  const unit = (name, group, cells) => ({ name, group, cells, total: null, distinct: true });
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
      ...some(side, (r) => unit(`row ${r + 1}`, "rows", some(side, (c) => r * side + c))),
      ...some(side, (c) => unit(`column ${c + 1}`, "columns", some(side, (r) => r * side + c))),
      ...boxes.map((cells, b) => unit(`box ${b + 1}`, "boxes", cells)),
    ],
  };
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
  const play = { name: "Sudoku", ...board(box, box), orders: [["rows, columns and boxes"]] };
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
  play.units.forEach((unit) => (unit.group = "rows, columns and boxes"));
  return play;
}

function readKiller(text) {
  const all = linesOf(text);
  const end = all.findIndex(({ words }) => words[0].text === "solution"); // which is found here, too
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
  const play = { name: "Killer Sudoku", ...board(high, wide), orders: [["cages", "rows", "columns", "boxes"]] };
  const cages = [...inside].map(([label, { cells }]) => ({ label, cells, total: sums.get(label) }));
  cages.sort((one, other) => one.cells[0] - other.cells[0]);
  play.cages = cages.map(({ cells, total }) => [cells, total]);
  if (header[5]) {
    const long = [some(side, (i) => i * (side + 1)), some(side, (i) => (i + 1) * (side - 1))];
    const names = ["the diagonal from the top left", "the diagonal from the top right"];
    long.forEach((cells, i) => {
      play.units.push({ name: names[i], group: "diagonals", cells, total: null, distinct: true });
    });
    play.orders[0].push("diagonals");
    play.shaded = [...new Set(long.flat())].sort((one, other) => one - other);
  }
  for (const { label, cells, total } of cages) {
    play.units.push({ name: `cage ${label}`, group: "cages", cells, total, distinct: true });
  }
  return play;
}

// -- passes -----------------------------------------------------------------------------------------------------------

function reasoner(play, known = new Map()) {
  // What is left of the cells of a unit where each value is in some row of values that keeps its rule; null if none is.
  const narrow = (unit, left) => {
    // States, forwards from the start; backwards, those of them from which an end can be reached.
    const [begin, step] = unit.distinct
      ? [0, (used, k, bit) => (used & bit ? undefined : used | bit)]
      : [0, (sum, k, bit) => sum + (bit === 1 ? play.numbers[unit.cells[k]] : 0)];
    const sum = (used) => digitsOf(used).reduce((total, digit) => total + digit, 0);
    const ends = (state) => unit.total === null || (unit.distinct ? sum(state) : state) === unit.total;
    // Where the order is all the same, cells with few values go first: then there are few states.
    const order = some(left.length, (k) => k).sort((i, j) => bits(left[i]).length - bits(left[j]).length);
    const states = [new Set([begin])];
    for (const k of order) {
      const next = new Set();
      for (const state of states[states.length - 1]) {
        for (const bit of bits(left[k])) {
          const after = step(state, k, bit);
          if (after !== undefined) next.add(after);
        }
      }
      states.push(next);
    }
    let alive = new Set([...states.pop()].filter(ends));
    const kept = left.map(() => 0);
    for (const k of order.reverse()) {
      const before = new Set();
      for (const state of states.pop()) {
        for (const bit of bits(left[k])) {
          const after = step(state, k, bit);
          if (after === undefined || !alive.has(after)) continue;
          kept[k] |= bit;
          before.add(state);
        }
      }
      alive = before;
    }
    return alive.size ? kept : null;
  };
  return (unit, left) => {
    const numbers = unit.distinct ? "" : unit.cells.map((cell) => play.numbers[cell]);
    const key = `${numbers} ${unit.total} ${left}`;
    if (!known.has(key)) known.set(key, narrow(unit, left));
    return known.get(key);
  };
}

function makePass(play, reason, group, state) {
  // What each unit of a group finds, by itself, and the state after it; null where a unit cannot keep its rule.
  const after = [...state];
  const found = [];
  for (const unit of play.units.filter((one) => one.group === group)) {
    const before = unit.cells.map((cell) => state[cell]);
    const kept = reason(unit, before);
    if (!kept) return null;
    if (kept.some((mask, k) => mask !== before[k])) found.push({ unit, before, kept });
    unit.cells.forEach((cell, k) => (after[cell] &= kept[k]));
  }
  return after.every(Boolean) ? { group, found, after } : null;
}

function run(play, reason, order, start) {
  // Passes until all is known or they are stuck; null if they show that there is no solution.
  const passes = [];
  let state = start;
  for (let idle = 0, at = 0; idle < order.length; at++) {
    const made = makePass(play, reason, order[at % order.length], state);
    if (!made) return null;
    passes.push(made);
    state = made.after;
    idle = made.found.length ? 0 : idle + 1;
    if (state.every(isSettled)) {
      const holds = play.orders[0].every((group) => makePass(play, reason, group, state));
      return holds ? { passes, state, solved: true } : null;
    }
  }
  return { passes, state, solved: false };
}

function firstOpen(state) {
  // Of the cells with the fewest values the first.
  const many = (cell) => (isSettled(state[cell]) ? Infinity : bits(state[cell]).length);
  return state.reduce((best, _, cell) => (many(cell) < many(best) ? cell : best), 0);
}

function solutionsOf(play, reason, until, most = MOST_SOLUTIONS) {
  // So many as are looked for, and one more, depth first.
  const found = [];
  const waiting = [play.start];
  while (waiting.length && found.length <= most) {
    if (Date.now() > until) fail(`it is not worked out in ${SECONDS} seconds; take one of which passes find more`);
    const made = run(play, reason, play.orders[0], waiting.pop());
    if (made?.solved) found.push(made.state);
    if (!made || made.solved) continue;
    const cell = firstOpen(made.state);
    const branches = bits(made.state[cell]).map((bit) => made.state.map((mask, i) => (i === cell ? bit : mask)));
    waiting.push(...branches.reverse());
  }
  return found;
}

// -- words ------------------------------------------------------------------------------------------------------------

function say(play, unit, before, news) {
  // What a unit finds, and why.
  if (!unit.distinct) {
    const named = ([cell]) => {
      const across = unit.name.startsWith("row") ? 1 : 0;
      return `the ${play.numbers[cell]} in ${PLACES[across]} ${play.cells[cell][across] + 1}`;
    };
    const open = unit.cells.filter((_, k) => !isSettled(before[k]));
    const sum = unit.cells.reduce((total, cell, k) => total + (before[k] === 1 ? play.numbers[cell] : 0), 0);
    const found = [1, 2].flatMap((bit) => {
      const cells = news.filter(([, left]) => left === bit).map(named);
      return cells.length ? [`${listed(cells)} ${cells.length > 1 ? "are" : "is"} ${play.symbols[bit - 1]}`] : [];
    });
    const of = listed(open.map((cell) => `${play.numbers[cell]}`));
    return `${capital(unit.name)} has ${unit.total - sum} to go, with ${of}: in whatever way, ${found.join(", and ")}.`;
  }
  const alike = new Map(); // cells of which the same is found
  for (const [cell, left] of news) {
    const gone = before[unit.cells.indexOf(cell)] & ~left;
    const [not, what] = bits(left).length <= bits(gone).length ? ["", left] : ["not ", gone];
    const digits = not + listed(bits(what).map((bit) => `${digitOf(bit)}`), "or");
    alike.set(digits, [...(alike.get(digits) || []), play.cells[cell]]);
  }
  const told = [...alike].map(([digits, places]) => {
    if (places.length === 1) return `${placeIn(places[0])} is ${digits}`;
    return `${listed(places.map(([r, c]) => `(${r + 1}, ${c + 1})`))} are ${digits}`;
  });
  const sum = unit.total === null || /^\d/.test(unit.name) ? "" : ` of ${unit.total}`;
  const rule = unit.total === null && unit.cells.length === play.symbols.length ? "every digit once" : "no digit twice";
  return `${capital(unit.name)}${sum}, with ${rule}: ${told.join("; ")}.`;
}

function traceOf(play, reason, solution) {
  // Passes as far as they go, a value of the solution where they are stuck, and so on.
  const trace = [];
  let [state, number] = [play.start, 0];
  for (;;) {
    const made = run(play, reason, play.orders[0], state);
    for (const { group, found, after } of made.passes) {
      if (found.length) number++;
      const now = [...state];
      for (const { unit, before, kept } of found) {
        const news = unit.cells.map((cell, k) => [cell, kept[k]]).filter(([cell, left]) => now[cell] & ~left);
        if (!news.length) continue;
        news.forEach(([cell, left]) => (now[cell] &= left));
        trace.push({ number, group, said: say(play, unit, before, news), unit: unit.cells, left: news });
      }
      state = after;
    }
    if (made.solved) return trace;
    const cell = firstOpen(state);
    const what = play.symbols[digitOf(solution[cell]) - 1];
    const place = placeIn(play.cells[cell]);
    const said = `Passes find nothing more here: one has to guess. A solution has ${what} in ${place}.`;
    trace.push({ number: 0, group: "guess", said, unit: [cell], left: [[cell, solution[cell]]] });
    state = state.map((mask, i) => (i === cell ? solution[cell] : mask));
  }
}

function passesOf(play, reason) {
  // How many passes solve a puzzle, null if they do not: of a Rullo all of them, in the mean of columns first and rows
  // first; of another those that find something.
  const isRullo = play.numbers.length > 0;
  const needed = play.orders.map((order) => {
    const made = run(play, reason, order, play.start);
    return made?.solved ? made.passes.filter(({ found }) => isRullo || found.length).length : null;
  });
  return needed.includes(null) ? null : needed.reduce((sum, one) => sum + one) / needed.length;
}

function howHard(play, reason) {
  const passes = passesOf(play, reason);
  if (play.numbers.length) return passes === null ? "one has to guess" : `difficulty ${passes}`;
  return passes === null ? "units do not solve it" : `${passes} pass${passes === 1 ? "" : "es"}`;
}

// -- all together -----------------------------------------------------------------------------------------------------

const READERS = { rullo: readRullo, kakuro: readKakuro, killer: readKiller, sudoku: readSudoku };

function puzzleIn(kind, text) {
  // The board and its units, of the one puzzle in a text.
  const bare = { numbers: [], clues: [], regions: [], cages: [], shaded: [] };
  const puzzle = { ...bare, ...READERS[kind](text), kind };
  const { length } = puzzle.cells;
  if (length > MOST_CELLS) fail(`${length} cells; without Python up to ${MOST_CELLS} are played`);
  return puzzle;
}

function read(kind, text) {
  // The play of the one puzzle in a text; an error with line and column, or without, says why there is none.
  const { name, told, ...play } = puzzleIn(kind, text);
  const reason = reasoner(play);
  const solutions = solutionsOf(play, reason, Date.now() + 1000 * SECONDS);
  if (!solutions.length) fail("this has no solution; mend a number");
  const size = (told || [play.rows, play.columns]).join("x");
  return {
    ...play,
    title: `${name} ${size}${play.shaded.length ? " with diagonals" : ""}, ${howHard(play, reason)}`,
    text: text.trimEnd(),
    trace: traceOf(play, reason, solutions[0]),
    solutions: solutions.slice(0, MOST_SOLUTIONS).map((one) => one.map((mask) => digitOf(mask) - 1)),
    complete: solutions.length <= MOST_SOLUTIONS,
  };
}

export { board, digitsOf, passesOf, puzzleIn, read, reasoner, run, solutionsOf, some };

// Rullos where there is no Python: read, explained and made; see rullo_core/player/read.js and make.js.

import { below, distance, MOST_OTHERS, othersOf, sideOf } from "../player/make.js";
import { capital, checkTogether, fail, levelOf, linesOf, listed, PLACES, puzzleIn, uncommented } from "../player/read.js";
import { included, MOST_STATES, some } from "../player/rules.js";

const MOST_WAYS = 10_000; // with more ways to reach a target-sum than this, they are not all tried for their sums
const MOST_SUMS = 3; // with more different sums than this, they are not listed one by one

function reader(text) {
  const lines = linesOf(uncommented(text));
  if (!lines.length) fail("no puzzle; write the column target-sums, then a line for each row", 1);
  for (const { number, words } of lines) {
    for (const { text, column } of words) {
      if (!/^[-+]?\d{1,9}$/.test(text)) fail(`'${text}' is not a whole number; write one, such as 7`, number, column);
    }
  }
  const [head, ...rest] = lines;
  if (!rest.length) fail("column target-sums without rows; add a line for each row below them", head.number);
  checkTogether(text, lines, true);
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

function say(play, unit, before, news) {
  // What a line finds: which sums reach its target-sum, and what they have in common.
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
  for (let [k, number] = [numbers.length - 1, 0]; k >= 0; number += ends[k--].size) {
    if (number > MOST_STATES) return [];
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

function* generator(chosen, request, known) {
  // A random one; then one number or one choice after the other is drawn again, as long as it comes no less near.
  const side = sideOf(chosen);
  const [least, most] = chosen.values.split("-").map(Number);
  const draw = () => [least + below(most - least + 1), below(2)];
  const rated = (cells) => {
    const sum = (among) => among.reduce((total, [number, inside]) => total + number * inside, 0);
    const rows = some(side, (r) => cells.slice(r * side, (r + 1) * side));
    const heads = some(side, (c) => sum(rows.map((row) => row[c])));
    const lines = [["", ...heads], ...rows.map((row) => [sum(row), ...row.map(([number]) => number)])];
    const widths = some(side + 1, (c) => Math.max(...lines.map((line) => `${line[c]}`.length)));
    const text = lines.map((line) => line.map((word, c) => `${word}`.padStart(widths[c])).join(" ")).join("\n");
    const play = puzzleIn("rullo", text);
    const included = cells.filter(([, inside]) => inside).length;
    const trivial = included === 0 || included === cells.length;
    const beside = () => (levelOf(play, known) === null ? othersOf(play, known, MOST_OTHERS) : Infinity);
    return { cells, text, far: trivial ? Infinity : request.level ? distance(play, known, request) : beside() };
  };
  let now = rated(some(side * side, draw));
  for (let tries = 0; now.far && now.far < Infinity && tries < 500; tries++) {
    yield;
    const other = [...now.cells];
    other[below(other.length)] = draw();
    const next = rated(other);
    if (next.far <= now.far) now = next;
  }
  return now.far ? null : now.text;
}

export { generator, reader, say };

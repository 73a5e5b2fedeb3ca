// Read, explain and generate Rullos without Python; see rullo_core/player/read.js and make.js.

import { distance, integerBelow, MOST_OTHERS, othersOf, sideOf } from "../player/make.js";
import { capital, checkTogether, conjunction, fail, levelOf, linesOf, PLACES, puzzleIn, uncommented } from "../player/read.js";
import { included, MOST_STATES, tabulate } from "../player/rules.js";

const MOST_WAYS = 10_000; // the greatest number of ways to reach a target that are tried
const MOST_SUMS = 3; // the greatest number of different sums that are listed

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
  const units = targets.flatMap((sums, axis) =>
    sums.map((total, i) => ({
      name: `${PLACES[axis]} ${i + 1}`,
      cells: cells.flatMap((place, cell) => (place[axis] === i ? [cell] : [])),
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

function say(play, unit, candidates, news) {
  // The explanation of a line: the sums that reach its target, and what they have in common.
  const axis = unit.name.startsWith("row") ? 1 : 0;
  const sums = sumsOfLine(unit.cells.map((cell) => play.numbers[cell]), unit.total, candidates);
  const isShort = sums.length && sums.length <= MOST_SUMS;
  const ways = sums.length === 1 ? `only with ${sums[0]}` : `with ${sums.join(" or ")}`;
  const findings = [1, 2].flatMap((bit) => {
    const cells = news.filter(([, mask]) => mask === bit);
    const numberTexts = cells.map(([cell]) => `the ${play.numbers[cell]} in ${PLACES[axis]} ${play.cells[cell][axis] + 1}`);
    return cells.length ? [`${conjunction(numberTexts)} ${cells.length === 1 ? "is" : "are"} ${play.symbols[bit - 1]}`] : [];
  });
  const sumsText = isShort ? ways : `with any of ${sums.length || "many"} sums`;
  return `${capital(unit.name)} reaches ${unit.total} ${sumsText}: ${findings.join(", and ")}.`;
}

function sumsOfLine(numbers, total, candidates) {
  // The different sums that reach a target, short sums first; none if there are too many ways to try.
  const ends = tabulate(numbers.length + 1, () => new Set());
  ends[numbers.length].add(total);
  for (let [k, number] = [numbers.length - 1, 0]; k >= 0; number += ends[k--].size) {
    if (number > MOST_STATES) return [];
    for (const sum of ends[k + 1]) {
      if (candidates[k] & 2) ends[k].add(sum);
      if (candidates[k] & 1) ends[k].add(sum - numbers[k]);
    }
  }
  const [sums, waiting] = [new Map(), [[0, 0, []]]];
  for (let ways = 0; waiting.length; ) {
    const [k, sum, terms] = waiting.pop();
    if (!ends[k].has(sum)) continue;
    if (k === numbers.length) {
      if (++ways > MOST_WAYS) return [];
      const sortedTerms = [...terms].sort((n, m) => n - m);
      sums.set(`${sortedTerms}`, sortedTerms);
      continue;
    }
    if (candidates[k] & 2) waiting.push([k + 1, sum, terms]);
    if (candidates[k] & 1) waiting.push([k + 1, sum + numbers[k], [...terms, numbers[k]]]);
  }
  const differ = (first, second) => first.map((n, i) => n - second[i]).find((n) => n) || 0;
  const sortedSums = [...sums.values()].sort((first, second) => first.length - second.length || differ(first, second));
  return sortedSums.map((terms) => terms.join(" + ") || "nothing");
}

function* generator(choices, request, cache) {
  // A random puzzle; then numbers or choices are redrawn, one after the other, if the puzzle gets no further from the
  // request.
  const side = sideOf(choices);
  const [minimum, maximum] = choices.values.split("-").map(Number);
  const draw = () => [minimum + integerBelow(maximum - minimum + 1), integerBelow(2)];
  const rate = (cells) => {
    const sum = (among) => among.reduce((total, [number, isIncluded]) => total + number * isIncluded, 0);
    const rows = tabulate(side, (r) => cells.slice(r * side, (r + 1) * side));
    const heads = tabulate(side, (c) => sum(rows.map((row) => row[c])));
    const lines = [["", ...heads], ...rows.map((row) => [sum(row), ...row.map(([number]) => number)])];
    const widths = tabulate(side + 1, (c) => Math.max(...lines.map((line) => `${line[c]}`.length)));
    const text = lines.map((line) => line.map((word, c) => `${word}`.padStart(widths[c])).join(" ")).join("\n");
    const play = puzzleIn("rullo", text);
    const included = cells.filter(([, isIncluded]) => isIncluded).length;
    const trivial = included === 0 || included === cells.length;
    const ambiguity = () => (levelOf(play, cache) === null ? othersOf(play, cache, MOST_OTHERS) : Infinity);
    return { cells, text, cost: trivial ? Infinity : request.level ? distance(play, cache, request) : ambiguity() };
  };
  let current = rate(tabulate(side * side, draw));
  for (let tries = 0; current.cost && current.cost < Infinity && tries < 500; tries++) {
    yield;
    const proposal = [...current.cells];
    proposal[integerBelow(proposal.length)] = draw();
    const next = rate(proposal);
    if (next.cost <= current.cost) current = next;
  }
  return current.cost ? null : current.text;
}

export { generator, reader, say };

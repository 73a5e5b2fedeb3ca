// What somebody has solved, and how fast; kept in the browser alone.

import { dayBefore } from "./daily.js";
import { make } from "./elements.js";
import { inWords } from "./clock.js";
import { load, save } from "./storage.js";

// Each has its kind, its difficulty in a word, its seconds, how many hints were asked for, and the day of a daily one.
const solved = (kind) => (load("solved") ?? []).filter((one) => one.kind === kind);
const record = (one) => save("solved", [...(load("solved") ?? []), one]);

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

function daysInARow(kind, today) {
  // How many daily puzzles on days in a row, up to today or, as today's may still come, yesterday.
  const days = new Set(solved(kind).map(({ day }) => day).filter(Boolean));
  let day = days.has(today) ? today : dayBefore(today);
  let number = 0;
  for (; days.has(day); day = dayBefore(day)) number++;
  return number;
}

function best(kind, difficulty) {
  // The shortest time without a hint, or Infinity.
  const times = solved(kind).filter((one) => one.difficulty === difficulty && !one.hints).map(({ seconds }) => seconds);
  return Math.min(...times);
}

function summary(kind, words, today) {
  // A table by difficulty, and how many daily puzzles in a row.
  const all = solved(kind);
  if (!all.length) return [make("p", {}, "Nothing solved yet. Your first one will be listed here.")];
  const cells = (tag, row) => row.map((one, k) => make(k ? tag : "th", k ? {} : { scope: "row" }, `${one}`));
  const heads = ["Difficulty", "Solved", "Without hints", "Best time", "Median time"];
  const rows = words.flatMap((word) => {
    const some = all.filter(({ difficulty }) => difficulty === word);
    const alone = some.filter(({ hints }) => !hints).map(({ seconds }) => seconds);
    const times = alone.length ? [inWords(Math.min(...alone)), inWords(median(alone))] : ["–", "–"];
    return some.length ? [make("tr", {}, ...cells("td", [word, some.length, alone.length, ...times]))] : [];
  });
  const head = make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)));
  const row = daysInARow(kind, today);
  return [
    make("table", { class: "rullo-summary" }, make("thead", {}, head), make("tbody", {}, ...rows)),
    make("p", {}, `Times are of puzzles solved without a hint. Daily puzzles solved on days in a row: ${row}.`),
  ];
}

export { best, record, solved, summary };

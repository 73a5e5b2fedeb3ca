// The puzzles that a player has solved, and the times; stored in the browser only.

import { dayBefore } from "./daily.js";
import { make } from "./elements.js";
import { inWords } from "./clock.js";
import { load, save } from "./storage.js";

// Each puzzle has its kind, its difficulty in a word, its seconds, the number of hints, and the day of a daily puzzle.
const solved = (kind) => (load("solved") ?? []).filter((entry) => entry.kind === kind);
const record = (entry) => save("solved", [...(load("solved") ?? []), entry]);

function median(numbers) {
  const sorted = [...numbers].sort((first, second) => first - second);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

function daysInARow(kind, today) {
  // The number of consecutive days with a daily puzzle, up to today or, as today's may still come, yesterday.
  const days = new Set(solved(kind).map(({ day }) => day).filter(Boolean));
  let day = days.has(today) ? today : dayBefore(today);
  let number = 0;
  for (; days.has(day); day = dayBefore(day)) number++;
  return number;
}

function best(kind, difficulty) {
  // The shortest time without a hint, or Infinity.
  const times = solved(kind).filter((entry) => entry.difficulty === difficulty && !entry.hints).map(({ seconds }) => seconds);
  return Math.min(...times);
}

function summary(kind, words, today) {
  // A table by difficulty, and the number of consecutive daily puzzles.
  const entries = solved(kind);
  if (!entries.length) return [make("p", {}, "Nothing solved yet. Your first one will be listed here.")];
  const cells = (tag, row) => row.map((content, k) => make(k ? tag : "th", k ? {} : { scope: "row" }, `${content}`));
  const heads = ["Difficulty", "Solved", "Without hints", "Best time", "Median time"];
  const rows = words.flatMap((word) => {
    const matching = entries.filter(({ difficulty }) => difficulty === word);
    const unaided = matching.filter(({ hints }) => !hints).map(({ seconds }) => seconds);
    const times = unaided.length ? [inWords(Math.min(...unaided)), inWords(median(unaided))] : ["–", "–"];
    return matching.length ? [make("tr", {}, ...cells("td", [word, matching.length, unaided.length, ...times]))] : [];
  });
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const row = daysInARow(kind, today);
  return [
    make("table", { class: "rullo-summary" }, make("thead", {}, head), make("tbody", {}, ...rows)),
    make("p", {}, `Times are of puzzles solved without a hint. Daily puzzles solved on days in a row: ${row}.`),
  ];
}

export { best, record, solved, summary };

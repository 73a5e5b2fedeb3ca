// Today's puzzle of a kind: the same for everybody, as its random numbers come from the date.

import { make, options, seeded } from "./make.js";

function dayOf(date) {
  // The date as year, month and day in the player's time zone.
  const two = (number) => `${number}`.padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function dayBefore(day) {
  const [year, month, number] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, number - 1));
}

function daily(kind, day, report) {
  // A promise of its play, which is generated with the default options.
  const usual = Object.fromEntries(options(kind).map(({ name, usual }) => [name, usual]));
  return make(kind, usual, report, seeded(`${kind} ${day}`));
}

export { daily, dayBefore, dayOf };

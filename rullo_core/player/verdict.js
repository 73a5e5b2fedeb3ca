// What can be said of a puzzle while it is being made: whether it has no solution, one, or several.

import { kinds } from "./kinds.js";
import { fail, filter, isInTime, Known, levelOf, MOST_SOLUTIONS, puzzleIn, runBeyond, search, titleOf, unitsOf } from "./read.js";
import { digitOf } from "./rules.js";

const SECONDS = 30; // in which solutions are looked for
const PATIENCE = 200; // milliseconds between two reports of progress

const symbolsOf = (state) => state.map((mask) => digitOf(mask) - 1);

function conflictIn(puzzle, known) {
  // The first unit that cannot keep its rule with what follows from the others; null where only a search shows it.
  const { groups, beyond } = kinds[puzzle.kind].levels.at(-1);
  const units = unitsOf(puzzle, [...Object.values(groups), ...Object.values(beyond)].flat());
  const state = [...puzzle.start];
  for (let idle = false; !idle; ) {
    idle = true;
    for (const unit of units) {
      const before = unit.cells.map((cell) => state[cell]);
      const kept = filter(unit, before, known);
      if (!kept || kept.some((mask, k) => !(mask & before[k]))) return { name: unit.name, cells: unit.cells };
      idle &&= kept.every((mask, k) => mask === before[k]);
      unit.cells.forEach((cell, k) => (state[cell] &= kept[k]));
    }
  }
  return null;
}

function judge(kind, text, report, seconds = SECONDS) {
  // The state is none, one, several or unknown, the last if time is up before a second solution is found. An error says
  // why a text is no puzzle. Reported is how many solutions are known.
  const puzzle = puzzleIn(kind, text);
  if (!puzzle.cells.length) fail("there is no cell to play on yet");
  const known = Known.for(seconds / 2);
  let made = null; // what is said where passes tell it
  isInTime(() => {
    const level = levelOf(puzzle, known);
    if (level === undefined) {
      made = { state: "none", conflict: null }; // should time be up before it is known where
      made = { state: "none", conflict: conflictIn(puzzle, known) };
    }
    if (!level) return;
    const { state, passes } = runBeyond(puzzle, level, known);
    made = one(puzzle, known, level, state, passes.filter(({ found }) => found.length).length);
  });
  if (made) return made;
  known.until += 500 * seconds;
  const solutions = [];
  let reported = 0;
  const progress = () => {
    if (Date.now() < reported + PATIENCE) return;
    reported = Date.now();
    report(solutions.length);
  };
  const solve = () => {
    for (const solution of search(puzzle, known, progress)) if (solutions.push(solution) === MOST_SOLUTIONS) return;
  };
  const isAll = isInTime(solve) && solutions.length < MOST_SOLUTIONS;
  const shown = solutions.slice(0, 2).map(symbolsOf);
  if (solutions.length > 1) {
    const differing = shown[0].flatMap((symbol, cell) => (symbol === shown[1][cell] ? [] : [cell]));
    return { state: "several", known: solutions.length, isAll, solutions: shown, differing };
  }
  if (!isAll) return { state: "unknown", solutions: shown, seconds };
  return solutions.length ? one(puzzle, known, null, solutions[0], null) : { state: "none", conflict: null };
}

function one(puzzle, known, level, state, passes) {
  // A unit with more states than are looked at leaves the difficulty undecided.
  return { state: "one", title: titleOf(puzzle, known, level), passes, solutions: [symbolsOf(state)] };
}

export { judge };

// The verdict on a puzzle that is being edited: whether it has no solution, one, or several.

import { kinds } from "./kinds.js";
import { Cache, fail, filter, isInTime, levelOf, MOST_SOLUTIONS, puzzleIn, runBeyond, search, titleOf, unitsOf } from "./read.js";
import { digitOf } from "./rules.js";

const SECONDS = 30; // in which solutions are looked for
const PATIENCE = 200; // milliseconds between two reports of progress

const symbolsOf = (state) => state.map((mask) => digitOf(mask) - 1);

function conflictIn(puzzle, cache) {
  // The first unit whose rule contradicts the deductions from other units; null if only a search finds a contradiction.
  const { groups, fallback: extraGroups } = kinds[puzzle.kind].levels.at(-1);
  const units = unitsOf(puzzle, [...Object.values(groups), ...Object.values(extraGroups)].flat());
  const state = [...puzzle.start];
  for (let idle = false; !idle; ) {
    idle = true;
    for (const unit of units) {
      const candidates = unit.cells.map((cell) => state[cell]);
      const remaining = filter(unit, candidates, cache);
      if (!remaining || remaining.some((mask, k) => !(mask & candidates[k]))) return { name: unit.name, cells: unit.cells };
      idle &&= remaining.every((mask, k) => mask === candidates[k]);
      unit.cells.forEach((cell, k) => (state[cell] &= remaining[k]));
    }
  }
  return null;
}

function judge(kind, text, report, seconds = SECONDS) {
  // The state is none, one, several or unknown, the last if the time is up before a second solution is found. An error says
  // why a text is no puzzle. The number of known solutions is reported.
  const puzzle = puzzleIn(kind, text);
  if (!puzzle.cells.length) fail("there is no cell to play on yet");
  const cache = Cache.for(seconds / 2);
  let verdict = null; // the verdict, if passes determine it
  isInTime(() => {
    const level = levelOf(puzzle, cache);
    if (level === undefined) {
      verdict = { state: "none", conflict: null }; // should time be up before it is known where
      verdict = { state: "none", conflict: conflictIn(puzzle, cache) };
    }
    if (!level) return;
    const { state, passes } = runBeyond(puzzle, level, cache);
    verdict = uniqueVerdict(puzzle, cache, level, state, passes.filter(({ deductions }) => deductions.length).length);
  });
  if (verdict) return verdict;
  cache.until += 500 * seconds;
  const solutions = [];
  let reported = 0;
  const progress = () => {
    if (Date.now() < reported + PATIENCE) return;
    reported = Date.now();
    report(solutions.length);
  };
  const solve = () => {
    for (const solution of search(puzzle, cache, progress)) if (solutions.push(solution) === MOST_SOLUTIONS) return;
  };
  const isAll = isInTime(solve) && solutions.length < MOST_SOLUTIONS;
  const examples = solutions.slice(0, 2).map(symbolsOf);
  if (solutions.length > 1) {
    const differing = examples[0].flatMap((symbol, cell) => (symbol === examples[1][cell] ? [] : [cell]));
    return { state: "several", count: solutions.length, isAll, solutions: examples, differing };
  }
  if (!isAll) return { state: "unknown", solutions: examples, seconds };
  return solutions.length ? uniqueVerdict(puzzle, cache, null, solutions[0], null) : { state: "none", conflict: null };
}

function uniqueVerdict(puzzle, cache, level, state, passes) {
  // A unit with too many states leaves the difficulty undecided.
  return { state: "one", title: titleOf(puzzle, cache, level), passes, solutions: [symbolsOf(state)] };
}

export { judge };

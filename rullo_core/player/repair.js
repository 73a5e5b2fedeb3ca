// Changes that leave a puzzle with one solution. The `changes` of each kind's editing.js define the possible changes; each
// is tried here before it is offered. Where a single change is not enough, its `combinedRepair`, if any, makes several.

import { kinds } from "./kinds.js";
import { Cache, isInTime, puzzleIn, search, solutionsOf } from "./read.js";
import { digitOf } from "./rules.js";

const SECONDS = 10; // in which changes are tried
const RUNS = 400; // of passes, in which it has to be known how many solutions a change leaves
const MOST_OFFERED = 6;
const MOST_COMPARED = 12; // changes of which the best is taken, where one is not enough
const MOST_COUNTED = 20; // solutions that a change leaves
const MOST_TOGETHER = 30; // changes

function pairIn(puzzle, cache, until) {
  // Two solutions, by symbol, and the cells in which they differ; null where there are not two.
  cache.until = until;
  const solutions = [];
  const solve = () => {
    for (const state of search(puzzle, cache)) if (solutions.push(state.map((mask) => digitOf(mask) - 1)) === 2) return;
  };
  if (!isInTime(solve)) throw new Error("no change was found in time; give the player more to go on, and ask again");
  if (solutions.length < 2) return null;
  const [first, second] = solutions;
  return { solutions, differing: first.flatMap((symbol, cell) => (symbol === second[cell] ? [] : [cell])) };
}

function countOf(kind, text, cache, until, limit) {
  // The number of solutions, up to a limit and one more; Infinity if it is not soon known, or the text is no puzzle.
  cache.until = until;
  try {
    const count = solutionsOf(puzzleIn(kind, text), cache, { runs: RUNS }, limit).length;
    return count || Infinity;
  } catch {
    return Infinity;
  }
}

function suggest(kind, draft, report, seconds = SECONDS) {
  // The suggested changes, each with the draft that it leads to; none if they are not found in time.
  const { changes, toText, combinedRepair = oneByOne } = kinds[kind].editing;
  const until = Date.now() + 1000 * seconds;
  const half = until - 500 * seconds; // the rest is for several changes together
  const cache = new Cache();
  const puzzle = puzzleIn(kind, toText(draft));
  const pair = pairIn(puzzle, cache, half);
  if (!pair) return [];
  const offered = [];
  for (const change of changes(draft, puzzle, pair.solutions, pair.differing)) {
    if (offered.length === MOST_OFFERED || Date.now() > half) break;
    if (countOf(kind, toText(change.draft), cache, until, 1) === 1) offered.push(change);
  }
  const combined = offered.length ? null : combinedRepair(draft, puzzle, pair.solutions, until, report);
  return combined && countOf(kind, toText(combined.draft), cache, Infinity, 1) === 1 ? [combined] : offered;
}

function oneByOne(draft, puzzle, _, until, report) {
  // Take the change that leaves the fewest solutions, and continue from there; null if the time is up.
  const { kind } = puzzle;
  const { changes, toText } = kinds[kind].editing;
  const cache = new Cache();
  const texts = [];
  let current = draft;
  while (texts.length < MOST_TOGETHER) {
    if (Date.now() > until) return null;
    report(texts.length);
    const currentPuzzle = puzzleIn(kind, toText(current));
    const pair = pairIn(currentPuzzle, cache, until);
    let [best, fewest, tries] = [null, Infinity, 0];
    for (const change of pair ? changes(current, currentPuzzle, pair.solutions, pair.differing) : []) {
      const count = countOf(kind, toText(change.draft), cache, until, MOST_COUNTED);
      if (count < fewest || !best) [best, fewest] = [change, count];
      if (fewest === 1 || ++tries === MOST_COMPARED) break;
    }
    if (!best) return null;
    texts.push(best.description);
    current = best.draft;
    if (fewest === 1) return { description: texts.join("; then: "), draft: current };
  }
  return null;
}

export { suggest };

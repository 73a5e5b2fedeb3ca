// Changes that leave a puzzle with one solution. What may be changed is said by the `changes` of each kind's editing.js;
// each of them is tried here before it is offered. Where one is not enough, its `together` makes several, if it has that.

import { kinds } from "./kinds.js";
import { isInTime, Known, puzzleIn, search, solutionsOf } from "./read.js";
import { digitOf } from "./rules.js";

const SECONDS = 10; // in which changes are tried
const RUNS = 400; // of passes, in which it has to be known how many solutions a change leaves
const MOST_OFFERED = 6;
const MOST_COMPARED = 12; // changes of which the best is taken, where one is not enough
const MOST_COUNTED = 20; // solutions that a change leaves
const MOST_TOGETHER = 30; // changes

function pairIn(puzzle, known, until) {
  // Two solutions, by symbol, and the cells in which they differ; null where there are not two.
  known.until = until;
  const found = [];
  const solve = () => {
    for (const state of search(puzzle, known)) if (found.push(state.map((mask) => digitOf(mask) - 1)) === 2) return;
  };
  if (!isInTime(solve)) throw new Error("no change was found in time; give the player more to go on, and ask again");
  if (found.length < 2) return null;
  const [one, other] = found;
  return { solutions: found, differing: one.flatMap((symbol, cell) => (symbol === other[cell] ? [] : [cell])) };
}

function countOf(kind, text, known, until, most) {
  // How many solutions there are, up to so many and one more; Infinity where it is not known soon, or the text is none.
  known.until = until;
  try {
    const found = solutionsOf(puzzleIn(kind, text), known, { runs: RUNS }, most).length;
    return found || Infinity;
  } catch {
    return Infinity;
  }
}

function suggest(kind, draft, report, seconds = SECONDS) {
  // What to do, each with the draft that it makes; none where it is not found in time.
  const { changes, toText, together = oneByOne } = kinds[kind].editing;
  const until = Date.now() + 1000 * seconds;
  const half = until - 500 * seconds; // the rest is for several changes together
  const known = new Known();
  const puzzle = puzzleIn(kind, toText(draft));
  const pair = pairIn(puzzle, known, half);
  if (!pair) return [];
  const offered = [];
  for (const change of changes(draft, puzzle, pair.solutions, pair.differing)) {
    if (offered.length === MOST_OFFERED || Date.now() > half) break;
    if (countOf(kind, toText(change.draft), known, until, 1) === 1) offered.push(change);
  }
  const several = offered.length ? null : together(draft, puzzle, pair.solutions, until, report);
  return several && countOf(kind, toText(several.draft), known, Infinity, 1) === 1 ? [several] : offered;
}

function oneByOne(draft, puzzle, _, until, report) {
  // The change that leaves the fewest solutions, and on from there; null where time is up.
  const { kind } = puzzle;
  const { changes, toText } = kinds[kind].editing;
  const known = new Known();
  const said = [];
  let now = draft;
  while (said.length < MOST_TOGETHER) {
    if (Date.now() > until) return null;
    report(said.length);
    const here = puzzleIn(kind, toText(now));
    const pair = pairIn(here, known, until);
    let [best, fewest, compared] = [null, Infinity, 0];
    for (const change of pair ? changes(now, here, pair.solutions, pair.differing) : []) {
      const left = countOf(kind, toText(change.draft), known, until, MOST_COUNTED);
      if (left < fewest || !best) [best, fewest] = [change, left];
      if (fewest === 1 || ++compared === MOST_COMPARED) break;
    }
    if (!best) return null;
    said.push(best.said);
    now = best.draft;
    if (fewest === 1) return { said: said.join("; then: "), draft: now };
  }
  return null;
}

export { suggest };

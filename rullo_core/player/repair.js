// Changes that leave a puzzle with one solution. What may be changed is said by the `changes` of each kind's editing.js;
// each of them is tried here before it is offered.

import { kinds } from "./kinds.js";
import { puzzleIn, search, solutionsOf } from "./read.js";
import { digitOf } from "./rules.js";

const SECONDS = 10; // in which changes are tried
const RUNS = 400; // of passes, in which it has to be known how many solutions a change leaves
const MOST_OFFERED = 6;
const MOST_COMPARED = 12; // changes of which the best is taken, where one is not enough
const MOST_COUNTED = 20; // solutions that a change leaves
const MOST_TOGETHER = 30; // changes

function pairIn(puzzle, known, until) {
  // Two solutions, by symbol, and the cells in which they differ; null where there are not two.
  const late = () => {
    if (Date.now() > until) throw new Error("no change was found in time; take a puzzle that is nearer to one solution");
  };
  const found = [];
  for (const state of search(puzzle, known, late)) {
    found.push(state.map((mask) => digitOf(mask) - 1));
    if (found.length === 2) break;
  }
  if (found.length < 2) return null;
  const [one, other] = found;
  return { solutions: found, differing: one.flatMap((symbol, cell) => (symbol === other[cell] ? [] : [cell])) };
}

function countOf(kind, text, known, until, most) {
  // How many solutions there are, up to so many and one more; Infinity where it is not known soon, or the text is none.
  try {
    const found = solutionsOf(puzzleIn(kind, text), known, { until, runs: RUNS }, most).length;
    return found || Infinity;
  } catch {
    return Infinity;
  }
}

function suggest(kind, draft, report, seconds = SECONDS) {
  // What to do, each with the draft that it makes; none where it is not found in time.
  const { changes, toText } = kinds[kind].editing;
  const until = Date.now() + 1000 * seconds;
  const half = until - 500 * seconds; // the rest is for several changes together
  const known = new Map();
  const offered = [];
  const changesOf = (of) => {
    const puzzle = puzzleIn(kind, toText(of));
    const pair = pairIn(puzzle, known, until);
    return pair && changes(of, puzzle, pair.solutions, pair.differing);
  };
  for (const change of changesOf(draft) ?? []) {
    if (offered.length === MOST_OFFERED || Date.now() > half) break;
    if (countOf(kind, toText(change.draft), known, until, 1) === 1) offered.push(change);
  }
  return offered.length ? offered : together();

  function together() {
    // The change that leaves the fewest solutions, and on from there.
    const said = [];
    let now = draft;
    while (said.length < MOST_TOGETHER) {
      report(said.length);
      let [best, fewest, compared] = [null, Infinity, 0];
      for (const change of changesOf(now) ?? []) {
        const left = countOf(kind, toText(change.draft), known, until, MOST_COUNTED);
        if (left < fewest || !best) [best, fewest] = [change, left];
        if (fewest === 1 || ++compared === MOST_COMPARED) break;
      }
      if (!best || Date.now() > until) return [];
      said.push(best.said);
      now = best.draft;
      if (fewest === 1) return [{ said: said.join("; then: "), draft: now }];
    }
    return [];
  }
}

export { suggest };

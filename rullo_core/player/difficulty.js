// The difficulty of a puzzle in a word, the same words for all kinds; its title uses the terms of its kind.

import { kinds } from "./kinds.js";
import { UNDECIDED } from "./read.js";

function difficultyOf({ kind, title }) {
  // The word of the easiest request that the puzzle is not too difficult for; the last word if there is none.
  const { levels, options, requests } = kinds[kind];
  const words = options.at(-1)?.words ?? {};
  const rating = title.slice(title.indexOf(", ") + 2);
  if (rating === UNDECIDED) return UNDECIDED;
  const [, passes] = /^difficulty (.*)$/.exec(rating) ?? [];
  const rank = (name) => (name === null ? levels.length : levels.findIndex((level) => level.name === name));
  const levelIndex = levels.findIndex((level) => level.title === rating);
  const asksForIt = ({ level, difficulty }) =>
    passes === undefined
      ? !difficulty && rank(level) >= (levelIndex < 0 ? levels.length : levelIndex)
      : difficulty && Number(passes) <= difficulty[1];
  const name = Object.keys(requests).find((key) => asksForIt(requests[key]));
  return words[name] ?? Object.values(words).at(-1);
}

function titled(play) {
  const word = difficultyOf(play);
  return word === UNDECIDED ? play.title : `${play.title} (${word})`;
}

export { difficultyOf, titled };

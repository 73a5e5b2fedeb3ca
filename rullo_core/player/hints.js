// A hint in three steps: where to look, which rule applies there, and what follows.

import { cellName, isOne, placeOf, withSum } from "./board.js";

const PROMPTS = ["Press Hint again to see the rule.", "Press Hint again to see what follows.", ""];

function unitOf(play, step) {
  // The unit that a step looks at, unless it looks at several.
  const members = new Set(step.unit);
  return play.units.find(({ cells }) => cells.length === members.size && cells.every((i) => members.has(i)));
}

function place(play, step) {
  const unit = unitOf(play, step);
  if (unit) return play.numbers.length ? unit.name : withSum(unit);
  return step.unit.length === 1 ? cellName(play, step.unit[0]) : "the cells that are lit up";
}

function namesOf(play, step) {
  // Highlighted cells are named, for people who do not see them, unless a unit names them.
  if (unitOf(play, step) || step.unit.length === 1) return "";
  return `They are ${step.unit.map((i) => cellName(play, i)).join("; ")}. `;
}

function rule(play, step, visible) {
  // The text before the last colon, if that is more than the unit's name; else what the step finds in the unit.
  if (step.rule) return step.rule;
  if (!step.number) return step.said.slice(0, step.said.lastIndexOf(". ") + 1);
  const unit = unitOf(play, step);
  const reason = step.said.slice(0, step.said.lastIndexOf(": "));
  if (unit ? reason.length > unit.name.length : reason.includes(",")) return `${reason}.`;
  return `${reason}: ${patternOf(step, unit, visible)}`;
}

function patternOf(step, unit, visible) {
  const fixed = step.left.filter(([, mask]) => isOne(mask));
  const unionOfOthers = (i) => step.unit.filter((cell) => cell !== i).reduce((union, cell) => union | visible[cell], 0);
  if (fixed.some(([i, mask]) => visible[i] === mask)) return "one of its cells has only one digit left.";
  if (unit && fixed.some(([i, mask]) => !(unionOfOthers(i) & mask))) return "a digit has only one place left.";
  if (!unit) return "if all places of a digit in one of them lie in the other, it has no other place in that one.";
  if (unit.total !== null) return `not every digit can be part of a sum of ${unit.total}.`;
  return "some of its cells have as many digits between them as cells, so no other cell has these.";
}

function conclusion(play, step) {
  // What this unit alone implies, and the candidates that remain after the deductions of other units as well.
  const values = step.left.filter(([, mask]) => isOne(mask)).map(([i, mask]) => {
    const [r, c] = play.cells[i];
    return `(${r + 1}, ${c + 1}) is ${play.symbols[placeOf(mask)]}`;
  });
  const unsaid = values.filter((value) => ![",", "."].some((end) => step.said.includes(value + end)));
  if (!step.number || play.numbers.length || !unsaid.length) return step.said;
  return `${step.said} With what is known already, ${unsaid.join(", ")}.`;
}

function partsOf(play, step, visible, stage) {
  // The content of a stage, from 0: title, text, names of cells for people who do not see them, and the next stage.
  const titles = ["Where to look. ", "Which rule. ", step.number ? `Pass ${step.number}, ${step.group}. ` : ""];
  const texts = [() => `Look at ${place(play, step)}.`, () => rule(play, step, visible), () => conclusion(play, step)];
  return { title: titles[stage], text: texts[stage](), names: stage === 0 ? namesOf(play, step) : "", prompt: PROMPTS[stage] };
}

export { partsOf, PROMPTS };

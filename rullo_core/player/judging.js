// The verdict beside the board of the page for makers: whether the puzzle has one solution, and how difficult it is; where
// two solutions differ, and which changes leave one.

import { quantity } from "./board.js";
import { titled } from "./difficulty.js";
import { make } from "./elements.js";
import { kinds } from "./kinds.js";
import { capital, linesOf } from "./read.js";
import { call } from "./worker.js";

const PAUSE = 150; // milliseconds after a change, before it is judged
const PATIENCE = 400; // milliseconds, after which a message says that the verdict takes longer

function verdictPanel(kind, { draft, paint, applyDraft }) {
  // Return the `element`; `judge`, which begins anew with the draft that `draft` returns; and the `view` of the board,
  // which `paint` shows: the verdict, the index of the solution that is shown, the square that is wrong, and the places of
  // the cells that the verdict is about. A change that the user accepts is passed to `applyDraft`.
  const view = { verdict: null, solutionIndex: null, errorSquare: null, cells: [] };
  let [work, waiting] = [null, null];
  const button = (name, onclick) => make("button", { type: "button", onclick }, name);
  const status = make("p", { class: "rullo-verdict", role: "status" });
  const looks = make("div", { class: "rullo-tools", role: "group", "aria-label": "What to see of it" });
  const suggestions = make("div", { class: "rullo-suggestions", role: "status" });
  const element = make("section", { "aria-label": "Verdict" }, status, looks, suggestions);

  function stopWork() {
    work?.stop();
    work = null;
    clearTimeout(waiting);
  }

  function judge() {
    // Remove everything of the verdict before from the board.
    stopWork();
    Object.assign(view, { verdict: null, solutionIndex: null, errorSquare: null });
    suggestions.replaceChildren();
    // The verdict before stays for a moment, so that the page does not flicker during typing.
    status.setAttribute("aria-busy", "true");
    looks.inert = true;
    waiting = setTimeout(start, PAUSE);
  }

  function start() {
    const text = kinds[kind].editing.toText(draft());
    try {
      view.cells = kinds[kind].reader(text).cells;
    } catch {
      view.cells = [];
    }
    const waitFor = (count) => tell(`Looking for solutions …${count ? ` ${quantity(count, "solution")} so far.` : ""}`);
    const task = call("judge", [kind, text], (_, count) => waitFor(count));
    work = task;
    waiting = setTimeout(waitFor, PATIENCE);
    const ended = (tells) => (result) => {
      if (work !== task) return; // another draft is being judged by now
      clearTimeout(waiting);
      status.setAttribute("aria-busy", "false");
      looks.inert = false;
      tells(result);
    };
    task.promise.then(ended(judged), ended((error) => showError(error, text)));
  }

  function showError(error, text) {
    const { message, line, column } = error;
    const words = linesOf(text).find((textLine) => textLine.number === line)?.words;
    const word = words?.findIndex((token) => token.column + token.text.length > column);
    view.errorSquare = words ? kinds[kind].editing.squareAt(draft(), { line, word, column, text }) : null;
    tell(`Not a puzzle yet: ${message.replace(/^Line \d+, column \d+: /, "")}.`);
    paint();
  }

  function judged(verdict) {
    view.verdict = verdict;
    const { state, conflict, title, passes, count, isAll, differing } = verdict;
    if (state === "none") {
      tell("It has no solution.", conflict ? `${capital(conflict.name)}: nothing fits there. The cells are lit up.` : "Every guess ends in a contradiction.");
    }
    if (state === "one") {
      const passesText = passes === null ? "" : ` It is solved in ${quantity(passes, "pass", "passes")}.`;
      tell("It has one solution.", `${titled({ kind, title })}.${passesText}`);
    }
    if (state === "several") {
      const countText = isAll ? `It has ${count} solutions.` : `It has at least ${count} solutions.`;
      const subject = isAll && count === 2 ? "They" : "Two of them";
      tell(countText, `${subject} differ in ${quantity(differing.length, "cell")}, framed on the board.`);
    }
    if (state === "unknown") {
      const number = verdict.solutions.length ? "A solution is known; whether there is another" : "Whether it has a solution";
      tell(`Undecided after ${verdict.seconds} seconds.`, `${number} is not known. Add something to go on, and the answer comes sooner.`);
    }
    paint();
  }

  function tell(...parts) {
    status.replaceChildren(...parts.map((part, k) => make(k ? "span" : "strong", {}, `${part} `)));
    const { verdict } = view;
    const names = { several: ["The first", "The second"], one: ["The solution"], unknown: ["A solution"] }[verdict?.state] ?? [];
    const toggles = (verdict?.solutions ?? []).map((_, k) =>
      button(`Show ${names[k][0].toLowerCase()}${names[k].slice(1)}`, () => look(k)),
    );
    const repair = verdict?.state === "several" ? [button("Suggest a repair", suggest)] : [];
    looks.replaceChildren(...toggles, ...repair);
    paintToggles();
  }

  function look(k) {
    // At a solution on the board, or no longer.
    view.solutionIndex = view.solutionIndex === k ? null : k;
    paintToggles();
    paint();
  }

  function paintToggles() {
    const toggles = [...looks.children].slice(0, view.verdict?.solutions?.length ?? 0);
    toggles.forEach((toggle, k) => toggle.setAttribute("aria-pressed", `${view.solutionIndex === k}`));
  }

  async function suggest() {
    stopWork();
    suggestions.replaceChildren(make("p", {}, "Trying changes …"));
    const report = (_, number) =>
      number && suggestions.replaceChildren(make("p", {}, `No single change is enough. Trying several together: ${number} so far.`));
    const task = call("suggest", [kind, draft()], report);
    work = task;
    try {
      const repairs = await task.promise;
      if (work !== task) return;
      const items = repairs.map(({ description, draft: repaired }) =>
        make("li", {}, `${description}. `, button("Make this change", () => applyDraft(repaired, `Done: ${description[0].toLowerCase()}${description.slice(1)}.`))),
      );
      const head = repairs.length ? "Each of these has been tried, and leaves one solution:" : "No change was found in time. Change something, and ask again.";
      suggestions.replaceChildren(make("p", {}, head), make("ul", {}, ...items));
    } catch (error) {
      if (work !== task) return;
      suggestions.replaceChildren(make("p", {}, `${capital(error.message)}.`));
    }
  }

  return { element, judge, view };
}

export { verdictPanel };

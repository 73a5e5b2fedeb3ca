// The verdict beside the board of the page for makers: whether the puzzle has one solution, and how difficult it is; where
// two solutions differ, and which changes leave one.

import { counted } from "./board.js";
import { titled } from "./difficulty.js";
import { make } from "./elements.js";
import { kinds } from "./kinds.js";
import { capital, linesOf } from "./read.js";
import { call } from "./worker.js";

const PAUSE = 150; // milliseconds after a change, before it is judged
const PATIENCE = 400; // milliseconds, after which it is said that the verdict takes longer

function verdictPanel(kind, { draft, paint, done }) {
  // Its `element`; `judge`, which begins anew with what `draft` returns; and what is `seen` on the board, which `paint` shows:
  // the verdict, the number of the solution that is shown, the square that is wrong, and the places of the cells that the
  // verdict speaks of. A change that is taken is `done`.
  const seen = { verdict: null, shown: null, wrong: null, cells: [] };
  let [work, waiting] = [null, null];
  const button = (name, onclick) => make("button", { type: "button", onclick }, name);
  const said = make("p", { class: "rullo-verdict", role: "status" });
  const looks = make("div", { class: "rullo-tools", role: "group", "aria-label": "What to see of it" });
  const suggestions = make("div", { class: "rullo-suggestions", role: "status" });
  const element = make("section", { "aria-label": "Verdict" }, said, looks, suggestions);

  function stopWork() {
    work?.stop();
    work = null;
    clearTimeout(waiting);
  }

  function judge() {
    // Of what was seen before nothing is on the board any more.
    stopWork();
    Object.assign(seen, { verdict: null, shown: null, wrong: null });
    suggestions.replaceChildren();
    // What was said before stays for a moment, so that the page is still while one types.
    said.setAttribute("aria-busy", "true");
    looks.inert = true;
    waiting = setTimeout(start, PAUSE);
  }

  function start() {
    const text = kinds[kind].editing.toText(draft());
    try {
      seen.cells = kinds[kind].reader(text).cells;
    } catch {
      seen.cells = [];
    }
    const waitFor = (known) => tell(`Looking for solutions …${known ? ` ${counted(known, "solution")} so far.` : ""}`);
    const own = call("judge", [kind, text], (_, known) => waitFor(known));
    work = own;
    waiting = setTimeout(waitFor, PATIENCE);
    const ended = (tells) => (found) => {
      if (work !== own) return; // something else is looked at by now
      clearTimeout(waiting);
      said.setAttribute("aria-busy", "false");
      looks.inert = false;
      tells(found);
    };
    own.promise.then(ended(judged), ended((error) => refused(error, text)));
  }

  function refused(error, text) {
    const { message, line, column } = error;
    const words = linesOf(text).find((one) => one.number === line)?.words;
    const word = words?.findIndex((one) => one.column + one.text.length > column);
    seen.wrong = words ? kinds[kind].editing.squareAt(draft(), { line, word, column, text }) : null;
    tell(`Not a puzzle yet: ${message.replace(/^Line \d+, column \d+: /, "")}.`);
    paint();
  }

  function judged(found) {
    seen.verdict = found;
    const { state, conflict, title, passes, known, isAll, differing } = found;
    if (state === "none") {
      tell("It has no solution.", conflict ? `${capital(conflict.name)}: nothing fits there. The cells are lit up.` : "Every guess ends in a contradiction.");
    }
    if (state === "one") {
      const how = passes === null ? "" : ` It is solved in ${counted(passes, "pass", "passes")}.`;
      tell("It has one solution.", `${titled({ kind, title })}.${how}`);
    }
    if (state === "several") {
      const many = isAll ? `It has ${known} solutions.` : `It has at least ${known} solutions.`;
      const which = isAll && known === 2 ? "They" : "Two of them";
      tell(many, `${which} differ in ${counted(differing.length, "cell")}, framed on the board.`);
    }
    if (state === "unknown") {
      const number = found.solutions.length ? "A solution is known; whether there is another" : "Whether it has a solution";
      tell(`Undecided after ${found.seconds} seconds.`, `${number} is not known. Add something to go on, and the answer comes sooner.`);
    }
    paint();
  }

  function tell(...parts) {
    said.replaceChildren(...parts.map((part, k) => make(k ? "span" : "strong", {}, `${part} `)));
    const { verdict } = seen;
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
    seen.shown = seen.shown === k ? null : k;
    paintToggles();
    paint();
  }

  function paintToggles() {
    const toggles = [...looks.children].slice(0, seen.verdict?.solutions?.length ?? 0);
    toggles.forEach((one, k) => one.setAttribute("aria-pressed", `${seen.shown === k}`));
  }

  async function suggest() {
    stopWork();
    suggestions.replaceChildren(make("p", {}, "Trying changes …"));
    const report = (_, number) =>
      number && suggestions.replaceChildren(make("p", {}, `No single change is enough. Trying several together: ${number} so far.`));
    const own = call("suggest", [kind, draft()], report);
    work = own;
    try {
      const found = await own.promise;
      if (work !== own) return;
      const items = found.map(({ said: what, draft: made }) =>
        make("li", {}, `${what}. `, button("Make this change", () => done(made, `Done: ${what[0].toLowerCase()}${what.slice(1)}.`))),
      );
      const head = found.length ? "Each of these has been tried, and leaves one solution:" : "No change was found in time. Change something, and ask again.";
      suggestions.replaceChildren(make("p", {}, head), make("ul", {}, ...items));
    } catch (error) {
      if (work !== own) return;
      suggestions.replaceChildren(make("p", {}, `${capital(error.message)}.`));
    }
  }

  return { element, judge, seen };
}

export { verdictPanel };

// A page for people who make puzzles: a board to edit, a verdict beside it, import and export.
//
// The page edits a draft, plain data that is never changed in place. The editing.js of each kind defines its drafts:
// `fresh`, `sizes` and `sizeOf`; `fromText` and `toText`; its `grid`; the `modes` in which it is edited, and `switches` for
// its properties that are true or false; the square of a position in the text (`squareAt`); the `changes` that repair.js
// tries; its own `formats` (exchange.js); whether plain data are a draft (`isDraft`); and, where a draft may hold the
// solution, the draft without it (`unsolved`). A mode has `press`, or `value` and `put` for numbers that are typed, or
// `actions` for cells that are marked.

import { quantity } from "./board.js";
import { make } from "./elements.js";
import { imported } from "./exchange.js";
import { exportForm } from "./export.js";
import { backward, boardOf as draftOf, forward, started, withMove } from "./history.js";
import { verdictPanel } from "./judging.js";
import { kinds } from "./kinds.js";
import { openEach } from "./page.js";
import { spanOf } from "./player.js";
import { capital } from "./read.js";
import { isSet, settingsForm, showColours, watch } from "./settings.js";
import { linkTo, sharedIn } from "./share.js";
import { drop, follow, isKept, laterThan, load, newer, save, troubleOfKept } from "./storage.js";

const MOST_KEPT = 50; // drafts to go back to after a reload
const MOST_DIGITS = 9; // of a number
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function openEditor(place) {
  const { kind, first } = JSON.parse(place.querySelector("script").textContent);
  const { editing, title } = kinds[kind];
  showColours();
  let trouble = ""; // with the puzzle of a link
  const sent = shared();
  let history = firstHistory();
  let mode = editing.modes[0];
  let [selected, way, marked] = [0, null, []];
  let [isFinger, wasChosen] = [false, false]; // whether a square was pressed by a finger, and whether it was chosen before
  let isAdding = true; // whether cells that are drawn over are marked, or are no longer
  let [isTyping, step] = [false, null]; // a number is being typed, which is a step of the history
  let [grid, buttons, drawing] = [null, [], null];

  const draft = () => draftOf(history);
  const textOf = () => editing.toText(draft());
  const button = (name, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, name);
  const group = (label, ...parts) => make("div", { class: "rullo-tools", role: "group", "aria-label": label }, ...parts);

  const panel = verdictPanel(kind, { draft, paint, applyDraft });
  const { view } = panel;

  // -- what is kept, and what was sent here -----------------------------------------------------------------------------

  function firstHistory() {
    // The puzzle of a link, as a new draft; else the draft that was edited last, or an example.
    const previous = storedDrafts() ?? started(editing.fromText(first));
    return sent ? { ...withMove(previous, sent), when: previous.when } : previous;
  }

  function storedDrafts() {
    // The drafts that are kept, if all of them can be shown; null where there are none.
    const stored = load(`drafts ${kind}`);
    if (!stored || (stored.at < stored.boards.length && stored.boards.every(editing.isDraft))) return stored;
    drop(`drafts ${kind}`);
    return null;
  }

  function shared() {
    trouble = "";
    try {
      const link = sharedIn(location.href);
      if (!link) return null;
      window.history.replaceState(null, "", location.href.split("#")[0]);
      return editing.fromText(link.text);
    } catch (error) {
      trouble = `The puzzle in this link cannot be edited: ${error.message}.`;
      return null; // what is there stays
    }
  }

  function keep() {
    const from = Math.max(0, history.boards.length - MOST_KEPT);
    history.when = laterThan(history.when);
    save(`drafts ${kind}`, { boards: history.boards.slice(from), at: Math.max(0, history.at - from), when: history.when });
  }

  // -- changes ----------------------------------------------------------------------------------------------------------

  function change(newDraft, isJoined = false) {
    // Add a draft to the history; or, while a number is being typed, replace the last draft.
    if (JSON.stringify(newDraft) !== JSON.stringify(draft())) show(withMove(isJoined ? backward(history) : history, newDraft));
  }

  function show(newHistory) {
    // The drafts that another tab has stored are placed before this one.
    const latest = newer(storedDrafts(), history.when);
    const { when: savedAt } = latest ?? history;
    [history, isTyping] = [{ ...(latest ? withMove(latest, draftOf(newHistory)) : newHistory), when: savedAt }, false];
    keep();
    refresh();
    say("");
  }

  function refresh() {
    if (document.activeElement !== area) area.value = textOf();
    textError.textContent = "";
    panel.judge();
    draw();
  }

  function applyDraft(newDraft, message) {
    change(newDraft);
    say(message);
  }

  function undo() {
    const newHistory = backward(history);
    if (newHistory) show(newHistory);
    else say("There is nothing to undo.");
  }

  function redo() {
    const newHistory = forward(history);
    if (newHistory) show(newHistory);
    else say("There is nothing to redo.");
  }

  // -- the board --------------------------------------------------------------------------------------------------------

  const isNumber = () => Boolean(mode.put);
  const isBlank = (i) => grid.squares[i].kind === "blank";

  function draw() {
    const width = grid?.columns ?? 1;
    grid = editing.grid(draft());
    const shape = `${grid.rows}x${grid.columns}`;
    if (drawing !== shape) {
      build();
      drawing = shape;
      const [r, c] = [Math.min(Math.floor(selected / width), grid.rows - 1), Math.min(selected % width, grid.columns - 1)];
      selected = r * grid.columns + c || Number(isBlank(0)); // where it was, if that is still there
      choose(mode);
    }
    const size = editing.sizeOf(draft());
    editing.sizes.forEach(({ name, choices }, k) => {
      if (!choices.includes(size[name])) selects[k].append(make("option", {}, size[name]));
      selects[k].value = size[name];
    });
    switches.forEach((toggle, k) => toggle.setAttribute("aria-checked", `${draft()[editing.switches[k].name]}`));
    paint();
  }

  function build() {
    const style = `--most: ${Math.max(grid.rows, grid.columns)}; --columns: ${grid.columns}`;
    buttons = [];
    const row = (r) => {
      const squares = grid.squares.slice(r * grid.columns, (r + 1) * grid.columns);
      return make("tr", {}, ...squares.map(({ kind: squareKind }, c) => (squareKind === "blank" ? make("td") : make("td", {}, square(r * grid.columns + c)))));
    };
    const rows = Array.from({ length: grid.rows }, (_, r) => row(r));
    const table = make("table", { class: grid.sums ? "sums" : "", style, "aria-label": `The board of your ${title}` }, make("tbody", {}, ...rows));
    holder.replaceChildren(table);
  }

  function square(i) {
    const events = {
      onclick: (event) => press(i, event.detail > 0),
      onkeydown: (event) => key(event, i),
      onpointerdown: (event) => {
        wasChosen = document.activeElement === buttons[i];
        if (draws(event)) mark(i);
      },
      onpointerenter: (event) => draws(event) && mark(i, false),
      onfocus: () => select(i),
    };
    return (buttons[i] = make("button", { type: "button", ...events }));
  }

  // A mouse or a pen draws over cells; a finger presses single cells, as drawing would scroll the page.
  function draws({ pointerType, buttons: held }) {
    isFinger = pointerType === "touch";
    return mode.marks && !isFinger && held === 1;
  }

  function paint() {
    const { verdict, solutionIndex, errorSquare } = view;
    const differing = new Set((verdict?.differing ?? []).map(squareOf));
    const conflict = new Set((verdict?.conflict?.cells ?? []).map(squareOf));
    const around = new Set(isNumber() && mode.group ? mode.group(draft(), selected) : []);
    const solution = solutionIndex === null ? null : verdict.solutions[solutionIndex];
    const symbolsBySquare = new Map(solution?.map((symbol, cell) => [squareOf(cell), symbol]));
    grid.squares.forEach((square, i) => {
      const element = buttons[i];
      if (!element) return;
      const { kind: squareKind, thick = [], dashed = [], shaded, sum, ways = [], label } = square;
      const cell = element.parentElement;
      cell.className = [squareKind, ...thick.map((side) => `thick-${side}`), ...(shaded ? ["shaded"] : [])].join(" ");
      const symbol = symbolsBySquare.has(i) ? symbolAt(symbolsBySquare.get(i)) : null;
      const isIncluding = grid.sums && symbol !== null;
      element.className = [
        isIncluding ? symbol : square.look,
        symbol !== null && symbol !== square.text && !isIncluding && "shown",
        differing.has(i) && "found",
        (conflict.has(i) || around.has(i)) && "looked-at",
        errorSquare === i && "wrong",
        marked.includes(i) && "marked",
        i === selected && !mode.press && "at",
      ].filter(Boolean).join(" ");
      element.replaceChildren(
        symbol !== null && !isIncluding ? symbol : square.text ?? "",
        ...ways.map((name) => make("span", { class: `${name}${i === selected && name === way && mode.ways ? " chosen" : ""}` }, square[name], make("small", {}, name === "down" ? "↓" : "→"))),
        ...(dashed.length ? [make("i", { class: dashed.map((side) => `dashed-${side}`).join(" ") })] : []),
        ...(sum ? [make("b", { class: "sum" }, sum)] : []),
      );
      element.tabIndex = i === selected ? 0 : -1;
      const remarks = [
        ...(symbol === null ? [] : [`in this solution ${symbol}`]),
        ...(differing.has(i) ? ["solutions differ here"] : []),
        ...(errorSquare === i ? ["not right"] : []),
        ...(marked.includes(i) ? ["marked"] : []),
        ...(i === selected && way && mode.ways ? [`you type the sum ${way}`] : []),
      ];
      element.setAttribute("aria-label", [...label, ...remarks].join(", "));
    });
  }

  const symbolAt = (symbol) => (grid.sums ? ["included", "excluded"][symbol] : `${symbol + 1}`);
  const squareOf = (cell) => {
    const place = view.cells[cell];
    return place ? (place[0] + grid.inset) * grid.columns + place[1] + grid.inset : -1;
  };

  function select(i) {
    if (selected === i) return;
    [selected, isTyping] = [i, false];
    const ways = mode.ways?.(draft(), i) ?? [];
    if (!ways.includes(way)) way = ways[0] ?? null;
    paint();
  }

  function press(i, isPointed) {
    // Called for a pointer or a key; a cell that was drawn over is marked already.
    buttons[i].focus();
    select(i);
    if (mode.press) acted(mode.press(draft(), i), "Nothing can be changed there in this mode.");
    else if (mode.marks && !(isPointed && !isFinger)) mark(i);
    else if (mode.ways && !(isPointed && !wasChosen)) turn();
  }

  function turn() {
    const ways = mode.ways(draft(), selected);
    if (!ways.length) return;
    way = ways[(ways.indexOf(way) + 1) % ways.length];
    isTyping = false;
    paint();
  }

  function mark(i, isFirst = true) {
    // The cells that are drawn over become what the first of them becomes.
    if (isFirst) isAdding = !marked.includes(i);
    marked = [...marked.filter((cell) => cell !== i), ...(isAdding ? [i] : [])];
    say(marked.length ? `${quantity(marked.length, "cell")} marked.` : "");
    paint();
  }

  function act({ does }) {
    if (!marked.length) return say("Mark some cells first.");
    const newDraft = does(draft(), marked);
    marked = [];
    acted(newDraft, "Nothing was changed.");
    paint();
  }

  function acted(newDraft, otherwise) {
    if (newDraft) change(newDraft);
    else say(otherwise);
  }

  // -- keys -------------------------------------------------------------------------------------------------------------

  function key(event, i) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = keyFor(event, i);
    if (!does) return;
    event.preventDefault();
    does();
  }

  function keyFor({ key: name, shiftKey }, i) {
    if (name in ARROWS) return () => go(i, ARROWS[name], shiftKey);
    const action = mode.actions?.find((action) => action.key === name);
    if (action) return () => act(action);
    if (name === "Backspace" || name === "Delete") return isNumber() ? () => write(name) : null;
    return isNumber() && (/^\d$/.test(name) || name === "-") ? () => write(name) : null;
  }

  function go(i, [dr, dc], isMarking) {
    const [r, c] = [Math.floor(i / grid.columns) + dr, (i % grid.columns) + dc];
    if (r < 0 || c < 0 || r >= grid.rows || c >= grid.columns || isBlank(r * grid.columns + c)) return;
    if (isMarking && mode.marks && !marked.includes(i)) mark(i);
    const next = r * grid.columns + c;
    buttons[next].focus();
    if (isMarking && mode.marks && !marked.includes(next)) mark(next);
  }

  function write(name) {
    const value = typedOn(mode.value(draft(), selected, way), name);
    if (value === undefined) return;
    const newDraft = mode.put(draft(), selected, value, way);
    if (!newDraft) return say("There is nothing to write there in this mode.");
    const isJoined = isTyping && step === history.at;
    const previous = history;
    change(newDraft, isJoined);
    // An edit without a change adds no step to the history, and ends the step before.
    [isTyping, step] = [!mode.digits, isJoined || history !== previous ? history.at : null];
  }

  function typedOn(old, name) {
    // The value after a key: on a board of digits, a digit replaces another; the digits of a number are appended as long
    // as its square stays chosen. Undefined if the key has no effect, after telling why.
    if (name === "Delete") return null;
    if (mode.digits) {
      const maximum = mode.digits(draft());
      if (name === "-" || Number(name) > maximum) return say(`Write 1 to ${maximum}, or 0 for none.`);
      const digit = Number(name) || null;
      return digit === old ? null : digit;
    }
    if (name === "-") return mode.negative ? old && -old : say("Sums are above 0.");
    const digits = `${Math.abs(old ?? 0)}`;
    const newDigits = name === "Backspace" ? digits.slice(0, -1) : `${isTyping && old ? digits : ""}${name}`.slice(0, MOST_DIGITS);
    return newDigits === "" ? null : (old < 0 && (isTyping || name === "Backspace") ? -1 : 1) * Number(newDigits);
  }

  function shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches?.("textarea, input")) return;
    const does = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does();
  }

  // -- ways in and out --------------------------------------------------------------------------------------------------

  function typed() {
    // A text is accepted as soon as it can be read in any format.
    try {
      applyDraft(imported(kind, area.value), "This is on the board now.");
      textError.textContent = "";
    } catch (error) {
      textError.textContent = `${capital(error.message)}.`;
      return error;
    }
    return null;
  }

  function read() {
    const error = typed();
    if (!error) {
      area.value = textOf();
      return;
    }
    area.focus();
    if (error.line) area.setSelectionRange(...spanOf(area.value, { ...error, error: error.message }));
  }

  async function readFile() {
    const [file] = chooser.files;
    if (!file) return;
    area.value = await file.text();
    chooser.value = "";
    read();
  }

  function play() {
    if (!["one", "several", "unknown"].includes(view.verdict?.state)) return say("It can be played as soon as it has a solution.");
    location.href = linkTo(new URL(`${kind}.html`, location.href).href, textOf(), null);
  }

  // -- the page ---------------------------------------------------------------------------------------------------------

  const say = (text) => void (note.textContent = text);
  const chosenSize = () => Object.fromEntries(editing.sizes.map(({ name }, k) => [name, selects[k].value]));
  const resize = () => change(editing.fresh(chosenSize(), draft()));
  const clear = () => applyDraft(editing.fresh(editing.sizeOf(draft())), "Everything is cleared. Undo brings it back.");

  function choose(newMode) {
    [mode, isTyping, marked] = [newMode, false, []];
    way = mode.ways?.(draft(), selected)[0] ?? null;
    modes.forEach((element, k) => element.setAttribute("aria-pressed", `${editing.modes[k] === mode}`));
    help.textContent = mode.help;
    const digits = mode.digits ? Array.from({ length: mode.digits(draft()) }, (_, i) => i + 1) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
    const type = (name) => () => {
      write(name);
      buttons[selected].focus();
    };
    const keys = [...digits.map((digit) => button(`${digit}`, type(`${digit}`))), ...(mode.negative ? [button("±", type("-"), { "aria-label": "Change the sign" })] : [])];
    keypad.replaceChildren(
      ...(isNumber() ? [...keys, button("Erase", type("Delete"))] : []),
      ...(mode.ways ? [button("Across or down", () => (turn(), buttons[selected].focus()))] : []),
      ...(mode.actions ?? []).map((action) => button(action.name, () => (act(action), buttons[selected].focus()))),
    );
    paint();
  }

  const selects = editing.sizes.map(({ choices }) => make("select", { onchange: resize }, ...choices.map((choice) => make("option", {}, choice))));
  const labels = editing.sizes.map(({ label }, k) => make("label", {}, `${label} `, selects[k]));
  const switches = (editing.switches ?? []).map(({ name, label }) =>
    button(label, () => change({ ...draft(), [name]: !draft()[name] }), { role: "switch" }),
  );
  const modes = editing.modes.map((mode) => button(mode.name, () => choose(mode)));
  const help = make("p", { class: "rullo-help" });
  const holder = make("div", { class: "rullo-scroll", tabindex: "-1" });
  const keypad = make("div", { class: "rullo-keys", role: "group", "aria-label": "Keys" });
  const note = make("p", { class: "rullo-said", role: "status" });
  const area = make("textarea", { rows: 10, spellcheck: "false", "aria-label": "The puzzle as text", oninput: typed });
  area.addEventListener("blur", () => textError.textContent || (area.value = textOf()));
  const textError = make("p", { class: "rullo-error", role: "alert" });
  const chooser = make("input", { type: "file", "aria-label": "A file with a puzzle", hidden: "", onchange: readFile });
  const { form } = settingsForm(["fitted", "colours"]);

  const textPart = make(
    "details",
    {},
    make("summary", {}, "Text, links and files"),
    make("p", {}, "Type or paste a puzzle here: its text, or any of the formats below. The board follows."),
    area,
    group("Import", button("Read this", read), button("Open a file", () => chooser.click()), chooser),
    textError,
  );
  const sides = [
    make(
      "div",
      {},
      make("p", {}, ...labels),
      group("What to do", button("Undo", undo, { title: "Ctrl+Z" }), button("Redo", redo, { title: "Ctrl+Shift+Z or Ctrl+Y" }), button("Clear", clear), button("Play it", play)),
      modes.length > 1 ? group("What to edit", ...modes) : "",
      help,
      holder,
      keypad,
      switches.length ? group("The board", ...switches) : "",
    ),
    make("div", {}, panel.element, textPart, exportForm(kind, draft, say), form),
  ];
  place.replaceChildren(make("div", { class: "rullo-board rullo-sides" }, ...sides), note);
  const fit = () => place.firstChild.classList.toggle("fitted", isSet("fitted"));
  fit();
  watch(fit);
  if (sent) keep(); // the address is without it by now
  follow(() => {
    const latest = newer(storedDrafts(), history.when);
    if (!latest) return;
    [history, isTyping] = [latest, false];
    refresh();
    say("Here is your board from another tab.");
  });
  refresh();
  const unkept = "Your browser lets this page save nothing, so your puzzle is lost when you leave; export it first.";
  say([trouble, troubleOfKept()].filter(Boolean).join(" ") || (isKept() ? "" : unkept));

  document.addEventListener("keydown", shortcut);
  addEventListener("hashchange", () => {
    const newDraft = shared();
    if (newDraft) applyDraft(newDraft, "The puzzle of the link is on the board.");
    else if (trouble) say(trouble);
  });
}

function openAll() {
  openEach(".rullo-editor", openEditor);
}

export { openAll };

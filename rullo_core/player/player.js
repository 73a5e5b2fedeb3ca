// A board to play on, in JupyterLab and on the site. It uses only get, set, save_changes, on, off and send of its model;
// the solve path of passes is in the play, so hints need no request.

import {
  agrees, begin, cellName, isGiven, isNews, isOne, isRullo, isSolved, leftOf, mistakesOn, nextStep, placeOf,
  quantity, seenOn, statusOf, withLeft,
} from "./board.js";
import { make } from "./elements.js";
import { partsOf, PROMPTS } from "./hints.js";
import { backward, boardOf, forward, started, withMove } from "./history.js";
import { isSet, settingsForm, watch } from "./settings.js";
import { describeCell, describeMove, describeSum } from "./spoken.js";
import { tableOf } from "./table.js";

const PAUSE = 900; // milliseconds between two passes that are played
const MOST_LISTED = 6; // the greatest number of deductions of a pass that are listed
const SOLVED = "Solved.";

function spanOf(text, { line, column, error }) {
  // The range to mark in a text that could not be read: what the message quotes, if the text has it at that position.
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).reduce((n, lineText) => n + lineText.length + 1, 0) + column - 1;
  const [, quoted] = /'([^']+?)…?'/.exec(error) || [];
  return [from, from + (quoted && text.startsWith(quoted, from) ? quoted.length : 1)];
}

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

// -- the view ---------------------------------------------------------------------------------------------------------

// Options that a page may add to its board: `saved`, the stored history of a puzzle, or null; `onOpen` and `onChange`,
// called with every puzzle and every change; `onHint`, called at every hint; `titled`, the title of a puzzle; and the
// names of more settings.
const noop = () => null;
const BARE = {
  saved: noop, onOpen: noop, onChange: noop, onHint: noop, titled: ({ title }) => title, settings: [],
};

function mount(model, el, game = {}) {
  const page = { ...BARE, ...game };
  let play, board, history, buttons, sums, selected, framed, inUnit, errors, timer, noting, hinted, lastHint;
  let [note, player, pencil] = [];
  const played = new Map(); // the histories of other puzzles
  const [asking, answers] = [[], {}]; // buttons that ask Python, and where its answers are shown
  const area = make("div");
  const { form, stop: stopForm } = settingsForm([
    "peers",
    "mistakes",
    ...(isRullo(model.get("play")) ? [] : ["candidates"]),
    "fitted",
    ...page.settings,
  ]);
  const spoken = make("div", { class: "unseen", role: "status" }); // what is seen on the board, for screen readers
  const root = make("div", { class: "rullo-board" }, area, spoken, generatorForm(), readerForm(), form);
  // The board handles keys itself: JupyterLab would treat letters as commands, and arrows as moves to the next cell.
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    shortcut(event);
  });
  el.replaceChildren(root);

  function open() {
    stop();
    if (play) played.set(play.text, history);
    play = model.get("play");
    if (board) spoken.textContent = `${page.titled(play)} is open.`;
    const saved = model.get("board");
    history = played.get(play.text) || page.saved(play) || started(begin(play));
    if (saved.of === play.text && `${saved.cells}` !== `${boardOf(history)}`) history = withMove(history, saved.cells);
    board = boardOf(history);
    hinted = play.start;
    clear();
    [selected, noting] = [Math.max(play.start.findIndex((mask) => !isOne(mask)), 0), false];
    const choosing = area.contains(document.activeElement) && document.activeElement.tagName === "SELECT";
    build();
    paint();
    page.onOpen(play, history);
    if (choosing) area.querySelector("select").focus();
  }

  function build() {
    note = make("div", { class: "rullo-note", role: "status" });
    player = tool("Play", toggle, "watch the puzzle being solved, pass by pass");
    const keys = isRullo(play) ? [] : [keypad()];
    const tools = make(
      "div",
      { class: "rullo-tools", role: "group", "aria-label": "What to do" },
      tool("Undo", undo, "take back the last change: Ctrl+Z"),
      tool("Redo", redo, "make it again: Ctrl+Shift+Z or Ctrl+Y"),
      tool("Check", check, "say what is wrong"),
      tool("Hint", hint, "where to look, then which rule applies, then what follows"),
      tool("Step", () => walk(), "put the next pass, one round of deductions, on the board"),
      player,
      tool("Start over", restart, "clear the board"),
    );
    const shelf = model.get("shelf");
    const view = tableOf(play, { press, key, select });
    ({ buttons, sums } = view);
    area.replaceChildren(
      make("p", { class: "rullo-rules" }, make("strong", {}, page.titled(play)), ` – ${model.get("rules")}`),
      ...(shelf.length > 1 ? [chooser(shelf)] : []),
      make("div", { class: "rullo-scroll", tabindex: "-1" }, view.table),
      ...keys,
      tools,
      note,
    );
    pencil = keys.length ? keys[0].lastChild : null;
  }

  function tool(name, does, title) {
    return make("button", { type: "button", title, onclick: does }, name);
  }

  function chooser(shelf) {
    const select = make("select", { onchange: () => choose(shelf[select.value]) });
    if (!shelf.some((shelfPlay) => shelfPlay.text === play.text)) select.append(make("option", { value: "" }, page.titled(play)));
    shelf.forEach((shelfPlay, number) => {
      const option = make("option", { value: number }, page.titled(shelfPlay));
      option.selected = shelfPlay.text === play.text;
      select.append(option);
    });
    return make("p", { class: "rullo-shelf" }, make("label", {}, "Puzzle ", select));
  }

  function choose(shelfPlay) {
    if (!shelfPlay) return;
    model.set("play", shelfPlay);
    model.save_changes();
  }

  function marksOf(visible, i) {
    // The marks that are pencilled in, by the player or for the player.
    return isSet("candidates") && !isRullo(play) && !board[i][0] ? visible[i] : board[i][1];
  }

  function paint() {
    root.classList.toggle("fitted", isSet("fitted"));
    const visible = seenOn(play, board, true);
    const lit = new Set(isSet("peers") ? play.units.flatMap(({ cells }) => (cells.includes(selected) ? cells : [])) : []);
    const mistakes = new Set([...errors, ...((isSet("mistakes") && mistakesOn(play, board)) || [])]);
    play.cells.forEach((_, i) => {
      const [[value], marks] = [board[i], marksOf(visible, i)];
      const button = buttons[i];
      button.tabIndex = i === selected ? 0 : -1;
      const signs = [mistakes.has(i) && "not right", framed.has(i) && "framed", inUnit.has(i) && "lit up"].filter(Boolean);
      button.setAttribute("aria-label", describeCell(play, board, i, { marks, signs }));
      button.setAttribute("aria-current", `${i === selected}`);
      button.className = [
        isGiven(play, i) && "given",
        isRullo(play) && value && play.symbols[placeOf(value)],
        lit.has(i) && "peer",
        lit.size && !isRullo(play) && value && value === board[selected][0] && "same",
        framed.has(i) && "found",
        inUnit.has(i) && "looked-at",
        mistakes.has(i) && "wrong",
        i === selected && !isRullo(play) && "at",
      ]
        .filter(Boolean)
        .join(" ");
      if (isRullo(play)) button.textContent = play.numbers[i];
      else if (value) button.textContent = play.symbols[placeOf(value)];
      else button.replaceChildren(...(marks ? [pencilled(marks)] : []));
    });
    for (const { unit, element, spoken: name } of sums) {
      if (!unit) continue;
      const { sum, broken, isReached } = statusOf(play, board, unit);
      const described = describeSum(play, board, unit);
      element.classList.toggle("broken", broken);
      element.classList.toggle("done", isReached);
      if (isRullo(play)) {
        element.replaceChildren(`${unit.total}`, make("small", {}, `${sum}${broken ? " ✗" : isReached ? " ✓" : ""}`));
        element.setAttribute("aria-label", described);
      } else {
        element.title = described;
        if (name) name.textContent = `${described}. `;
      }
    }
    if (pencil) {
      pencil.setAttribute("aria-pressed", `${noting}`);
      pencil.parentElement.setAttribute("aria-label", `Digits for ${cellName(play, selected)}`);
    }
    player.textContent = timer ? "Pause" : "Play";
  }

  function pencilled(marks) {
    const width = Math.ceil(Math.sqrt(play.symbols.length));
    const grid = make("span", { class: "marks", style: `--wide: ${width}` });
    play.symbols.forEach((symbol, place) => grid.append(make("span", {}, marks & (1 << place) ? symbol : "")));
    return grid;
  }

  // -- moves ------------------------------------------------------------------------------------------------------------

  function put(newBoard, frames = []) {
    // An action without a change is no move, and does not clear the moves that can be redone.
    if (`${newBoard}` !== `${board}`) return show(withMove(history, newBoard), frames);
    clear(frames);
    paint();
  }

  function show(newHistory, frames = []) {
    // Go to another board of the history, or to a new one.
    const oldBoard = board;
    history = newHistory;
    board = boardOf(history);
    clear(frames);
    model.set("board", { of: play.text, cells: board });
    model.save_changes();
    paint();
    spoken.textContent = describeMove(play, oldBoard, board, (i) => buttons[i].getAttribute("aria-label"));
    page.onChange(history, isSolved(play, board));
  }

  function clear(frames = []) {
    [framed, inUnit, errors, lastHint] = [new Set(frames), new Set(), new Set(), null];
  }

  function set(i, cell) {
    if (isGiven(play, i)) return say("That one is given.");
    stop();
    put(board.map((old, j) => (j === i ? cell : old)));
    say(isSolved(play, board) ? SOLVED : "");
  }

  function press(i) {
    select(i);
    buttons[i].focus();
    if (isRullo(play)) set(i, [{ 0: 1, 1: 2, 2: 0 }[board[i][0]], 0]);
  }

  function select(i) {
    if (selected === i) return;
    selected = i;
    paint();
  }

  function write(i, place, pencil) {
    const bit = 1 << place;
    const [value, marks] = [board[i][0], marksOf(seenOn(play, board, true), i)];
    if (pencil) set(i, [0, (value || marks) ^ bit]);
    else set(i, [value === bit ? 0 : bit, board[i][1]]);
  }

  function shortcut(event) {
    // Keys of the whole board, except in a text field.
    if (!(event.ctrlKey || event.metaKey) || event.target.matches?.("textarea, input")) return;
    const does = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does();
  }

  function key(event, i) {
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return; // they are the browser's
    if (event.key in moves) {
      event.preventDefault();
      const [dr, dc] = moves[event.key];
      let [r, c] = play.cells[i];
      for (r += dr, c += dc; r >= 0 && c >= 0 && r < play.rows && c < play.columns; r += dr, c += dc) {
        const next = play.cells.findIndex(([row, column]) => row === r && column === c);
        if (next >= 0) return buttons[next].focus();
      }
      return;
    }
    if (["Backspace", "Delete", "0"].includes(event.key)) {
      event.preventDefault();
      return set(i, [0, 0]);
    }
    if (isRullo(play)) {
      const value = { i: 1, "+": 1, x: 2, "-": 2 }[event.key];
      if (value) set(i, [value, 0]);
      return; // Space and Enter press the button
    }
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      return switchPencil();
    }
    const typed = event.code.startsWith("Digit") ? event.code.slice(5) : event.key.toUpperCase();
    const place = play.symbols.indexOf(typed);
    if (place < 0) return;
    event.preventDefault();
    write(i, place, noting !== event.shiftKey);
  }

  function keypad() {
    const pad = make("div", { class: "rullo-keys", role: "group", "aria-label": "Digits" });
    const press = (does) => () => {
      does();
      buttons[selected].focus();
    };
    play.symbols.forEach((symbol, place) =>
      pad.append(make("button", { type: "button", onclick: press(() => write(selected, place, noting)) }, symbol)),
    );
    pad.append(
      make("button", { type: "button", onclick: press(() => set(selected, [0, 0])) }, "Erase"),
      make("button", { type: "button", onclick: press(switchPencil) }, "Pencil"),
    );
    return pad;
  }

  function switchPencil() {
    noting = !noting;
    spoken.textContent = `Pencil ${noting ? "on" : "off"}.`;
    paint();
  }

  // -- what the buttons do ----------------------------------------------------------------------------------------------

  function say(...parts) {
    note.replaceChildren(...parts);
  }

  function undo() {
    go(backward(history), "There is nothing to undo.");
  }

  function redo() {
    go(forward(history), "There is nothing to redo.");
  }

  function go(newHistory, otherwise) {
    stop();
    if (!newHistory) return say(otherwise);
    say("");
    show(newHistory);
  }

  function restart() {
    stop();
    put(begin(play));
    say("");
  }

  function check() {
    stop();
    if (isSolved(play, board)) return say(SOLVED);
    clear();
    const broken = play.units.filter((unit) => statusOf(play, board, unit).broken);
    const mistakes = mistakesOn(play, board);
    if (broken.length) {
      broken.forEach((unit) => unit.cells.filter((i) => board[i][0]).forEach((i) => inUnit.add(i)));
      (mistakes || []).forEach((i) => errors.add(i));
      say(`Not right: ${broken.map(describeUnit).join("; ")}.`);
    } else if (mistakes === null && play.undecided) {
      say("No rule is broken. Its solutions are undecided: the puzzle takes too long to be solved here.");
    } else if (mistakes === null) {
      say(`No rule is broken. There are more than ${play.solutions.length} solutions, so more is not known here.`);
    } else if (mistakes.length) {
      mistakes.forEach((i) => errors.add(i));
      const reference = play.solutions.length === 1 ? "the solution" : "the nearest solution";
      say(`Not right: ${quantity(mistakes.length, "cell")}, framed in red, not as in ${reference}.`);
    } else {
      const open = board.filter(([value]) => !value).length;
      const sums = play.units.filter((unit) => !statusOf(play, board, unit).isReached).length;
      say(`Right so far; ${isRullo(play) ? `${quantity(sums, "sum")} to reach` : `${quantity(open, "cell")} to go`}.`);
    }
    paint();
  }

  function describeUnit(unit) {
    const { sum, open } = statusOf(play, board, unit);
    const digits = unit.cells.map((i) => board[i][0]).filter(Boolean);
    if (unit.increasing) return `${unit.name} does not hold`;
    if (!isRullo(play) && new Set(digits).size < digits.length) return `${unit.name} has a digit twice`;
    return open ? `${unit.name} cannot reach ${unit.total} any more` : `${unit.name} comes to ${sum}, not ${unit.total}`;
  }

  function next(visible) {
    // The next step that is not seen yet; or null, after telling why there is none.
    if (isSolved(play, board)) return say(SOLVED), null;
    if (mistakesOn(play, board)?.length) return check(), null;
    const step = nextStep(play, board, visible);
    if (step) return step;
    const agreeing = play.solutions.find((solution) => agrees(play, board, solution));
    if (!agreeing && !play.complete && play.undecided) return say("Undecided: no step is known from here."), null;
    if (!agreeing) return say("No solution that is known here agrees with this board; undo a move or two."), null;
    // One candidate remains, but is not written yet; or the board leads to another solution than the solve path.
    const last = board.findIndex(([value, marks]) => !value && isOne(marks));
    const i = last < 0 ? board.findIndex(([value]) => !value) : last;
    const valueText = `${play.symbols[agreeing[i]]} in ${cellName(play, i)}`;
    const text = last < 0 ? `One solution that agrees with this board has ${valueText}.` : `Only ${valueText} is still possible.`;
    const rule = last < 0 ? "Several solutions agree with this board; the hints follow one of them." : "One mark is left there.";
    return { number: 0, group: "guess", said: text, rule, unit: [i], left: [[i, 1 << agreeing[i]]] };
  }

  function hint() {
    // Where to look, which rule applies, what follows; then the next step, as the candidates of this one have been shown.
    stop();
    if (lastHint?.stage === PROMPTS.length - 1) {
      const masks = new Map(lastHint.step.left.filter(([, mask]) => !isOne(mask)));
      hinted = hinted.map((mask, i) => mask & (masks.get(i) ?? mask));
      lastHint = null;
    }
    const visible = seenOn(play, board, isSet("candidates")).map((mask, i) => mask & hinted[i]);
    const step = next(visible);
    if (!step) return;
    page.onHint();
    const stage = lastHint?.step.said === step.said ? lastHint.stage + 1 : 0;
    clear();
    lastHint = { step, stage };
    inUnit = new Set(step.unit);
    if (stage === PROMPTS.length - 1) {
      const news = step.left.filter((change) => isNews(play, board, change, visible));
      framed = new Set((news.length ? news : step.left).map(([i]) => i));
    }
    const { title, text, names, prompt } = partsOf(play, step, visible, stage);
    const spelled = names ? [make("span", { class: "unseen" }, names)] : [];
    say(make("strong", {}, title), `${text} `, ...spelled, make("small", {}, prompt));
    paint();
  }

  function walk() {
    // Puts the next pass on the board; returns whether there was one.
    const step = next();
    if (!step) return false;
    page.onHint();
    const pass = step.number ? play.trace.filter((deduction) => deduction.number === step.number) : [step];
    const changes = pass.flatMap((deduction) => deduction.left);
    const news = pass.filter((deduction) => deduction.left.some(([i, mask]) => leftOf(play, board, i) & ~mask));
    const newBoard = withLeft(play, board, changes);
    const changedCells = newBoard.flatMap((cell, i) => (`${cell}` === `${board[i]}` ? [] : [i]));
    put(newBoard, changedCells);
    spoken.textContent = ""; // the note says it
    const lines = news.slice(0, MOST_LISTED).map((deduction) => make("li", {}, deduction.said));
    if (news.length > MOST_LISTED) lines.push(make("li", {}, `and ${news.length - MOST_LISTED} more`));
    const title = step.number
      ? `Pass ${step.number}, ${step.group}: ${quantity(changedCells.length, "cell")} changed.`
      : "";
    say(make("strong", {}, title), make("ul", {}, ...lines));
    if (isSolved(play, board)) note.append(make("p", {}, SOLVED));
    return true;
  }

  function toggle() {
    if (timer) return stop();
    timer = setInterval(() => (!root.isConnected || !walk() || isSolved(play, board)) && stop(), PAUSE);
    if (!walk() || isSolved(play, board)) stop();
    paint();
  }

  function stop() {
    if (!timer) return;
    clearInterval(timer);
    timer = undefined;
    paint();
  }

  // -- new puzzles, which Python, or the scripts that replace it, generate ----------------------------------------------

  function generatorForm() {
    const options = model.get("options");
    if (!options.length) return "";
    const selects = options.map(({ choices, usual, words }) => {
      const offered = choices.map((choice) => {
        const selected = choice === usual ? "" : undefined;
        const word = words?.[choice];
        return make("option", { value: choice, selected }, word && word !== choice ? `${word}: ${choice}` : choice);
      });
      return make("select", {}, ...offered);
    });
    const offer = () =>
      options.forEach(({ impossible }, number) => {
        // A choice that no puzzle of the first choice meets is disabled; if it was chosen, the choice before it is used.
        const offered = [...selects[number].options];
        offered.forEach((option) => (option.disabled = Boolean(impossible?.[selects[0].value]?.includes(option.value))));
        if (selects[number].selectedOptions[0].disabled) selects[number].value = offered.findLast((option) => !option.disabled).value;
      });
    selects[0].addEventListener("change", offer);
    offer();
    const compiling = model.get("live") ? "; the first of a kind takes longer, while its code is compiled" : "";
    const { buttons, answer } = question("make", "Make one", `Looking for one${compiling}`, () => ({
      chosen: Object.fromEntries(options.map(({ name }, number) => [name, selects[number].value])),
    }));
    const labels = options.map(({ label }, number) => make("label", {}, `${label} `, selects[number]));
    return make("details", {}, make("summary", {}, "A new puzzle"), make("p", {}, ...labels, ...buttons), answer);
  }

  function readerForm() {
    const text = make("textarea", { rows: 8, spellcheck: "false", "aria-label": "A puzzle as text" });
    text.value = model.get("typed") || model.get("play").text;
    text.addEventListener("input", () => model.set("typed", text.value));
    const { buttons, answer } = question("read", "Play this", "Reading it", () => {
      model.set("typed", text.value);
      answers.there = play.text;
      return { text: text.value };
    });
    answers.area = text;
    const tools = make("p", { class: "rullo-tools" }, ...buttons);
    return make("details", {}, make("summary", {}, "Your own text"), text, tools, answer);
  }

  function question(ask, name, waiting, payload) {
    // Buttons that start and stop a task of Python or its replacement, and the line for progress and the answer.
    const [error, progress] = [make("span", { role: "alert" }), make("span", { role: "timer" })];
    const begin = make("button", { type: "button", onclick: () => send({ ask, ...payload() }) }, name);
    const end = make("button", { type: "button", hidden: "", onclick: () => model.send({ ask: "stop" }) }, "Stop");
    const show = (text, detail) => ([error.textContent, progress.textContent] = [text, detail]);
    begin.addEventListener("click", () => {
      end.hidden = model.get("live");
      show("", `${waiting}.`);
    });
    asking.push(begin);
    answers[ask] = {
      progress: (text) => show("", `${waiting}: ${text}.`),
      ended(text) {
        if (document.activeElement === end) begin.focus();
        end.hidden = true;
        show(text, "");
      },
    };
    return { buttons: [begin, end], answer: make("p", { class: "rullo-error" }, error, progress) };
  }

  function heard(message) {
    if (message.progress) return answers[message.to]?.progress(message.progress);
    asking.forEach((button) => (button.disabled = false));
    const answer = answers[message.to];
    if (!answer) return;
    if (message.to === "read") answers.area.setAttribute("aria-invalid", `${Boolean(message.error)}`);
    answer.ended(message.error ? sentence(message.error) : "");
    if (message.to === "read" && message.text === answers.there) restart(); // what was there is read again
    if (!message.line) return;
    answers.area.focus();
    answers.area.setSelectionRange(...spanOf(answers.area.value, message));
  }

  function syncBoard() {
    // Changed by another view of the same board.
    const latest = model.get("board");
    if (latest.of !== play.text || `${latest.cells}` === `${board}`) return;
    history = withMove(history, latest.cells);
    board = latest.cells;
    clear();
    say("");
    paint();
    page.onChange(history, isSolved(play, board));
  }

  function learn(newPlay) {
    // The complete play of a puzzle that was played before it was solved; the same cell stays chosen.
    const [cell, isFocused] = [selected, buttons.includes(document.activeElement)];
    model.set("play", newPlay);
    select(cell);
    if (isFocused) buttons[cell].focus();
  }

  function forget() {
    // Forget the boards of other puzzles, which then begin anew.
    played.clear();
  }

  function take(newHistory) {
    // The history of this puzzle that somebody has played elsewhere.
    stop();
    history = newHistory;
    board = boardOf(history);
    clear();
    say("");
    model.set("board", { of: play.text, cells: board });
    paint();
  }

  function send(question) {
    // One after the other.
    asking.forEach((button) => (button.disabled = true));
    model.send(question);
  }

  model.on("change:play", open);
  model.on("change:board", syncBoard);
  model.on("msg:custom", heard);
  open();
  const stopPainting = watch(paint);
  const dispose = () => {
    stop();
    stopPainting();
    stopForm();
    model.off("change:play", open);
    model.off("change:board", syncBoard);
    model.off("msg:custom", heard);
  };
  return { shortcut, stop, learn, take, forget, dispose };
}

const render = ({ model, el }) => mount(model, el).dispose;

// -- without Python ---------------------------------------------------------------------------------------------------

function recorded(values, { call, fullPlay }) {
  // A model from JSON; `call` reads texts and generates puzzles, and returns a `promise` and `stop`. A play on its shelf
  // may have no more than `fullPlay` needs.
  const listeners = {};
  const notify = (event, message) => (listeners[event] || []).forEach((listener) => listener(message));
  let work = null;
  const answer = async ({ ask, text, chosen: choices }) => {
    if (ask === "stop") return work.stop();
    try {
      work = call(ask, [values.play.kind, choices ?? text], (progress) => notify("msg:custom", { to: ask, progress }));
      values.play = await work.promise;
      notify("change:play");
      notify("msg:custom", { to: ask, error: "", text: values.play.text });
    } catch (error) {
      notify("msg:custom", { to: ask, error: error.message, line: error.line, column: error.column });
    }
  };
  return {
    get: (name) => values[name],
    set(name, value) {
      values[name] = name === "play" ? fullPlay(value) : value;
      notify(`change:${name}`);
    },
    on: (event, listener) => (listeners[event] = [...(listeners[event] || []), listener]),
    off: () => {},
    save_changes: () => {},
    send: answer,
  };
}

function play(backend) {
  // Every board of a page, with the replacement of Python: `call`, `fullPlay`, and `options`, what can be requested.
  for (const place of document.querySelectorAll(".rullo-player")) {
    const data = JSON.parse(place.querySelector("script").textContent);
    const [first] = data.shelf;
    const values = { ...data, play: first, board: {}, live: false, options: backend.options(first.kind) };
    render({ model: recorded(values, backend), el: place });
  }
}

export default { render, mount, play, recorded, spanOf };

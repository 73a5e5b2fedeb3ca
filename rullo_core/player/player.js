// A board to play on, in JupyterLab and on the site. What it knows of its model is get, set, save_changes, on, off and
// send; the way that passes take is in the play, so that nothing has to be asked for a hint.

import {
  agrees, begin, counted, isGiven, isNews, isOne, isRullo, isSolved, leftOf, mistakesOn, named, nextStep,
  placeOf, seenOn, statusOf, withLeft,
} from "./board.js";
import { make } from "./elements.js";
import { MORE, partsOf } from "./hints.js";
import { back, boardOf, forth, started, withMove } from "./history.js";
import { isSet, settingsForm, watch } from "./settings.js";
import { describeCell, describeMove, describeSum } from "./spoken.js";
import { tableOf } from "./table.js";

const PAUSE = 900; // milliseconds between two passes that are played
const LISTED = 6; // deductions of a pass that are listed one by one
const SOLVED = "Solved.";

function spanOf(text, { line, column, error }) {
  // From where to where a text is marked that could not be read: what the message quotes, if that stands there.
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).reduce((n, one) => n + one.length + 1, 0) + column - 1;
  const [, quoted] = /'([^']+?)…?'/.exec(error) || [];
  return [from, from + (quoted && text.startsWith(quoted, from) ? quoted.length : 1)];
}

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

// -- the view ---------------------------------------------------------------------------------------------------------

// What a page may add to its board: `saved`, the history that it has of a puzzle, or null; `opened` and `changed`, which
// hear of every puzzle and every change; `helped`, which hears of every hint; `titled`, what a puzzle is called; and the
// names of more settings.
const nothing = () => null;
const BARE = {
  saved: nothing, opened: nothing, changed: nothing, helped: nothing, titled: ({ title }) => title, settings: [],
};

function mount(model, el, game = {}) {
  const page = { ...BARE, ...game };
  let play, board, history, buttons, sums, at, framed, inUnit, wrong, timer, noting, told, asked;
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
  const spoken = make("div", { class: "unseen", role: "status" }); // what is seen on the board, for those who hear it
  const root = make("div", { class: "rullo-board" }, area, spoken, generatorForm(), readerForm(), form);
  // Keys are the board's: JupyterLab would take letters for commands, arrows for the next cell.
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
    const kept = model.get("board");
    history = played.get(play.text) || page.saved(play) || started(begin(play));
    if (kept.of === play.text && `${kept.cells}` !== `${boardOf(history)}`) history = withMove(history, kept.cells);
    board = boardOf(history);
    told = play.start;
    clear();
    [at, noting] = [Math.max(play.start.findIndex((left) => !isOne(left)), 0), false];
    const choosing = area.contains(document.activeElement) && document.activeElement.tagName === "SELECT";
    build();
    paint();
    page.opened(play, history);
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
    const shown = tableOf(play, { press, key, select });
    ({ buttons, sums } = shown);
    area.replaceChildren(
      make("p", { class: "rullo-rules" }, make("strong", {}, page.titled(play)), ` – ${model.get("rules")}`),
      ...(shelf.length > 1 ? [chooser(shelf)] : []),
      make("div", { class: "rullo-scroll", tabindex: "-1" }, shown.table),
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
    if (!shelf.some((one) => one.text === play.text)) select.append(make("option", { value: "" }, page.titled(play)));
    shelf.forEach((one, number) => {
      const option = make("option", { value: number }, page.titled(one));
      option.selected = one.text === play.text;
      select.append(option);
    });
    return make("p", { class: "rullo-shelf" }, make("label", {}, "Puzzle ", select));
  }

  function choose(one) {
    if (!one) return;
    model.set("play", one);
    model.save_changes();
  }

  function marksOf(seen, i) {
    // What is pencilled in, by the player or for the player.
    return isSet("candidates") && !isRullo(play) && !board[i][0] ? seen[i] : board[i][1];
  }

  function paint() {
    root.classList.toggle("fitted", isSet("fitted"));
    const seen = seenOn(play, board, true);
    const lit = new Set(isSet("peers") ? play.units.flatMap(({ cells }) => (cells.includes(at) ? cells : [])) : []);
    const mistakes = new Set([...wrong, ...((isSet("mistakes") && mistakesOn(play, board)) || [])]);
    play.cells.forEach((_, i) => {
      const [[value], marks] = [board[i], marksOf(seen, i)];
      const button = buttons[i];
      button.tabIndex = i === at ? 0 : -1;
      const signs = [mistakes.has(i) && "not right", framed.has(i) && "framed", inUnit.has(i) && "lit up"].filter(Boolean);
      button.setAttribute("aria-label", describeCell(play, board, i, { marks, signs }));
      button.setAttribute("aria-current", `${i === at}`);
      button.className = [
        isGiven(play, i) && "given",
        isRullo(play) && value && play.symbols[placeOf(value)],
        lit.has(i) && "peer",
        lit.size && !isRullo(play) && value && value === board[at][0] && "same",
        framed.has(i) && "found",
        inUnit.has(i) && "looked-at",
        mistakes.has(i) && "wrong",
        i === at && !isRullo(play) && "at",
      ]
        .filter(Boolean)
        .join(" ");
      if (isRullo(play)) button.textContent = play.numbers[i];
      else if (value) button.textContent = play.symbols[placeOf(value)];
      else button.replaceChildren(...(marks ? [pencilled(marks)] : []));
    });
    for (const { unit, element, spoken: name } of sums) {
      if (!unit) continue;
      const { sum, broken, reached } = statusOf(play, board, unit);
      const described = describeSum(play, board, unit);
      element.classList.toggle("broken", broken);
      element.classList.toggle("done", reached);
      if (isRullo(play)) {
        element.replaceChildren(`${unit.total}`, make("small", {}, `${sum}${broken ? " ✗" : reached ? " ✓" : ""}`));
        element.setAttribute("aria-label", described);
      } else {
        element.title = described;
        if (name) name.textContent = `${described}. `;
      }
    }
    if (pencil) {
      pencil.setAttribute("aria-pressed", `${noting}`);
      pencil.parentElement.setAttribute("aria-label", `Digits for ${named(play, at)}`);
    }
    player.textContent = timer ? "Pause" : "Play";
  }

  function pencilled(marks) {
    const wide = Math.ceil(Math.sqrt(play.symbols.length));
    const grid = make("span", { class: "marks", style: `--wide: ${wide}` });
    play.symbols.forEach((symbol, place) => grid.append(make("span", {}, marks & (1 << place) ? symbol : "")));
    return grid;
  }

  // -- moves ------------------------------------------------------------------------------------------------------------

  function put(made, frames = []) {
    // What changes nothing is no move, and leaves what can be made again.
    if (`${made}` !== `${board}`) return show(withMove(history, made), frames);
    clear(frames);
    paint();
  }

  function show(other, frames = []) {
    // Another board of the history, or one more.
    const before = board;
    history = other;
    board = boardOf(history);
    clear(frames);
    model.set("board", { of: play.text, cells: board });
    model.save_changes();
    paint();
    spoken.textContent = describeMove(play, before, board, (i) => buttons[i].getAttribute("aria-label"));
    page.changed(history, isSolved(play, board));
  }

  function clear(frames = []) {
    [framed, inUnit, wrong, asked] = [new Set(frames), new Set(), new Set(), null];
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
    if (at === i) return;
    at = i;
    paint();
  }

  function write(i, place, pencil) {
    const bit = 1 << place;
    const [value, marks] = [board[i][0], marksOf(seenOn(play, board, true), i)];
    if (pencil) set(i, [0, (value || marks) ^ bit]);
    else set(i, [value === bit ? 0 : bit, board[i][1]]);
  }

  function shortcut(event) {
    // Of the whole board, but for where somebody writes a text.
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
      const [down, right] = moves[event.key];
      let [r, c] = play.cells[i];
      for (r += down, c += right; r >= 0 && c >= 0 && r < play.rows && c < play.columns; r += down, c += right) {
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
      buttons[at].focus();
    };
    play.symbols.forEach((symbol, place) =>
      pad.append(make("button", { type: "button", onclick: press(() => write(at, place, noting)) }, symbol)),
    );
    pad.append(
      make("button", { type: "button", onclick: press(() => set(at, [0, 0])) }, "Erase"),
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
    go(back(history), "There is nothing to undo.");
  }

  function redo() {
    go(forth(history), "There is nothing to redo.");
  }

  function go(other, otherwise) {
    stop();
    if (!other) return say(otherwise);
    say("");
    show(other);
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
    const found = mistakesOn(play, board);
    if (broken.length) {
      broken.forEach((unit) => unit.cells.filter((i) => board[i][0]).forEach((i) => inUnit.add(i)));
      (found || []).forEach((i) => wrong.add(i));
      say(`Not right: ${broken.map(describeUnit).join("; ")}.`);
    } else if (found === null && play.undecided) {
      say("No rule is broken. Its solutions are undecided: the puzzle takes too long to be solved here.");
    } else if (found === null) {
      say(`No rule is broken. There are more than ${play.solutions.length} solutions, so more is not known here.`);
    } else if (found.length) {
      found.forEach((i) => wrong.add(i));
      const only = play.solutions.length === 1 ? "the solution" : "the nearest solution";
      say(`Not right: ${counted(found.length, "cell")}, framed in red, not as in ${only}.`);
    } else {
      const open = board.filter(([value]) => !value).length;
      const sums = play.units.filter((unit) => !statusOf(play, board, unit).reached).length;
      say(`Right so far; ${isRullo(play) ? `${counted(sums, "sum")} to reach` : `${counted(open, "cell")} to go`}.`);
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

  function next(seen) {
    // The next step of what is not seen; or null, and it is said why there is none.
    if (isSolved(play, board)) return say(SOLVED), null;
    if (mistakesOn(play, board)?.length) return check(), null;
    const found = nextStep(play, board, seen);
    if (found) return found;
    const agreeing = play.solutions.find((one) => agrees(play, board, one));
    if (!agreeing && !play.complete && play.undecided) return say("Undecided: no step is known from here."), null;
    if (!agreeing) return say("No solution that is known here agrees with this board; undo a move or two."), null;
    // One value is left, and not yet written; or the board goes towards another solution than the way does.
    const last = board.findIndex(([value, marks]) => !value && isOne(marks));
    const i = last < 0 ? board.findIndex(([value]) => !value) : last;
    const what = `${play.symbols[agreeing[i]]} in ${named(play, i)}`;
    const said = last < 0 ? `One solution that agrees with this board has ${what}.` : `Only ${what} is still possible.`;
    const rule = last < 0 ? "Several solutions agree with this board; the hints follow one of them." : "One mark is left there.";
    return { number: 0, group: "guess", said, rule, unit: [i], left: [[i, 1 << agreeing[i]]] };
  }

  function hint() {
    // Where to look, which rule applies, what follows; and then the next step, as what was said of candidates is known.
    stop();
    if (asked?.stage === MORE.length - 1) {
      const said = new Map(asked.step.left.filter(([, left]) => !isOne(left)));
      told = told.map((mask, i) => mask & (said.get(i) ?? mask));
      asked = null;
    }
    const seen = seenOn(play, board, isSet("candidates")).map((mask, i) => mask & told[i]);
    const step = next(seen);
    if (!step) return;
    page.helped();
    const stage = asked?.step.said === step.said ? asked.stage + 1 : 0;
    clear();
    asked = { step, stage };
    inUnit = new Set(step.unit);
    if (stage === MORE.length - 1) {
      const news = step.left.filter((change) => isNews(play, board, change, seen));
      framed = new Set((news.length ? news : step.left).map(([i]) => i));
    }
    const { title, text, names, more } = partsOf(play, step, seen, stage);
    const spelled = names ? [make("span", { class: "unseen" }, names)] : [];
    say(make("strong", {}, title), `${text} `, ...spelled, make("small", {}, more));
    paint();
  }

  function walk() {
    // Puts the next pass on the board; says whether there was one.
    const step = next();
    if (!step) return false;
    page.helped();
    const pass = step.number ? play.trace.filter((one) => one.number === step.number) : [step];
    const changes = pass.flatMap((one) => one.left);
    const news = pass.filter((one) => one.left.some(([i, left]) => leftOf(play, board, i) & ~left));
    const made = withLeft(play, board, changes);
    const changed = made.flatMap((cell, i) => (`${cell}` === `${board[i]}` ? [] : [i]));
    put(made, changed);
    spoken.textContent = ""; // the note says it
    const lines = news.slice(0, LISTED).map((one) => make("li", {}, one.said));
    if (news.length > LISTED) lines.push(make("li", {}, `and ${news.length - LISTED} more`));
    const title = step.number
      ? `Pass ${step.number}, ${step.group}: ${counted(changed.length, "cell")} changed.`
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

  // -- new puzzles, for which Python is asked, or who stands for it -----------------------------------------------------

  function generatorForm() {
    const options = model.get("options");
    if (!options.length) return "";
    const selects = options.map(({ choices, usual, words }) => {
      const offered = choices.map((one) => {
        const selected = one === usual ? "" : undefined;
        const word = words?.[one];
        return make("option", { value: one, selected }, word && word !== one ? `${word}: ${one}` : one);
      });
      return make("select", {}, ...offered);
    });
    const offer = () =>
      options.forEach(({ impossible }, number) => {
        // What no puzzle of the first choice meets cannot be chosen; the one before it is.
        const offered = [...selects[number].options];
        offered.forEach((one) => (one.disabled = Boolean(impossible?.[selects[0].value]?.includes(one.value))));
        if (selects[number].selectedOptions[0].disabled) selects[number].value = offered.findLast((one) => !one.disabled).value;
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

  function question(ask, name, waiting, given) {
    // Buttons that ask, and that end what stands for Python, and the line where progress and the answer are shown.
    const [error, progress] = [make("span", { role: "alert" }), make("span", { role: "timer" })];
    const begin = make("button", { type: "button", onclick: () => send({ ask, ...given() }) }, name);
    const end = make("button", { type: "button", hidden: "", onclick: () => model.send({ ask: "stop" }) }, "Stop");
    const show = (text, more) => ([error.textContent, progress.textContent] = [text, more]);
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

  function changed() {
    // By another view of the same board.
    const now = model.get("board");
    if (now.of !== play.text || `${now.cells}` === `${board}`) return;
    history = withMove(history, now.cells);
    board = now.cells;
    clear();
    say("");
    paint();
    page.changed(history, isSolved(play, board));
  }

  function learn(more) {
    // More of the same puzzle, which was played before it was solved; the same cell stays chosen.
    const [cell, isFocused] = [at, buttons.includes(document.activeElement)];
    model.set("play", more);
    select(cell);
    if (isFocused) buttons[cell].focus();
  }

  function forget() {
    // The boards of other puzzles, to be begun anew.
    played.clear();
  }

  function take(other) {
    // The history of this puzzle that somebody has played elsewhere.
    stop();
    history = other;
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
  model.on("change:board", changed);
  model.on("msg:custom", heard);
  open();
  const stopPainting = watch(paint);
  const dispose = () => {
    stop();
    stopPainting();
    stopForm();
    model.off("change:play", open);
    model.off("change:board", changed);
    model.off("msg:custom", heard);
  };
  return { shortcut, stop, learn, take, forget, dispose };
}

const render = ({ model, el }) => mount(model, el).dispose;

// -- without Python ---------------------------------------------------------------------------------------------------

function recorded(values, { call, whole }) {
  // A model that was written down; texts are read and puzzles made by what `call` returns: a `promise`, and `stop`. Of a
  // play on its shelf there may be no more than `whole` needs.
  const listeners = {};
  const notify = (event, message) => (listeners[event] || []).forEach((listener) => listener(message));
  let work = null;
  const answer = async ({ ask, text, chosen }) => {
    if (ask === "stop") return work.stop();
    try {
      work = call(ask, [values.play.kind, chosen ?? text], (progress) => notify("msg:custom", { to: ask, progress }));
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
      values[name] = name === "play" ? whole(value) : value;
      notify(`change:${name}`);
    },
    on: (event, listener) => (listeners[event] = [...(listeners[event] || []), listener]),
    off: () => {},
    save_changes: () => {},
    send: answer,
  };
}

function play(alone) {
  // Every board of a page, with what stands for Python: `call`, `whole`, and `options`, what may be asked of it.
  for (const place of document.querySelectorAll(".rullo-player")) {
    const written = JSON.parse(place.querySelector("script").textContent);
    const [first] = written.shelf;
    const values = { ...written, play: first, board: {}, live: false, options: alone.options(first.kind) };
    render({ model: recorded(values, alone), el: place });
  }
}

export default { render, mount, play, recorded, spanOf };

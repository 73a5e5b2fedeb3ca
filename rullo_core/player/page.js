// A page for one kind of puzzle: its board, today's puzzle, a clock, links to share, statistics, and a sheet to print.

import { begin, quantity } from "./board.js";
import { clock, inWords } from "./clock.js";
import { dayBefore, dayOf } from "./daily.js";
import { difficultyOf, titled } from "./difficulty.js";
import { isCopied, make } from "./elements.js";
import { boardOf, pack, unpack } from "./history.js";
import { kinds } from "./kinds.js";
import { options } from "./make.js";
import { mount, recorded } from "./player.js";
import { capital, fullPlay, provisionalPlay, UNDECIDED } from "./read.js";
import { isHistoryOf } from "./schema.js";
import { isSet, refresh, showColours, watch } from "./settings.js";
import { boardIn, linkTo, sharedIn } from "./share.js";
import { best, record, solved, summary } from "./statistics.js";
import { drop, follow, forget, isKept, laterThan, load, names, newer, save, troubleOfKept } from "./storage.js";
import { call } from "./worker.js";

const MOMENT = 400; // milliseconds, after which a puzzle is played before all of it is known
const today = () => dayOf(new Date());

async function openPage(place) {
  const data = JSON.parse(place.querySelector("script").textContent);
  const { kind, shelf } = data;
  showColours();
  const timer = clock();
  let current = null; // the play, its history, how many hints were asked for, and whether it has been solved
  let paused = false;

  const button = (name, onclick) => make("button", { type: "button", onclick }, name);
  const status = make("p", { class: "rullo-said", role: "status" });
  const progress = make("span", { role: "timer" });
  const stopButton = button("Stop");
  const working = make("div", { class: "rullo-board rullo-working", hidden: "" }, progress, " ", stopButton);
  const time = make("span", { class: "rullo-time", role: "timer", "aria-label": "Time" });
  const pauseButton = button("", () => pause(!paused));
  const todayButton = button("", openToday);
  const field = make("input", { readonly: "", "aria-label": "The link", hidden: "" });
  const numbers = make("div", { class: "rullo-scroll", tabindex: "0", role: "region", "aria-label": "Your statistics" });
  const holder = make("div", { class: "rullo-place" });
  const say = (text) => (status.textContent = text);

  // -- what is kept -----------------------------------------------------------------------------------------------------

  const nameOf = (play) => `game ${kind} ${play.text}`;
  const dayOfDaily = (play) =>
    names(`daily ${kind} `).filter((name) => load(name) === play.text).map((name) => name.split(" ").at(-1))[0];

  function oldest(among) {
    // The least recently played board.
    const boards = among.filter((name) => name.startsWith("game ") && name !== nameOf(current.play));
    const times = new Map(boards.map((name) => [name, load(name)?.when ?? 0]));
    return boards.sort((first, second) => times.get(first) - times.get(second))[0];
  }

  function gameOf(play) {
    // The stored state of a puzzle, if it fits this board; else null.
    const saved = load(nameOf(play));
    if (!saved || isHistoryOf(play.cells, saved, 2 ** play.symbols.length - 1)) return saved;
    drop(nameOf(play));
    return null;
  }

  function keep() {
    // Do not overwrite a newer state.
    const { play, history, hints, finished } = current;
    save(`last ${kind}`, play.text, oldest);
    if (history.boards.length === 1 || newer(gameOf(play), current.when)) return;
    current.when = laterThan(current.when);
    save(nameOf(play), { ...pack(history), seconds: timer.seconds(), hints, finished, when: current.when }, oldest);
  }

  function catchUp() {
    // Shows the state in which another tab has stored this puzzle; returns whether there was one. Nothing changes if it has
    // stored the same board again, as this page does when it is left, which may be after it is loaded anew.
    const saved = newer(gameOf(current.play), current.when);
    if (!saved) return false;
    const { at: index, moves, seconds = 0, hints = 0, finished = false, when: savedAt } = saved;
    const isSame = JSON.stringify({ at: index, moves }) === JSON.stringify(pack(current.history));
    if (isSame) {
      current.when = savedAt;
      return false;
    }
    current = { ...current, history: unpack(begin(current.play), saved), hints, finished, when: savedAt };
    timer.set(seconds, false);
    board.take(current.history);
    run();
    say("Here is your board from another tab.");
    return true;
  }

  // -- puzzles ----------------------------------------------------------------------------------------------------------

  async function playOf(text) {
    // A puzzle that is not solved within a moment can be played while it is being solved.
    const stored = shelf.find((play) => play.text === text);
    if (stored) return fullPlay(stored);
    const bare = provisionalPlay(kind, text);
    const reading = work("Reading the puzzle", "read", [kind, text]);
    const play = await Promise.race([reading, new Promise((go) => setTimeout(go, MOMENT, bare))]);
    if (play === bare) reading.then(learn, (error) => current?.play === bare && say(`${capital(error.message)}.`));
    return play;
  }

  function doubtOf({ complete }) {
    const rest = "it takes too long to be solved here, so Hint and Check know little of it";
    return `You can play this puzzle, and it is undecided: ${complete ? "its difficulty takes too long to be found here" : rest}.`;
  }

  function learn(play) {
    if (current?.play.text !== play.text) return;
    const message = status.textContent;
    board.learn(play);
    say(play.undecided ? doubtOf(play) : message);
  }

  async function work(title, task, args) {
    // The result of a task; meanwhile its progress is shown, and it can be stopped.
    const { promise, stop } = call(task, args, (text) => (progress.textContent = `${title}: ${text}.`));
    say("");
    progress.textContent = `${title} …`;
    stopButton.onclick = stop;
    working.hidden = false;
    try {
      return await promise;
    } finally {
      working.hidden = true;
    }
  }

  async function first() {
    // The puzzle of a link; else the puzzle that was played last, or the first of the shelf.
    const shared = await openShared();
    if (shared) return shared;
    try {
      return await playOf(load(`last ${kind}`) ?? shelf[0].text);
    } catch {
      return shelf[0];
    }
  }

  async function openShared() {
    // The play of the link; its board becomes the board of the model.
    try {
      const shared = sharedIn(location.href);
      if (!shared) return null;
      window.history.replaceState(null, "", location.href.split("#")[0]);
      const play = await playOf(shared.text);
      const cells = shared.board && boardIn(play, shared.board);
      if (cells) model.set("board", { of: play.text, cells });
      const isLeftOut = shared.board !== null && !cells;
      say(`Here is the puzzle that was shared with you. ${isLeftOut ? "The board in the link does not fit it, and was left out." : "Enjoy it!"}`);
      return play;
    } catch (error) {
      say(`The puzzle in this link cannot be played: ${error.message}.`);
      return null;
    }
  }

  async function openToday() {
    const day = today();
    const name = `daily ${kind} ${day}`;
    todayButton.disabled = true;
    try {
      const fresh = () => work("Making today's puzzle", "daily", [kind, day]);
      const play = await (load(name) ? playOf(load(name)).catch(fresh) : fresh());
      save(name, play.text);
      names(`daily ${kind} `).filter((oldName) => oldName < `daily ${kind} ${dayBefore(day)}`).forEach(forget);
      model.set("play", play);
      say(`This is the puzzle for ${day}. Everybody gets the same one today.`);
    } catch (error) {
      say(`${capital(error.message)}.`);
    }
    todayButton.disabled = false;
    paint();
  }

  function onOpen(play, history) {
    if (current) keep();
    field.hidden = true; // the link is that of another board
    const previous = current?.play.text === play.text ? { ...current, seconds: timer.seconds() } : gameOf(play);
    const { hints = 0, finished = false, seconds = 0, when: savedAt = 0 } = previous ?? {};
    current = { play, history, hints, finished, when: savedAt };
    timer.set(seconds, !finished && !document.hidden);
    pause(false);
    keep();
    // A puzzle that is still being solved has no solution yet; whether it is undecided is shown at the end.
    const doubt = play.undecided && play.solutions.length ? doubtOf(play) : "";
    say([troubleOfKept(), doubt].filter(Boolean).join(" "));
  }

  function onChange(history, isSolved) {
    field.hidden = true;
    if (catchUp()) return;
    current.history = history;
    if (isSolved && !current.finished) finish();
    else if (!isSolved) say(""); // what else is marked on a solved board changes nothing
    keep();
  }

  function finish() {
    timer.stop();
    current.finished = true;
    const [seconds, difficulty, day] = [Math.floor(timer.seconds()), difficultyOf(current.play), dayOfDaily(current.play)];
    const bestTime = best(kind, difficulty);
    record({ kind, difficulty, seconds, hints: current.hints, day });
    const hintsText = current.hints ? ` with ${quantity(current.hints, "hint")}` : "";
    const fastest = !current.hints && seconds < bestTime && bestTime < Infinity ? " Your fastest at this difficulty!" : "";
    say(`Well done! Solved in ${inWords(seconds)}${hintsText}.${fastest} Fancy another? Open 'A new puzzle'.`);
    fill();
    paint();
  }

  // -- the clock --------------------------------------------------------------------------------------------------------

  function pause(on) {
    paused = on;
    holder.classList.toggle("rullo-paused", on);
    holder.inert = on;
    if (on) board.stop();
    run();
    if (on) say("The clock is paused, and the board is hidden until you go on.");
    else if (current) say("");
  }

  function run() {
    if (current.finished || paused || document.hidden) timer.stop();
    else timer.start();
    paint();
  }

  function paint() {
    time.textContent = inWords(timer.seconds());
    time.hidden = pauseButton.hidden = !isSet("clock");
    pauseButton.textContent = paused ? "Go on" : "Pause the clock";
    pauseButton.disabled = current.finished;
    const isDone = solved(kind).some(({ day }) => day === today());
    todayButton.textContent = isDone ? "Today's puzzle ✓" : "Today's puzzle";
  }

  // -- sharing and statistics -------------------------------------------------------------------------------------------

  async function copy(withBoard) {
    field.value = linkTo(location.href, current.play.text, withBoard ? boardOf(current.history) : null);
    field.hidden = false;
    say((await isCopied(field)) ? "The link is copied. Paste it wherever you like." : "Here is the link, ready to be copied.");
  }

  function fill() {
    const words = [...new Set(Object.values(kinds[kind].options.at(-1)?.words ?? {})), UNDECIDED];
    numbers.replaceChildren(...summary(kind, words, today()));
  }

  function forgetAll() {
    if (!confirm("Forget the boards, times, drafts and settings of all kinds of puzzle in this browser? This cannot be undone.")) return;
    names("").forEach(forget);
    board.forget();
    refresh();
    fill();
    say("Everything is forgotten except the board in front of you.");
  }

  const folded = (title, ...parts) => make("details", {}, make("summary", {}, title), ...parts);
  const row = (...parts) => make("p", { class: "rullo-tools" }, ...parts);
  const bar = make("div", { class: "rullo-tools", role: "group", "aria-label": "The puzzle" });
  bar.append(todayButton, time, pauseButton, button("Print", () => print()));
  const edit = () => (location.href = linkTo(new URL(`edit-${kind}.html`, location.href).href, current.play.text, null));
  const share = folded(
    "Share",
    row(button("Copy a link to this puzzle", () => copy(false)), button("Copy a link with my board", () => copy(true))),
    kinds[kind].editing ? row(button("Change it in the editor", edit)) : "",
    field,
  );
  const statistics = folded("Statistics", numbers, row(button("Forget everything", forgetAll)));
  const frame = (...parts) => make("div", { class: "rullo-board" }, ...parts);

  const values = { ...data, play: shelf[0], board: {}, live: false, options: options(kind) };
  const model = recorded(values, { call, fullPlay });
  place.append(working); // below the table that is there until the puzzle is read
  values.play = await first();
  place.replaceChildren(frame(bar), holder, status, working, frame(share, statistics));
  const greeting = status.textContent;
  const game = {
    saved(play) {
      const saved = gameOf(play);
      return saved && unpack(begin(play), saved);
    },
    onOpen,
    onChange,
    onHint: () => current.hints++,
    titled,
    settings: ["clock", "colours"],
  };
  const board = mount(model, holder, game);
  const unkept = "Your browser lets this page save nothing, so your board is lost when you leave.";
  fill();
  const dropped = status.textContent || troubleOfKept();
  say([greeting, dropped].filter(Boolean).join(" ") || (isKept() ? "" : unkept));

  setInterval(paint, 1000);
  watch(paint);
  document.addEventListener("keydown", (event) => paused || board.shortcut(event));
  document.addEventListener("visibilitychange", () => (catchUp(), run(), keep()));
  addEventListener("pagehide", keep);
  follow((name) => {
    if (name === null || name === nameOf(current.play)) catchUp();
    if (name === null || name === "solved") fill();
  });
  addEventListener("hashchange", async () => {
    const play = await openShared();
    if (!play) return;
    const text = status.textContent;
    model.set("play", play);
    say([text, status.textContent].filter(Boolean).join(" "));
  });
}

function openEach(selector, open) {
  document.querySelectorAll(selector).forEach(async (place) => {
    try {
      await open(place);
    } catch (error) {
      mend(place, error);
    }
  });
}

const openAll = () => openEach(".rullo-page", openPage);

function mend(place, { message }) {
  // A page that could not be opened with its stored data may open without.
  const reset = () => {
    names("").forEach(forget);
    location.reload();
  };
  const notice = make("p", { class: "rullo-error", role: "alert" }, `This page could not be opened (${message}). `);
  notice.append(make("button", { type: "button", onclick: reset }, "Forget everything"));
  place.append(notice);
}

export { openAll, openEach };

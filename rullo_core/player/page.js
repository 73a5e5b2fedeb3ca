// A page for one kind of puzzle: its board, today's puzzle, a clock, links to share, statistics, and a sheet to print.

import { begin, counted } from "./board.js";
import { clock, inWords } from "./clock.js";
import { dayBefore, dayOf } from "./daily.js";
import { difficultyOf } from "./difficulty.js";
import { isCopied, make } from "./elements.js";
import { boardOf, packed, unpacked } from "./history.js";
import { kinds } from "./kinds.js";
import { options } from "./make.js";
import { mount, recorded } from "./player.js";
import { capital, whole } from "./read.js";
import { isSet, showColours, watch } from "./settings.js";
import { boardIn, linkTo, sharedIn } from "./share.js";
import { best, record, solved, summary } from "./statistics.js";
import { forget, isKept, load, names, save } from "./storage.js";
import { call } from "./worker.js";

const today = () => dayOf(new Date());

async function openPage(place) {
  const written = JSON.parse(place.querySelector("script").textContent);
  const { kind, shelf } = written;
  showColours();
  const timer = clock();
  let now = null; // the play, its history, how many hints were asked for, and whether it has been solved
  let paused = false;

  const button = (name, onclick) => make("button", { type: "button", onclick }, name);
  const said = make("p", { class: "rullo-said", role: "status" });
  const progress = make("span", { role: "timer" });
  const stopButton = button("Stop");
  const working = make("div", { class: "rullo-board rullo-working", hidden: "" }, progress, " ", stopButton);
  const time = make("span", { class: "rullo-time", role: "timer", "aria-label": "Time" });
  const pauseButton = button("", () => pause(!paused));
  const todayButton = button("", openToday);
  const field = make("input", { readonly: "", "aria-label": "The link", hidden: "" });
  const numbers = make("div", { class: "rullo-scroll", tabindex: "0", role: "region", "aria-label": "Your statistics" });
  const holder = make("div", { class: "rullo-place" });
  const say = (text) => (said.textContent = text);

  // -- what is kept -----------------------------------------------------------------------------------------------------

  const nameOf = (play) => `game ${kind} ${play.text}`;
  const dayOfDaily = (play) =>
    names(`daily ${kind} `).filter((name) => load(name) === play.text).map((name) => name.split(" ").at(-1))[0];

  function oldest(among) {
    // The board that was played last the longest ago.
    const boards = among.filter((name) => name.startsWith("game ") && name !== nameOf(now.play));
    return boards.sort((one, other) => load(one).when - load(other).when)[0];
  }

  function keep() {
    const { play, history, hints, finished } = now;
    save(`last ${kind}`, play.text, oldest);
    if (history.boards.length === 1) return;
    const seconds = timer.seconds();
    save(nameOf(play), { ...packed(history), seconds, hints, finished, when: Date.now() }, oldest);
  }

  // -- puzzles ----------------------------------------------------------------------------------------------------------

  async function playOf(text) {
    const there = shelf.find((one) => one.text === text);
    return there ? whole(there) : work("Reading the puzzle", "read", [kind, text]);
  }

  async function work(what, task, given) {
    // What a task returns; meanwhile its progress is shown, and it can be stopped.
    const { promise, stop } = call(task, given, (text) => (progress.textContent = `${what}: ${text}.`));
    say("");
    progress.textContent = `${what} …`;
    stopButton.onclick = stop;
    working.hidden = false;
    try {
      return await promise;
    } finally {
      working.hidden = true;
    }
  }

  async function first() {
    // What a link holds; else what was played last, or the first of the shelf.
    const shared = await openShared();
    if (shared) return shared;
    try {
      return await playOf(load(`last ${kind}`) ?? shelf[0].text);
    } catch {
      return shelf[0];
    }
  }

  async function openShared() {
    // The play of the link; its board becomes that of the model.
    try {
      const shared = sharedIn(location.href);
      if (!shared) return null;
      window.history.replaceState(null, "", location.href.split("#")[0]);
      const play = await playOf(shared.text);
      const cells = shared.board && boardIn(play, shared.board);
      if (cells) model.set("board", { of: play.text, cells });
      say("Here is the puzzle that was shared with you. Enjoy it!");
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
      const play = await (load(name) ? playOf(load(name)) : work("Making today's puzzle", "daily", [kind, day]));
      save(name, play.text);
      names(`daily ${kind} `).filter((one) => one < `daily ${kind} ${dayBefore(day)}`).forEach(forget);
      model.set("play", play);
      say(`This is the puzzle for ${day}. Everybody gets the same one today.`);
    } catch (error) {
      say(`${capital(error.message)}.`);
    }
    todayButton.disabled = false;
    paint();
  }

  function opened(play, history) {
    if (now) keep();
    const { hints = 0, finished = false, seconds = 0 } = load(nameOf(play)) ?? {};
    now = { play, history, hints, finished };
    timer.set(seconds, !finished && !document.hidden);
    pause(false);
    say("");
    keep();
  }

  function changed(history, isSolved) {
    now.history = history;
    if (isSolved && !now.finished) finish();
    else if (!isSolved) say(""); // what else is marked on a solved board changes nothing
    keep();
  }

  function finish() {
    timer.stop();
    now.finished = true;
    const [seconds, difficulty, day] = [Math.round(timer.seconds()), difficultyOf(now.play), dayOfDaily(now.play)];
    const before = best(kind, difficulty);
    record({ kind, difficulty, seconds, hints: now.hints, day });
    const how = now.hints ? ` with ${counted(now.hints, "hint")}` : "";
    const fastest = !now.hints && seconds < before && before < Infinity ? " Your fastest at this difficulty!" : "";
    say(`Well done! Solved in ${inWords(seconds)}${how}.${fastest} Fancy another? Open 'A new puzzle'.`);
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
    else if (now) say("");
  }

  function run() {
    if (now.finished || paused || document.hidden) timer.stop();
    else timer.start();
    paint();
  }

  function paint() {
    time.textContent = inWords(timer.seconds());
    time.hidden = pauseButton.hidden = !isSet("clock");
    pauseButton.textContent = paused ? "Go on" : "Pause the clock";
    pauseButton.disabled = now.finished;
    const isDone = solved(kind).some(({ day }) => day === today());
    todayButton.textContent = isDone ? "Today's puzzle ✓" : "Today's puzzle";
  }

  // -- sharing and statistics -------------------------------------------------------------------------------------------

  async function copy(withBoard) {
    field.value = linkTo(location.href, now.play.text, withBoard ? boardOf(now.history) : null);
    field.hidden = false;
    say((await isCopied(field)) ? "The link is copied. Paste it wherever you like." : "Here is the link, ready to be copied.");
  }

  function fill() {
    const words = [...new Set(Object.values(kinds[kind].options.at(-1)?.words ?? {}))];
    numbers.replaceChildren(...summary(kind, words, today()));
  }

  function forgetAll() {
    if (!confirm("Forget the boards, times, drafts and settings of all kinds of puzzle in this browser? This cannot be undone.")) return;
    names("").forEach(forget);
    fill();
    paint();
    say("Everything is forgotten except the board in front of you.");
  }

  const folded = (title, ...parts) => make("details", {}, make("summary", {}, title), ...parts);
  const row = (...parts) => make("p", { class: "rullo-tools" }, ...parts);
  const bar = make("div", { class: "rullo-tools", role: "group", "aria-label": "The puzzle" });
  bar.append(todayButton, time, pauseButton, button("Print", () => print()));
  const edit = () => (location.href = linkTo(new URL(`edit-${kind}.html`, location.href).href, now.play.text, null));
  const share = folded(
    "Share",
    row(button("Copy a link to this puzzle", () => copy(false)), button("Copy a link with my board", () => copy(true))),
    kinds[kind].editing ? row(button("Change it in the editor", edit)) : "",
    field,
  );
  const statistics = folded("Statistics", numbers, row(button("Forget everything", forgetAll)));
  const frame = (...parts) => make("div", { class: "rullo-board" }, ...parts);

  const values = { ...written, play: shelf[0], board: {}, live: false, options: options(kind) };
  const model = recorded(values, { call, whole });
  place.append(working); // below the table that is there until the puzzle is read
  values.play = await first();
  place.replaceChildren(frame(bar), holder, said, working, frame(share, statistics));
  const greeting = said.textContent;
  const game = {
    saved: (play) => (load(nameOf(play)) ? unpacked(begin(play), load(nameOf(play))) : null),
    opened,
    changed,
    helped: () => now.hints++,
    titled: (one) => `${one.title} (${difficultyOf(one)})`,
    settings: ["clock", "colours"],
  };
  const board = mount(model, holder, game);
  const unkept = "Your browser lets this page save nothing, so your board is lost when you leave.";
  say(greeting || (isKept() ? "" : unkept));
  fill();

  setInterval(paint, 1000);
  watch(paint);
  document.addEventListener("keydown", (event) => paused || board.shortcut(event));
  document.addEventListener("visibilitychange", () => (run(), keep()));
  addEventListener("pagehide", keep);
  addEventListener("hashchange", async () => {
    const play = await openShared();
    if (!play) return;
    const text = said.textContent;
    model.set("play", play);
    say(text);
  });
}

function openAll() {
  document.querySelectorAll(".rullo-page").forEach(openPage);
}

export { openAll };

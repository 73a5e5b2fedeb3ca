// How somebody likes to play: one choice for all boards, kept in the browser.

import { make } from "./elements.js";
import { load, save } from "./storage.js";

const SETTINGS = {
  peers: { label: "Light up what the chosen cell belongs to", usual: true },
  mistakes: { label: "Show mistakes at once", usual: false },
  candidates: { label: "Write in candidates for me", usual: false },
  fitted: { label: "Fit the whole board on a narrow screen", usual: true },
  clock: { label: "Show the clock", usual: true },
};
const watching = new Set(); // what is called when one is changed

const isSet = (name) => load("settings")?.[name] ?? SETTINGS[name].usual;

function watch(seen) {
  watching.add(seen);
  return () => watching.delete(seen);
}

function settingsForm(names) {
  // A switch for each name; and what stops listening.
  const switches = names.map((name) => {
    const onclick = () => {
      save("settings", { ...load("settings"), [name]: !isSet(name) });
      watching.forEach((seen) => seen());
    };
    return make("button", { type: "button", role: "switch", onclick }, SETTINGS[name].label);
  });
  const paint = () => switches.forEach((one, k) => one.setAttribute("aria-checked", `${isSet(names[k])}`));
  paint();
  const form = make("details", {}, make("summary", {}, "Settings"), make("p", { class: "rullo-tools" }, ...switches));
  return { form, stop: watch(paint) };
}

export { isSet, settingsForm, watch };

// The player's settings: the same for all boards, stored in the browser.

import { make } from "./elements.js";
import { follow, load, save } from "./storage.js";

const SETTINGS = {
  peers: { label: "Light up what the chosen cell belongs to", usual: true },
  mistakes: { label: "Show mistakes at once", usual: false },
  candidates: { label: "Pencil in the digits that still fit", usual: false },
  fitted: { label: "Fit the whole board on a narrow screen", usual: true },
  clock: { label: "Show the clock", usual: true },
  colours: { label: "Colours", usual: "as on this device", choices: ["as on this device", "light", "dark"] },
};
const watching = new Set(); // functions to call when a setting is changed

const valueOf = (name) => load("settings")?.[name] ?? SETTINGS[name].usual;
const isSet = (name) => Boolean(valueOf(name));

follow((name) => (name === null || name === "settings") && refresh());

function watch(listener) {
  watching.add(listener);
  return () => watching.delete(listener);
}

const refresh = () => watching.forEach((listener) => listener());

function set(name, value) {
  save("settings", { ...load("settings"), [name]: value });
  refresh();
}

function switchFor(name) {
  const flip = () => set(name, !isSet(name));
  const element = make("button", { type: "button", role: "switch", onclick: flip }, SETTINGS[name].label);
  return { element, paint: () => element.setAttribute("aria-checked", `${isSet(name)}`) };
}

function listFor(name) {
  const { label, choices } = SETTINGS[name];
  const select = make("select", { onchange: () => set(name, select.value) }, ...choices.map((choice) => make("option", {}, choice)));
  return { element: make("label", {}, `${label} `, select), paint: () => (select.value = valueOf(name)) };
}

function settingsForm(names) {
  // A switch for each setting, or a list if there are choices; and a function that stops listening.
  const controls = names.map((name) => (SETTINGS[name].choices ? listFor(name) : switchFor(name)));
  const paint = () => controls.forEach((control) => control.paint());
  paint();
  const elements = controls.map(({ element }) => element);
  const form = make("details", {}, make("summary", {}, "Settings"), make("p", { class: "rullo-tools" }, ...elements));
  return { form, stop: watch(paint) };
}

function showColours() {
  // As they are chosen for all pages to play on; the styles go by the theme of the page.
  const paint = () => {
    const scheme = valueOf("colours");
    if (scheme === SETTINGS.colours.usual) delete document.body.dataset.theme;
    else document.body.dataset.theme = scheme;
  };
  paint();
  watch(paint);
}

export { isSet, refresh, settingsForm, showColours, watch };

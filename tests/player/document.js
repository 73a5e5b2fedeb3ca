// A small stand-in for the document of a browser, for scripts of a page that are run by node: elements with attributes,
// texts and events, a store, a clock that goes on when it is told to, and random numbers that are the same again.

process.env.TZ = "UTC";
let clock = Date.UTC(2026, 2, 1, 12);
const OldDate = Date;
globalThis.Date = class extends OldDate {
  constructor(...args) {
    super(...(args.length ? args : [clock]));
  }
  static now() {
    return clock;
  }
};
let word = 1;
Math.random = () => (word = (word * 48271) % 2147483647) / 2147483647;

const timers = new Map();
let nextTimer = 1;
const timer = (repeated) => (does, delay = 0, ...args) => {
  timers.set(nextTimer, { does: () => does(...args), dueTime: clock + delay, delay, repeated });
  return nextTimer++;
};
[globalThis.setTimeout, globalThis.setInterval] = [timer(false), timer(true)];
globalThis.clearTimeout = globalThis.clearInterval = (number) => timers.delete(number);
const settled = async () => {
  for (let i = 0; i < 5; i++) await new Promise((go) => setImmediate(go));
};

async function pass(milliseconds) {
  // Lets time go by, and all happen that was to happen then.
  const until = clock + milliseconds;
  for (;;) {
    await settled();
    const [due] = [...timers].sort(([, first], [, second]) => first.dueTime - second.dueTime);
    if (!due || due[1].dueTime > until) break;
    const [number, { does, dueTime, delay, repeated }] = due;
    clock = Math.max(clock, dueTime);
    if (repeated) timers.get(number).dueTime = dueTime + delay;
    else timers.delete(number);
    does();
  }
  clock = until;
}

class Listening {
  heard = {};
  addEventListener(name, does) {
    (this.heard[name] ??= []).push(does);
  }
  dispatch(name, details = {}) {
    // An event goes up to the document, unless it is stopped; says whether what it does by itself is left to it.
    let [isStopped, isOpen] = [false, true];
    const event = { target: this, ...details, stopPropagation: () => (isStopped = true), preventDefault: () => (isOpen = false) };
    for (let node = this; node && !isStopped; node = node.parentElement ?? (node === document || name === "focus" ? null : document)) {
      for (const does of node.heard[name] ?? []) does(event);
      node[`on${name}`]?.(event);
      if (["focus", "blur", "pointerenter", "change"].includes(name)) break;
    }
    return isOpen;
  }
}

class Element extends Listening {
  attributes = new Map();
  childNodes = [];
  parentElement = null;
  dataset = {};
  constructor(tag) {
    super();
    this.tagName = tag.toUpperCase();
    this.classList = {
      toggle: (name, on) => {
        const classes = this.className.split(" ").filter((token) => token && token !== name);
        this.className = (on ? [...classes, name] : classes).join(" ");
      },
    };
  }
  setAttribute(name, value) {
    this.attributes.set(name, `${value}`);
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof Element) {
        node.parentElement?.childNodes.splice(node.parentElement.childNodes.indexOf(node), 1);
        node.parentElement = this;
      }
      this.childNodes.push(node instanceof Element ? node : `${node}`);
    }
  }
  replaceChildren(...nodes) {
    for (const node of this.children) node.parentElement = null;
    this.childNodes = [];
    this.append(...nodes);
    if (!document.activeElement.isConnected) document.activeElement = document.body;
  }
  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }
  get firstChild() {
    return this.childNodes[0];
  }
  get lastChild() {
    return this.childNodes.at(-1);
  }
  get all() {
    return this.children.flatMap((child) => [child, ...child.all]);
  }
  get isConnected() {
    return this === document.body || Boolean(this.parentElement?.isConnected);
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent ?? node).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }
  get options() {
    return this.children.filter(({ tagName }) => tagName === "OPTION");
  }
  get selectedOptions() {
    const selected = this.options.find((option) => option.selected) ?? this.options.find((option) => option.hasOwnSelection);
    return [selected ?? this.options[0]];
  }
  get hasOwnSelection() {
    return this.attributes.has("selected");
  }
  get value() {
    if (this.tagName === "SELECT") return this.selectedOptions[0].value;
    if (this.tagName === "OPTION") return this.attributes.get("value") ?? this.textContent;
    return this.written ?? "";
  }
  set value(value) {
    if (this.tagName === "SELECT") this.options.forEach((option) => (option.selected = option.value === `${value}`));
    else this.written = `${value}`;
  }
  contains(element) {
    return element === this || this.all.includes(element);
  }
  matches(selectors) {
    const isIt = (selector) => {
      const [tag, ...classes] = selector.trim().split(".");
      return (!tag || tag.toUpperCase() === this.tagName) && classes.every((token) => this.className.split(" ").includes(token));
    };
    return selectors.split(",").some(isIt);
  }
  querySelectorAll(selector) {
    return this.all.filter((element) => element.matches(selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  focus() {
    const previous = document.activeElement;
    if (previous === this) return;
    document.activeElement = this;
    previous.dispatch("blur");
    this.dispatch("focus");
  }
  select() {
    this.setSelectionRange(0, this.value.length);
  }
  setSelectionRange(from, to) {
    this.selection = [from, to];
  }
  click(detail = 0) {
    if (!this.disabled) this.dispatch("click", { detail });
  }
}
for (const name of ["hidden", "disabled", "inert"]) {
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.attributes.has(name);
    },
    set(on) {
      if (on) this.attributes.set(name, "");
      else this.attributes.delete(name);
    },
  });
}
for (const [name, attribute] of [["className", "class"], ["title", "title"], ["tabIndex", "tabindex"]]) {
  Object.defineProperty(Element.prototype, attribute === "class" ? "className" : name, {
    get() {
      return this.attributes.get(attribute) ?? "";
    },
    set(value) {
      this.attributes.set(attribute, `${value}`);
    },
  });
}

const stored = new Map();
const store = {
  getItem: (key) => stored.get(key) ?? null,
  setItem(key, value) {
    stored.set(key, value);
    this[key] = value;
  },
  removeItem(key) {
    stored.delete(key);
    delete this[key];
  },
};
for (const name of ["getItem", "setItem", "removeItem"]) Object.defineProperty(store, name, { enumerable: false });

const outside = new Listening();
const document = Object.assign(new Listening(), { body: new Element("body"), hidden: false });
document.activeElement = document.body;
document.createElement = (tag) => new Element(tag);
document.querySelectorAll = (selector) => document.body.querySelectorAll(selector);
const location = { href: "https://example.org/page.html", protocol: "https:", reload() {} };
const replaceState = (_, __, address) => (location.href = address);
const copied = [];
const globals = {
  document, location,
  window: { localStorage: store, history: { replaceState } },
  navigator: { clipboard: { writeText: async (text) => void copied.push(text) } },
  performance: { now: () => clock },
  addEventListener: (name, does) => outside.addEventListener(name, does),
  confirm: () => true,
  print() {},
  Worker: undefined,
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });

// -- what is seen, and what somebody does -------------------------------------------------------------------------------

function linesOf(element) {
  // What stands on a page, an element a line: its name and classes, its attributes, and its own text.
  if (element.hidden || element.tagName === "SCRIPT") return [];
  const parts = [[element.tagName.toLowerCase(), ...element.className.split(" ").filter(Boolean)].join(".")];
  for (const [name, value] of element.attributes) if (!["class", "type"].includes(name)) parts.push(`[${name}=${value}]`);
  if (element.written !== undefined || element.tagName === "SELECT") parts.push(JSON.stringify(element.value));
  if (element.selection) parts.push(`selected ${element.selection.join("-")}`);
  const texts = element.childNodes.filter((node) => !(node instanceof Element) && node.trim());
  parts.push(...texts.map((text) => JSON.stringify(text)));
  if (document.activeElement === element) parts.push("*");
  return [...(parts.length > 1 || element.className ? [parts.join(" ")] : []), ...element.children.flatMap(linesOf)];
}

const cells = () => {
  const [table] = document.body.querySelectorAll("table").filter((table) => table.querySelector("button"));
  return table.querySelectorAll("button");
};
const visible = (tag) => {
  const isShown = (element) => !element || (!element.hidden && isShown(element.parentElement));
  return document.body.querySelectorAll(tag).filter(isShown);
};
const buttonNamed = (name) => visible("button").find((button) => (button.getAttribute("aria-label") ?? button.textContent) === name);
const held = { pointerType: "mouse", buttons: 1 };

const DOES = {
  press(...words) {
    const button = buttonNamed(words.join(" "));
    if (!button) return ["There is no such button."];
    button.click(1);
  },
  cell(...numbers) {
    // With a mouse; drawn over are those that follow.
    const [first, ...following] = numbers.map((number) => cells()[number]);
    first.dispatch("pointerdown", held);
    first.focus();
    if (following.length) following.forEach((cell) => cell.dispatch("pointerenter", held));
    else first.click(1);
  },
  finger(number) {
    const cell = cells()[number];
    cell.dispatch("pointerdown", { pointerType: "touch", buttons: 1 });
    cell.focus();
    cell.click(1);
  },
  key(name, ...modifiers) {
    const [key, code] = [name === "Space" ? " " : name, /^\d$/.test(name) ? `Digit${name}` : name];
    const event = { key, code, ...Object.fromEntries(["shift", "ctrl", "alt", "meta"].map((modifier) => [`${modifier}Key`, modifiers.includes(modifier)])) };
    const element = document.activeElement;
    if (element.dispatch("keydown", event) && [" ", "Enter"].includes(key)) element.click();
  },
  pass: (milliseconds) => pass(Number(milliseconds)),
  text(...words) {
    const [area] = visible("textarea");
    area.focus();
    area.value = words.join(" ").replaceAll("\\n", "\n");
    area.dispatch("input");
  },
  choose(number, ...words) {
    const select = visible("select")[number];
    select.value = words.join(" ");
    select.dispatch("change");
  },
  away: () => document.activeElement.dispatch("blur"),
  async hide(on) {
    document.hidden = on === "on";
    document.dispatch("visibilitychange");
  },
  leave: () => (outside.heard.pagehide ?? []).forEach((does) => does()),
  kept: (...words) => [...stored].filter(([key]) => key.startsWith(`rullo ${words.join(" ")}`)).map((entry) => entry.join(": ")),
  address: () => [location.href],
  copied: () => [...copied],
  link(hash) {
    location.href = location.href.split("#")[0] + hash;
    (outside.heard.hashchange ?? []).forEach((does) => does());
  },
  tab(key, ...words) {
    // Another tab keeps something; an empty text forgets it.
    const name = `rullo ${key.replaceAll("_", " ")}`;
    const value = words.join(" ");
    if (value) store.setItem(name, value);
    else store.removeItem(name);
    (outside.heard.storage ?? []).forEach((does) => does({ key: name }));
  },
};

async function played(steps) {
  // What is seen at first, and what is new after each step.
  const output = [];
  let previous = new Map();
  for (const step of ["begin", ...steps]) {
    const [name, ...words] = step.split(" ");
    const answer = (await DOES[name]?.(...words)) ?? [];
    await settled();
    const current = new Map();
    output.push(`> ${step}`, ...(Array.isArray(answer) ? answer : []));
    for (const line of linesOf(document.body)) {
      current.set(line, (current.get(line) ?? 0) + 1);
      if (current.get(line) > (previous.get(line) ?? 0)) output.push(line);
    }
    const removed = [...previous].reduce((sum, [line, number]) => sum + Math.max(0, number - (current.get(line) ?? 0)), 0);
    if (removed) output.push(`- ${removed}`);
    previous = current;
  }
  return output;
}

function place(name, data) {
  const element = document.createElement("div");
  const script = document.createElement("script");
  element.className = name;
  script.textContent = JSON.stringify(data);
  element.append(script);
  document.body.append(element);
  return element;
}

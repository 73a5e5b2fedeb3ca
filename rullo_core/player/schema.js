// What the browser may keep for this site, by the first word of its name: each schema returns what fits of a value that
// was read, or undefined where nothing does. Pages of others on the same address may write there, too, as may older
// versions of this one.

const MOST_MOVES = 20_000;
const LONGEST = 100_000; // characters of a puzzle's text
const LATEST = 8.64e15; // milliseconds that a date may have

const when = (holds) => (value) => (holds(value) ? value : undefined);
const truth = when((value) => typeof value === "boolean");
const text = when((value) => typeof value === "string" && value.length <= LONGEST);
const among = (choices) => when((value) => choices.includes(value));
const whole = (least, most) => when((value) => Number.isSafeInteger(value) && value >= least && value <= most);
const seconds = when((value) => Number.isFinite(value) && value >= 0);
const day = when((value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value));
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function list(item, most) {
  // All of it or nothing.
  return when((value) => Array.isArray(value) && value.length <= most && value.every((one) => item(one) !== undefined));
}

function some(item) {
  // What fits of each item.
  return (value) => (Array.isArray(value) ? value.map(item).filter((one) => one !== undefined) : undefined);
}

function record(fields, optional = {}) {
  // All of these, and of the optional ones those that fit; others are left out.
  return (value) => {
    if (!isPlain(value)) return undefined;
    const made = {};
    for (const [name, field] of Object.entries({ ...fields, ...optional })) {
      const own = Object.hasOwn(value, name) ? field(value[name]) : undefined;
      if (own === undefined && name in fields) return undefined;
      if (own !== undefined) made[name] = own;
    }
    return made;
  };
}

const grown = whole(0, Number.MAX_SAFE_INTEGER);
const change = when((value) => list(whole(0, 2 ** 31 - 1), 3)(value)?.length === 3);
const history = { at: whole(0, MOST_MOVES), moves: list(list(change, 1000), MOST_MOVES) };
const time = whole(0, LATEST);

// What is solved has no day unless it is a daily puzzle.
const SCHEMAS = {
  game: record(history, { seconds, hints: grown, finished: truth, when: time }),
  last: text,
  daily: text,
  solved: some(record({ kind: text, difficulty: text, seconds, hints: grown }, { day })),
  settings: record({}, {
    peers: truth,
    mistakes: truth,
    candidates: truth,
    fitted: truth,
    clock: truth,
    colours: among(["as on this device", "light", "dark"]),
  }),
  drafts: record({ boards: when((value) => Array.isArray(value) && value.length > 0 && value.every(isPlain)), at: grown }, { when: time }),
};

function fitting(name, value) {
  // What fits of the value under a name; null where nothing does.
  const [word] = name.split(" ");
  return (Object.hasOwn(SCHEMAS, word) ? SCHEMAS[word](value) : undefined) ?? null;
}

function isHistoryOf(first, { at, moves }, most) {
  // Whether what was kept is of a board with so many cells, each of which has at most a value, one bit, and marks.
  const isCell = ([i, value, marks]) => i < first.length && value <= most && !(value & (value - 1)) && marks <= most;
  return at <= moves.length && moves.every((move) => move.every(isCell));
}

const nullOr = (shape) => (value) => (value === null ? null : shape(value));
const holds = (shape, value) => shape(value) !== undefined;

function isOf(shapes, value) {
  // Whether a plain object has what is wanted under each of these names; there may be more in it.
  return isPlain(value) && Object.entries(shapes).every(([name, shape]) => holds(shape, value[name]));
}

// A list of just so many.
const row = (item, length) => when((value) => value?.length === length && holds(list(item, length), value));

export { fitting, isHistoryOf, isOf, list, nullOr, row, truth, when, whole };

// The data that the browser may store for this site, by the first word of the name: each schema returns the valid parts of
// a value that was read, or undefined if there are none. Other pages at the same address may write there, too, as may older
// versions of this page.

const MOST_MOVES = 20_000;
const LONGEST = 100_000; // characters of a puzzle's text
const LATEST = 8.64e15; // milliseconds that a date may have

const validator = (holds) => (value) => (holds(value) ? value : undefined);
const truth = validator((value) => typeof value === "boolean");
const text = validator((value) => typeof value === "string" && value.length <= LONGEST);
const among = (choices) => validator((value) => choices.includes(value));
const integer = (minimum, maximum) => validator((value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum);
const seconds = validator((value) => Number.isFinite(value) && value >= 0);
const day = validator((value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value));
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function list(item, maximum) {
  // All of it or nothing.
  return validator((value) => Array.isArray(value) && value.length <= maximum && value.every((element) => item(element) !== undefined));
}

function fittingItems(item) {
  // The valid parts of each item.
  return (value) => (Array.isArray(value) ? value.map(item).filter((element) => element !== undefined) : undefined);
}

function record(fields, optional = {}) {
  // All required values, and the optional values that are valid; other values are left out.
  return (value) => {
    if (!isPlain(value)) return undefined;
    const output = {};
    for (const [name, field] of Object.entries({ ...fields, ...optional })) {
      const fieldValue = Object.hasOwn(value, name) ? field(value[name]) : undefined;
      if (fieldValue === undefined && name in fields) return undefined;
      if (fieldValue !== undefined) output[name] = fieldValue;
    }
    return output;
  };
}

const grown = integer(0, Number.MAX_SAFE_INTEGER);
const change = validator((value) => list(integer(0, 2 ** 31 - 1), 3)(value)?.length === 3);
const history = { at: integer(0, MOST_MOVES), moves: list(list(change, 1000), MOST_MOVES) };
const time = integer(0, LATEST);

// A solved puzzle has a day only if it is a daily puzzle.
const SCHEMAS = {
  game: record(history, { seconds, hints: grown, finished: truth, when: time }),
  last: text,
  daily: text,
  solved: fittingItems(record({ kind: text, difficulty: text, seconds, hints: grown }, { day })),
  settings: record({}, {
    peers: truth,
    mistakes: truth,
    candidates: truth,
    fitted: truth,
    clock: truth,
    colours: among(["as on this device", "light", "dark"]),
  }),
  drafts: record({ boards: validator((value) => Array.isArray(value) && value.length > 0 && value.every(isPlain)), at: grown }, { when: time }),
};

function fitting(name, value) {
  // The valid parts of the value under a name; null if there are none.
  const [word] = name.split(" ");
  return (Object.hasOwn(SCHEMAS, word) ? SCHEMAS[word](value) : undefined) ?? null;
}

function isHistoryOf(first, { at: index, moves }, maximum) {
  // Whether stored data are a board with a number of cells, each of which has at most a value, one bit, and marks.
  const isCell = ([i, value, marks]) => i < first.length && value <= maximum && !(value & (value - 1)) && marks <= maximum;
  return index <= moves.length && moves.every((move) => move.every(isCell));
}

const nullOr = (shape) => (value) => (value === null ? null : shape(value));
const holds = (shape, value) => shape(value) !== undefined;

function isOf(shapes, value) {
  // Whether a plain object has a valid value under each of these names; it may have others.
  return isPlain(value) && Object.entries(shapes).every(([name, shape]) => holds(shape, value[name]));
}

// A list of exactly this length.
const row = (item, length) => validator((value) => value?.length === length && holds(list(item, length), value));

export { fitting, integer, isHistoryOf, isOf, list, nullOr, row, truth, validator };

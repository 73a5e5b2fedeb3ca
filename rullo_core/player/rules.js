// The values that a rule removes from the cells of a unit: a mask for each cell, or null if the rule cannot be kept. The
// readable versions of these rules are in Python: rullo_core/constraints/distinct.py, sudoku/rules.py, killer/rules.py and
// kakuro/rules.py. A key names a rule with its numbers, so that its results can be cached.

const MOST_STATES = 100_000; // of a unit, all its cells together: sums of numbers may double with every cell
const CUT = Symbol("more states than are looked at"); // what a rule returns then, in place of masks

const tabulate = (number, make) => Array.from({ length: number }, (_, i) => make(i));
const remembered = (make) => {
  const values = [];
  return (mask) => (values[mask] ??= make(mask));
};
const bits = remembered((mask) => tabulate(31 - Math.clz32(mask | 1) + 1, (i) => mask & (1 << i)).filter(Boolean));
const isFixed = (mask) => (mask & (mask - 1)) === 0;
const digitOf = (bit) => 32 - Math.clz32(bit);
const digitsOf = remembered((mask) => bits(mask).map(digitOf));
const sumOf = remembered((mask) => digitsOf(mask).reduce((sum, digit) => sum + digit, 0));
const union = (masks) => masks.reduce((combined, mask) => combined | mask, 0);
const allThere = (masks) => (masks.every(Boolean) ? masks : null);

function subsetsOf(list, size) {
  if (!size) return [[]];
  return list.flatMap((first, i) => subsetsOf(list.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

function automaton(begin, step, accepts) {
  // The values of each cell in assignments that satisfy the rule, for which the order of the cells does not matter.
  return (masks) => {
    // Cells with few values come first, because there are few states then. Forwards from the start: the state that each
    // value leads to; then backwards: the states from which an end can be reached.
    const order = tabulate(masks.length, (k) => k).sort((i, j) => bits(masks[i]).length - bits(masks[j]).length);
    const ways = [];
    let states = new Set([begin]);
    let number = 0;
    for (const k of order) {
      const next = new Set();
      const transitions = [];
      const values = bits(masks[k]);
      for (const state of states) {
        for (const bit of values) {
          const successor = step(state, k, bit);
          if (successor === undefined) continue;
          next.add(successor);
          transitions.push(state, bit, successor);
        }
        if (next.size > MOST_STATES - number) return CUT;
      }
      number += next.size;
      ways.push(transitions);
      states = next;
    }
    let alive = new Set([...states].filter(accepts));
    const remaining = masks.map(() => 0);
    for (const k of order.reverse()) {
      const transitions = ways.pop();
      const previous = new Set();
      for (let i = 0; i < transitions.length; i += 3) {
        if (!alive.has(transitions[i + 2])) continue;
        remaining[k] |= transitions[i + 1];
        previous.add(transitions[i]);
      }
      alive = previous;
    }
    return alive.size ? remaining : null;
  };
}

function included(numbers, total) {
  // The included numbers add up to a total: bit 0 for included, bit 1 for excluded.
  const step = (sum, k, bit) => sum + (bit === 1 ? numbers[k] : 0);
  return { key: `${numbers} ${total}`, propagate: automaton(0, step, (sum) => sum === total) };
}

function different(total) {
  // All digits different, with a sum unless it is null: all deductions.
  const step = (digits, _, bit) => (digits & bit ? undefined : digits | bit);
  const accepts = (digits) => total === null || sumOf(digits) === total;
  return { key: `different ${total}`, total, propagate: automaton(0, step, accepts) };
}

const forward = {
  // No cell has the digit of a fixed cell.
  propagate(masks) {
    const fixed = masks.filter(isFixed);
    const fixedDigits = union(fixed);
    if (digitsOf(fixedDigits).length < fixed.length) return null;
    return allThere(masks.map((mask) => (isFixed(mask) ? mask : mask & ~fixedDigits)));
  },
};

const hidden = (allDigits) => ({
  // A digit with only one place in a unit is there; every digit has a place.
  propagate(masks) {
    const remaining = [...masks];
    for (const bit of bits(allDigits)) {
      const places = masks.flatMap((mask, k) => (mask & bit ? [k] : []));
      if (!places.length) return null;
      if (places.length === 1) remaining[places[0]] &= bit;
    }
    return allThere(remaining);
  },
});

const subsets = (allDigits, maximum) => ({
  // n cells that have only n candidates between them exclude these from other cells; n digits that have only n cells
  // between them exclude other digits from these cells.
  key: `subsets ${allDigits}`,
  propagate(masks) {
    let remaining = [...masks];
    const small = (masks, size) => masks.filter(({ mask }) => !isFixed(mask) && bits(mask).length <= size);
    const places = bits(allDigits).map((bit) => ({
      bit,
      mask: masks.reduce((cells, mask, k) => (mask & bit ? cells | (1 << k) : cells), 0),
    }));
    for (let size = 2; size <= maximum; size++) {
      for (const cells of subsetsOf(small(masks.map((mask, k) => ({ k, mask })), size), size)) {
        const digits = union(cells.map(({ mask }) => mask));
        if (bits(digits).length < size) return null;
        if (bits(digits).length > size) continue;
        remaining = remaining.map((mask, k) => (cells.some((cell) => cell.k === k) ? mask : mask & ~digits));
      }
      for (const digits of subsetsOf(small(places, size), size)) {
        const cells = union(digits.map(({ mask }) => mask));
        if (bits(cells).length < size) return null;
        if (bits(cells).length > size) continue;
        const setDigits = union(digits.map(({ bit }) => bit));
        remaining = remaining.map((mask, k) => (cells & (1 << k) ? mask & setDigits : mask));
      }
    }
    return allThere(remaining);
  },
});

const locked = (line, box) => ({
  // A line and a box that cross: a digit whose places in one of them are all where they cross has no other place in the
  // other.
  propagate(masks) {
    const remaining = [...masks];
    for (const [source, target] of [[line, box], [box, line]]) {
      const crossed = union(source.filter((k) => target.includes(k)).map((k) => masks[k]));
      const elsewhere = union(source.filter((k) => !target.includes(k)).map((k) => masks[k]));
      for (const k of target) if (!source.includes(k)) remaining[k] &= ~(crossed & ~elsewhere);
    }
    return allThere(remaining);
  },
});

function livingSets(masks, total) {
  // The sets of digits that a cage can still hold.
  return setsOf(masks.length, total, union(masks)).filter((set) => isFilled(masks.map((mask) => mask & set)));
}

const isFilled = (masks) => masks.every(Boolean) && different(null).propagate(masks) !== null;

function setsOf(size, total, among) {
  // The sets of a number of different digits with a sum.
  const sets = subsetsOf(digitsOf(among), size).filter((set) => set.reduce((sum, digit) => sum + digit, 0) === total);
  return sets.map((set) => union(set.map((digit) => 1 << (digit - 1))));
}

function required(total, seenCells) {
  // A digit in every possible set of a cage is in the cage: no cell that sees all its places there has it. The cells of the
  // cage come first; `seenCells` says for each other cell, as bits, which of them it sees.
  return {
    key: `required ${total} ${seenCells}`,
    cage: (masks) => masks.slice(0, masks.length - seenCells.length),
    total,
    propagate(masks) {
      const cage = masks.slice(0, masks.length - seenCells.length);
      const sets = livingSets(cage, total);
      if (!sets.length) return null;
      const remaining = different(total).propagate(cage);
      const requiredBits = bits(sets.reduce((common, set) => common & set));
      const places = requiredBits.map((bit) => remaining.reduce((cellBits, mask, k) => (mask & bit ? cellBits | (1 << k) : cellBits), 0));
      const outerMasks = masks.slice(cage.length).map((mask, i) => {
        return mask & ~union(requiredBits.filter((_, n) => (places[n] & ~seenCells[i]) === 0));
      });
      return allThere([...cage, ...outerMasks]);
    },
  };
}

const MOST_LISTED = 6; // cells of a sum whose assignments are all enumerated; of more cells, only bounds are used

function signedSum(total, signs, peers) {
  // Cells that add up to a total, some of them subtracted; cells that see each other differ.
  const rest = (masks) => {
    const [minima, maxima] = [[0], [0]];
    for (let k = masks.length - 1; k >= 0; k--) {
      const ends = [digitOf(masks[k] & -masks[k]), digitOf(masks[k])].map((digit) => signs[k] * digit);
      minima.unshift(minima[0] + Math.min(...ends));
      maxima.unshift(maxima[0] + Math.max(...ends));
    }
    return [minima, maxima];
  };
  const byRows = (masks) => {
    const remaining = masks.map(() => 0);
    const [minima, maxima] = rest(masks);
    const extend = (row, sum) => {
      const k = row.length;
      if (k === masks.length) return row.forEach((bit, i) => (remaining[i] |= bit));
      for (const bit of bits(masks[k])) {
        const nextSum = sum + signs[k] * digitOf(bit);
        if (total - nextSum < minima[k + 1] || total - nextSum > maxima[k + 1]) continue;
        if (peers[k].every((peer) => row[peer] !== bit)) extend([...row, bit], nextSum);
      }
    };
    extend([], 0);
    return allThere(remaining);
  };
  const byBounds = (masks) => {
    const [[minimum], [maximum]] = rest(masks);
    return allThere(
      masks.map((mask, k) => {
        const ends = [digitOf(mask & -mask), digitOf(mask)].map((digit) => signs[k] * digit);
        const [low, high] = [total - (maximum - Math.max(...ends)), total - (minimum - Math.min(...ends))];
        return union(bits(mask).filter((bit) => low <= signs[k] * digitOf(bit) && signs[k] * digitOf(bit) <= high));
      }),
    );
  };
  const propagate = (masks) => (masks.length <= MOST_LISTED ? byRows(masks) : byBounds(masks));
  return { key: `sum ${total} ${signs} ${peers.join(";")}`, total, signs, propagate };
}

function rectangle(members, totals) {
  // Two entries across and two down that cross in four cells, filtered together. Four digits at the corners stay if each
  // entry can be filled with its two of them; another digit stays if its entry can be filled with it and two of those.
  const [a, b, c, d] = [[0, 2], [0, 3], [1, 2], [1, 3]].map(([i, j]) => members[i].find((k) => members[j].includes(k)));
  const ends = [[a, b], [c, d], [a, c], [b, d]];
  const propagate = (masks) => {
    const fits = ends.map(([i, j], entry) => {
      const fillings = new Map();
      for (const first of bits(masks[i])) {
        for (const second of bits(masks[j])) {
          const candidates = members[entry].map((k) => (k === i ? first : k === j ? second : masks[k]));
          const filling = different(totals[entry]).propagate(candidates);
          if (filling) fillings.set(`${first} ${second}`, filling);
        }
      }
      return fillings;
    });
    const stay = ends.map(() => new Set());
    for (const upper of fits[0].keys()) {
      for (const lower of fits[1].keys()) {
        const [[va, vb], [vc, vd]] = [upper.split(" "), lower.split(" ")];
        const four = [upper, lower, `${va} ${vc}`, `${vb} ${vd}`];
        if (fits[2].has(four[2]) && fits[3].has(four[3])) four.forEach((pair, entry) => stay[entry].add(pair));
      }
    }
    if (!stay[0].size) return null;
    const remaining = [...masks];
    members.forEach((places, entry) => {
      const entryFillings = [...stay[entry]].map((pair) => fits[entry].get(pair));
      places.forEach((k, i) => (remaining[k] &= union(entryFillings.map((masks) => masks[i]))));
    });
    return remaining;
  };
  return { key: `rectangle ${totals} ${members.join(";")}`, propagate };
}

export {
  bits, CUT, different, digitOf, digitsOf, forward, hidden, included, isFixed, livingSets, locked, MOST_STATES, rectangle,
  required, setsOf, signedSum, subsets, subsetsOf, tabulate,
};

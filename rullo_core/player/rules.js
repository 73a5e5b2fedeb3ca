// What a rule removes from the cells of a unit: a mask of values for each cell, or null where the rule cannot be kept.
// The same as in Python, where these rules are read: rullo_core/constraints/distinct.py, sudoku/rules.py,
// killer/rules.py and kakuro/rules.py. A key names a rule with its numbers, so that what it finds can be remembered.

const MOST_STATES = 100_000; // of a unit, all its cells together: sums of numbers may double with every cell
const CUT = Symbol("more states than are looked at"); // what a rule says then, in place of masks

const some = (number, make) => Array.from({ length: number }, (_, i) => make(i));
const remembered = (make) => {
  const made = [];
  return (mask) => (made[mask] ??= make(mask));
};
const bits = remembered((mask) => some(31 - Math.clz32(mask | 1) + 1, (i) => mask & (1 << i)).filter(Boolean));
const isFixed = (mask) => (mask & (mask - 1)) === 0;
const digitOf = (bit) => 32 - Math.clz32(bit);
const digitsOf = remembered((mask) => bits(mask).map(digitOf));
const sumOf = remembered((mask) => digitsOf(mask).reduce((sum, digit) => sum + digit, 0));
const union = (masks) => masks.reduce((all, mask) => all | mask, 0);
const allThere = (masks) => (masks.every(Boolean) ? masks : null);

function subsetsOf(list, size) {
  if (!size) return [[]];
  return list.flatMap((one, i) => subsetsOf(list.slice(i + 1), size - 1).map((rest) => [one, ...rest]));
}

function automaton(begin, step, accepts) {
  // The values that some row of values has that keeps the rule, in which the order of the cells does not matter.
  return (left) => {
    // Cells with few values go first: then there are few states. What each value leads to, forwards from the start; then
    // backwards, from which state an end can be reached.
    const order = some(left.length, (k) => k).sort((i, j) => bits(left[i]).length - bits(left[j]).length);
    const ways = [];
    let states = new Set([begin]);
    let number = 0;
    for (const k of order) {
      const next = new Set();
      const found = [];
      const values = bits(left[k]);
      for (const state of states) {
        for (const bit of values) {
          const after = step(state, k, bit);
          if (after === undefined) continue;
          next.add(after);
          found.push(state, bit, after);
        }
        if (next.size > MOST_STATES - number) return CUT;
      }
      number += next.size;
      ways.push(found);
      states = next;
    }
    let alive = new Set([...states].filter(accepts));
    const kept = left.map(() => 0);
    for (const k of order.reverse()) {
      const found = ways.pop();
      const before = new Set();
      for (let i = 0; i < found.length; i += 3) {
        if (!alive.has(found[i + 2])) continue;
        kept[k] |= found[i + 1];
        before.add(found[i]);
      }
      alive = before;
    }
    return alive.size ? kept : null;
  };
}

function included(numbers, total) {
  // The included numbers add up to a total: bit 0 for included, bit 1 for excluded.
  const step = (sum, k, bit) => sum + (bit === 1 ? numbers[k] : 0);
  return { key: `${numbers} ${total}`, filtered: automaton(0, step, (sum) => sum === total) };
}

function different(total) {
  // All digits different, with a sum unless it is null: everything that can be seen.
  const step = (used, _, bit) => (used & bit ? undefined : used | bit);
  const accepts = (used) => total === null || sumOf(used) === total;
  return { key: `different ${total}`, total, filtered: automaton(0, step, accepts) };
}

const forward = {
  // No cell has the digit of one that is fixed.
  filtered(left) {
    const alone = left.filter(isFixed);
    const known = union(alone);
    if (digitsOf(known).length < alone.length) return null;
    return allThere(left.map((mask) => (isFixed(mask) ? mask : mask & ~known)));
  },
};

const hidden = (all) => ({
  // A digit with one place only in a unit is there; every digit has one.
  filtered(left) {
    const now = [...left];
    for (const bit of bits(all)) {
      const places = left.flatMap((mask, k) => (mask & bit ? [k] : []));
      if (!places.length) return null;
      if (places.length === 1) now[places[0]] &= bit;
    }
    return allThere(now);
  },
});

const subsets = (all, most) => ({
  // So many cells with so many digits keep them from others; so many digits with so many cells keep others from them.
  key: `subsets ${all}`,
  filtered(left) {
    let now = [...left];
    const few = (masks, size) => masks.filter(({ mask }) => !isFixed(mask) && bits(mask).length <= size);
    const places = bits(all).map((bit) => ({
      bit,
      mask: left.reduce((cells, mask, k) => (mask & bit ? cells | (1 << k) : cells), 0),
    }));
    for (let size = 2; size <= most; size++) {
      for (const cells of subsetsOf(few(left.map((mask, k) => ({ k, mask })), size), size)) {
        const digits = union(cells.map(({ mask }) => mask));
        if (bits(digits).length < size) return null;
        if (bits(digits).length > size) continue;
        now = now.map((mask, k) => (cells.some((cell) => cell.k === k) ? mask : mask & ~digits));
      }
      for (const digits of subsetsOf(few(places, size), size)) {
        const cells = union(digits.map(({ mask }) => mask));
        if (bits(cells).length < size) return null;
        if (bits(cells).length > size) continue;
        const own = union(digits.map(({ bit }) => bit));
        now = now.map((mask, k) => (cells & (1 << k) ? mask & own : mask));
      }
    }
    return allThere(now);
  },
});

const locked = (line, box) => ({
  // A line and a box that cross: what has places in the one only where they cross, has them in the other only there.
  filtered(left) {
    const now = [...left];
    for (const [one, other] of [[line, box], [box, line]]) {
      const crossed = union(one.filter((k) => other.includes(k)).map((k) => left[k]));
      const elsewhere = union(one.filter((k) => !other.includes(k)).map((k) => left[k]));
      for (const k of other) if (!one.includes(k)) now[k] &= ~(crossed & ~elsewhere);
    }
    return allThere(now);
  },
});

function livingSets(left, total) {
  // The sets of digits that a cage can still hold.
  return setsOf(left.length, total, union(left)).filter((set) => isFilled(left.map((mask) => mask & set)));
}

const isFilled = (left) => left.every(Boolean) && different(null).filtered(left) !== null;

function setsOf(size, total, among) {
  // The sets of so many different digits with a sum.
  const found = subsetsOf(digitsOf(among), size).filter((set) => set.reduce((sum, one) => sum + one, 0) === total);
  return found.map((set) => union(set.map((digit) => 1 << (digit - 1))));
}

function required(total, seen) {
  // A digit that every set has that a cage can hold is in the cage: no cell has it that sees all its places there. The
  // cells of the cage come first; `seen` says for each of the others, as bits, which of them it sees.
  return {
    key: `required ${total} ${seen}`,
    cage: (left) => left.slice(0, left.length - seen.length),
    total,
    filtered(left) {
      const cage = left.slice(0, left.length - seen.length);
      const sets = livingSets(cage, total);
      if (!sets.length) return null;
      const kept = different(total).filtered(cage);
      const needed = bits(sets.reduce((both, set) => both & set));
      const places = needed.map((bit) => kept.reduce((all, mask, k) => (mask & bit ? all | (1 << k) : all), 0));
      const others = left.slice(cage.length).map((mask, i) => {
        return mask & ~union(needed.filter((_, n) => (places[n] & ~seen[i]) === 0));
      });
      return allThere([...cage, ...others]);
    },
  };
}

const MOST_LISTED = 6; // cells of a sum of which all rows of digits are looked at; of more, the least and the most

function signedSum(total, signs, apart) {
  // Cells that add up to a total, some of them taken away; those that see each other differ.
  const rest = (left) => {
    const [least, most] = [[0], [0]];
    for (let k = left.length - 1; k >= 0; k--) {
      const ends = [digitOf(left[k] & -left[k]), digitOf(left[k])].map((digit) => signs[k] * digit);
      least.unshift(least[0] + Math.min(...ends));
      most.unshift(most[0] + Math.max(...ends));
    }
    return [least, most];
  };
  const byRows = (left) => {
    const found = left.map(() => 0);
    const [least, most] = rest(left);
    const extend = (row, sum) => {
      const k = row.length;
      if (k === left.length) return row.forEach((bit, i) => (found[i] |= bit));
      for (const bit of bits(left[k])) {
        const after = sum + signs[k] * digitOf(bit);
        if (total - after < least[k + 1] || total - after > most[k + 1]) continue;
        if (apart[k].every((other) => row[other] !== bit)) extend([...row, bit], after);
      }
    };
    extend([], 0);
    return allThere(found);
  };
  const byBounds = (left) => {
    const [[least], [most]] = rest(left);
    return allThere(
      left.map((mask, k) => {
        const ends = [digitOf(mask & -mask), digitOf(mask)].map((digit) => signs[k] * digit);
        const [low, high] = [total - (most - Math.max(...ends)), total - (least - Math.min(...ends))];
        return union(bits(mask).filter((bit) => low <= signs[k] * digitOf(bit) && signs[k] * digitOf(bit) <= high));
      }),
    );
  };
  const filtered = (left) => (left.length <= MOST_LISTED ? byRows(left) : byBounds(left));
  return { key: `sum ${total} ${signs} ${apart.join(";")}`, total, signs, filtered };
}

function rectangle(members, totals) {
  // Two entries across and two down that cross in four cells: what they show together. Four digits at the corners may
  // stay if each entry can be filled with its two of them; any other, if its entry can be with it and two that stay.
  const [a, b, c, d] = [[0, 2], [0, 3], [1, 2], [1, 3]].map(([i, j]) => members[i].find((k) => members[j].includes(k)));
  const ends = [[a, b], [c, d], [a, c], [b, d]];
  const filtered = (left) => {
    const fits = ends.map(([i, j], entry) => {
      const found = new Map();
      for (const one of bits(left[i])) {
        for (const other of bits(left[j])) {
          const inside = members[entry].map((k) => (k === i ? one : k === j ? other : left[k]));
          const kept = different(totals[entry]).filtered(inside);
          if (kept) found.set(`${one} ${other}`, kept);
        }
      }
      return found;
    });
    const stay = ends.map(() => new Set());
    for (const above of fits[0].keys()) {
      for (const below of fits[1].keys()) {
        const [[va, vb], [vc, vd]] = [above.split(" "), below.split(" ")];
        const four = [above, below, `${va} ${vc}`, `${vb} ${vd}`];
        if (fits[2].has(four[2]) && fits[3].has(four[3])) four.forEach((pair, entry) => stay[entry].add(pair));
      }
    }
    if (!stay[0].size) return null;
    const now = [...left];
    members.forEach((places, entry) => {
      const kept = [...stay[entry]].map((pair) => fits[entry].get(pair));
      places.forEach((k, i) => (now[k] &= union(kept.map((masks) => masks[i]))));
    });
    return now;
  };
  return { key: `rectangle ${totals} ${members.join(";")}`, filtered };
}

export {
  bits, CUT, different, digitOf, digitsOf, forward, hidden, included, isFixed, livingSets, locked, MOST_STATES, rectangle, required,
  setsOf, signedSum, some, subsets, subsetsOf,
};

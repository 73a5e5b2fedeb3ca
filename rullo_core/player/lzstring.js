// The compression of links to f-puzzles, LZ-string by P. Rouget in base 64; as in rullo_core/killer/lzstring.py, which
// says how it works.

import { fail } from "./read.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS = 6; // of a letter
const MOST_TEXT = 10 ** 6; // length of a decompressed text
const [SHORT, LONG, END, FIRST] = [0, 1, 2, 3];

function widening() {
  // The number of bits of a code: one more each time as many codes have been counted as it can distinguish.
  const width = { bits: 2, left: 2 };
  width.count = () => {
    if (--width.left) return;
    width.left = 2 ** width.bits;
    width.bits++;
  };
  return width;
}

function compress(text) {
  const bits = [];
  const width = widening();
  const codes = new Map();
  const fresh = new Set();
  const write = (value, number) => {
    for (let i = 0; i < number; i++) bits.push((value >> i) & 1);
  };
  const emit = (known) => {
    if (fresh.delete(known)) {
      const code = known.charCodeAt(0);
      write(code > 255 ? LONG : SHORT, width.bits);
      write(code, code > 255 ? 16 : 8);
      width.count();
    } else {
      write(codes.get(known), width.bits);
    }
    width.count();
  };
  let known = "";
  for (let i = 0; i < text.length; i++) {
    const one = text[i];
    if (!codes.has(one)) {
      codes.set(one, FIRST + codes.size);
      fresh.add(one);
    }
    if (codes.has(known + one)) {
      known += one;
      continue;
    }
    emit(known);
    codes.set(known + one, FIRST + codes.size);
    known = one;
  }
  if (known) emit(known);
  write(END, width.bits);
  write(0, BITS - (bits.length % BITS));
  let content = "";
  for (let i = 0; i < bits.length; i += BITS) {
    content += LETTERS[bits.slice(i, i + BITS).reduce((letter, bit) => 2 * letter + bit, 0)];
  }
  return content + "=".repeat((4 - (content.length % 4)) % 4);
}

function decompress(content) {
  const stream = [...content.replace(/=+$/, "")].flatMap((letter) => {
    const value = LETTERS.indexOf(letter);
    if (value < 0) fail(`the compressed text has '${letter}' in it, no letter of base 64; copy the whole link`);
    return [5, 4, 3, 2, 1, 0].map((i) => (value >> i) & 1);
  });
  let at = 0;
  const read = (number) => {
    if (at + number > stream.length) fail("the compressed text is cut off; copy the whole link");
    let value = 0;
    for (let i = 0; i < number; i++) value |= stream[at++] << i;
    return value;
  };
  const width = widening();
  const texts = ["", "", ""];
  let [found, before] = ["", ""];
  for (;;) {
    let code = read(width.bits);
    if (code === END) {
      // One to six bits fill the last letter, and three = or less the last four letters.
      const rest = stream.slice(at);
      if (rest.length && rest.length <= BITS && !rest.includes(1) && !/={4}$/.test(content)) return found;
      fail("the compressed text goes on after its end; copy the link alone");
    }
    if (code === SHORT || code === LONG) {
      texts.push(String.fromCharCode(read(code === LONG ? 16 : 8)));
      code = texts.length - 1;
      width.count();
    }
    if (code > texts.length || (code === texts.length && !before)) {
      fail("the compressed text is damaged; copy the whole link");
    }
    const entry = texts[code] ?? before + before[0];
    found += entry;
    if (found.length > MOST_TEXT) fail(`the compressed text has more than ${MOST_TEXT} characters; give a shorter link`);
    if (before) texts.push(before + entry[0]);
    width.count();
    before = entry;
  }
}

export { compress, decompress };

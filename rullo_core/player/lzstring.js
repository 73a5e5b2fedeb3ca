// The compression of links to f-puzzles, LZ-string by P. Rouget in base 64; rullo_core/killer/lzstring.py explains how it
// works.

import { fail } from "./read.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS = 6; // of a letter
const MOST_TEXT = 10 ** 6; // length of a decompressed text
const [SHORT, LONG, END, FIRST] = [0, 1, 2, 3];

function widening() {
  // The number of bits of a code: one more each time as many codes have been counted as it can distinguish.
  const width = { bits: 2, remaining: 2 };
  width.count = () => {
    if (--width.remaining) return;
    width.remaining = 2 ** width.bits;
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
  const emit = (phrase) => {
    if (fresh.delete(phrase)) {
      const code = phrase.charCodeAt(0);
      write(code > 255 ? LONG : SHORT, width.bits);
      write(code, code > 255 ? 16 : 8);
      width.count();
    } else {
      write(codes.get(phrase), width.bits);
    }
    width.count();
  };
  let phrase = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (!codes.has(character)) {
      codes.set(character, FIRST + codes.size);
      fresh.add(character);
    }
    if (codes.has(phrase + character)) {
      phrase += character;
      continue;
    }
    emit(phrase);
    codes.set(phrase + character, FIRST + codes.size);
    phrase = character;
  }
  if (phrase) emit(phrase);
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
  let position = 0;
  const read = (number) => {
    if (position + number > stream.length) fail("the compressed text is cut off; copy the whole link");
    let value = 0;
    for (let i = 0; i < number; i++) value |= stream[position++] << i;
    return value;
  };
  const width = widening();
  const texts = ["", "", ""];
  let [text, previous] = ["", ""];
  for (;;) {
    let code = read(width.bits);
    if (code === END) {
      // One to six bits fill the last letter, and three = or less the last four letters.
      const rest = stream.slice(position);
      if (rest.length && rest.length <= BITS && !rest.includes(1) && !/={4}$/.test(content)) return text;
      fail("the compressed text goes on after its end; copy the link alone");
    }
    if (code === SHORT || code === LONG) {
      texts.push(String.fromCharCode(read(code === LONG ? 16 : 8)));
      code = texts.length - 1;
      width.count();
    }
    if (code > texts.length || (code === texts.length && !previous)) {
      fail("the compressed text is damaged; copy the whole link");
    }
    const entry = texts[code] ?? previous + previous[0];
    text += entry;
    if (text.length > MOST_TEXT) fail(`the compressed text has more than ${MOST_TEXT} characters; give a shorter link`);
    if (previous) texts.push(previous + entry[0]);
    width.count();
    previous = entry;
  }
}

export { compress, decompress };

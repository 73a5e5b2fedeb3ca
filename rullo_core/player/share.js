// A link with a puzzle, and optionally the state of its board, after the #, which is sent to no server.

import { begin, isGiven } from "./board.js";

const LONGEST = 100_000; // characters of a link
const CELL = /^([0-9a-z]{1,6})?(?:~([0-9a-z]{1,6}))?$/;

const toText = (code) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(atob(code), (character) => character.charCodeAt(0)));
const toCode = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const inAddress = (code) => code.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromAddress = (code) => code.replaceAll("-", "+").replaceAll("_", "/");

// A cell is its value and, after a tilde, its marks; an empty one is nothing.
const cellText = ([value, marks]) => (value ? value.toString(36) : "") + (marks ? `~${marks.toString(36)}` : "");

function cellOf(text) {
  // Null if the text is no cell.
  const match = CELL.exec(text);
  return match && match.slice(1).map((code) => (code ? parseInt(code, 36) : 0));
}

function linkTo(address, text, board) {
  const [page] = address.split("#");
  return `${page}#puzzle=${inAddress(toCode(text))}${board ? `&board=${board.map(cellText).join(".")}` : ""}`;
}

function sharedIn(address) {
  // The text of the puzzle, and a text of its board or null; null where there is no puzzle.
  if (address.length > LONGEST) throw new Error("the link is too long");
  const parts = new URLSearchParams(new URL(address).hash.slice(1));
  if (!parts.has("puzzle")) return null;
  try {
    return { text: toText(fromAddress(parts.get("puzzle"))), board: parts.get("board") };
  } catch {
    throw new Error("the link is incomplete; copy all of it");
  }
}

function boardIn(play, text) {
  // The board of a text; null if it is no board of this puzzle.
  const first = begin(play);
  const cells = text.split(".").map(cellOf);
  const allValues = 2 ** play.symbols.length - 1;
  const fits = (cell) => cell && cell.every((mask) => mask <= allValues) && !(cell[0] & (cell[0] - 1));
  if (cells.length !== first.length || !cells.every(fits)) return null;
  return cells.map((cell, i) => (isGiven(play, i) ? first[i] : cell));
}

export { boardIn, linkTo, sharedIn };

// The boards of a puzzle, move by move, to go back and forth without limit; and packed as the changes of each move.

const started = (board) => ({ boards: [board], at: 0 });
const boardOf = ({ boards, at }) => boards[at];
const withMove = ({ boards, at }, board) => ({ boards: [...boards.slice(0, at + 1), board], at: at + 1 });
const back = ({ boards, at }) => (at > 0 ? { boards, at: at - 1 } : null);
const forth = ({ boards, at }) => (at + 1 < boards.length ? { boards, at: at + 1 } : null);

const changes = (before, after) =>
  after.flatMap((cell, i) => (`${cell}` === `${before[i]}` ? [] : [[i, ...cell]]));

const packed = ({ boards, at }) => ({ at, moves: boards.slice(1).map((board, k) => changes(boards[k], board)) });

function unpacked(first, { at, moves }) {
  const boards = [first];
  for (const move of moves) {
    const made = [...boards.at(-1)];
    for (const [i, value, marks] of move) made[i] = [value, marks];
    boards.push(made);
  }
  return { boards, at };
}

export { back, boardOf, forth, packed, started, unpacked, withMove };

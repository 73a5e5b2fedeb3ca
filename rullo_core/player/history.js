// The boards of a puzzle, move by move, to go back and forth without limit; and packed as the changes of each move.

const started = (board) => ({ boards: [board], at: 0 });
const boardOf = ({ boards, at: index }) => boards[index];
const withMove = ({ boards, at: index }, board) => ({ boards: [...boards.slice(0, index + 1), board], at: index + 1 });
const backward = ({ boards, at: index }) => (index > 0 ? { boards, at: index - 1 } : null);
const forward = ({ boards, at: index }) => (index + 1 < boards.length ? { boards, at: index + 1 } : null);

const changes = (first, second) =>
  second.flatMap((cell, i) => (`${cell}` === `${first[i]}` ? [] : [[i, ...cell]]));

const pack = ({ boards, at: index }) => ({ at: index, moves: boards.slice(1).map((board, k) => changes(boards[k], board)) });

function unpack(first, { at: index, moves }) {
  const boards = [first];
  for (const move of moves) {
    const board = [...boards.at(-1)];
    for (const [i, value, marks] of move) board[i] = [value, marks];
    boards.push(board);
  }
  return { boards, at: index };
}

export { backward, boardOf, forward, pack, started, unpack, withMove };

// The time that a player has spent on a puzzle, without the time in which the clock was stopped.

function clock() {
  let [elapsed, since] = [0, null]; // seconds, and when it was started, in milliseconds
  const seconds = () => elapsed + (since === null ? 0 : (performance.now() - since) / 1000);
  const set = (to, runs) => ([elapsed, since] = [to, runs ? performance.now() : null]);
  return { seconds, set, start: () => set(seconds(), true), stop: () => set(seconds(), false) };
}

function inWords(seconds) {
  const total = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export { clock, inWords };

// How long somebody has been at a puzzle, without the time in which the clock stood still.

function clock() {
  let [before, since] = [0, null]; // seconds, and when it was started, in milliseconds
  const seconds = () => before + (since === null ? 0 : (performance.now() - since) / 1000);
  const set = (to, runs) => ([before, since] = [to, runs ? performance.now() : null]);
  return { seconds, set, start: () => set(seconds(), true), stop: () => set(seconds(), false) };
}

function inWords(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export { clock, inWords };

// Tasks on a thread of their own, so that the page never freezes; on the page itself where a browser allows no worker. A
// worker runs the script of the page (alone.py), which is one function with a name: a page in a file can load nothing.

import { quantity } from "./board.js";
import { tasks } from "./tasks.js";

const REPORT_INTERVAL = 500; // milliseconds from one report of progress to the next
const LATER = 50; // milliseconds until a task begins on the page itself, so that the page is painted before
let address = null; // of the script that a worker runs

function start(script, openPage) {
  // Opens the page, or in a worker waits for its only call.
  if (typeof document === "undefined") {
    self.onmessage = ({ data }) => answer(...data);
    return;
  }
  address = URL.createObjectURL(new Blob([`(${script})();`], { type: "text/javascript" }));
  openPage();
}

async function answer(name, args) {
  try {
    postMessage({ value: await tasks[name](...args, (count) => postMessage({ count })) });
  } catch ({ message, line, column }) {
    postMessage({ error: { message, line, column } });
  }
}

function call(name, args, onProgress = () => {}) {
  // Return the `promise` of the task's result, and `stop`, which rejects it. `onProgress` gets a text with the elapsed time
  // and the number of puzzles tried, and that number.
  const startTime = performance.now();
  let [count, worker, stop] = [0, null, null];
  const report = () => {
    const seconds = quantity(Math.floor((performance.now() - startTime) / 1000), "second");
    onProgress(count ? `${seconds}, ${quantity(count, "puzzle")} tried` : seconds, count);
  };
  const timer = setInterval(report, REPORT_INTERVAL);
  const promise = new Promise((resolve, reject) => {
    let error = null;
    stop = () => reject((error = new Error("this was stopped")));
    const onCount = (number) => {
      if (error) throw error;
      count = number;
    };
    const onPage = () =>
      setTimeout(async () => {
        try {
          resolve(await tasks[name](...args, onCount));
        } catch (failed) {
          reject(failed);
        }
      }, LATER);
    try {
      worker = new Worker(address);
    } catch {
      return onPage();
    }
    worker.onerror = (event) => {
      event.preventDefault(); // the worker could not start: errors of a task are sent as messages
      onPage();
    };
    worker.onmessage = ({ data }) => {
      if ("count" in data) count = data.count;
      else if (data.error) reject(Object.assign(new Error(data.error.message), data.error));
      else resolve(data.value);
    };
    worker.postMessage([name, args]);
  });
  const end = () => {
    clearInterval(timer);
    worker?.terminate();
  };
  promise.then(end, end);
  return { promise, stop };
}

export { call, start };

// Tasks on a thread of their own, so that the page never freezes; on the page itself where a browser allows no worker. A
// worker runs the script of the page (alone.py), which is one function with a name: a page in a file can load nothing.

import { counted } from "./board.js";
import { tasks } from "./tasks.js";

const BETWEEN = 500; // milliseconds from one report of progress to the next
const LATER = 50; // milliseconds until a task begins on the page itself, so that the page is painted before
let address = null; // of what a worker runs

function start(script, openPage) {
  // Opens the page, or in a worker waits for the one call that it is for.
  if (typeof document === "undefined") {
    self.onmessage = ({ data }) => answer(...data);
    return;
  }
  address = URL.createObjectURL(new Blob([`(${script})();`], { type: "text/javascript" }));
  openPage();
}

async function answer(name, given) {
  try {
    postMessage({ value: await tasks[name](...given, (tried) => postMessage({ tried })) });
  } catch ({ message, line, column }) {
    postMessage({ error: { message, line, column } });
  }
}

function call(name, given, onProgress = () => {}) {
  // The `promise` of what a task returns, and `stop`, which makes it fail. Progress is a text, how long and how many puzzles,
  // and that number by itself.
  const begun = performance.now();
  let [tried, worker, stop] = [0, null, null];
  const report = () => {
    const seconds = counted(Math.floor((performance.now() - begun) / 1000), "second");
    onProgress(tried ? `${seconds}, ${counted(tried, "puzzle")} tried` : seconds, tried);
  };
  const timer = setInterval(report, BETWEEN);
  const promise = new Promise((resolve, reject) => {
    let error = null;
    stop = () => reject((error = new Error("this was stopped")));
    const count = (number) => {
      if (error) throw error;
      tried = number;
    };
    const onPage = () =>
      setTimeout(async () => {
        try {
          resolve(await tasks[name](...given, count));
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
      event.preventDefault(); // it could not begin: what goes wrong in a task is sent
      onPage();
    };
    worker.onmessage = ({ data }) => {
      if ("tried" in data) tried = data.tried;
      else if (data.error) reject(Object.assign(new Error(data.error.message), data.error));
      else resolve(data.value);
    };
    worker.postMessage([name, given]);
  });
  const end = () => {
    clearInterval(timer);
    worker?.terminate();
  };
  promise.then(end, end);
  return { promise, stop };
}

export { call, start };

// Work that takes long is done beside the page, which stays at hand: a worker runs the page's own script again. Pages
// that are opened as files may load no other.

let [script, offered] = ["", {}];

function offer(text, functions) {
  // Remembers the text of the script, and which functions can be called; in a worker, waits to be asked for one.
  [script, offered] = [text, functions];
  if (typeof document !== "undefined") return;
  self.onmessage = async ({ data: { name, given } }) => {
    try {
      self.postMessage({ value: await offered[name](...given, (progress) => self.postMessage({ progress })) });
    } catch ({ message, line, column }) {
      self.postMessage({ error: { message, line, column } });
    }
  };
}

function call(name, given, onProgress = () => {}) {
  // A function that is offered, with what is given and how it reports progress. Stopped, its promise never settles.
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  const stop = () => {
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  const promise = new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { value, error, progress } }) => {
      if (progress !== undefined) return onProgress(progress);
      stop();
      if (error) reject(Object.assign(new Error(error.message), error));
      else resolve(value);
    };
    worker.onerror = ({ message }) => {
      stop();
      reject(new Error(message));
    };
    worker.postMessage({ name, given });
  });
  return { promise, stop };
}

export { call, offer };

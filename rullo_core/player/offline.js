// Turns the pages to play on into an app that can be installed and works offline, if they come from a server: browsers
// allow neither for files. The script is separate, as the page that lists the puzzles runs no other script.

if (location.protocol.startsWith("http")) {
  const script = document.currentScript.src;
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register(new URL("../service-worker.js", script)).catch(() => {}); // then it works online
}

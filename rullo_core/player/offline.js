// Makes the pages to play on an app that can be installed and works offline, where they come from a server: for a file a
// browser has neither. The script stands alone, as the page that offers the puzzles runs no other.

if (location.protocol.startsWith("http")) {
  const script = document.currentScript.src;
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register(new URL("../service-worker.js", script)).catch(() => {}); // then it works online
}

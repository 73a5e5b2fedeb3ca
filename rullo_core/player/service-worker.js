// Answers requests of the site's pages. Pages to play on, and all that they load, come from a cache; other pages from the
// server or, offline, as they were when they were last visited. Before this stand (offline.py) FILES, the addresses of
// the former, and CACHE, whose name has a checksum of them: a new build has a cache of its own, and the old one is deleted.

const files = new Set(FILES.map((file) => new URL(file, registration.scope).href));

async function store() {
  // From the server, whatever the browser has from an earlier build.
  const cache = await caches.open(CACHE);
  await cache.addAll([...files].map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

async function tidy() {
  await clients.claim();
  const old = (await caches.keys()).filter((name) => name.startsWith("rullo ") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const stored = (options) => cache.match(request, options);
  if (files.has(request.url.split("#")[0])) return (await stored()) ?? fetch(request);
  try {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    return (await stored({ ignoreSearch: true })) ?? Promise.reject(error);
  }
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

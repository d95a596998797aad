// @ts-check
// Caches one complete version of the site, so that it works without a network. Every file is checked against its SHA-256
// when it is fetched and whenever it is served, and a page gets all its files from the same version. The site's builder
// puts "use strict" and the release in front of this script.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { version, integrity, headers: siteHeaders } = release;
const root = new URL("./", worker.location.href);
// The path is part of the name: another copy of the site on the same host has its own caches.
const ownCaches = `drnet-lab-${root.pathname}@`;
const cacheName = ownCaches + version;

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(Object.keys(integrity).map(fetchFile)));
});

worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("message", (event) => {
  if (event.data === "take over") {
    worker.skipWaiting();
  } else if (event.data === "what is kept") {
    event.source?.postMessage({ version, integrity });
    event.waitUntil(removeOthers()); // an earlier version may have cached something just before it ended
  }
});

worker.addEventListener("fetch", (event) => {
  const path = sitePath(event.request);
  if (path !== undefined) {
    event.respondWith(answer(event.request, path));
  }
});

// fetchFile fetches one file of this version from the server and caches it. It fails if the server has another version.
/** @type {(path: string) => Promise<Response>} */
async function fetchFile(path) {
  const url = new URL(path, root);
  const response = withHeaders(await fetch(url, { integrity: integrity[path], cache: "no-cache" }));
  if (!response.ok) {
    throw new Error(`${url}: status ${response.status}`);
  }
  if (!replaced()) {
    const cache = await caches.open(cacheName);
    await cache.put(url, response.clone());
  }
  return response;
}

// replaced reports whether a newer version has started, which has removed the cache of this one.
function replaced() {
  return worker.serviceWorker?.state === "redundant";
}

// withHeaders returns the response with the headers of the site. A response that already has them stays as it is, because
// browsers compile a program again for each response made here.
/** @type {(response: Response) => Response} */
function withHeaders(response) {
  const headers = new Headers(response.headers);
  let lacks = false;
  for (const [name, value] of Object.entries(siteHeaders)) {
    if (headers.get(name) !== value) {
      headers.set(name, value);
      lacks = true;
    }
  }
  return lacks ? new Response(response.body, { status: response.status, headers }) : response;
}

async function activate() {
  await removeOthers();
  await worker.clients.claim();
}

// removeOthers removes the caches of other versions.
async function removeOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ownCaches) && name !== cacheName) {
      await caches.delete(name);
    }
  }
}

// sitePath returns the path of the requested file in integrity: without its query, and the page itself for every other
// address that a person may open.
/** @type {(request: Request) => string | undefined} */
function sitePath(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) {
    return undefined;
  }
  const path = url.pathname.slice(root.pathname.length);
  if (Object.hasOwn(integrity, path)) {
    return path;
  }
  return request.mode === "navigate" ? "" : undefined;
}

// again is a page that reloads at once. Without the icon, the browser would request one from the server.
const again = '<!DOCTYPE html><link rel="icon" href="data:,">';

/** @type {(request: Request, path: string) => Promise<Response>} */
async function answer(request, path) {
  if (request.mode === "navigate" && (await newVersionTakesOver())) {
    return new Response(again, { headers: { Refresh: "0", "Content-Type": "text/html" } });
  }
  const kept = await caches.match(new URL(path, root), { cacheName }); // open would create a removed cache again
  if (kept && (await digest(kept.clone())) === integrity[path]) {
    return kept;
  }
  try {
    return await fetchFile(path); // the cached file is missing or damaged
  } catch (problem) {
    worker.registration.update().catch(() => {}); // the server may have a newer version, which is fetched as a whole
    if (request.mode !== "navigate") {
      throw problem;
    }
    return new Response("A file of DR-Net Lab that this browser kept is damaged, and the server cannot be reached. Connect to the network and reload this page.", { status: 503 });
  }
}

// digest returns the SHA-256 of a response in the form of integrity.
/** @type {(response: Response) => Promise<string>} */
async function digest(response) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return "sha256-" + btoa(String.fromCharCode(...sum));
}

// newVersionTakesOver starts a waiting version at a reload, unless another page still uses this one.
async function newVersionTakesOver() {
  if (replaced()) {
    return true;
  }
  const waiting = worker.registration.waiting;
  if (!waiting || (await worker.clients.matchAll()).length > 1) {
    return false;
  }
  waiting.postMessage("take over");
  return true;
}

// Keeps one whole version of the site, so that it works without a network.
// Every file is checked against its SHA-256 when it is fetched, and a page gets
// all its files from the same version.
"use strict";

// By path below this script; the page itself is "".
const integrity = {{.Integrity}};

const root = new URL("./", self.location);
// The path is part of the name: another copy of the site on the same host
// keeps its own files.
const ownCaches = `drnet-lab-${root.pathname}@`;
const cacheName = ownCaches + "{{.Version}}";

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(Object.keys(integrity).map(fetchFile)));
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    self.skipWaiting();
  }
});

self.addEventListener("fetch", (event) => {
  const path = sitePath(event.request);
  if (path !== undefined) {
    event.respondWith(answer(event.request, path));
  }
});

// fetchFile gets one file of this version from the server and keeps it. It
// fails when the server has another version.
async function fetchFile(path) {
  const url = new URL(path, root);
  const response = await fetch(url, { integrity: integrity[path], cache: "no-cache" });
  if (!response.ok) {
    throw new Error(`${url}: status ${response.status}`);
  }
  const cache = await caches.open(cacheName);
  await cache.put(url, response.clone());
  return response;
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ownCaches) && name !== cacheName) {
      await caches.delete(name);
    }
  }
  await self.clients.claim();
}

// sitePath returns the key of the file that a request asks for: without its
// query, and the page for every other address that a person may open.
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

async function answer(request, path) {
  if (request.mode === "navigate" && (await newVersionTakesOver())) {
    return new Response("", { headers: { Refresh: "0" } });
  }
  const cache = await caches.open(cacheName);
  return (await cache.match(new URL(path, root))) ?? fetchFile(path);
}

// newVersionTakesOver lets a waiting version start at a reload, when no other
// page still uses this one.
async function newVersionTakesOver() {
  const waiting = self.registration.waiting;
  if (!waiting || (await self.clients.matchAll()).length > 1) {
    return false;
  }
  waiting.postMessage("take over");
  return true;
}

// Keeps one whole version of the site, so that it works without a network.
// Every file is checked against its SHA-256 when it is fetched and whenever it
// is served, and a page gets all its files from the same version.
"use strict";

const version = "{{.Version}}";

// By path below this script; the page itself is "".
const integrity = {{.Integrity}};

// The headers of the site by path, for hosts that do not send them; a later rule
// replaces a header of an earlier one.
const headerRules = {{.Headers}};

const root = new URL("./", self.location);
// The path is part of the name: another copy of the site on the same host
// keeps its own files.
const ownCaches = `drnet-lab-${root.pathname}@`;
const cacheName = ownCaches + version;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(Object.keys(integrity).map(fetchFile)));
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    self.skipWaiting();
  } else if (event.data === "what is kept") {
    event.source.postMessage({ version, integrity });
    event.waitUntil(removeOthers()); // an earlier version that just ended may have kept something once more
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
  const response = withHeaders(await fetch(url, { integrity: integrity[path], cache: "no-cache" }), path);
  if (!response.ok) {
    throw new Error(`${url}: status ${response.status}`);
  }
  if (!replaced()) {
    const cache = await caches.open(cacheName);
    await cache.put(url, response.clone());
  }
  return response;
}

// replaced reports whether a newer version has started, which has removed what
// this one kept.
function replaced() {
  return self.serviceWorker?.state === "redundant";
}

// withHeaders returns the response with the headers of the site. One that the
// server sent with them stays as it is, because a response made here is compiled
// anew each time.
function withHeaders(response, path) {
  const headers = new Headers(response.headers);
  let lacks = false;
  for (const [name, value] of Object.entries(siteHeaders(path))) {
    if (headers.get(name) !== value) {
      headers.set(name, value);
      lacks = true;
    }
  }
  return lacks ? new Response(response.body, { status: response.status, headers }) : response;
}

function siteHeaders(path) {
  const fits = (rule) => rule.path === path || (rule.path.endsWith("*") && path.startsWith(rule.path.slice(0, -1)));
  return Object.assign({}, ...headerRules.filter(fits).map((rule) => rule.headers));
}

async function activate() {
  await removeOthers();
  await self.clients.claim();
}

// removeOthers removes what other versions kept.
async function removeOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ownCaches) && name !== cacheName) {
      await caches.delete(name);
    }
  }
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

// again is a page that is loaded anew at once; without an icon the browser would
// ask the server for one.
const again = '<!DOCTYPE html><link rel="icon" href="data:,">';

async function answer(request, path) {
  if (request.mode === "navigate" && (await newVersionTakesOver())) {
    return new Response(again, { headers: { Refresh: "0", "Content-Type": "text/html" } });
  }
  const kept = await caches.match(new URL(path, root), { cacheName }); // open would make a cache that was removed
  if (kept && (await digest(kept.clone())) === integrity[path]) {
    return kept;
  }
  try {
    return await fetchFile(path); // it was lost or changed: the server has it
  } catch (problem) {
    self.registration.update().catch(() => {}); // or has only a newer version, which then comes as a whole
    if (request.mode !== "navigate") {
      throw problem;
    }
    return new Response("A file of DR-Net Lab that this browser kept is damaged, and the server cannot be reached. Connect to the network and reload this page.", { status: 503 });
  }
}

// digest returns the SHA-256 of a response in the form of integrity.
async function digest(response) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return "sha256-" + btoa(String.fromCharCode(...sum));
}

// newVersionTakesOver lets a waiting version start at a reload, when no other
// page still uses this one.
async function newVersionTakesOver() {
  if (replaced()) {
    return true;
  }
  const waiting = self.registration.waiting;
  if (!waiting || (await self.clients.matchAll()).length > 1) {
    return false;
  }
  waiting.postMessage("take over");
  return true;
}

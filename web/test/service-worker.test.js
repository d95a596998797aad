"use strict";

const assert = require("node:assert/strict");
const { createHash } = require("node:crypto");
const test = require("node:test");
const { Target, load, plain, settled } = require("./load.js");

const site = "https://lab.example/name/";
const sha256 = (text) => "sha256-" + createHash("sha256").update(text).digest("base64");
const files = { "": "<p>page</p>", "app.js": "script", "engine-worker.js": "worker" };
const release = (version, contents = files) => ({
  version,
  integrity: Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, sha256(text)])),
  headers: { "X-Policy": "page", "X-All": "yes" },
});

// FakeCaches keeps responses by the name of their cache and their URL.
class FakeCaches {
  all = new Map();

  keys = async () => [...this.all.keys()];
  delete = async (name) => this.all.delete(name);

  open = async (name) => {
    if (!this.all.has(name)) this.all.set(name, new Map());
    return { put: async (url, response) => void this.all.get(name).set(String(url), response) };
  };

  match = async (url, { cacheName }) => this.all.get(cacheName)?.get(String(url))?.clone();

  text = (name, path) => this.all.get(name)?.get(site + path)?.clone().text();
}

// start loads a service worker beside a server with the given files; a browser checks the integrity of what it fetches.
function start({ version = "1", server = { ...files }, headers = {}, caches = new FakeCaches(), waiting = null, clients = 1, state, Response: Made = Response } = {}) {
  const worker = new Target(), fetched = [], called = [];
  const context = load("service-worker.js", {
    caches,
    Response: Made,
    addEventListener: worker.addEventListener,
    location: new URL(site + "app-worker.js"),
    fetch: async (url, { integrity }) => {
      const path = String(url).slice(site.length);
      fetched.push(path);
      if (!(path in server)) throw new TypeError("no network");
      if (server[path] === null) return new Response("", { status: 404 });
      if (sha256(server[path]) !== integrity) throw new TypeError("integrity");
      return new Response(server[path], { headers });
    },
    skipWaiting: () => called.push("skipWaiting"),
    clients: { claim: async () => called.push("claim"), matchAll: async () => Array(clients).fill({}) },
    registration: { waiting, update: async () => called.push("update") },
    serviceWorker: state && { state },
  }, `"use strict";\nconst release = ${JSON.stringify(release(version))};\n`);
  const extended = (type, event = {}) => {
    const promises = [];
    worker.emit(type, { waitUntil: (promise) => promises.push(promise), ...event });
    return Promise.all(promises);
  };
  // get returns the response, or undefined when the browser is to go to the network.
  const get = (url, more = {}) => {
    let answer;
    const request = { url: new URL(url, site).href, method: "GET", mode: "no-cors", ...more };
    worker.emit("fetch", { request, respondWith: (promise) => (answer = promise) });
    return answer;
  };
  return { context, caches, server, fetched, called, extended, get };
}

const cache = `drnet-lab-/name/@1`;
const navigate = { mode: "navigate" };

test("the first version is cached as a whole", async () => {
  const { caches, fetched, extended } = start();
  await extended("install");
  assert.deepEqual(fetched.sort(), Object.keys(files).sort());
  for (const path in files) {
    assert.equal(await caches.text(cache, path), files[path]);
  }
});

test("a version is not installed if the server has another file or lacks one", async () => {
  await assert.rejects(start({ server: { ...files, "app.js": "newer" } }).extended("install"), /integrity/);
  await assert.rejects(start({ server: { ...files, "app.js": null } }).extended("install"), /status 404/);
});

test("cached files are served without the network", async () => {
  const { server, fetched, extended, get } = start();
  await extended("install");
  for (const path in server) delete server[path];
  fetched.length = 0;
  assert.equal(await (await get("app.js")).text(), "script");
  assert.equal(await (await get("app.js?query")).text(), "script");
  assert.equal(await (await get("", navigate)).text(), "<p>page</p>");
  assert.equal(await (await get("any/address", navigate)).text(), "<p>page</p>");
  assert.deepEqual(fetched, []);
});

test("other requests go to the network", () => {
  const { get } = start();
  for (const [url, more] of [["https://other.example/name/app.js"], ["/other/app.js"], ["unknown.js"], ["toString"], ["app.js", { method: "POST" }]]) {
    assert.equal(get(url, more), undefined, url);
  }
});

test("a damaged or missing file is fetched again", async () => {
  const { caches, fetched, extended, get } = start();
  await extended("install");
  caches.all.get(cache).set(site + "app.js", new Response("poison"));
  caches.all.get(cache).delete(site);
  fetched.length = 0;
  assert.equal(await (await get("app.js")).text(), "script");
  assert.equal(await (await get("", navigate)).text(), "<p>page</p>");
  assert.deepEqual(fetched, ["app.js", ""]);
  assert.equal(await caches.text(cache, "app.js"), "script");
  assert.equal(await caches.text(cache, ""), "<p>page</p>");
});

test("a damaged file that the server no longer has", async () => {
  const { caches, server, called, extended, get } = start();
  await extended("install");
  caches.all.get(cache).set(site + "app.js", new Response("poison"));
  caches.all.get(cache).set(site, new Response("poison"));
  server["app.js"] = server[""] = "newer";
  await assert.rejects(get("app.js"), /integrity/);
  const page = await get("", navigate);
  assert.equal(page.status, 503);
  assert.match(await page.text(), /damaged.*Connect to the network and reload/);
  assert.deepEqual(called, ["update", "update"]);
});

test("headers of the site are added, and replace those of the server", async () => {
  const { extended, get } = start({ headers: { "X-Own": "kept", "X-Policy": "another" } });
  await extended("install");
  const { "x-policy": policy, "x-all": all, "x-own": own } = Object.fromEntries((await get("app.js")).headers);
  assert.deepEqual([policy, all, own], ["page", "yes", "kept"]);
});

test("a response that has the headers of the site stays as it is", async () => {
  const made = [];
  const Counted = class extends Response {
    constructor(...args) {
      super(...args);
      made.push(this);
    }
  };
  await start({ Response: Counted, headers: { "X-Policy": "page", "X-All": "yes" } }).extended("install");
  assert.equal(made.length, 0);
  await start({ Response: Counted, headers: { "X-Policy": "page" } }).extended("install");
  assert.equal(made.length, 3);
});

test("a version that starts removes the caches of other versions of the same site", async () => {
  const caches = new FakeCaches();
  for (const name of ["drnet-lab-/name/@0", "drnet-lab-/other/@0", "else"]) await caches.open(name);
  const { called, extended } = start({ caches });
  await extended("install");
  await extended("activate");
  assert.deepEqual([...caches.all.keys()], ["drnet-lab-/other/@0", "else", cache]);
  assert.deepEqual(called, ["claim"]);
});

test("a replaced version caches nothing", async () => {
  const { caches, get } = start({ state: "redundant" });
  assert.equal(await (await get("app.js")).text(), "script");
  assert.deepEqual([...caches.all.keys()], []);
});

test("a reload starts the version that waits", async () => {
  const posted = [];
  const waiting = { postMessage: (message) => posted.push(message) };
  const { extended, get } = start({ waiting });
  await extended("install");
  const page = await get("", navigate);
  assert.equal(page.headers.get("Refresh"), "0");
  assert.deepEqual(posted, ["take over"]);
  assert.equal((await get("app.js")).headers.get("Refresh"), null); // only a page reloads

  const replaced = await start({ state: "redundant" }).get("", navigate);
  assert.equal(replaced.headers.get("Refresh"), "0");
});

test("a version waits as long as another page uses the old one", async () => {
  const waiting = { postMessage: assert.fail };
  const { extended, get } = start({ waiting, clients: 2 });
  await extended("install");
  assert.equal(await (await get("", navigate)).text(), "<p>page</p>");
});

test("messages of the page", async () => {
  const { caches, called, extended } = start();
  await extended("message", { data: "take over" });
  assert.deepEqual(called, ["skipWaiting"]);
  await caches.open("drnet-lab-/name/@0");
  const posted = [];
  await extended("message", { data: "what is kept", source: { postMessage: (message) => posted.push(plain(message)) } });
  assert.deepEqual(posted, [{ version: "1", integrity: release("1").integrity }]);
  assert.deepEqual([...caches.all.keys()], []);
});

test("a retired service worker removes its caches and itself", async () => {
  const caches = new FakeCaches(), worker = new Target(), called = [];
  for (const name of ["drnet-lab-/name/@0", "drnet-lab-/name/@1", "drnet-lab-/other/@0"]) await caches.open(name);
  load("service-worker-retired.js", {
    caches, addEventListener: worker.addEventListener, location: new URL(site + "app-worker.js"),
    skipWaiting: () => called.push("skipWaiting"), registration: { unregister: async () => called.push("unregister") },
  });
  worker.emit("install");
  let done;
  worker.emit("activate", { waitUntil: (promise) => (done = promise) });
  await done;
  await settled();
  assert.deepEqual([...caches.all.keys()], ["drnet-lab-/other/@0"]);
  assert.deepEqual(called, ["skipWaiting", "unregister"]);
});

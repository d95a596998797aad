"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { Target, load, settled } = require("./load.js");

function start({ entries = {}, workers, fetch, twice } = {}) {
  const window = new Target(), document = new Target(), navigation = new Target(), timers = [];
  let observe;
  const page = load("network-log.js", {
    document: Object.assign(document, { currentScript: { src: "https://lab.example/network-log.js" } }), navigation, fetch,
    addEventListener: window.addEventListener,
    location: { href: "https://lab.example/#v=how" },
    navigator: { onLine: true, serviceWorker: workers },
    performance: {
      now: () => 7, setResourceTimingBufferSize: () => {},
      getEntriesByType: (type) => entries[type] ?? [], getEntriesByName: (name) => entries[name] ?? [],
    },
    PerformanceObserver: class {
      constructor(changed) {
        observe = changed;
      }

      observe() {}
    },
    setTimeout: (call) => timers.push(call),
    ...(twice ? { mozInnerScreenX: 0 } : {}),
  });
  let changes = 0;
  const log = () => JSON.parse(page.drnetWitness(() => changes++)());
  return { page, window, document, navigation, timers, log, resource: () => observe(), changes: () => changes };
}

const navigate = (url, more = {}) => ({
  destination: { url }, downloadRequest: null, navigationType: "push", prevented: false,
  preventDefault() {
    this.prevented = true;
  },
  ...more,
});

test("the log has every request and the time of readiness", () => {
  const { log } = start({ entries: {
    navigation: [{ name: "https://lab.example/", startTime: 0, workerStart: 0 }],
    resource: [{ name: "https://lab.example/app.wasm", startTime: 12, workerStart: 3 }],
    "drnet-ready": [{ startTime: 99 }],
  } });
  assert.deepEqual(log(), {
    requests: [{ name: "https://lab.example/", at: 0, kept: false }, { name: "https://lab.example/app.wasm", at: 12, kept: true }],
    refused: [], ready: 99, online: true, version: "", files: [], waits: false, oneFile: false,
    lacks: ["Trusted Types", "file handlers"],
  });
});

const blob = "blob:https://lab.example/1";

for (const { name, twice, blocked } of [
  { name: "Firefox announces once more is allowed", twice: true, blocked: [false, false, true] },
  { name: "another browser announces again is blocked", twice: false, blocked: [false, true, true] },
]) {
  test(`a download that ${name}`, () => {
    const { navigation } = start({ twice });
    const events = [navigate(blob, { downloadRequest: "rules.txt" }), navigate(blob), navigate(blob)];
    for (const event of events) {
      navigation.emit("navigate", event);
    }
    assert.deepEqual(events.map((event) => event.prevented), blocked);
  });
}

for (const { name, event, blocked } of [
  { name: "another site", event: navigate("https://evil.example/?secret"), blocked: true },
  { name: "another page of the site", event: navigate("https://lab.example/other"), blocked: true },
  { name: "a query", event: navigate("https://lab.example/?secret"), blocked: true },
  { name: "a download from a server", event: navigate("https://lab.example/x.csv", { downloadRequest: "x.csv" }), blocked: true },
  { name: "a blob that is no download", event: navigate("blob:https://lab.example/1"), blocked: true },
  { name: "a download that the page made", event: navigate("blob:https://lab.example/1", { downloadRequest: "rules.txt" }), blocked: false },
  { name: "another fragment", event: navigate("https://lab.example/#v=data"), blocked: false },
  { name: "a reload", event: navigate("https://lab.example/", { navigationType: "reload" }), blocked: false },
  { name: "a step back", event: navigate("https://other.example/", { navigationType: "traverse" }), blocked: false },
]) {
  test(`navigation to ${name} is ${blocked ? "blocked" : "allowed"}`, () => {
    const { navigation, log } = start();
    navigation.emit("navigate", event);
    assert.equal(event.prevented, blocked);
    assert.deepEqual(log().refused, blocked ? [{ what: event.destination.url, why: "navigation", at: 7 }] : []);
  });
}

test("requests that the policy blocks are logged", () => {
  const { document, log } = start();
  document.emit("securitypolicyviolation", { blockedURI: "https://evil.example", effectiveDirective: "connect-src" });
  assert.deepEqual(log().refused, [{ what: "https://evil.example", why: "connect-src", at: 7 }]);
});

test("changes that come together are reported once", () => {
  const { window, timers, log, resource, changes } = start();
  log();
  resource();
  window.emit("offline");
  assert.equal(timers.length, 1);
  timers[0]();
  assert.equal(changes(), 1);
  resource();
  assert.equal(timers.length, 2);
});

test("the service worker tells what it has cached, and whether a newer version waits", async () => {
  const asked = [], registration = new Target(), installing = new Target(), workers = new Target();
  Object.assign(registration, { waiting: null, installing });
  Object.assign(workers, { controller: { postMessage: (message) => asked.push(message) }, ready: Promise.resolve(registration) });
  const { log } = start({ workers });
  assert.equal(log().version, "");
  assert.deepEqual(asked, ["what is kept"]);
  workers.emit("message", { data: { version: "1f", integrity: { "": "sha256-a", "app.js": "sha256-b" } } });
  assert.deepEqual(log().files, [{ name: "", digest: "sha256-a" }, { name: "app.js", digest: "sha256-b" }]);
  assert.equal(log().version, "1f");

  await settled();
  registration.emit("updatefound");
  registration.waiting = {};
  installing.emit("statechange");
  assert.equal(log().waits, true);
});

test("an attempt to reach the server", async () => {
  const urls = [];
  const reached = start({ fetch: async (url) => urls.push(url) });
  assert.equal(await reached.page.drnetTry(), true);
  assert.deepEqual(urls, ["may-this-page-send-anything"]);
  assert.equal(await start({ fetch: () => Promise.reject(new Error("blocked")) }).page.drnetTry(), false);
});

"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { load } = require("./load.js");

// start loads the script with a session storage; without one, access to it throws.
function start(stored) {
  const root = { dataset: {} };
  const sessionStorage = { getItem: (key) => stored[key] ?? null, setItem: (key, value) => (stored[key] = value) };
  return { root, page: load("theme.js", { document: { documentElement: root }, ...(stored && { sessionStorage }) }) };
}

test("the stored theme is set at once", () => {
  assert.deepEqual(start({ theme: "dark" }).root.dataset, { theme: "dark" });
  assert.deepEqual(start({ theme: "purple" }).root.dataset, {});
  assert.deepEqual(start({}).root.dataset, {});
});

test("a chosen theme is set and stored", () => {
  const stored = {};
  const { root, page } = start(stored);
  page.chooseTheme("light");
  assert.deepEqual([root.dataset, stored], [{ theme: "light" }, { theme: "light" }]);
  page.chooseTheme("");
  assert.deepEqual([root.dataset, stored], [{}, { theme: "" }]);
});

test("a theme can be chosen where storage is blocked or full", () => {
  const blocked = start();
  blocked.page.chooseTheme("dark");
  assert.deepEqual(blocked.root.dataset, { theme: "dark" });

  const full = start(Object.freeze({}));
  full.page.chooseTheme("dark");
  assert.deepEqual(full.root.dataset, { theme: "dark" });
});

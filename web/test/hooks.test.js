"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { read } = require("./load.js");

const top = path.join(__dirname, "..", "..");

// sources returns the text of all files below a folder whose name fits.
function sources(folder, fits) {
  return fs.readdirSync(path.join(top, folder), { recursive: true })
    .filter((name) => fits(name) && !name.includes("node_modules"))
    .map((name) => fs.readFileSync(path.join(top, folder, name), "utf8")).join("\n");
}

const isProgram = (name) => name.endsWith(".go") && !name.endsWith("_test.go");
const sides = {
  js: sources("web", (name) => /^[^/]*\.(js|html)$/.test(name)),
  go: sources("app", isProgram) + sources("engine", isProgram),
  e2e: sources("web/e2e", (name) => name.endsWith(".go")),
};

// hooks are the lines of hooks.d.ts that name their sides.
const hooks = read("hooks.d.ts").split("\n").flatMap((line) => {
  const found = /^\s*(?:\| )?(?:declare (?:class|var|const) )?"?([\w -]+?)"?(?:[?:(;][^/]*)?; \/\/ ((?:js|go|e2e|lib)(?: (?:js|go|e2e|lib))*)\b/.exec(line);
  return found ? [{ name: found[1], sides: found[2].split(" ") }] : [];
});
const names = new Set(hooks.map((hook) => hook.name));

test("hooks.d.ts names the sides of every hook", () => {
  const unnamed = read("hooks.d.ts").split("\n--")[0].split("\n// Interfaces of browsers")[0].split("\n")
    .filter((line) => /^ .*;|^declare (?!class)/.test(line) && !/; \/\/ (js|go|lib)/.test(line));
  assert.deepEqual(unnamed, []);
  assert.ok(hooks.length > 40, `${hooks.length} hooks`);
});

test("every hook occurs on the sides that hooks.d.ts names", () => {
  for (const hook of hooks) {
    for (const side of hook.sides.filter((side) => side in sides)) {
      // Go writes the fields of NetworkLog with a capital letter, and data-x by its name alone.
      const pattern = new RegExp(`(?<![\\w-])(data-)?${hook.name.replace(/^data-/, "")}(?![\\w]|-[a-z])`, side === "go" ? "i" : "");
      assert.match(sides[side], hook.name.endsWith("-") ? new RegExp(hook.name) : pattern, `${hook.name} on the side ${side}`);
    }
  }
});

// What browsers provide and the Go programs use.
const platform = new Set(`Array ArrayBuffer Blob File MessageChannel Notification Object Reflect TextDecoder URL Uint32Array
  Uint8Array WebAssembly Worker addEventListener caches crypto document fetch history location navigator performance print`.split(/\s+/));

test("Go uses no other global", () => {
  const used = [...sides.go.matchAll(/(?:js\.Global\(\)|app\.Window\(\)|\bself)\.(?:Get|Call|Set|Delete)\("([^"]+)"/g)].map((found) => found[1]);
  assert.ok(used.length > 30, `${used.length} uses`);
  const other = used.filter((name) => !names.has(name) && !platform.has(name) && !["onmessage", "close", "postMessage"].includes(name));
  assert.deepEqual([...new Set(other)], []);
});

test("the scripts define no other global", () => {
  const defined = [...sides.js.matchAll(/\b(?:self|window|globalThis|worker)\.(\w+(?:\.\w+)?) = /g)].map((found) => found[1]);
  const own = defined.filter((name) => !["fetch", "onmessage", "fs.writeSync"].includes(name));
  assert.deepEqual(own.filter((name) => !names.has(name)), []);
  assert.ok(own.includes("drnetEarly"));
});

test("the types of the scripts are checked", () => {
  const scripts = fs.readdirSync(path.join(top, "web")).filter((name) => name.endsWith(".js"));
  const checked = ["tsconfig.json", "tsconfig.worker.json"].flatMap((name) => JSON.parse(read(name)).files);
  assert.deepEqual(checked.filter((name) => name.endsWith(".js")).sort(), scripts.sort());
  for (const name of scripts) {
    assert.ok(read(name).startsWith("// @ts-check\n"), name);
  }
});

"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { load } = require("./load.js");

// allows returns what a page with the worker at blob:1 lets become code. The script is part of a page of one file.
function allows(script) {
  let rules;
  load("policy.js", {
    drnetWorker: "blob:1",
    document: { currentScript: { src: script }, baseURI: "https://lab.example/name/" },
    trustedTypes: { createPolicy: (name, created) => (rules = { name, ...created }) },
  });
  assert.equal(rules.name, "default");
  assert.deepEqual(Object.keys(rules), ["name", "createScriptURL"]); // no HTML and no script text
  return rules.createScriptURL;
}

for (const { name, script, code } of [
  { name: "the two workers become code", script: "https://lab.example/name/policy.js",
    code: ["blob:1", "/name/app-worker.js", "https://lab.example/name/app-worker.js"] },
  { name: "the worker of a page of one file becomes code", script: "", code: ["blob:1"] },
]) {
  test(`only ${name}`, () => {
    const allow = allows(script);
    for (const url of code) {
      assert.equal(allow(url), new URL(url, "https://lab.example/name/").href);
    }
    for (const url of ["app-worker.js?secret", "app-worker.js#1", "/app-worker.js", "https://evil.example/app-worker.js", "early.js",
      "engine-worker.js", "data:text/javascript,1", "blob:2", "blob:1?secret"]) {
      assert.equal(allow(url), null, url);
    }
  });
}

test("a browser without Trusted Types has no policy", () => {
  load("policy.js", { document: {} });
});

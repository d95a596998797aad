"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { load } = require("./load.js");

function allows(drnetWorker) {
  let rules;
  load("policy.js", {
    drnetWorker,
    document: { currentScript: { src: "https://lab.example/name/policy.js" }, baseURI: "https://lab.example/name/" },
    trustedTypes: { createPolicy: (name, created) => (rules = { name, ...created }) },
  });
  assert.equal(rules.name, "default");
  assert.deepEqual(Object.keys(rules), ["name", "createScriptURL"]); // no HTML and no script text
  return rules.createScriptURL;
}

test("only the two workers become code", () => {
  const allow = allows();
  for (const url of ["/name/app-worker.js", "engine-worker.js", "https://lab.example/name/engine-worker.js"]) {
    assert.equal(allow(url), new URL(url, "https://lab.example/name/").href);
  }
  for (const url of ["engine-worker.js?secret", "engine-worker.js#1", "/engine-worker.js", "https://evil.example/engine-worker.js",
    "early.js", "data:text/javascript,1", "blob:https://lab.example/1"]) {
    assert.equal(allow(url), null, url);
  }
});

test("in a page of one file only its own worker becomes code", () => {
  const allow = allows("blob:null/1");
  assert.equal(allow("blob:null/1"), "blob:null/1");
  for (const url of ["blob:null/2", "engine-worker.js", "data:text/javascript,1"]) {
    assert.equal(allow(url), null, url);
  }
});

test("a browser without Trusted Types has no policy", () => {
  load("policy.js", { document: {} });
});

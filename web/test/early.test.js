"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { Target, load, plain, settled } = require("./load.js");

function start(fakes = {}) {
  const status = { textContent: "" }, progress = { value: 0 }, marks = [];
  const document = new Target(), field = new Target();
  document.getElementById = (id) => ({ "early-status": status, "early-progress": progress, file: field })[id] ?? null;
  const page = load("early.js", { document, performance: { mark: (name) => marks.push(name) }, fetch: () => {}, ...fakes });
  return { page, document, field, status, progress, marks };
}

const file = { name: "people.csv" };
const clipboard = (files, text) => ({ clipboardData: { files, getData: () => text } });
const click = (dataset) => ({ target: { closest: () => (dataset ? { dataset } : null) } });
const preventDefault = () => {};

for (const { name, type, event, want, said } of [
  { name: "a dropped file", type: "drop", event: { preventDefault, dataTransfer: { files: [file] } }, want: { file }, said: "people.csv" },
  { name: "a dropped text", type: "drop", event: { preventDefault, dataTransfer: { files: [] } }, want: null, said: "" },
  { name: "a pasted file", type: "paste", event: clipboard([file], ""), want: { file }, said: "people.csv" },
  { name: "a pasted text", type: "paste", event: clipboard([], "a,b\n1,2"), want: { text: "a,b\n1,2" }, said: "What you pasted" },
  { name: "pasted spaces", type: "paste", event: clipboard([], " \n"), want: null, said: "" },
  { name: "a sample", type: "click", event: click({ sample: "iris" }), want: { sample: "iris" }, said: "The built-in table" },
  { name: "the example", type: "click", event: click({ learn: "heart" }), want: { learn: "heart" }, said: "The built-in table" },
  { name: "a click elsewhere", type: "click", event: click(null), want: null, said: "" },
]) {
  test(`${name} before the program runs`, () => {
    const { page, document, status } = start();
    document.emit(type, event);
    assert.deepEqual(plain(page.drnetEarly(() => {})), plain(want));
    assert.equal(status.textContent, said && `${said} opens as soon as the program has loaded.`);
  });
}

test("a file that is chosen before or while the program takes over", () => {
  const { page, field, status } = start();
  field.emit("change", { target: { files: [] } });
  assert.equal(status.textContent, "");
  field.emit("change", { target: { files: [file] } });
  assert.equal(status.textContent, "people.csv opens as soon as the program has loaded.");
  const taken = [];
  assert.equal(page.drnetEarly((f) => taken.push(f)).file, file);
  field.emit("change", { target: { files: ["late"] } });
  assert.deepEqual(taken, ["late"]);
});

test("the last action counts, and nothing is recorded once the program runs", () => {
  const { page, document, field, marks } = start();
  document.emit("click", click({ sample: "iris" }));
  field.emit("change", { target: { files: [file] } });
  assert.deepEqual(marks, ["drnet-usable"]);
  assert.equal(page.drnetEarly(() => {}).file, file);
  assert.deepEqual(marks, ["drnet-usable", "drnet-interactive"]);
  assert.deepEqual(document.listeners, []);
});

test("a file that the page is opened with", async () => {
  let launch;
  const { page } = start({ launchQueue: { setConsumer: (consumer) => (launch = consumer) } });
  await launch({ files: [] });
  await launch({ files: [{ getFile: async () => file }] });
  const taken = [];
  assert.equal(page.drnetEarly((f) => taken.push(f)).file, file);
  await launch({ files: [{ getFile: async () => "later" }] });
  assert.deepEqual(taken, ["later"]);
});

test("the progress bar counts the bytes of the program", async () => {
  const fetched = [];
  const fetch = async (url) => (fetched.push(url), new Response("12345", { status: 200, headers: { "Content-Type": "application/wasm" } }));
  const { page, progress } = start({ fetch });
  await page.fetch("/other.js");
  assert.equal(progress.value, 0);
  const response = await page.fetch("/name/app.wasm");
  assert.equal(page.fetch, fetch); // the original again
  assert.equal(await response.text(), "12345");
  await settled();
  assert.equal(progress.value, 5);
  assert.equal(response.headers.get("Content-Type"), "application/wasm");
  assert.deepEqual(fetched, ["/other.js", "/name/app.wasm"]);
});

"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { Target, load, plain, settled } = require("./load.js");

// start loads the script with a Go program: run gets the worker and its exit function.
function start(run) {
  const worker = new Target(), posted = [], stdout = [];
  const context = load("engine-worker.js", {
    addEventListener: worker.addEventListener,
    postMessage: (message) => posted.push(plain(message)),
    fs: { writeSync: (fd, buf) => stdout.push([fd, Buffer.from(buf).toString()]) },
    WebAssembly: { instantiate: async (module, imports) => ({ module, imports }) },
    Go: class {
      importObject = "imports";

      async run(instance) {
        await run?.(context, instance, (code) => this.exit(code));
      }
    },
  });
  const post = (data) => context.onmessage({ data });
  const stderr = (text) => context.fs.writeSync(2, Buffer.from(text));
  return { context, worker, posted, stdout, post, stderr };
}

test("messages that arrive while the program starts are delivered in order", async () => {
  const got = [];
  const { post, posted } = start(async (worker, instance) => {
    assert.deepEqual(plain(instance), { module: "engine", imports: "imports" });
    assert.equal(worker.owner, "port");
    worker.onmessage = (event) => got.push(event.data);
    worker.drain();
    worker.drain(); // nothing is delivered twice
    await new Promise(() => {}); // runs on
  });
  post({ module: "engine", owner: "port" });
  post(1);
  post(2);
  await settled();
  assert.deepEqual(got, [1, 2]);
  assert.deepEqual(posted, []);
});

test("the end of the program is reported", async () => {
  const { context, post, posted } = start(async (_, __, exit) => exit(0));
  post({ module: "engine" });
  await settled();
  assert.deepEqual(posted, [{ exit: 0, reason: "" }]);
  assert.equal(context.onmessage, null);
});

test("a crash is reported with the first 40 lines of standard error", async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`);
  const { post, posted, stdout, stderr } = start(async () => {
    stderr("panic: é".slice(0, 7));
    stderr(`${lines.join("\n")}\n`);
    throw new Error("unreachable");
  });
  post({ module: "engine" });
  await settled();
  assert.equal(posted.length, 1);
  assert.equal(posted[0].exit, 2);
  assert.match(posted[0].reason, /^panic: line 0\nline 1\n/);
  assert.match(posted[0].reason, /line 39.*unreachable$/s);
  assert.doesNotMatch(posted[0].reason, /line 40/);
  assert.deepEqual(stdout, []); // nothing on the console
});

test("a character that is split between two writes", async () => {
  const bytes = Buffer.from("é");
  const { context, worker, posted } = start();
  assert.equal(context.fs.writeSync(2, bytes.subarray(0, 1)), 1);
  context.fs.writeSync(2, bytes.subarray(1));
  worker.emit("error", { message: "" });
  assert.equal(posted[0].reason, "é");
});

test("a trap outside of run is reported", () => {
  const { worker, posted } = start();
  worker.emit("error", { message: "RuntimeError: unreachable" });
  assert.deepEqual(posted, [{ exit: 2, reason: "RuntimeError: unreachable" }]);
});

test("standard output is written as before", () => {
  const { context, stdout } = start();
  context.fs.writeSync(1, Buffer.from("hello"));
  assert.deepEqual(stdout, [[1, "hello"]]);
});

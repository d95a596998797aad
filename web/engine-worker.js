// @ts-check

// The engine's worker. The site's builder puts the toolchain's wasm_exec.js in front of this script, because the worker's
// policy, which is that of the page, allows no second script. A script of the page makes a blob of both.
//
// The page first posts an EngineStart; a worker that serves another worker gets a port to it. Messages that arrive while
// the Go program starts are kept; the program sets self.onmessage and calls self.drain() to get them in order. When the
// program ends, for whatever reason, the page gets an EngineExit.

(() => {
  "use strict";

  const keptLines = 40; // the message of a panic and the frames that matter
  const worker = /** @type {DedicatedWorkerGlobalScope} */ (self);
  /** @type {MessageEvent[]} */
  const early = [];
  const decoder = new TextDecoder();
  let stderr = "";
  let code = 2; // Go's exit code for a crash; a trap sets none

  worker.onmessage = (first) => {
    /** @type {EngineStart} */
    const { module, owner } = first.data;
    worker.onmessage = (event) => early.push(event);
    worker.owner = owner;
    run(module).then(() => report(""), report);
  };

  worker.drain = () => {
    for (const event of early.splice(0)) {
      worker.onmessage?.(event);
    }
  };

  // A trap in a callback from the browser is reported here, not by run.
  worker.addEventListener("error", (event) => report(event.message));

  // Standard error may quote data, so it does not go to the console.
  const writeSync = globalThis.fs.writeSync;
  globalThis.fs.writeSync = function (fd, buf) {
    if (fd !== 2) {
      return writeSync.call(this, fd, buf);
    }
    stderr = (stderr + decoder.decode(buf, { stream: true })).split("\n").slice(0, keptLines).join("\n");
    return buf.length;
  };

  /** @type {(module: WebAssembly.Module) => Promise<void>} */
  async function run(module) {
    const go = new Go();
    go.exit = (status) => {
      code = status;
    };
    await go.run(await WebAssembly.instantiate(module, go.importObject));
  }

  /** @type {(problem: unknown) => void} */
  function report(problem) {
    worker.onmessage = null;
    /** @type {EngineExit} */
    const exit = { exit: code, reason: `${stderr}${problem}`.trim() };
    worker.postMessage(exit);
  }
})();

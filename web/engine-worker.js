
// The engine's worker. The toolchain's wasm_exec.js stands above in this same
// file, because the worker's policy allows it no second script.
//
// The page first posts {module: WebAssembly.Module}, and for a helper of another
// worker also {employer: MessagePort}, through which that one speaks to it. What
// the page posts while the Go program starts is kept; the program sets
// self.onmessage and calls self.drain(), and gets it all in order. When the program ends, for whatever
// reason, the page gets {exit: code, reason: the first lines of standard error}.

(() => {
  "use strict";

  const keptLines = 40; // a panic's message and the frames that matter
  const early = [];
  const decoder = new TextDecoder();
  let stderr = "";
  let code = 2; // what Go uses for a crash; a trap leaves no other

  self.onmessage = (first) => {
    self.onmessage = (event) => early.push(event);
    self.employer = first.data.employer;
    run(first.data.module).then(() => report(""), report);
  };

  self.drain = () => {
    for (const event of early.splice(0)) {
      self.onmessage(event);
    }
  };

  // A trap in a callback from the browser ends up here and not in run.
  self.addEventListener("error", (event) => report(event.message));

  // Standard error may quote data, so it does not go to the console.
  const writeSync = globalThis.fs.writeSync;
  globalThis.fs.writeSync = function (fd, buf) {
    if (fd !== 2) {
      return writeSync.call(this, fd, buf);
    }
    stderr = (stderr + decoder.decode(buf, { stream: true })).split("\n").slice(0, keptLines).join("\n");
    return buf.length;
  };

  async function run(module) {
    const go = new Go();
    go.exit = (status) => {
      code = status;
    };
    await go.run(await WebAssembly.instantiate(module, go.importObject));
  }

  function report(problem) {
    self.onmessage = null;
    self.postMessage({ exit: code, reason: `${stderr}${problem}`.trim() });
  }
})();

// Loads a script of the site into a context of its own, with fakes for what a browser would provide.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const folder = path.join(__dirname, "..");

// read returns the text of a file in web/.
exports.read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

// load runs a script and returns its global object. The fakes become globals, beside the platform classes of Node.
exports.load = (name, fakes, before = "") => {
  const { URL, Headers, Response, TextDecoder, TransformStream, crypto, btoa } = globalThis;
  const context = vm.createContext({ URL, Headers, Response, TextDecoder, TransformStream, crypto, btoa, ...fakes });
  context.self = context;
  vm.runInContext(before + exports.read(name), context, { filename: name });
  return context;
};

// A Target stands for a window, a document or a worker: it records listeners, and emit calls them.
exports.Target = class {
  listeners = [];

  addEventListener = (type, handle) => this.listeners.push([type, handle]);

  removeEventListener = (type, handle) => {
    this.listeners = this.listeners.filter(([t, h]) => t !== type || h !== handle);
  };

  emit(type, event = {}) {
    for (const [t, handle] of this.listeners) {
      if (t === type) handle(event);
    }
    return event;
  }
};

// settled waits until everything that was started has run.
exports.settled = () => new Promise((done) => setImmediate(done));

// plain copies a value out of its context, so that deepEqual compares it by content.
exports.plain = (value) => JSON.parse(JSON.stringify(value));

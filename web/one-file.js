// @ts-check
// Makes a page of one file work: it takes the program and the engine's worker from the page, where the site fetches them.
"use strict";

(() => {
  /** @type {(id: string) => string} */
  const part = (id) => {
    const element = document.getElementById(id);
    const text = element?.textContent ?? "";
    element?.remove();
    return text.trim();
  };

  self.drnetWorker = URL.createObjectURL(new Blob([part("engine-worker")], { type: "text/javascript" }));
  const packed = Uint8Array.from(atob(part("packed-program")), (letter) => letter.charCodeAt(0));
  const originalFetch = self.fetch;
  self.fetch = async (...request) => {
    if (!String(request[0]).endsWith("/app.wasm")) {
      return originalFetch(...request);
    }
    self.fetch = originalFetch;
    const program = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(program, { headers: { "Content-Type": "application/wasm" } });
  };
})();

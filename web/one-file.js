// @ts-check
// Makes a page of one file work: it takes the program from the page, where the site fetches it.
"use strict";

(() => {
  const element = document.getElementById("packed-program");
  const packed = Uint8Array.from(atob(element?.textContent?.trim() ?? ""), (letter) => letter.charCodeAt(0));
  element?.remove();
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

// @ts-check
// Records what a user does before the program runs, so that the program can do it after its start. A file is not read.
// Also shows how much of the program has been loaded.
"use strict";

(() => {
  /** @type {[string, (event: any) => void][]} */
  const listeners = [];
  /** @type {EarlyAction | null} */
  let kept = null;

  /** @type {<K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void) => void} */
  function listen(type, handle) {
    document.addEventListener(type, handle);
    listeners.push([type, handle]);
  }

  /** @type {(action: EarlyAction, name: string) => void} */
  function keep(action, name) {
    kept = action;
    const status = document.getElementById("early-status");
    if (status) {
      status.textContent = `${name} opens as soon as the program has loaded.`;
    }
  }

  listen("dragenter", (event) => event.preventDefault());
  listen("dragover", (event) => event.preventDefault());
  listen("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) {
      keep({ file }, file.name);
    }
  });
  listen("paste", (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file) {
      keep({ file }, file.name);
    } else if (text.trim() !== "") {
      keep({ text }, "What you pasted");
    }
  });
  listen("click", (event) => {
    /** @type {HTMLElement | null} */
    const button = /** @type {Element} */ (event.target).closest("[data-sample], [data-learn]");
    if (button) {
      const { sample, learn } = button.dataset;
      keep(learn ? { learn } : { sample }, "The built-in table");
    }
  });

  /** @type {(file: File) => void} */
  let take = (file) => keep({ file }, file.name);

  // Choosing a file takes seconds, and the program may replace this field meanwhile.
  document.getElementById("file")?.addEventListener("change", (event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) take(file);
  });

  // The installed page may be opened with a file by the operating system, now or later.
  self.launchQueue?.setConsumer(async (launch) => {
    const [handle] = launch.files;
    if (handle) take(await handle.getFile());
  });

  // The progress bar counts unpacked bytes: the Content-Length of a compressed response counts packed ones.
  const originalFetch = self.fetch;
  self.fetch = async (...request) => {
    const response = await originalFetch(...request);
    const progress = /** @type {HTMLProgressElement | null} */ (document.getElementById("early-progress"));
    if (!progress || !response.body || !String(request[0]).endsWith("/app.wasm")) {
      return response;
    }
    self.fetch = originalFetch;
    /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
    const counted = new TransformStream({
      transform(chunk, out) {
        progress.value += chunk.byteLength;
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers });
  };

  // The program calls drnetEarly once, when it has drawn the page. From then on it handles the events itself, and takeFile
  // gets the files that the system opens with the page or whose selection has already begun.
  self.drnetEarly = (takeFile) => {
    take = takeFile;
    for (const [type, handle] of listeners.splice(0)) {
      document.removeEventListener(type, handle);
    }
    performance.mark("drnet-interactive");
    return kept;
  };
  performance.mark("drnet-usable");
})();

// What a person does before the program runs: it is kept, and the program does it
// when it comes. A file is kept as the browser gave it, unread. And how far the
// program has been fetched.
"use strict";

(() => {
  const listeners = [];
  let kept = null;

  function listen(type, handle) {
    document.addEventListener(type, handle);
    listeners.push([type, handle]);
  }

  function keep(wish, what) {
    kept = wish;
    const status = document.getElementById("early-status");
    if (status) {
      status.textContent = `${what} will be opened as soon as the program is here.`;
    }
  }

  listen("change", (event) => {
    const file = event.target.files?.[0];
    if (file) {
      keep({ file }, file.name);
    }
  });
  listen("dragover", (event) => event.preventDefault());
  listen("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) {
      keep({ file }, file.name);
    }
  });
  listen("paste", (event) => {
    const file = event.clipboardData.files[0];
    const text = event.clipboardData.getData("text/plain");
    if (file) {
      keep({ file }, file.name);
    } else if (text.trim() !== "") {
      keep({ text }, "What you pasted");
    }
  });
  listen("click", (event) => {
    const button = event.target.closest("[data-sample], [data-learn]");
    if (button) {
      const { sample, learn } = button.dataset;
      keep(learn ? { learn } : { sample }, "The built-in table");
    }
  });

  // The installed page is opened with a file of the system, now or later.
  let take = (file) => keep({ file }, file.name);
  self.launchQueue?.setConsumer(async (launch) => {
    const [handle] = launch.files;
    if (handle) take(await handle.getFile());
  });

  // The length is that of the program as it is after unpacking: the one that a
  // compressed answer names is of something else.
  const fetchAnything = self.fetch;
  self.fetch = async (...request) => {
    const response = await fetchAnything(...request);
    const progress = document.getElementById("early-progress");
    if (!progress || !String(request[0]).endsWith("/app.wasm")) {
      return response;
    }
    self.fetch = fetchAnything;
    const counted = new TransformStream({
      transform(chunk, out) {
        progress.value += chunk.byteLength;
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers });
  };

  // The program calls it once, when it has drawn the page: from then on it listens itself, and takes files that come later.
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

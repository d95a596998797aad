// What this page asked of any server, from its first moment on, and what was
// refused. And a guard: the page goes to no other address by itself, so that
// none can be made to carry data away. What a person types into the address bar,
// or opens in another tab, the browser does not ask about.
"use strict";

(() => {
  const refused = [];
  let tell = () => {};
  let telling = 0;

  // What comes within a moment is told at once.
  function told() {
    telling ||= setTimeout(() => {
      telling = 0;
      tell();
    }, 100);
  }

  function refuse(what, why) {
    refused.push({ what, why, at: performance.now() });
    told();
  }

  performance.setResourceTimingBufferSize(10000);
  new PerformanceObserver(() => told()).observe({ type: "resource" });
  document.addEventListener("securitypolicyviolation", (event) => refuse(event.blockedURI, event.effectiveDirective));
  for (const type of ["online", "offline"]) {
    addEventListener(type, () => told());
  }

  self.navigation?.addEventListener("navigate", (event) => {
    const to = new URL(event.destination.url);
    const here = new URL(location.href);
    to.hash = here.hash = "";
    const download = event.downloadRequest !== null && to.protocol === "blob:";
    if (event.navigationType === "reload" || event.navigationType === "traverse" || download || to.href === here.href) {
      return;
    }
    event.preventDefault();
    refuse(event.destination.url, "navigation");
  });

  // What the service worker keeps, {version, integrity}, once it has said so, and whether a newer version waits.
  let kept = null;
  let waits = false;
  const workers = navigator.serviceWorker; // undefined at an insecure address
  const ask = () => workers?.controller?.postMessage("what is kept");
  workers?.addEventListener("controllerchange", ask);
  workers?.addEventListener("message", (event) => {
    kept = event.data;
    told();
  });
  workers?.ready.then((registration) => {
    const look = () => {
      waits = registration.waiting !== null && workers.controller !== null;
      told();
    };
    registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", look));
    look();
  });

  // Times are in milliseconds since the page was opened.
  function now() {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return {
      requests: entries.map((entry) => ({ name: entry.name, at: entry.startTime, kept: entry.workerStart > 0 })),
      refused,
      ready: performance.getEntriesByName("drnet-ready")[0]?.startTime ?? 0,
      online: navigator.onLine,
      version: kept?.version ?? "",
      files: Object.entries(kept?.integrity ?? {}).map(([name, digest]) => ({ name, digest })),
      waits,
    };
  }

  // The page's program listens from here on: it is called whenever there is something new, and gets it all as JSON.
  self.drnetWitness = (call) => {
    tell = call;
    ask();
    return () => JSON.stringify(now());
  };

  // A person has the page try to reach its own server, to see it refused.
  self.drnetTry = () => fetch("may-this-page-send-anything").then(() => true, () => false);
})();

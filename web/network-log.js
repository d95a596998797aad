// @ts-check
// Logs every request of the page from the start, and every request that the browser refused. It also blocks navigation:
// the page never opens another address, so that no address can carry data away. The browser does not report addresses
// that a user types into the address bar or opens in another tab.
"use strict";

(() => {
  const oneFile = /** @type {HTMLScriptElement} */ (document.currentScript).src === "";
  const features = { "Trusted Types": "trustedTypes", "Navigation API": "navigation", "file handlers": "launchQueue" };
  const lacks = Object.entries(features).filter(([, global]) => !(global in self)).map(([name]) => name);
  /** @type {NetworkLog["refused"]} */
  const refused = [];
  let changed = () => {};
  let timer = 0;

  // Changes within 100 ms are reported once.
  function report() {
    timer ||= setTimeout(() => {
      timer = 0;
      changed();
    }, 100);
  }

  /** @type {(what: string, why: string) => void} */
  function refuse(what, why) {
    refused.push({ what, why, at: performance.now() });
    report();
  }

  performance.setResourceTimingBufferSize(10000);
  const observer = new PerformanceObserver(() => report());
  for (const type of ["resource", "mark"]) { // a mark says that the page is ready
    observer.observe({ type });
  }
  document.addEventListener("securitypolicyviolation", (event) => refuse(event.blockedURI, event.effectiveDirective));
  for (const type of ["online", "offline"]) {
    addEventListener(type, () => report());
  }

  const announcesTwice = "mozInnerScreenX" in self; // Firefox announces a download, and then a navigation to the same blob
  let announced = "";
  self.navigation?.addEventListener("navigate", (event) => {
    const { destination, downloadRequest, navigationType } = /** @type {NavigateEvent} */ (event);
    const to = new URL(destination.url);
    const here = new URL(location.href);
    to.hash = here.hash = "";
    const again = destination.url === announced;
    announced = "";
    const download = to.protocol === "blob:" && (downloadRequest !== null || again);
    if (download && announcesTwice && !again) {
      announced = destination.url;
    }
    if (navigationType === "reload" || navigationType === "traverse" || download || to.href === here.href) {
      return;
    }
    event.preventDefault();
    refuse(destination.url, "navigation");
  });

  /** @type {Pick<Release, "version" | "integrity"> | null} */
  let kept = null; // what the service worker has cached, once it has answered
  let waits = false; // whether a newer version is waiting
  /** @type {ServiceWorkerContainer | undefined} */
  const workers = navigator.serviceWorker; // undefined at an insecure address
  const ask = () => workers?.controller?.postMessage("what is kept");
  workers?.addEventListener("controllerchange", ask);
  workers?.addEventListener("message", (event) => {
    kept = event.data;
    report();
  });
  workers?.ready.then((registration) => {
    const look = () => {
      waits = registration.waiting !== null && workers.controller !== null;
      report();
    };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
  });

  /** @returns {NetworkLog} */
  function now() {
    const entries = /** @type {PerformanceResourceTiming[]} */ ([
      ...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource"),
    ]);
    return {
      requests: entries.map((entry) => ({ name: entry.name, at: entry.startTime, kept: entry.workerStart > 0 || entry.name.startsWith("blob:") })),
      refused,
      ready: performance.getEntriesByName("drnet-ready")[0]?.startTime ?? 0,
      online: navigator.onLine,
      version: kept?.version ?? "",
      files: Object.entries(kept?.integrity ?? {}).map(([name, digest]) => ({ name, digest })),
      waits,
      oneFile,
      lacks,
    };
  }

  // The program passes a function to call after each change, and gets one that returns the log as JSON.
  self.drnetWitness = (call) => {
    changed = call;
    ask();
    return () => JSON.stringify(now());
  };

  // Tries to reach the page's own server, so that the user can see that the request is refused.
  self.drnetTry = () => fetch("may-this-page-send-anything").then(() => true, () => false);
})();

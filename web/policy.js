// @ts-check
// The page's Trusted Types policy: after the page has loaded, only the two workers of this site may become code, or the
// one that a page of one file contains. It compares full URLs, because the query of a URL could carry data.
"use strict";

if (self.trustedTypes) {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const allowed = self.drnetWorker ? [self.drnetWorker]
    : ["app-worker.js", "engine-worker.js"].map((name) => new URL(name, here).href);
  self.trustedTypes.createPolicy("default", {
    createScriptURL(url) {
      const full = new URL(url, document.baseURI).href;
      return allowed.includes(full) ? full : null;
    },
  });
}

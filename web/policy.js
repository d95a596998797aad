// @ts-check
// The page's Trusted Types policy: after loading, the page may only run the scripts of its two workers; a page of one file
// has one. It compares full URLs, because the query of a URL could carry data.
"use strict";

if (self.trustedTypes) {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src; // "" in a page of one file
  const allowed = here ? [self.drnetWorker, new URL("app-worker.js", here).href] : [self.drnetWorker];
  self.trustedTypes.createPolicy("default", {
    createScriptURL(url) {
      const full = new URL(url, document.baseURI).href;
      return allowed.includes(full) ? full : null;
    },
  });
}

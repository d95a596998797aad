// The page's Trusted Types policy: the two workers of this site, by their full
// URLs, are all that may become code after the page has loaded. Comparing paths
// would not do, because a query can carry data.
"use strict";

if (self.trustedTypes) {
  const here = document.currentScript.src;
  const allowed = ["app-worker.js", "engine-worker.js"].map((name) => new URL(name, here).href);
  trustedTypes.createPolicy("default", {
    createScriptURL(url) {
      const full = new URL(url, document.baseURI).href;
      return allowed.includes(full) ? full : null;
    },
  });
}

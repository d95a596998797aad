// @ts-check
// Replaces the service worker of earlier versions on a site that no longer has one: it removes their caches and itself.
// Open pages continue to work, and are loaded from the server from then on.
"use strict";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ownCaches = `drnet-lab-${new URL("./", worker.location.href).pathname}@`;

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ownCaches)) {
      await caches.delete(name);
    }
  }
  await worker.registration.unregister();
}

// Stands where the service worker of earlier versions stood, on a site that is
// to have none any more: it removes their files and itself. Pages that are open
// go on; the next time they come from the server.
"use strict";

const ownCaches = `drnet-lab-${new URL("./", self.location).pathname}@`;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire() {
  for (const name of await caches.keys()) {
    if (name.startsWith(ownCaches)) {
      await caches.delete(name);
    }
  }
  await self.registration.unregister();
}

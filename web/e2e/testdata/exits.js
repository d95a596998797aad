// Every way that the web platform has to reach a server. Each function gets addresses that contain its name: own of the site, other
// of another server, host of a name to look up, tcp and udp of a server for direct connections.
globalThis.exits = (() => {
  const make = (tag, attributes = {}, parent = document.body) => {
    const element = tag.includes(":") ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  };
  const both = (to, reach) => Promise.allSettled([to.own, to.other].map(async (url) => reach(url)));
  const element = (tag, attribute, more) => (to) => both(to, (url) => make(tag, { [attribute]: url, ...more }));
  const link = (rel, more) => (to) => both(to, (url) => make("link", { rel, href: url, ...more }, document.head));
  const style = (property, wrap = (url) => `url("${url}")`) => (to) => both(to, (url) => {
    const box = make("div");
    box.textContent = "x";
    box.style.setProperty(property, wrap(url));
  });
  const sheet = (rules) => (to) => both(to, (url) => make("style", {}, document.head).append(rules(url)));
  const click = (tag, attributes) => (to) => both(to, (url) => make(tag, attributes(url)).click());
  const submit = (attributes, button = {}) => (to) => both(to, (url) => {
    const form = make("form", attributes(url));
    make("input", { name: "secret", value: "secret" }, form);
    make("button", Object.fromEntries(Object.entries(button).map(([name, value]) => [name, value ?? url])), form).click();
  });
  const peer = async (server) => {
    const peer = new RTCPeerConnection({ iceServers: [server] });
    peer.createDataChannel("secret");
    await peer.setLocalDescription(await peer.createOffer());
    (globalThis.peers ??= []).push(peer);
  };
  const inside = () => make("iframe").contentWindow; // a realm of its own, with functions that nobody has replaced
  const socket = (url) => url.replace(/^http/, "ws");
  const xhr = (url, wait) => {
    const request = new XMLHttpRequest();
    request.open("POST", url, wait);
    request.send("secret");
  };

  const anywhere = {
    "fetch": (to) => both(to, (url) => fetch(url)),
    "fetch post": (to) => both(to, (url) => fetch(url, { method: "POST", body: "secret", keepalive: true })),
    "fetch no-cors": (to) => both(to, (url) => fetch(url, { mode: "no-cors", cache: "no-store" })),
    "xhr": (to) => both(to, (url) => xhr(url, true)),
    "xhr sync": (to) => both(to, (url) => xhr(url, false)),
    "EventSource": (to) => both(to, (url) => new EventSource(url)),
    "WebSocket": (to) => both(to, (url) => new WebSocket(socket(url))),
    "WebSocketStream": (to) => both(to, (url) => new WebSocketStream(socket(url)).opened),
    "WebTransport": (to) => both(to, (url) => new WebTransport(url.replace(/^http/, "https")).ready),
    "import": (to) => both(to, (url) => import(url)),
    "Worker": (to) => both(to, (url) => new Worker(url)),
    "module Worker": (to) => both(to, (url) => new Worker(url, { type: "module" })),
    "FontFace": (to) => both(to, (url) => new FontFace("f", `url("${url}")`).load()),
    "cache.add": (to) => both(to, async (url) => (await caches.open("x")).add(url)),
    "Notification": (to) => both(to, (url) => new Notification("x", { icon: url, image: url, badge: url })),
  };
  const worker = {
    ...anywhere,
    "importScripts": (to) => both(to, (url) => importScripts(url)),
    "import of a blob": (to) => both(to, (url) => import(URL.createObjectURL(new Blob([`import("${url}")`], { type: "text/javascript" })))),
    "Worker of a blob": (to) => both(to, (url) => new Worker(URL.createObjectURL(new Blob([`fetch("${url}")`])))),
  };
  const page = {
    ...anywhere,
    "sendBeacon": (to) => both(to, (url) => navigator.sendBeacon(url, "secret")),
    "fetchLater": (to) => both(to, (url) => fetchLater(url, { activateAfter: 0 })),
    "WebRTC by STUN": (to) => peer({ urls: `stun:${to.udp}` }),
    "WebRTC by TURN": (to) => peer({ urls: `turn:${to.tcp}?transport=tcp`, username: "secret", credential: "x" }),
    "img": element("img", "src"),
    "img srcset": element("img", "srcset"),
    "img attributionsrc": element("img", "attributionsrc", { src: "data:," }),
    "picture": (to) => both(to, (url) => {
      const picture = make("picture");
      make("source", { srcset: url }, picture);
      make("img", {}, picture);
    }),
    "input image": element("input", "src", { type: "image" }),
    "svg image": (to) => both(to, (url) => make("svg:image", { href: url }, make("svg:svg"))),
    "svg use": (to) => both(to, (url) => make("svg:use", { href: `${url}#a` }, make("svg:svg"))),
    "svg feImage": (to) => both(to, (url) => {
      const svg = make("svg:svg");
      make("svg:feImage", { href: url }, make("svg:filter", { id: "feImage" }, svg));
      make("svg:rect", { width: 9, height: 9, filter: "url(#feImage)" }, svg);
    }),
    "svg script": (to) => both(to, (url) => make("svg:script", { href: url }, make("svg:svg"))),
    "background": style("background-image"),
    "image-set": style("background-image", (url) => `image-set("${url}" 1x)`),
    "cursor": style("cursor", (url) => `url("${url}"), auto`),
    "list-style": style("list-style-image"),
    "border-image": style("border-image-source"),
    "mask": style("mask-image"),
    "clip-path": style("clip-path", (url) => `url("${url}#a")`),
    "filter": style("filter", (url) => `url("${url}#a")`),
    "content": style("content"),
    "shape-outside": style("shape-outside"),
    "@import": sheet((url) => `@import url("${url}");`),
    "@font-face": sheet((url) => `@font-face { font-family: f; src: url("${url}") } body { font-family: f }`),
    "adopted style sheet": (to) => both(to, (url) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`@font-face { font-family: g; src: url("${url}") } body { font-family: g; background: url("${url}") }`);
      document.adoptedStyleSheets.push(sheet);
    }),
    "stylesheet": link("stylesheet"),
    "stylesheet in a shadow": (to) => both(to, (url) => make("link", { rel: "stylesheet", href: url }, make("div").attachShadow({ mode: "open" }))),
    "video": element("video", "src", { autoplay: "" }),
    "poster": element("video", "poster"),
    "audio": element("audio", "src", { autoplay: "", preload: "auto" }),
    "Audio": (to) => both(to, (url) => new Audio(url).play()),
    "source": (to) => both(to, (url) => make("source", { src: url }, make("video", { preload: "auto" }))),
    "track": (to) => both(to, (url) => {
      const video = make("video", { src: "data:video/webm," });
      make("track", { src: url, default: "" }, video).track.mode = "showing";
    }),
    "iframe": element("iframe", "src"),
    "iframe of a text": (to) => both(to, (url) => {
      make("iframe").contentDocument.body.append(Object.assign(new Image(), { src: url }));
    }),
    "iframe's fetch": (to) => both(to, (url) => inside().fetch(url)),
    "iframe's location": (to) => both(to, (url) => { inside().location = url; }),
    "iframe's link": (to) => both(to, (url) => make("link", { rel: "prefetch", href: url }, inside().document.head)),
    "fencedframe": (to) => both(to, (url) => { make("fencedframe").config = new FencedFrameConfig(url); }),
    "frame": (to) => both(to, (url) => make("frame", { src: url }, make("frameset"))),
    "object": element("object", "data"),
    "embed": element("embed", "src"),
    "script": element("script", "src"),
    "module script": element("script", "src", { type: "module" }),
    "inline script": (to) => both(to, (url) => make("script").append(`fetch("${url}")`)),
    "modulepreload": link("modulepreload"),
    "preload": (to) => Promise.all(["image", "script", "style", "font", "fetch", "track", "json"]
      .map((as) => link("preload", { as, crossorigin: "" })(to))),
    "prefetch": link("prefetch"),
    "prefetch of a document": link("prefetch", { as: "document" }),
    "prerender": link("prerender"),
    "next": link("next"),
    "dns-prefetch": (to) => make("link", { rel: "dns-prefetch", href: `//${to.host}` }, document.head),
    "preconnect": (to) => make("link", { rel: "preconnect", href: to.other }, document.head),
    "speculation rules": (to) => both(to, (url) => make("script", { type: "speculationrules" })
      .append(JSON.stringify({ prefetch: [{ source: "list", urls: [url], eagerness: "immediate" }] }))),
    "speculation rules prerender": (to) => both(to, (url) => make("script", { type: "speculationrules" })
      .append(JSON.stringify({ prerender: [{ source: "list", urls: [url], eagerness: "immediate" }] }))),
    "manifest": link("manifest"),
    "icon": link("icon"),
    "apple-touch-icon": link("apple-touch-icon"),
    "compression-dictionary": link("compression-dictionary"),
    "form get": submit((url) => ({ action: url })),
    "form post": submit((url) => ({ action: url, method: "post" })),
    "form to a frame": submit((url) => ({ action: url, method: "post", target: make("iframe", { name: "to" }).name })),
    "formaction": submit(() => ({}), { formaction: undefined, formmethod: "post" }),
    "window.open": (to) => both(to, (url) => open(url)),
    "window.open here": (to) => both(to, (url) => open(url, "_self")),
    "location": (to) => both(to, (url) => { location.href = url; }),
    "location.replace": (to) => both(to, (url) => location.replace(url)),
    "iframe's top": (to) => both(to, (url) => { inside().top.location = url; }),
    "iframe's open": (to) => both(to, (url) => inside().open(url, "_top")),
    "navigation": (to) => both(to, (url) => navigation.navigate(url).committed),
    "pushState": (to) => both(to, (url) => { history.pushState(null, "", url); location.reload(); }),
    "a": click("a", (href) => ({ href })),
    "a to a window": click("a", (href) => ({ href, target: "_blank" })),
    "a ping": click("a", (ping) => ({ href: "#x", ping })),
    "a download": click("a", (href) => ({ href, download: "x" })),
    "page of a blob": (to) => both(to, (url) => {
      const href = URL.createObjectURL(new Blob([`<meta http-equiv="refresh" content="0; url=${url}">`], { type: "text/html" }));
      make("a", { href, download: "x" }).click();
      location.href = href;
    }),
    "a attributionsrc": click("a", (attributionsrc) => ({ href: "#x", attributionsrc })),
    "svg a": (to) => both(to, (url) => make("svg:a", { href: url }, make("svg:svg")).dispatchEvent(new MouseEvent("click"))),
    "meta refresh": (to) => both(to, (url) => make("meta", { "http-equiv": "refresh", "content": `0; url=${url}` }, document.head)),
    "report-uri": (to) => both(to, (url) => {
      make("meta", { "http-equiv": "Content-Security-Policy", "content": `img-src data:; report-uri ${url}; report-to ${url}` }, document.head);
      make("img", { src: "http://127.0.0.1:9/" });
    }),
    "SharedWorker": (to) => both(to, (url) => new SharedWorker(url)),
    "service worker": (to) => both(to, (url) => navigator.serviceWorker.register(url)),
    "message to the service worker": (to) => both(to, (url) => navigator.serviceWorker.controller.postMessage(url)),
    "background fetch": (to) => both(to, async (url) => (await navigator.serviceWorker.ready).backgroundFetch.fetch("x", url)),
    "payment": (to) => both(to, (url) => new PaymentRequest([{ supportedMethods: url }],
      { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment()),
    "identity": (to) => both(to, (configURL) => navigator.credentials.get({ identity: { providers: [{ configURL, clientId: "x" }] } })),
    "protocol handler": (to) => both(to, (url) => {
      navigator.registerProtocolHandler("web+secret", `${url}&%s`);
      make("iframe", { src: "web+secret:x" });
    }),
    "media session": (to) => both(to, (src) => { navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src }] }); }),
    "audio worklet": (to) => both(to, (url) => new AudioContext().audioWorklet.addModule(url)),
    "paint worklet": (to) => both(to, (url) => CSS.paintWorklet.addModule(url)),
    "shared storage": (to) => both(to, (url) => sharedStorage.worklet.addModule(url)),
    "interest group": (to) => both(to, (url) => navigator.joinAdInterestGroup({ owner: new URL(url).origin, name: "x", updateURL: url }, 99)),
    "document.write": (to) => both(to, (url) => document.write(`<img src="${url}">`)),
    "innerHTML": (to) => both(to, (url) => { make("div").innerHTML = `<img src="${url}">`; }),
  };
  return { page, worker };
})();

// The hooks between the scripts of this folder and the Go programs: everything that one side sets and the other reads.
// The comment at the end of a line names the sides that use the hook: js (these scripts and index.html), go (the page's
// program and the engine), e2e (the browser tests), lib (go-app's loader). test/hooks.test.js compares them with the sources.

// The page: scripts define these globals before the program starts.
interface Window {
  drnetEarly(take: (file: File) => void): EarlyAction | null; // js go
  drnetWitness(changed: () => void): () => string; // js go: the result returns a NetworkLog as JSON
  drnetTry(): Promise<boolean>; // js go: whether a request to the own server gets through
  chooseTheme(theme: string): void; // js go: "light", "dark", or "" for the theme of the system
  goappInitServiceWorker(): Promise<void>; // lib go: registers the service worker
  drnetWorker: string; // js go: the URL of the engine's worker, which the site's builder puts into a script
  drnetProgram: WebAssembly.Module; // go: the program, set by go-app's loader as the site's builder changes it
  drnetHandOver: unknown; // go: passes a value from go-app's wrapper to syscall/js
}

// What a person did before the program started: one of the fields is set.
interface EarlyAction {
  file?: File; // js go: chosen or dropped
  text?: string; // js go: pasted
  sample?: string; // js go: the built-in table to open
  learn?: string; // js go: the built-in table to train on
}

// The requests of the page since it was opened. Times are in milliseconds since then.
interface NetworkLog {
  requests: { name: string; at: number; kept: boolean }[]; // js go: kept is set for answers of the service worker or the page
  refused: { what: string; why: string; at: number }[]; // js go: blocked requests and navigations
  ready: number; // js go: when the program stopped loading files, 0 before
  online: boolean; // js go
  version: string; // js go: of the cached site, "" without service worker
  files: { name: string; digest: string }[]; // js go: the cached files
  waits: boolean; // js go: whether a newer version is waiting
  oneFile: boolean; // js go: whether the page is one file that contains everything
  lacks: string[]; // js go: the features that the browser lacks
}

// Names in the document and in the browser's storage.
interface DocumentHooks {
  "drnet-usable": "mark"; // js e2e: early actions are recorded
  "drnet-interactive": "mark"; // js e2e: the program has drawn the page
  "drnet-ready": "mark"; // js go: nothing more will be loaded
  "ready": "data attribute"; // go e2e: data-ready of the root element, with the mark of that name
  "data-theme": "attribute"; // js go: of the root element
  "data-sample": "attribute"; // js go: of the buttons that open a built-in table
  "data-learn": "attribute"; // js go: of the button that trains on a built-in table
  "drnet-example": "meta element"; // js go: the rules on the first screen, as JSON
  "early-status": "element"; // js: what will be opened
  "early-progress": "element"; // js: the loaded bytes of the program
  "app-wasm-loader": "element"; // js lib: removed when the program runs
  "app-wasm-loader-label": "element"; // js lib
  "app-wasm-loader-icon": "element"; // js lib
  "theme": "storage key"; // js e2e: key of the session storage
  "drnet-lab-": "cache name"; // js go: start of the names of all caches, before the path of the site
}

// The engine's worker. Its first message comes from the page; the program sets onmessage and calls drain.
interface WorkerGlobalScope {
  owner?: MessagePort; // js go: set in a worker that serves another worker
  drain(): void; // js go: delivers the messages that came while the program started
}
interface EngineStart {
  module: WebAssembly.Module; // js go
  owner?: MessagePort; // js go
}
interface EngineExit {
  exit: number; // js go: exit code of the program
  reason: string; // js go: the first lines of its standard error
}

// wasm_exec.js of the Go toolchain, which the site's builder puts in front of the engine's worker.
declare class Go {
  importObject: WebAssembly.Imports; // js lib
  exit: (code: number) => void; // js lib
  run(instance: WebAssembly.Instance): Promise<void>; // js lib
}
declare var fs: { writeSync(fd: number, buf: Uint8Array): number }; // js lib

// The release that the site's builder puts in front of the service worker.
declare const release: Release; // js go
interface Release {
  version: string; // js go: digest of the other fields
  integrity: Record<string, string>; // js go: SHA-256 by path below the site; the page itself is ""
  headers: Record<string, string>; // js go: of every file
}
// Messages from the page to its service worker, or to the one that is waiting.
interface ServiceWorkerMessages {
  "take over": "message"; // js: starts the version that is waiting
  "what is kept": "message"; // js: answered with version and integrity of the release
}

// Interfaces of browsers that TypeScript does not describe yet.
interface Window {
  launchQueue?: { setConsumer(consumer: (launch: { files: FileSystemFileHandle[] }) => void): void };
  navigation?: EventTarget;
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown };
}
interface NavigateEvent extends Event {
  destination: { url: string };
  downloadRequest: string | null;
  navigationType: "reload" | "traverse" | "push" | "replace";
}

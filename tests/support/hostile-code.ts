/** What a person's text may try, and what the person then reads. HOST stands for a server that must hear nothing. */

export interface HostileSource {
  readonly what: string;
  readonly source: string;
  /** In the builder, all of it; null where it is what the bars' closes themselves give, as nothing came of the attempt. */
  readonly says: RegExp | null;
}

/** A body of compute that tries something at once and, where it can, again in a promise. */
const body = (text: string): string => `function compute(bars) { ${text}; return bars.close }`;
/** What a room's worker has no name for: what it is, the name, and what would be done with it. In one text, as each alone takes two seconds. */
const MISSING: readonly (readonly [what: string, name: string, use: string])[] = [
  ["fetch", "fetch", "fetch('HOST/fetch')"],
  ["fetch of the app", "fetch", "fetch('/index.html?secret')"],
  ["XHR", "XMLHttpRequest", "const x = new XMLHttpRequest(); x.open('GET', 'HOST/xhr'); x.send()"],
  ["WebSocket", "WebSocket", "new WebSocket('ws://localhost/ws')"],
  ["WebTransport", "WebTransport", "new WebTransport('https://localhost/wt')"],
  ["EventSource", "EventSource", "new EventSource('HOST/events')"],
  ["sendBeacon", "navigator", "navigator.sendBeacon('HOST/beacon', '1')"],
  ["WebRTC", "RTCPeerConnection", "new RTCPeerConnection({ iceServers: [{ urls: 'stun:localhost' }] })"],
  ["an image", "Image", "new Image().src = 'HOST/image'"],
  ["a style sheet", "document", "document.head.innerHTML = '<link rel=stylesheet href=HOST/css>'"],
  ["a font", "FontFace", "new FontFace('x', 'url(HOST/font)').load()"],
  ["importScripts", "importScripts", "importScripts('HOST/scripts')"],
  ["importScripts from data", "importScripts", "importScripts('data:text/javascript,1')"],
  ["a worker in the worker", "Worker", "new Worker('data:text/javascript,fetch(`HOST/worker`)')"],
  ["a shared worker", "SharedWorker", "new SharedWorker('HOST/shared')"],
  [
    "SharedArrayBuffer",
    "SharedArrayBuffer",
    "const a = new Int32Array(new SharedArrayBuffer(4)); for (;;) a[0]++",
  ],
  ["Atomics", "Atomics", "Atomics.wait(new Int32Array(4), 0, 0)"],
  [
    "shared memory of WebAssembly",
    "WebAssembly",
    "new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })",
  ],
  ["IndexedDB", "indexedDB", "indexedDB.open('x')"],
  ["Cache", "caches", "caches.open('tidemark-shell')"],
  ["localStorage", "localStorage", "localStorage.x = 1"],
  ["cookies", "document", "document.cookie"],
  ["cookieStore", "cookieStore", "cookieStore.set('a', 'b')"],
  ["files", "navigator", "navigator.storage.getDirectory()"],
  ["BroadcastChannel", "BroadcastChannel", "new BroadcastChannel('x').postMessage(1)"],
  ["WebGPU", "navigator", "navigator.gpu.requestAdapter()"],
  ["parent", "parent", "parent.postMessage(1, '*')"],
  ["top", "top", "top.location = 'HOST/top'"],
  ["opener", "opener", "opener.location = 'HOST/opener'"],
  ["navigation", "location", "location.href = 'HOST/navigate'"],
  ["self", "self", "self.close()"],
  ["close", "close", "close()"],
  ["a flood of messages", "postMessage", "for (;;) postMessage('x'.repeat(1e6))"],
  ["a message of 2 GB", "postMessage", "postMessage(new Uint8Array(2 ** 31))"],
  ["structuredClone", "structuredClone", "structuredClone({})"],
  ["a channel", "MessageChannel", "new MessageChannel()"],
  ["a timer", "setTimeout", "setTimeout(() => {}, 0)"],
  ["the real clock", "performance", "performance.now()"],
  ["real chance", "crypto", "crypto.getRandomValues(new Uint8Array(4))"],
  ["a listener", "addEventListener", "addEventListener('message', () => {})"],
  ["eval", "eval", "(0, eval)('1')"],
];

/** Tries one after the other, and fails with those that had a name. */
const EACH_MISSING = `
  const through = []
  const attempt = (what, name, use) => {
    try { use() } catch (error) {
      if (error instanceof ReferenceError && error.message === name + " is not defined") return
    }
    through.push(what)
  }
  ${MISSING.map(([what, name, use]) => `attempt(${JSON.stringify(what)}, "${name}", () => { ${use} })`).join("\n  ")}
  if (through.length > 0) throw new Error(through.join(", "))`;

const gaveBack = (what: string): RegExp =>
  new RegExp(
    `^⚠ The code failed: compute gave back ${what}: let it return an array with one number for each bar\\.$`,
  );
const TOO_SLOW =
  /^⚠ The code is too slow: it was not done within the 2 seconds that an instrument may take: go through its bars fewer times\.$/;

export const HOSTILE_SOURCES: readonly HostileSource[] = [
  {
    what: "fetch",
    source: body("fetch('HOST/fetch')"),
    says: /^⚠ Line 1, column \d+: ReferenceError: fetch is not defined\.$/,
  },
  { what: `${MISSING.length} things that have no name in a room`, source: body(EACH_MISSING), says: null },
  {
    what: "Function",
    source: body("Function('return this')()"),
    says: /^⚠ Line 1, column \d+: EvalError: text can't become code here\.$/,
  },
  {
    what: "the global's prototypes",
    source: body(`
      let names = []
      for (let at = globalThis; at !== Object.prototype; at = Object.getPrototypeOf(at))
        names = names.concat(Reflect.ownKeys(at).map(String))
      const strange = names.filter((n) => /^[a-z]/.test(n) && !/^(is|parse|decode|encode|escape|unescape|globalThis|undefined|console)/.test(n))
      if (strange.length > 0) throw new Error(strange.join())`),
    says: null,
  },
  {
    what: "import()",
    source: body(
      "import('HOST/import'); import('/assets/x.js?secret'); import('data:text/javascript,1').then(() => { throw 1 })",
    ),
    says: null,
  },
  {
    what: "what import() rejects with",
    source: `let found = "none"
      import('HOST/import').catch((e) => { found = typeof e.constructor.constructor("return this") }).catch((e) => { found = e.message })
      function compute(bars) { if (found !== "text can't become code here") throw new Error(found); return bars.close }`,
    says: null,
  },
  {
    what: "navigation by a link",
    source: body("globalThis.location = 'HOST/location'; globalThis.onmessage = 1"),
    says: null,
  },
  {
    what: "Array.prototype and Math replaced",
    source: `
      const { ownKeys, defineProperty } = Reflect
      const mine = { __proto__: null, value: () => 5, configurable: true }
      const replace = (holder) => {
        const keys = ownKeys(holder)
        for (let at = 0; at < keys.length; at++) if (keys[at] !== "length") defineProperty(holder, keys[at], mine)
      }
      replace(Math); replace(Reflect); replace(Array.prototype); replace(Object.getPrototypeOf(Float64Array.prototype))
      Object.defineProperty(Array.prototype, 0, { __proto__: null, set() { throw 1 }, get() { throw 1 } })
      Promise.prototype.then = Object.prototype.toString = Function.prototype.call = Function.prototype.apply = null
      function compute(bars) { return bars.close }`,
    says: null,
  },
  {
    what: "names of the harness",
    source: `function postMessage() {}\nfunction post() {}\nvar onmessage = 1, harness = 2, port = 3
      function compute(bars) { return bars.close }`,
    says: null,
  },
  {
    what: "a proxy as result",
    source: "const compute = (bars) => new Proxy([...bars.close], {})",
    says: null,
  },
  {
    what: "a proxy that throws",
    source: "const compute = () => new Proxy([], { get() { throw new Error('trap') } })",
    says: /^⚠ Line 1, column \d+: Error: trap\.$/,
  },
  {
    what: "getters on results",
    source: `function compute({ length }) {
      const out = []; let reads = 0
      for (let i = 0; i < length; i++) Object.defineProperty(out, i, { get: () => ++reads })
      return out }`,
    says: /^Known on ([\d,]+) of \1 bars, \1 on/,
  },
  {
    what: "a thenable",
    source: "const compute = () => ({ then(go) { go([1]) } })",
    says: gaveBack("a promise, not an array"),
  },
  {
    what: "a promise",
    source: "const compute = async (bars) => bars.close",
    says: gaveBack("a promise, not an array"),
  },
  {
    what: "a wrong length",
    source: "const compute = () => new Float64Array(3)",
    says: gaveBack("3 numbers for \\d+ bars"),
  },
  {
    what: "2 GB of numbers",
    source: "const compute = () => new Uint8Array(2 ** 31)",
    says: /gave back 2147483648 numbers for \d+ bars: let it|RangeError: Array buffer allocation failed/,
  },
  {
    what: "an array of 4 billion",
    source: "const compute = () => { const a = []; a.length = 2 ** 32 - 1; return a }",
    says: gaveBack("4294967295 numbers for \\d+ bars"),
  },
  {
    what: "a deep recursion",
    source: "const compute = (bars) => compute(bars)",
    says: /^⚠ Line 1, column \d+: RangeError: Maximum call stack size exceeded\.$/,
  },
  { what: "a console line of 10 MB", source: body("console.log('x'.repeat(1e7))"), says: null },
  {
    what: "a source map",
    source: `${body("")}\n//# sourceMappingURL=HOST/map\n//# sourceURL=HOST/url`,
    says: null,
  },
  {
    what: "a syntax error",
    source: "function compute( {",
    says: /^⚠ Line 2, column \d+: Unexpected token\.$/,
  },
  // Each of these keeps a core busy until its room is removed.
  { what: "an endless loop", source: "function compute() { for (;;); }", says: TOO_SLOW },
  {
    what: "an endless loop at the top",
    source: "for (;;);\nfunction compute() {}",
    says: /^⚠ The code is too slow: what stands outside of compute was not done within 2 seconds: move it into compute/,
  },
  {
    what: "an endless promise chain",
    source: "function compute(bars) { const go = () => Promise.resolve().then(go); go(); return bars.close }",
    says: TOO_SLOW,
  },
  {
    what: "while (1) yield",
    source: "function* all() { while (1) yield 1 }\nfunction compute() { for (const one of all()); }",
    says: TOO_SLOW,
  },
];

/**
 * A room's worker without a harness: all that a browser's worker has to reach out with, so that the room's policy alone
 * stands in the way. Says of each what came of it: "refused" or "went through".
 */
export const BARE_SCRIPT = `onmessage = async ({ ports: [port] }) => {
  const said = {}
  const attempt = async (name, work) => {
    said[name] = await Promise.resolve().then(work).then(() => "went through", () => "refused")
  }
  const opened = (thing) => new Promise((good, bad) => { thing.onopen = thing.onmessage = good; thing.onerror = bad })
  const loaded = (url) => new Promise((good, bad) => {
    const request = new XMLHttpRequest()
    request.onload = good; request.onerror = bad
    request.open("GET", url); request.send()
  })
  const inner = 'fetch("HOST/inner").then(() => postMessage("went through"), () => { throw 1 })'
  await attempt("fetch", () => fetch("HOST/fetch"))
  await attempt("fetch without an answer", () => fetch("HOST/opaque", { mode: "no-cors", keepalive: true }))
  await attempt("fetch of the app", () => fetch("APP/index.html?secret"))
  await attempt("XHR", () => loaded("HOST/xhr"))
  await attempt("WebSocket", () => opened(new WebSocket("HOST/socket".replace("http", "ws"))))
  await attempt("EventSource", () => opened(new EventSource("HOST/events")))
  await attempt("importScripts", () => importScripts("HOST/scripts.js"))
  await attempt("importScripts of the app", () => importScripts("APP/service-worker.js?secret"))
  await attempt("import", () => import("HOST/import.js"))
  await attempt("import of the app", () => import("APP/service-worker.js?secret"))
  await attempt("a worker of a host", () => opened(new Worker("HOST/worker.js")))
  await attempt("a worker of the app", () => opened(new Worker("APP/service-worker.js?secret")))
  await attempt("fetch in a worker in the worker", () => {
    const worker = new Worker("data:text/javascript," + encodeURIComponent(inner.replace("throw 1", "postMessage('no')")))
    return new Promise((good, bad) => { worker.onerror = bad; worker.onmessage = ({ data }) => data === "no" ? bad() : good() })
  })
  await attempt("IndexedDB", () => new Promise((good, bad) => {
    const request = indexedDB.open("tidemark")
    request.onsuccess = good; request.onerror = bad
  }))
  await attempt("Cache", () => caches.open("tidemark-shell"))
  await attempt("files", () => navigator.storage.getDirectory())
  new BroadcastChannel("tidemark").postMessage("heard")
  port.postMessage({ ...said, origin: self.origin })
}`;

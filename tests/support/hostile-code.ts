/** What a person's text may try, and what the person then reads. HOST stands for a server that must hear nothing. */

export interface HostileSource {
  readonly what: string;
  readonly source: string;
  /** In the builder, all of it; null where it is what the bars' closes themselves give, as nothing came of the attempt. */
  readonly says: RegExp | null;
}

/** A body of compute that tries something at once and, where it can, again in a promise. */
const body = (text: string): string => `function compute(bars) { ${text}; return bars.close }`;
const missing = (what: string, name: string, use = name): HostileSource => ({
  what,
  source: body(use),
  says: new RegExp(`^⚠ Line 1, column \\d+: ReferenceError: ${name} is not defined\\.$`),
});

const gaveBack = (what: string): RegExp =>
  new RegExp(
    `^⚠ The code failed: compute gave back ${what}: let it return an array with one number for each bar\\.$`,
  );
const TOO_SLOW =
  /^⚠ The code is too slow: it was not done within the 2 seconds that an instrument may take: go through its bars fewer times\.$/;

export const HOSTILE_SOURCES: readonly HostileSource[] = [
  missing("fetch", "fetch", "fetch('HOST/fetch')"),
  missing("fetch of the app", "fetch", "fetch('/index.html?secret')"),
  missing("XHR", "XMLHttpRequest", "const x = new XMLHttpRequest(); x.open('GET', 'HOST/xhr'); x.send()"),
  missing("WebSocket", "WebSocket", "new WebSocket('ws://localhost/ws')"),
  missing("WebTransport", "WebTransport", "new WebTransport('https://localhost/wt')"),
  missing("EventSource", "EventSource", "new EventSource('HOST/events')"),
  missing("sendBeacon", "navigator", "navigator.sendBeacon('HOST/beacon', '1')"),
  missing(
    "WebRTC",
    "RTCPeerConnection",
    "new RTCPeerConnection({ iceServers: [{ urls: 'stun:localhost' }] })",
  ),
  missing("an image", "Image", "new Image().src = 'HOST/image'"),
  missing("a style sheet", "document", "document.head.innerHTML = '<link rel=stylesheet href=HOST/css>'"),
  missing("a font", "FontFace", "new FontFace('x', 'url(HOST/font)').load()"),
  missing("importScripts", "importScripts", "importScripts('HOST/scripts')"),
  missing("importScripts from data", "importScripts", "importScripts('data:text/javascript,1')"),
  missing("a worker in the worker", "Worker", "new Worker('data:text/javascript,fetch(`HOST/worker`)')"),
  missing("a shared worker", "SharedWorker", "new SharedWorker('HOST/shared')"),
  missing(
    "SharedArrayBuffer",
    "SharedArrayBuffer",
    "const a = new Int32Array(new SharedArrayBuffer(4)); for (;;) a[0]++",
  ),
  missing("Atomics", "Atomics", "Atomics.wait(new Int32Array(4), 0, 0)"),
  missing(
    "shared memory of WebAssembly",
    "WebAssembly",
    "new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })",
  ),
  missing("IndexedDB", "indexedDB", "indexedDB.open('x')"),
  missing("Cache", "caches", "caches.open('tidemark-shell')"),
  missing("localStorage", "localStorage", "localStorage.x = 1"),
  missing("cookies", "document", "document.cookie"),
  missing("cookieStore", "cookieStore", "cookieStore.set('a', 'b')"),
  missing("files", "navigator", "navigator.storage.getDirectory()"),
  missing("BroadcastChannel", "BroadcastChannel", "new BroadcastChannel('x').postMessage(1)"),
  missing("WebGPU", "navigator", "navigator.gpu.requestAdapter()"),
  missing("parent", "parent", "parent.postMessage(1, '*')"),
  missing("top", "top", "top.location = 'HOST/top'"),
  missing("opener", "opener", "opener.location = 'HOST/opener'"),
  missing("navigation", "location", "location.href = 'HOST/navigate'"),
  missing("self", "self", "self.close()"),
  missing("close", "close", "close()"),
  missing("a flood of messages", "postMessage", "for (;;) postMessage('x'.repeat(1e6))"),
  missing("a message of 2 GB", "postMessage", "postMessage(new Uint8Array(2 ** 31))"),
  missing("structuredClone", "structuredClone", "structuredClone({})"),
  missing("a channel", "MessageChannel", "new MessageChannel()"),
  missing("a timer", "setTimeout", "setTimeout(() => {}, 0)"),
  missing("the real clock", "performance", "performance.now()"),
  missing("real chance", "crypto", "crypto.getRandomValues(new Uint8Array(4))"),
  missing("a listener", "addEventListener", "addEventListener('message', () => {})"),
  missing("eval", "eval", "(0, eval)('1')"),
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
  { what: "a console line of 100 MB", source: body("console.log('x'.repeat(1e8))"), says: null },
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

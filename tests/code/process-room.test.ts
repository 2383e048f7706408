import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingWalls, processRooms } from "#workers/code/process-room.ts";
import type { RoomBars } from "#workers/code/room.ts";

const open = processRooms();
const CLOSES = [10, 11, 12.5, 12];

function barsOf(closes: readonly number[], more: Partial<RoomBars> = {}): RoomBars {
  const columns = { close: Float64Array.from(closes) };
  return {
    symbol: "X",
    sector: "",
    length: closes.length,
    date: null,
    columns,
    facts: {},
    market: null,
    ...more,
  };
}

/** The numbers, or the fault, of a source on these bars. */
async function run(source: string, ...instruments: readonly RoomBars[]) {
  const room = await open({ name: "own", language: "javascript", source });
  if (!room.ok) return room.problem;
  const found = await room.value.compute(instruments.length > 0 ? instruments : [barsOf(CLOSES)]);
  const lines = room.value.lines();
  room.value.close();
  return found.ok ? { numbers: found.value.map((values) => [...values]), lines } : found.problem;
}

const onClose = (body: string) => `function compute({ close }) { ${body} }`;

describe("a room of a process", () => {
  it("gives one number a bar, of one instrument after the other", async () => {
    const source = onClose("console.log(close.length); return close.map((price) => price * 2)");
    expect(await run(source, barsOf(CLOSES), barsOf([1], { symbol: "Y" }), barsOf([]))).toEqual({
      numbers: [CLOSES.map((close) => close * 2), [2], []],
      lines: ["4", "1", "0"],
    });
  });

  it("takes many megabytes", async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      barsOf(Array.from({ length: 20_000 }, (__, bar) => at + bar)),
    );
    const found = await run(onClose("return close.map((price) => price + 1)"), ...many);
    expect("numbers" in found && found.numbers.map((values) => values[19_999])).toEqual(
      many.map((_, at) => at + 20_000),
    );
  });

  it("gives dates, facts, market, sector and symbol", async () => {
    const source = `function compute(bars) {
      return [bars.date[0], bars.fact("PE")[1], bars.market.close[2], bars.symbol === "X" && bars.sector === "Banks" ? 1 : 0]
    }`;
    const bars = barsOf(CLOSES, {
      sector: "Banks",
      date: Int32Array.from([18_262, 18_263, 18_264, 18_265]),
      facts: { pe: Float64Array.from([NaN, 17, 17, 17]) },
      market: { close: Float64Array.from([1, 2, 3, 4]) },
    });
    expect(await run(source, bars)).toMatchObject({ numbers: [[18_262, 17, 3, 1]] });
  });

  it("stands at one moment, in one place, and draws the same numbers each time", async () => {
    const source = onClose(
      "return [Date.now(), new Date().getFullYear(), Math.random(), typeof Intl === 'undefined' ? 1 : 0]",
    );
    const [one, other] = [await run(source), await run(source)];
    expect(one).toEqual(other);
    expect("numbers" in one && [one.numbers[0]?.[0], one.numbers[0]?.[1], one.numbers[0]?.[3]]).toEqual([
      946_684_800_000, 2000, 1,
    ]);
  });
});

describe("a clock tells a source nothing of how long it works, nor of the day", () => {
  const SPIN = "for (let turn = 0; turn < 2e7; turn++);";
  it.each([
    ["Date.now", `const began = Date.now(); ${SPIN} return close.map(() => Date.now() - began)`],
    ["new Date", `const began = new Date(); ${SPIN} return close.map(() => new Date() - began)`],
    ["Date as a text", "return close.map(() => (Date() === 'Sat, 01 Jan 2000 00:00:00 GMT' ? 0 : 1))"],
    ["performance", "return close.map(() => (typeof performance === 'undefined' ? 0 : 1))"],
    [
      "timers",
      "return close.map(() => ['setTimeout', 'setInterval', 'requestAnimationFrame', 'Temporal'].filter((name) => name in globalThis).length)",
    ],
  ])("by %s", async (_, body) => {
    expect(await run(onClose(body))).toMatchObject({ numbers: [[0, 0, 0, 0]] });
  });

  it("so that one who tells the run from its checks by the time gives the same numbers in both", async () => {
    // 2000-01-01T00:00Z is 946,684,800,000 ms, which is 7 x 135,240,685,714 and 2.
    const byTime = onClose("return close.map((price) => price + (Date.now() % 7))");
    const [first, again] = [await run(byTime), await run(byTime)];
    expect(first).toMatchObject({ numbers: [CLOSES.map((price) => price + 2)] });
    expect(again).toEqual(first);
  });
});

describe("faults have a code and a place", () => {
  it.each([
    ["throws", "function compute() {\n  return nothing\n}", { code: "code-failed", line: 2, symbol: "X" }],
    ["throws as it is read", "\nnull.x\nfunction compute() {}", { code: "code-failed", line: 2 }],
    ["has no compute", "const other = 1", { code: "code-failed" }],
    ["gives text", onClose("return close.map(String).join()"), { code: "code-failed" }],
    ["gives too few", onClose("return [1]"), { code: "code-failed" }],
    ["gives a promise", "async function compute({ close }) { return close }", { code: "code-failed" }],
    ["names no fact", "function compute({ fact }) { return fact('pe') }", { code: "rules-unknown-name" }],
    ["never ends", onClose("for (;;);"), { code: "code-too-slow", symbol: "X" }],
    [
      "never stops promising",
      onClose("const go = () => Promise.resolve().then(go); go(); return close"),
      { code: "code-too-slow" },
    ],
    [
      "fills the memory with objects",
      onClose("const all = []; for (;;) all.push({ a: [all.length] })"),
      { code: expect.stringMatching(/^code-too-(big|slow)$/) },
    ],
  ])("of a source that %s", async (_, source, fault) => {
    expect(await run(source)).toMatchObject(fault);
  });
});

describe("nothing leads out of a room", () => {
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  let requests = 0;
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    port = typeof address === "object" && address ? address.port : 0;
  });
  afterAll(() => server.close());

  it("no name of what starts the room is one that a source can say", async () => {
    const names = ["readSync", "writeSync", "Script", "now", "performance", "require", "module", "process"];
    const seen = names.map((name) => `typeof ${name}`).join(", ");
    const found = await run(onClose(`console.log([${seen}].join(" ")); return close`));
    expect("lines" in found && found.lines).toEqual([names.map(() => "undefined").join(" ")]);
  });

  it("the global scope has the language's own small names, console and what the source declared", async () => {
    const found = await run(
      onClose(
        "console.log(Object.getOwnPropertyNames(globalThis).filter((name) => /^[^A-Z]/.test(name)).sort().join(' ')); return close",
      ),
    );
    const ofTheLanguage =
      "decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis isFinite isNaN parseFloat parseInt undefined unescape";
    expect("lines" in found && found.lines).toEqual([`compute console ${ofTheLanguage}`]);
  });

  it("no wall is missing on this machine", () => expect(missingWalls()).toEqual([]));

  it.each([
    ["process", "process.exit(1)"],
    ["a module", "require('node:fs')"],
    ["the network", "fetch(`http://127.0.0.1:${PORT}/`)"],
    ["a socket", "new WebSocket(`ws://127.0.0.1:${PORT}/`)"],
    ["import()", "import('node:http').then((http) => http.get(`http://127.0.0.1:${PORT}/`))"],
    [
      "the way out by a failed import's error",
      "import('node:fs').catch((e) => e.constructor.constructor('return process')().exit(3))",
    ],
    ["text as code", "new Function('return 1')()"],
    ["text as code, by eval", "(0, eval)('1')"],
    ["the constructor of a function", "(function () {}).constructor('return globalThis')()"],
    ["a timer", "setTimeout(() => {}, 0)"],
    ["the global of Node", "global.process"],
    [
      "the frames of an error",
      "Error.prepareStackTrace = (_, frames) => frames.map((f) => f.getThis()); const t = new Error().stack; if (t.some((f) => f && f.process)) throw t; null.x",
    ],
    ["shared memory", "new SharedArrayBuffer(8)"],
    ["WebAssembly", "new WebAssembly.Memory({ initial: 1 })"],
  ])("by %s", async (_, text) => {
    const found = await run(
      onClose(`${text.replaceAll("PORT", String(port))}; return close`).replaceAll(
        "${" + port + "}",
        String(port),
      ),
    );
    const isHarmless = "numbers" in found ? found.numbers[0]?.length === 4 : found.code === "code-failed";
    expect(isHarmless).toBe(true);
    expect(requests).toBe(0);
  });

  it("replaced methods change nothing but what the text itself gives", async () => {
    const source = `Array.prototype.push = Array.prototype.map = () => { throw 1 };
      Object.prototype.toJSON = () => "mine";
      Math.max = Number = String = () => 7; JSON.stringify = () => "mine";
      function compute({ close }) { const out = []; for (let i = 0; i < 4; i++) out[i] = i; return out }`;
    expect(await run(source)).toMatchObject({ numbers: [[0, 1, 2, 3]] });
  });
});

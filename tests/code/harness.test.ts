/** What the harness gives to a person's text, takes back from it, and lets it reach. */
import { describe, expect, it } from "vitest";
import { HARNESS_TEXT } from "#workers/code/harness-text.ts";
import { makeHarness } from "#workers/code/make-harness.mjs";
import { openRandom } from "#workers/model/random.ts";
import { plainBars, runInVm } from "./vm-room.ts";

const BARS = 4;
const UNKNOWN = Number.NaN;

async function numbersOf(source: string, instruments = [plainBars(BARS)]): Promise<readonly unknown[]> {
  const { numbers, fault } = await runInVm(source, instruments);
  if (fault) throw new Error(`${fault.code}: ${fault.text}`);
  return numbers;
}

/** Of a body of compute. */
async function faultOf(body: string): Promise<object | null> {
  return (await runInVm(`function compute(bars) {\n${body}\n}`, [plainBars(BARS)])).fault;
}

it("is the text that its modules make", async () => {
  expect(await makeHarness()).toContain(JSON.stringify(HARNESS_TEXT));
});

describe("the top level", () => {
  it.each([
    "function compute(bars) { return bars.close }",
    "const compute = (bars) => bars.close",
    "let compute; compute = ({ close }) => close // the end",
    "var compute = function (bars) { return bars.close }",
    "class Field { static of(bars) { return bars.close } }\nconst { of: compute } = Field",
    "function postMessage() {}\nfunction post() {}\nfunction draw() {}\nconst Numbers = 1\nfunction compute(b) { return b.close }",
  ])("may declare compute as: %s", async (source) => {
    expect(await numbersOf(source)).toEqual([[1, 2, 3, 4]]);
  });

  it.each([
    ["", "there is no function compute at the top level"],
    ["const compute = 5", "there is no function compute at the top level"],
    ["undeclared = 1", "ReferenceError: undeclared is not defined"],
    ["with (Math) {}", "SyntaxError: Strict mode code may not include a with statement"],
    ["}); (() => {", "SyntaxError: Unexpected token '}'"],
    ["function compute() { return eval('[1]') }", null],
  ])("is a strict script: %s", async (source, text) => {
    expect((await runInVm(source, [])).fault?.text ?? null).toBe(text);
  });

  it("tells where an exception was thrown", async () => {
    const { fault } = await runInVm("\nconst a = 1\n  throw new TypeError('no')", []);
    expect(fault).toEqual({
      code: "code-failed",
      text: "TypeError: no",
      symbol: null,
      line: 3,
      column: 9,
    });
  });

  it("loses names of maps and sources, and keeps its places", async () => {
    const source = "//# sourceMappingURL=http://x/y\n//@ sourceURL=other.js\nfunction compute() { null.x }";
    const { fault } = await runInVm(source, [plainBars(1)]);
    expect(fault).toMatchObject({ line: 3, column: 27 });
  });
});

describe("bars", () => {
  const full = plainBars(BARS, {
    date: Int32Array.of(1, 2, 3, 4),
    facts: { pe: Float64Array.of(9, 8, 7, 6) },
    market: { close: Float64Array.of(UNKNOWN, 5, 5, 5) },
  });

  it.each([
    ["bars.date", [1, 2, 3, 4]],
    ["bars.fact('PE')", [9, 8, 7, 6]],
    ["bars.market.close", [UNKNOWN, 5, 5, 5]],
    ["[bars.length, bars.symbol === 'AAA' ? 1 : 0, bars.sector === 'Tech' ? 1 : 0, 0]", [4, 1, 1, 0]],
    ["[bars.close.buffer.byteLength, bars.close.byteOffset, 0, 0]", [32, 0, 0, 0]],
  ])("has %s", async (expression, expected) => {
    expect(await numbersOf(`const compute = (bars) => ${expression}`, [full])).toEqual([expected]);
  });

  it("is of one instrument each, in their order, over several blocks", async () => {
    const instruments = Array.from({ length: 30 }, (_, at) => plainBars(10_000 + at, { symbol: `S${at}` }));
    const found = await numbersOf(
      "const compute = ({ close, symbol }) => close.fill(+symbol.slice(1))",
      instruments,
    );
    expect(found).toEqual(instruments.map(({ length }, at) => Array.from({ length }, () => at)));
  });

  it("names a fact that is not there", async () => {
    expect(await faultOf("try { bars.fact('roe') } catch {} return bars.close")).toEqual({
      code: "rules-unknown-name",
      text: 'fact("roe") is no fact of this dataset that the source names',
      symbol: "AAA",
      line: null,
      column: null,
    });
  });
});

describe("what comes back", () => {
  it.each([
    ["[1, null, undefined, NaN]", [1, UNKNOWN, UNKNOWN, UNKNOWN]],
    ["[1, , Infinity, -0]", [1, UNKNOWN, UNKNOWN, -0]],
    ["new Float32Array([1, 2, -Infinity, NaN])", [1, 2, UNKNOWN, UNKNOWN]],
    ["new Float64Array([-0, Infinity, -Infinity, NaN])", [-0, UNKNOWN, UNKNOWN, UNKNOWN]],
    ["new (class extends Float64Array {})([0, 4, 5, 6, 7, 0].slice(1, 5))", [4, 5, 6, 7]],
    ["new Float64Array([0, 4, 5, 6, 7, 0]).subarray(1, 5)", [4, 5, 6, 7]],
    ["new Uint8Array(4)", [0, 0, 0, 0]],
    ["new Proxy([1, 2, 3, 4], {})", [1, 2, 3, 4]],
    ["class Own extends Float64Array { get length() { return 9 } }; return new Own(4)", [0, 0, 0, 0]],
    ["let n = 0; return new Proxy([], { get: (_, k) => k === 'length' ? 4 : ++n })", [1, 2, 3, 4]],
  ])("%s is numbers", async (expression, expected) => {
    const body = expression.includes("return") ? expression : `return ${expression}`;
    expect(await numbersOf(`function compute(bars) { ${body} }`)).toEqual([expected]);
  });

  it.each([
    ["", "compute gave back nothing, not an array"],
    ["return 5", "compute gave back one number, not an array"],
    ["return '1234'", "compute gave back text, not an array"],
    ["return [1, 2, '3', 4]", "compute gave back text at place 2, not a number"],
    ["return [1, true, 3, 4]", "compute gave back true at place 1, not a number"],
    ["return [1n, 2, 3, 4]", "compute gave back a BigInt at place 0, not a number"],
    ["return [[1], 2, 3, 4]", "compute gave back an object at place 0, not a number"],
    ["return new BigInt64Array(4)", "compute gave back a BigInt64Array"],
    ["return new Float64Array(3)", "compute gave back 3 numbers for 4 bars"],
    ["return new Float64Array(5)", "compute gave back 5 numbers for 4 bars"],
    ["return new DataView(new ArrayBuffer(32))", "compute gave back an object, not an array"],
    ["return new Proxy(new Float64Array(4), {})", "compute gave back an object, not an array"],
    ["return { length: 4, then() {} }", "compute gave back a promise, not an array"],
    ["return (async () => bars.close)()", "compute gave back a promise, not an array"],
    ["throw 'words'", "words was thrown"],
    ["throw null", "null was thrown"],
    ["throw { get message() { throw 1 } }", "an object was thrown that throws when it is looked at"],
    ["throw new Proxy({}, { get() { throw 1 } })", "an object was thrown that throws when it is looked at"],
  ])("%s is refused", async (body, text) => {
    expect(await faultOf(body)).toMatchObject({ code: "code-failed", symbol: "AAA", text });
  });
});

/** What the console shows of an expression, or the exception's text. */
async function ask(expression: string): Promise<string> {
  const { lines, fault } = await runInVm(`console.log(${expression})\nconst compute = () => []`, []);
  return fault === null ? lines : fault.text;
}

describe("what a text can reach", () => {
  it.each([
    ["Object.getOwnPropertyNames(globalThis).filter((n) => /^[a-z]/.test(n)).sort()", /^\[NaN|console/],
    [
      "typeof Intl + typeof SharedArrayBuffer + typeof WeakRef + typeof setTimeout + typeof eval",
      /^(undefined){5}\n$/,
    ],
    [
      "typeof WebAssembly + typeof Atomics + typeof FinalizationRegistry + typeof process",
      /^(undefined){4}\n$/,
    ],
    ["typeof (function () { return this })() + (this === globalThis)", /^undefinedtrue\n$/],
    ["(() => {}).constructor('return 1')", /text can't become code here/],
    ["(async function* () {}).constructor('1')", /text can't become code here/],
    ["new Function('1')", /text can't become code here/],
    ["Math.abs.constructor === Function && Math.abs instanceof Function", /^true\n$/],
    ["(1234.5).toLocaleString('de') + 'a'.localeCompare('B') + 'I'.toLocaleLowerCase('tr')", /^1234.51i\n$/],
  ])("%s", async (expression, expected) => {
    expect(await ask(expression)).toMatch(expected);
  });

  it.each([
    ["Date.now()", "946684800000"],
    ["new Date().toISOString()", "2000-01-01T00:00:00.000Z"],
    ["Date()", "Sat, 01 Jan 2000 00:00:00 GMT"],
    ["new Date(2020, 5, 1).toISOString() + new Date(2020, 5, 1).getHours()", "2020-06-01T00:00:00.000Z0"],
    ["+new Date('2020-06-01T12:00')", String(Date.UTC(2020, 5, 1, 12))],
    ["+new Date('2020-06-01T12:00+02:00')", String(Date.UTC(2020, 5, 1, 10))],
    ["Date.parse('June 1, 2020') + ' ' + new Date(5).getTimezoneOffset()", "NaN 0"],
    ["+new Date(new Date(7)) + ' ' + new Date(7).constructor.now()", "7 946684800000"],
    ["new (class extends Date {})(8).getTime()", "8"],
  ])("the clock stands: %s", async (expression, expected) => {
    expect(await ask(expression)).toBe(`${expected}\n`);
  });

  it("has the chance of its field and instrument, from its start at each call", async () => {
    const symbols = ["AAA", "BBB", "AAA"];
    const instruments = symbols.map((symbol) => plainBars(3, { symbol }));
    const expected = symbols.map((symbol) => {
      const draw = openRandom(`field/${symbol}`);
      return [draw(), draw(), draw()];
    });
    const source = "const r = Math.random\nconst compute = ({ close }) => close.map(() => r())";
    expect(await numbersOf(source, instruments)).toEqual(expected);
  });

  it("writes 200 lines at most, each cut", async () => {
    const { lines } = await runInVm(
      "for (let i = 0; i < 500; i++) console.log('x'.repeat(i * 10), [1, {}], new Float64Array(30), null)\nconst compute = 0",
      [],
    );
    const written = lines.split("\n");
    expect(written).toHaveLength(201);
    expect(Math.max(...written.map(({ length }) => length))).toBe(1000);
    expect(written[0]).toBe(` [1, ...] [${"0, ".repeat(20)}... (30)] null`);
  });
});

describe("a text that replaces what the harness might use", () => {
  /** Replaced by getters and functions that take all they can get. */
  const REPLACED = `
    let calls = 0
    const take = function () { calls += 1 }
    const { defineProperty, ownKeys, getPrototypeOf } = Reflect
    const holders = [Array, Object, Float64Array, Int32Array, String, RegExp, Number, Error, Math, Reflect, JSON,
      Array.prototype, Object.prototype, getPrototypeOf(Float64Array.prototype), String.prototype,
      RegExp.prototype, Function.prototype, Promise.prototype, getPrototypeOf([][Symbol.iterator]())]
    const hidden = { __proto__: null, value: take, configurable: true, writable: true }
    const open = { __proto__: null, get: take, set: take, configurable: true }
    const names = ["type", "next", "code", "text", "line", "lines", "message", "value", "0", "1", "2"]
    for (let h = 0; h < holders.length; h++) {
      const keys = ownKeys(holders[h])
      for (let k = 0; k < keys.length; k++) {
        if (keys[k] !== "length" && keys[k] !== "charCodeAt" && keys[k] !== "imul") defineProperty(holders[h], keys[k], hidden)
      }
    }
    for (let n = 0; n < names.length; n++) {
      defineProperty(Object.prototype, names[n], open)
      if (names[n] < "9") defineProperty(Array.prototype, names[n], open)
    }`;

  it("has its numbers read as they are, and the harness calls nothing of it", async () => {
    const source = `${REPLACED}
        calls = 0
        function compute(bars) {
          const { close } = bars
          console.log(calls)
          return close
        }`;
    const { numbers, fault, lines } = await runInVm(source, [plainBars(2), plainBars(3), plainBars(1)]);
    expect(fault).toBeNull();
    expect(numbers).toEqual([[1, 2], [1, 2, 3], [1]]);
    expect(lines).toBe("0\n0\n0\n");
  });

  it("sees nothing of the harness in a stack", async () => {
    const source = `
      Error.prepareStackTrace = (_, sites) => sites.map((site) => typeof site.getFunction() + typeof site.getThis()).join()
      function compute() { console.log(new Error("x").stack); return [] }`;
    const { lines } = await runInVm(source, [plainBars(0)]);
    expect(lines).toMatch(/^(undefinedundefined,?)+\n$/);
  });
});

/** Python in the room of a process: what it gives, what is wrong with it, and that nothing leads out. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeHarness, makeRoomVersion } from "#workers/code/make-harness.mjs";
import { processRooms } from "#workers/code/process-room.ts";
import { PYTHON_HARNESS_TEXT } from "#workers/code/python-harness-text.ts";
import { ROOM_VERSION } from "#workers/code/room-version.ts";
import type { OpenRoom, RoomBars } from "#workers/code/room.ts";

const CLOSES = [10, 11, 12.5, 12];
const open = processRooms();

function barsOf(closes: readonly number[], more: Partial<RoomBars> = {}): RoomBars {
  const columns = { close: Float64Array.from(closes) };
  const { length } = closes;
  return { symbol: "X", sector: "", length, date: null, columns, facts: {}, market: null, ...more };
}

/** The numbers, or the fault, of a source on these bars. */
async function run(
  source: string,
  instruments: readonly RoomBars[] = [barsOf(CLOSES)],
  rooms: OpenRoom = open,
) {
  const room = await rooms({ name: "own", language: "python", source });
  if (!room.ok) return room.problem;
  const found = await room.value.compute(instruments);
  const lines = room.value.lines();
  room.value.close();
  return found.ok ? { numbers: found.value.map((values) => [...values]), lines } : found.problem;
}

const onBars = (...lines: readonly string[]) =>
  `def compute(bars):\n${lines.map((line) => `    ${line}\n`).join("")}`;

describe("Python in a room of a process", () => {
  it("gives one number a bar, of one instrument after the other, and what print wrote", async () => {
    const source = onBars('print(bars["length"], "bars")', 'return [close * 2 for close in bars["close"]]');
    expect(await run(source, [barsOf(CLOSES), barsOf([1], { symbol: "Y" }), barsOf([])])).toEqual({
      numbers: [CLOSES.map((close) => close * 2), [2], []],
      lines: ["4 bars", "1 bars", "0 bars"],
    });
  });

  it("takes many megabytes", async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      barsOf(Array.from({ length: 20_000 }, (__, bar) => at + bar)),
    );
    const found = await run('def compute(bars): return bars["close"]', many);
    expect("numbers" in found && found.numbers.map((values) => values[19_999])).toEqual(
      many.map((_, at) => at + 19_999),
    );
  });

  it("gives dates, facts, market, sector and symbol", async () => {
    const source = onBars(
      'named = bars["symbol"] == "X" and bars["sector"] == "Banks"',
      'return [bars["date"][0], bars["fact"]("PE")[1], bars["market"]["close"][2], 1 if named else 0]',
    );
    const bars = barsOf(CLOSES, {
      sector: "Banks",
      date: Int32Array.from([18_262, 18_263, 18_264, 18_265]),
      facts: { pe: Float64Array.from([NaN, 17, 17, 17]) },
      market: { close: Float64Array.from([1, 2, 3, 4]) },
    });
    expect(await run(source, [bars])).toMatchObject({ numbers: [[18_262, 17, 3, 1]] });
  });

  it("takes None, NaN and infinite as unknown, and whole numbers as numbers", async () => {
    const source = onBars('return (None, float("nan"), float("-inf"), 10**400, 7)');
    expect(await run(source, [barsOf([1, 2, 3, 4, 5])])).toMatchObject({
      numbers: [[NaN, NaN, NaN, NaN, 7]],
    });
  });

  it("stands at one moment, in one place, and draws the same numbers each time", async () => {
    const source = onBars(
      "import datetime, os, random, time, uuid",
      "print(datetime.datetime.now().isoformat(), time.tzname, random.random(), uuid.uuid4(), os.urandom(4), {'a', 'b', 'c'})",
      "return [time.time(), time.monotonic(), time.localtime().tm_hour, random.random()]",
    );
    const both = [barsOf(CLOSES), barsOf(CLOSES, { symbol: "Y" })];
    const [one, other, alone] = [
      await run(source, both),
      await run(source, both),
      await run(source, both.slice(1)),
    ];
    expect(one).toEqual(other);
    expect("numbers" in one && "numbers" in alone && one.numbers[1]).toEqual(
      "numbers" in alone && alone.numbers[0],
    );
    expect("numbers" in one && one.numbers[0]?.slice(0, 3)).toEqual([946_684_800, 0, 0]);
    expect("lines" in one && one.lines[0]).toMatch(/^2000-01-01T00:00:00 \('UTC/);
    expect("lines" in one && one.lines[0]).not.toBe("lines" in one && one.lines[1]);
  });

  it("seeds random with the field's and the instrument's name", async () => {
    // By CPython's own random: seed("own/X") is the SHA-512 of the text behind it, the same on every machine.
    const source = onBars(
      "import random",
      "mine = random.Random('own/X')",
      "return [random.random() - mine.random()] * 4",
    );
    expect(await run(source)).toMatchObject({ numbers: [[0, 0, 0, 0]] });
  });

  it("keeps nothing of one text for the next", async () => {
    const first =
      "import builtins, math, sys\nbuiltins.left = 1\nmath.left = 1\nsys.left = 1\nopen('/left', 'w').close()\n";
    expect(await run(`${first}def compute(bars): return bars["close"]`)).toMatchObject({ numbers: [CLOSES] });
    const second = onBars(
      "import builtins, math, os, sys",
      "return [hasattr(builtins, 'left') + 0, hasattr(math, 'left') + 0, hasattr(sys, 'left') + 0, os.path.exists('/left') + 0]",
    );
    expect(await run(second)).toMatchObject({ numbers: [[0, 0, 0, 0]] });
  });

  it("keeps the first 200 lines, each up to 1,000 letters", async () => {
    const found = await run(
      onBars("print('x' * 5000)", "for i in range(300): print(i)", 'return bars["close"]'),
    );
    expect("lines" in found && [found.lines.length, found.lines[0]?.length, found.lines[199]]).toEqual([
      200,
      1000,
      "198",
    ]);
  });

  it("is made of its modules, as npm run harness makes it", async () => {
    const text = await makeHarness("python-harness-text.ts");
    expect(text).toContain(JSON.stringify(PYTHON_HARNESS_TEXT));
    expect(makeRoomVersion([await makeHarness(), text])).toContain(`"${ROOM_VERSION}"`);
  });
});

describe("faults have a code and a place", () => {
  it.each([
    [
      "raises",
      "def compute(bars):\n  é = '日本'; return [1 / 0]",
      { code: "code-failed", line: 2, column: 21, symbol: "X" },
    ],
    [
      "raises in a call",
      "def f(x):\n    return x.no\n\ndef compute(bars): return f(1)",
      { line: 2, column: 12 },
    ],
    ["raises as it is read", "x = 1\nx.foo", { code: "code-failed", line: 2, column: 1 }],
    ["is not Python", "def compute(bars)\n  return 1", { code: "code-failed", line: 1, column: 18 }],
    [
      "is not Python, after letters of two units",
      "a = '😀'; b = = 1",
      { code: "code-failed", line: 1, column: 15 },
    ],
    ["ends too early", "def compute(bars):\n", { code: "code-failed", line: 1 }],
    ["has a byte 0", "x = 1\0", { code: "code-failed" }],
    [
      "has no compute",
      "other = 1",
      { code: "code-failed", text: expect.stringContaining("no function compute") },
    ],
    ["gives text", onBars('return "abcd"'), { text: expect.stringContaining("text") }],
    ["gives True", onBars("return [1, True, 1, 1]"), { text: expect.stringContaining("True at place 1") }],
    [
      "gives a text among numbers",
      onBars("return [1, 1, '1', 1]"),
      { text: expect.stringContaining("text at place 2") },
    ],
    ["gives complex numbers", onBars("return [1j] * 4"), { text: expect.stringContaining("complex") }],
    ["gives nothing", onBars("pass"), { text: expect.stringContaining("None") }],
    [
      "gives a generator",
      onBars("return (1 for _ in range(4))"),
      { text: expect.stringContaining("generator") },
    ],
    ["gives a dict", onBars("return {0: 1, 1: 1, 2: 1, 3: 1}"), { text: expect.stringContaining("dict") }],
    ["gives too few", onBars("return [1]"), { text: expect.stringContaining("1 numbers for 4 bars") }],
    [
      "is a coroutine",
      "async def compute(bars): return [1] * 4",
      { text: expect.stringContaining("coroutine") },
    ],
    ["names no fact", onBars('return bars["fact"]("pe")'), { code: "rules-unknown-name", symbol: "X" }],
    [
      "catches that there is no fact",
      onBars("try: bars['fact']('pe')", "except Exception: pass", "return [1] * 4"),
      { code: "rules-unknown-name" },
    ],
    ["never ends", onBars("while True: pass"), { code: "code-too-slow", symbol: "X" }],
  ])("of a source that %s", async (_, source, fault) => {
    expect(await run(source)).toMatchObject(fault);
  });
});

describe("nothing leads out of Python", () => {
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

  /** What each attempt raises; the name of what it gave where it raises nothing. */
  const ATTEMPTS: readonly (readonly [what: string, python: string, raises: string])[] = [
    ["js", "import js", "ModuleNotFoundError: js"],
    ["pyodide_js", "import pyodide_js", "ModuleNotFoundError: pyodide_js"],
    ["pyodide", "from pyodide.code import run_js", "ModuleNotFoundError: pyodide"],
    ["Pyodide's core, past the imports", "builtin('_pyodide_core')", "ImportError"],
    ["ctypes", "import ctypes", "ModuleNotFoundError: ctypes"],
    ["files of the machine", "open('/etc/passwd')", "FileNotFoundError"],
    ["folders of the machine", "import os; os.listdir('/etc')", "FileNotFoundError"],
    [
      "urllib",
      "from urllib.request import urlopen; urlopen('http://127.0.0.1:PORT/')",
      "ModuleNotFoundError: urllib.request",
    ],
    ["socket", "import socket", "ModuleNotFoundError: socket"],
    [
      "socket, past the imports",
      "s = builtin('_socket'); _imp.exec_builtin(s); s.socket().connect(('127.0.0.1', PORT))",
      "OSError",
    ],
    ["other programs", "import subprocess", "ModuleNotFoundError: subprocess"],
    ["os.system", "import os; assert os.system('touch /tmp/tidemark-was-here') != -1", "AssertionError"],
    ["fork", "import os; os.fork()", "Error"],
    ["exec", "import os; os.execv('/bin/sh', ['sh', '-c', 'true'])", "Error"],
    ["a thread", "import threading; threading.Thread(target=print).start()", "RuntimeError"],
    ["sys.exit", "import sys; sys.exit(3)", "SystemExit"],
    ["sleep", "import time; time.sleep(1)", "AttributeError"],
    ["the standard input", "input()", "EOFError"],
    ["a library of its own", "open('/x.so', 'wb').write(b'x' * 99); dynamic('/x.so')", "ImportError"],
    [
      "what gc finds of JavaScript",
      "import gc; assert any('Js' in type(o).__name__ for o in gc.get_objects())",
      "AssertionError",
    ],
  ];

  it("by a door's own name, before anything else of its library is read", async () => {
    const names =
      "asyncio ftplib http.client http.cookiejar http.server imaplib mailbox poplib smtplib socketserver urllib.request wsgiref.handlers xmlrpc.client".split(
        " ",
      );
    const source = [
      "def compute(bars):",
      `    for name in ${JSON.stringify(names)}:`,
      "        try: __import__(name)",
      "        except ModuleNotFoundError as error: print(name if name.startswith(error.name) else error.name)",
      '    return bars["close"]',
      "",
    ].join("\n");
    expect(await run(source)).toEqual({ numbers: [CLOSES], lines: names });
  });

  it("but what needs no network is there, also beside a door in one package", async () => {
    const imports = "from http import HTTPStatus\nfrom urllib.parse import quote\n";
    const source = onBars("print(HTTPStatus.OK.phrase, quote('a b'))", 'return bars["close"]');
    expect(await run(imports + source)).toEqual({ numbers: [CLOSES], lines: ["OK a%20b"] });
  });

  it("not by any of these", async () => {
    const attempts = ATTEMPTS.map(([what, tried]) => [what, tried.replaceAll("PORT", String(port))]);
    const source = `import _imp, importlib.machinery as machinery
def builtin(name): return _imp.create_builtin(machinery.ModuleSpec(name, None))
def dynamic(path): return _imp.create_dynamic(machinery.ModuleSpec("x", None, origin=path))
def compute(bars):
    for what, text in ${JSON.stringify(attempts)}:
        try: exec(text, globals())
        except BaseException as error: print(what, "|", type(error).__name__ + ":", *str(error).splitlines()[:1])
        else: print(what, "| nothing")
    return bars["close"]`;
    const found = await run(source);
    expect(found).toMatchObject({ numbers: [CLOSES] });
    const said = ("lines" in found ? found.lines : []).map((line) => line.split(" | "));
    const expected = ATTEMPTS.map(([what, , raises]) => [what, expect.stringContaining(raises)]);
    expect(said).toEqual(expected);
    expect(requests).toBe(0);
    expect(existsSync("/tmp/tidemark-was-here")).toBe(false);
  });

  it.each([
    ["os._exit", "import os; os._exit(3)"],
    ["os.abort", "import os; os.abort()"],
    ["a signal", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"],
  ])("and %s ends no more than the interpreter", async (_, tried) => {
    expect(await run(onBars(tried, "return [0] * 4"))).toMatchObject({ code: "code-failed" });
    expect(await run('def compute(bars): return bars["close"]')).toMatchObject({ numbers: [CLOSES] });
  });

  it("replaced builtins and libraries change nothing but what the text itself gives", async () => {
    const source = `import builtins, json, sys, random
def evil(*args, **kwargs): raise ValueError("mine")
for name in ("len", "range", "isinstance", "type", "getattr", "hasattr", "callable", "bytes", "memoryview", "str", "int", "float"):
    setattr(builtins, name, evil)
json.dumps = json.loads = random.seed = evil
sys.stdout = None
sys.modules.clear()
def compute(bars): return [1.5, 2, None, 4]`;
    expect(await run(source)).toMatchObject({ numbers: [[1.5, 2, NaN, 4]] });
  });

  it("an object that lies about its length and its values is read once", async () => {
    const source = `class Liar:
    asked = 0
    lengths = 0
    def __len__(self):
        self.lengths += 1
        return 4 if self.lengths == 1 else 10**9
    def __getitem__(self, at):
        self.asked += 1
        return self.asked * 10 + at
liar = Liar()
def compute(bars):
    print(liar.asked)
    return liar`;
    expect(await run(source)).toMatchObject({ numbers: [[10, 21, 32, 43]], lines: ["0"] });
    const other = source.replace("return 4 if", "return -1 if");
    expect(await run(other)).toMatchObject({ code: "code-failed" });
  });

  it("a frame's locals that are changed harm only the run itself", async () => {
    const source = onBars(
      "import sys",
      "frame = sys._getframe(1)",
      "frame.f_globals.clear()",
      "for name in list(frame.f_locals):",
      "    try: frame.f_locals[name] = None",
      "    except Exception: pass",
      "return [1] * 4",
    );
    await run(source);
    expect(await run('def compute(bars): return bars["close"]')).toMatchObject({ numbers: [CLOSES] });
  });
});

const text = (content: string) => new TextEncoder().encode(content);

describe("a wheel", () => {
  const wheel = zipSync({
    "halves/__init__.py": text("from .inner import half\n"),
    "halves/inner.py": text("def half(x): return x / 2\n"),
    "halves-1.0.dist-info/METADATA": text("Metadata-Version: 2.1\nName: halves\nVersion: 1.0\n"),
    "halves-1.0.dist-info/WHEEL": text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
  });
  const rooms = processRooms([{ file: "halves-1.0-py3-none-any.whl", bytes: wheel }]);

  it("is used by a text, in every room", async () => {
    const source = `from halves import half\nfrom importlib.metadata import version\nOF_HALVES = version('halves')\n${onBars("print(OF_HALVES)", 'return [half(close) for close in bars["close"]]')}`;
    for (let room = 0; room < 2; room++) {
      // oxlint-disable-next-line no-await-in-loop -- the second is a room kept warm
      expect(await run(source, [barsOf(CLOSES)], rooms)).toEqual({
        numbers: [CLOSES.map((close) => close / 2)],
        lines: ["1.0"],
      });
    }
  });
});

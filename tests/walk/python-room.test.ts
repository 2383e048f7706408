/** A person's Python in a real browser, on the built app under its own headers, with and without its server. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { chromium } from "playwright";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { LAUNCH, openIn } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { buildRoomDesk } from "#tests/support/build-room-desk.ts";
import type { RoomOutcome } from "#tests/support/room-desk.worker.ts";
import { serveFolder } from "#tests/support/static-server.ts";
import type { StaticHost } from "#tests/support/static-server.ts";
import { processRooms } from "#workers/code/process-room.ts";
import { threadWork } from "../smooth/thread-time.ts";

const BARS = 10;
/** A text that held the page would hold it for the two seconds it has; how smooth it is, `npm run smooth` measures. */
const HELD_MS = 500;
const PYTHON = /^\/assets\/python-[\da-f]{10}\.\w+\.gz$/; // the packs of bytes; the page has scripts whose names begin so

let browser: Browser;
let folder: string;
let host: StaticHost;
let app: AppPage;
let bystander: Server;
/** Connections to a server that no text may reach. */
let heard = 0;
/** What of Python was asked for by a page that has no Python. */
let askedBefore: readonly string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-python-"));
  await cp(inject("appFolder"), folder, { recursive: true });
  await buildRoomDesk(folder);
  host = await serveFolder(folder);
  bystander = createServer((_request, response) => response.end()).listen(0, "localhost");
  bystander.on("connection", () => (heard += 1));
  browser = await chromium.launch(LAUNCH);
  app = await openIn(await browser.newContext(), host.url, "/privacy");
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await app.page.reload(); // now with the headers that the service worker adds
  askedBefore = askedOfPython();
  await app.page.evaluate('import("/assets/room-desk.js")'); // as text: Vitest would make its own import of it
});
afterAll(async () => {
  await browser.close();
  await host.stop();
  bystander.close();
  await rm(folder, { recursive: true, force: true });
});

function run(source: string, market = { instruments: 1, bars: BARS }): Promise<RoomOutcome> {
  return app.page.evaluate((order) => globalThis.roomDesk.run({ ...order, language: "python" }), {
    source,
    ...market,
  });
}

const stages = () => app.page.evaluate(() => globalThis.roomDesk.stages());
const askedOfPython = () => host.asked.filter((path) => PYTHON.test(path));

/** What differs between machines where anything does: functions of the C library, chance, order, the clock, memory. */
const MANY_KINDS = `import hashlib, math, random, statistics, struct, sys, time
def compute(bars):
    out = []
    for at, close in enumerate(bars["close"]):
        x = close / 7
        out.append(math.exp(-x) + math.log(x) ** 3 + math.sin(x * 1000) + math.pow(x, 1.3) + math.gamma(x + 1) + random.gauss(0, 1))
    out.append(statistics.stdev(out) + sum(out) + time.time() + sum(hash(str(v)) % 97 for v in {str(v) for v in out}))
    print(sys.version, hashlib.sha256(struct.pack("d" * len(out), *out)).hexdigest())
    return out[1:]`;

it("loads Python when it is asked for, once, and gives the numbers of the command line", async () => {
  const first = await run(MANY_KINDS, { instruments: 3, bars: 500 });
  expect(first).toMatchObject({ fault: null });
  expect(await stages()).toEqual(["loading", "starting", "ready"]);
  expect(askedBefore).toEqual([]);
  const asked = askedOfPython(); // a slow browser asked for one of them twice, 0.1 s apart, while they first came
  expect(new Set(asked).size).toBe(3);
  const again = await run(MANY_KINDS, { instruments: 3, bars: 500 });
  expect(again).toMatchObject({ numbers: first.numbers, lines: first.lines });
  expect(await stages()).toEqual([]); // it was in a room kept warm
  expect(askedOfPython()).toEqual(asked);

  const room = await processRooms()({ name: "field", language: "python", source: MANY_KINDS });
  if (!room.ok) throw new Error(room.problem.text);
  const close = Float64Array.from({ length: 500 }, (_, bar) => bar + 1);
  const instruments = [0, 1, 2].map((at) => ({
    symbol: `S${at}`,
    sector: "",
    length: 500,
    date: null,
    columns: { close },
    facts: {},
    market: null,
  }));
  const found = await room.value.compute(instruments);
  expect(found.ok && found.value.map((values) => [values.at(-1), values.length])).toEqual(first.numbers);
  expect(room.value.lines()).toEqual(first.lines);
  room.value.close();
});

it("lets hostile Python reach nothing, and the page goes on", async () => {
  const asked = host.asked.length;
  const { port } = z.object({ port: z.number() }).parse(bystander.address());
  const attempts = [
    "import js",
    "import pyodide_js",
    "from pyodide.http import open_url",
    "import urllib.request; urllib.request.urlopen('http://localhost:PORT/')",
    "s = builtin('_socket'); _imp.exec_builtin(s); s.socket().connect(('127.0.0.1', PORT))",
    "builtin('_pyodide_core')",
    "import ctypes",
    "import os; assert os.system('ls') != -1",
    "open('/etc/passwd')",
    "import threading; threading.Thread(target=print).start()",
    "import gc; assert any('Js' in type(o).__name__ for o in gc.get_objects())",
    "import sys; sys.exit(1)",
  ];
  const source = `import _imp, importlib.machinery as machinery
def builtin(name): return _imp.create_builtin(machinery.ModuleSpec(name, None))
for text in ${JSON.stringify(attempts.map((text) => text.replace("PORT", String(port))))}:
    try: exec(text, globals())
    except BaseException as error: print("refused")
    else: print("worked:", text)
def compute(bars): return bars["close"]`;
  const outcomes: RoomOutcome[] = [];
  const { longest } = await threadWork(app, async () => {
    outcomes.push(await run(source));
    outcomes.push(await run("def compute(bars):\n    while True: pass"));
    outcomes.push(await run("def compute(bars): return bytearray(2**30)"));
    outcomes.push(await run("import os\ndef compute(bars): os._exit(1)"));
    outcomes.push(await run("def compute(bars): return [1 / 0]"));
  });
  expect(outcomes.map(({ fault }) => fault?.code ?? null)).toEqual([
    null,
    "code-too-slow",
    "code-too-big",
    "code-failed",
    "code-failed",
  ]);
  expect(outcomes[0]?.lines).toEqual(attempts.map(() => "refused"));
  expect(outcomes[4]?.fault).toMatchObject({ line: 1, column: 28 });
  expect(longest).toBeLessThan(HELD_MS);
  expect(heard).toBe(0);
  expect(host.asked.slice(asked).filter((path) => !/\.(csv|gz)$|^\/service-worker\.js$/.test(path))).toEqual(
    [],
  );
});

const encode = (text: string) => new TextEncoder().encode(text);

it("takes a wheel in the settings, says what is wrong with another, and code uses it", async () => {
  const wheel = zipSync({
    "halves/__init__.py": encode("def half(x): return x / 2\n"),
    "halves-1.0.dist-info/METADATA": encode("Metadata-Version: 2.1\nName: halves\nVersion: 1.0\n"),
    "halves-1.0.dist-info/WHEEL": encode("Wheel-Version: 1.0\nTag: py3-none-any\n"),
  });
  const file = (name: string) => ({ name, mimeType: "application/zip", buffer: Buffer.from(wheel) });
  const { page } = app;
  await page.goto(app.url("/settings"));
  await page.getByText("More: Python, booth mode").click();
  const panel = page.getByRole("region", { name: "Python" });
  await panel.getByText("Python is on this device").waitFor();
  await page
    .getByLabel("Wheel", { exact: true })
    .setInputFiles([
      file("halves-1.0-py3-none-any.whl"),
      file("numpy-2.4.2-cp314-cp314-manylinux_2_28_x86_64.whl"),
    ]);
  await panel.getByText(/built for manylinux_2_28_x86_64, which is another system/).waitFor();
  await panel.getByRole("row", { name: /^halves 1\.0/ }).waitFor();

  await page.evaluate('import("/assets/room-desk.js")');
  const source =
    'from halves import half\ndef compute(bars): return [half(close) for close in bars["close"]]';
  expect(await run(source)).toMatchObject({ fault: null, numbers: [[BARS / 2, BARS]] });
  await panel.getByRole("button", { name: "Remove halves 1.0" }).click();
  await panel.getByRole("row", { name: /^halves/ }).waitFor({ state: "detached" });
  expect((await run(source)).fault).toMatchObject({ code: "code-failed", line: 1 }); // not in a room kept warm, either
});

it("works with the server switched off, in a page that starts it anew", async () => {
  await host.stop();
  await app.page.evaluate(() => globalThis.roomDesk.cancel());
  await stages(); // those of the tests before
  const outcome = await run('def compute(bars): return bars["close"]');
  expect(outcome).toMatchObject({
    fault: null,
    numbers: [[BARS, BARS]],
  });
  expect(await stages()).toEqual(["loading", "starting", "ready"]);
  expect(await app.page.locator("iframe").count()).toBe(1); // kept warm
});

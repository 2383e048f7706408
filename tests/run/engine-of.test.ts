/** What a kept grid or sketch is known by, where the strategy has code: another browser or wheel may give other numbers. */
import { beforeEach, expect, it, vi } from "vitest";
import { engineOf } from "#src/run/engine-of.ts";
import { gridId } from "#src/storage/grids.ts";
import { readRobustness } from "#src/storage/robustness-record.ts";
import { sketchId } from "#src/storage/sketches.ts";
import { gridQuestion } from "#tests/storage/sample-grid.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import type { Wheel } from "#workers/python/check-wheel.ts";
import { listWheels } from "#workers/python/wheel-store.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.mock(import("#workers/python/wheel-store.ts"), async (original) => ({
  ...(await original()),
  listWheels: vi.fn<typeof listWheels>(),
}));

const wheel = (version: string): Wheel => ({
  file: `numpy-${version}-py3-none-any.whl`,
  name: "numpy",
  version,
  bytes: 1,
  sha256: version.padEnd(64, "0"),
});

const room = vi.hoisted(() => ({ version: "first" }));
vi.mock("#workers/code/room-version.ts", () => ({
  get ROOM_VERSION() {
    return room.version;
  },
}));

beforeEach(() => {
  room.version = "first";
  vi.stubGlobal("navigator", { userAgent: "Chrome/156.0" });
  vi.mocked(listWheels).mockReset().mockResolvedValue([]);
});

const withCode = (language: ComputedField["language"], off = false): Strategy =>
  strategyOf({ computed: [{ name: "own", language, source: "x", ...(off && { off }) }] });

it("is the engine's version alone where no code is in use", async () => {
  expect(await engineOf(strategyOf({}))).toBe(ENGINE_VERSION);
  expect(await engineOf(withCode("javascript", true))).toBe(ENGINE_VERSION);
});

it("names the browser's engine for JavaScript and TypeScript", async () => {
  expect(await engineOf(withCode("typescript"))).toBe(`${ENGINE_VERSION}, V8 (Chrome 156), room first`);
  vi.stubGlobal("navigator", { userAgent: "Firefox/153.0" });
  expect(await engineOf(withCode("javascript"))).toBe(
    `${ENGINE_VERSION}, SpiderMonkey (Firefox 153), room first`,
  );
});

it("makes another grid and another sketch, and asks for the checks of a result again, where the room is another", async () => {
  const strategy = withCode("javascript");
  const question = async () => ({ ...gridQuestion, strategy, engineVersion: await engineOf(strategy) });
  const first = await question();
  const robustness = { engineVersion: first.engineVersion, lookAhead: { sessions: 50, changed: 0 } };
  expect(readRobustness(robustness, await engineOf(strategy))).toEqual({
    lookAhead: { sessions: 50, changed: 0 },
  });
  room.version = "second";
  const second = await question();
  expect(await gridId(second)).not.toBe(await gridId(first));
  expect(await sketchId(second)).not.toBe(await sketchId(first));
  expect(readRobustness(robustness, await engineOf(strategy))).toEqual({});
});

it("makes another grid and another sketch of a strategy in Python with another wheel", async () => {
  const strategy = withCode("python");
  const ids = async () => {
    const engineVersion = await engineOf(strategy);
    const question = { ...gridQuestion, strategy, engineVersion };
    return [await gridId(question), await sketchId(question)];
  };
  const [grid, sketch] = await ids();
  expect(await ids()).toEqual([grid, sketch]);
  for (const version of ["2.4.2", "2.5.0"]) {
    vi.mocked(listWheels).mockResolvedValue([wheel(version)]);
    // oxlint-disable-next-line no-await-in-loop -- one wheel after the other
    const [otherGrid, otherSketch] = await ids();
    expect([otherGrid === grid, otherSketch === sketch]).toEqual([false, false]);
  }
  vi.mocked(listWheels).mockResolvedValue([wheel("2.4.2")]);
  expect(await engineOf(strategy)).toMatch(/^.*, Python of Pyodide [\d.]+ with numpy 2\.4\.2 \(2\.4\.2/);
});

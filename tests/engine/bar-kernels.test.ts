import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import { endOfWhole } from "#workers/shortcuts/bar-kernels.ts";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { KERNELS, assembleKernel } from "../../workers/assemble-kernels.mjs";

it.each(KERNELS)("the bytes of $file are those of its text", async (kernel) => {
  const module = new URL(`../../workers/${kernel.file}.wasm.ts`, import.meta.url);
  expect(readFileSync(module, "utf8")).toBe(await assembleKernel(kernel));
});

it("the kernels take the words of 32 bars without a gap, up to the first that has one", () => {
  const bars = Array.from({ length: 160 }, (_, session): BarSpec => [session, 10, 10]);
  const market = buildMarket([
    { symbol: "A", bars },
    { symbol: "B", bars: bars.filter(([session]) => session !== 70) },
  ]);
  const calendar = buildCalendar(market, Int32Array.of(0, 1));
  const ends = [0, 1, 2, 3].map((word) => endOfWhole(calendar, 1, calendar.words + word) - calendar.words);
  expect(endOfWhole(calendar, 0, 0)).toBe(5);
  expect(ends).toEqual([2, 2, 2, 5]);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("a device that forbids WebAssembly gets the same report, from plain columns and from the store", async () => {
  const market = syntheticMarket({ instruments: 40, sessions: 1500 });
  const { bytes } = await columnFileOf(market);
  const wanted = backtest(defaultStrategy, market);
  expect(wanted.ok && wanted.value.positions.length).toBeGreaterThan(10);
  vi.stubGlobal("WebAssembly", undefined);
  vi.resetModules();
  const plain = {
    ...(await import("#workers/run/backtest.ts")),
    ...(await import("#workers/shortcuts/bar-kernels.ts")),
    ...(await import("#workers/market/stored-market.ts")),
  };
  const calendar = buildCalendar(market, Int32Array.of(0));
  expect([endOfWhole(calendar, 0, 0) > 0, plain.endOfWhole(calendar, 0, 0)]).toEqual([true, 0]);
  expect(plain.backtest(defaultStrategy, market)).toEqual(wanted);
  const stored = await plain.readStoredMarket(memoryReader(bytes), {
    highAndLow: false,
    mostBytes: Infinity,
  });
  expect(stored.ok && plain.backtest(defaultStrategy, stored.value.market)).toEqual(wanted);
});

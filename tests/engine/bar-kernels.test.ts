import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endOfWhole } from "#workers/engine/bar-kernels.ts";
import { buildCalendar } from "#workers/engine/calendar.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
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

/** Bars of an instrument, and a result, on their way to the page. */
import { expect, it } from "vitest";
import { portfolioReport } from "#tests/storage/sample-report.ts";
import { curvesOf } from "#workers/host/moved-curves.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";

const column = (): Float64Array => Float64Array.of(1, 2);

it("moves the bars and the steps of their facts, each buffer once", () => {
  const fact = { name: "eps", kind: "fact", day: Int32Array.of(9), value: Float64Array.of(5) } as const;
  const bars: InstrumentBars = {
    day: Int32Array.of(1, 2),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    facts: [fact],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none of them is shared
  const moved = structuredClone(bars, { transfer: curvesOf.loadBars?.(bars) as ArrayBuffer[] });
  expect(bars.close).toHaveLength(0);
  expect(fact.value).toHaveLength(0);
  expect(moved.facts?.[0]).toMatchObject({ name: "eps", day: Int32Array.of(9), value: Float64Array.of(5) });
});

it("moves every curve of a result, those of money too", () => {
  const report = structuredClone(portfolioReport);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none of them is shared
  const moved = structuredClone(report, { transfer: curvesOf.run?.(report) as ArrayBuffer[] });
  expect(moved).toEqual(portfolioReport);
  const { equity, money, account } = report;
  const places = [equity, money, account, account?.moves].flatMap((part) => Object.values(part ?? {}));
  const left = places.filter((value) => value instanceof Float64Array || value instanceof Int32Array);
  expect(left.map((curve) => curve.length)).toEqual(Array.from({ length: 18 }, () => 0));
});

/** Closes in steps: all rows of a series by the kernel, some of them from the nearest block on. */
import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { encodeSeries, divisorOf, leadsFromFirst, packSeries } from "#workers/market/series-code.ts";
import { tries } from "#tests/support/tries.ts";

/** Prices of two decimals whose steps fit, up to three blocks of 64 and a few. */
const series = fc
  .array(fc.oneof(fc.integer({ min: -32_768, max: 32_767 }), fc.integer({ min: -20, max: 20 })), {
    minLength: 1,
    maxLength: 200,
  })
  .map((steps) => {
    let number = 5_000_000;
    return Float64Array.from(steps, (step) => (number += step) / 100);
  });

const span = (rows: number) =>
  fc.tuple(fc.nat(rows - 1), fc.nat(rows - 1)).map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);

const cases = series.chain((figures) =>
  fc.record({
    figures: fc.constant(figures),
    spans: fc.array(span(figures.length), { minLength: 1, maxLength: 6 }),
    shift: fc.nat(3),
  }),
);

/** In bytes of their own, or behind others. */
function store(figures: Float64Array, shift: number) {
  const bytes = new Uint8Array(8 * (shift + figures.length + 1)).subarray(8 * shift);
  const code = packSeries(encodeSeries(figures, null, bytes), figures.length, null, bytes);
  return { bytes, code };
}

function seriesOf(bytes: Uint8Array, rows: number, code: number) {
  return { bytes, words: new Int16Array(bytes.buffer), rows, divisor: divisorOf(code) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("rows of closes in steps", () => {
  it.each([
    { title: "by the kernel", stubs: {} },
    { title: "on a device that forbids WebAssembly", stubs: { WebAssembly: undefined } },
  ])("are the figures that were stored, $title", async ({ stubs }) => {
    for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value);
    const { openSteps, rowsOfSteps, copySteps } = await import("#workers/market/step-rows.ts");
    const law = fc.property(cases, ({ figures, spans, shift }) => {
      const { bytes, code } = store(figures, shift);
      fc.pre(leadsFromFirst(code));
      const steps = openSteps(seriesOf(bytes, figures.length, code));
      for (const [from, to] of spans) {
        const wanted = figures.slice(from, to);
        expect(rowsOfSteps(steps, from, to)).toEqual(wanted);
        const into = new Float64Array(to - from + 2);
        copySteps(steps, { from, to }, into, 1);
        expect(into).toEqual(Float64Array.of(0, ...wanted, 0));
      }
      expect(rowsOfSteps(steps, 0, figures.length)).toEqual(figures);
    });
    fc.assert(law, { numRuns: tries(300) });
  });

  it("come from a series that is longer than those before", async () => {
    const { openSteps, rowsOfSteps } = await import("#workers/market/step-rows.ts");
    const figures = Float64Array.from({ length: 30_000 }, (_, row) => (70_000 + ((row * 37) % 1000)) / 1000);
    const { bytes, code } = store(figures, 1);
    const steps = openSteps(seriesOf(bytes, figures.length, code));
    expect(rowsOfSteps(steps, 29_990, 30_000)).toEqual(figures.slice(29_990));
    expect(rowsOfSteps(steps, 0, 30_000)).toEqual(figures);
  });
});

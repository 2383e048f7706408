/** Charts of values that no sum or difference can be taken of: nothing is drawn of them, and no label says NaN. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drawCandles } from "#src/ui/candle-drawing.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";

const HUGE = 1.5e308;
const day = Int32Array.from({ length: 30 }, (_, row) => 18_000 + row);
const values = Float64Array.from(day, (_, row) =>
  row % 10 === 5 ? HUGE : row % 10 === 6 ? -HUGE : 100 + row,
);
const host = document.createElement("div");
host.style.cssText = "width: 700px; height: 400px; color: rgb(0, 0, 255); border: 0 solid rgb(0, 255, 0)";
document.body.append(host);

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(CanvasRenderingContext2D.prototype, "fillText").mockImplementation((text) => {
    written.push(text);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  host.replaceChildren();
});

/** Labels that say no usual value, once the chart is painted. */
async function oddLabels(): Promise<readonly string[]> {
  await vi.waitUntil(() => written.includes("$120"));
  return written.filter((text) => /NaN|Infinity|e\+/.test(text));
}

const label = (value: number) => `$${value}`;

it("of candles", async () => {
  const candles = { day, open: values, high: values, low: values, close: values, volume: values };
  const scene = {
    candles,
    lines: [{ name: "Stop", look: "stop" as const, day, level: values }],
    blanks: [],
    marks: [],
  };
  const texts = { day: String, price: label, volume: label };
  const drawing = drawCandles(host, scene, texts, () => {});
  expect(await oddLabels()).toEqual([]);
  drawing.remove();
});

it("of curves over time", async () => {
  const pane = {
    format: label,
    series: [{ name: "Account", look: "run-1" as const, kind: "line" as const, values }],
  };
  const drawing = drawTimeChart(host, { day, panes: [pane], formatDay: String, onHover: () => {} });
  drawing.fill();
  expect(await oddLabels()).toEqual([]);
  drawing.remove();
});

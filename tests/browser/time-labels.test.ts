/** The time axis of a chart: the label of a day at the edge is moved into sight, and not cut. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drawCandles } from "#src/ui/candle-drawing.ts";
import { toEpochDay } from "#workers/model/day.ts";

const FIRST = toEpochDay(2023, 1, 1);
const day = Int32Array.from({ length: 3 * 365 }, (_, row) => FIRST + row);
const values = Float64Array.from(day, (_, row) => 100 + (row % 50));
const [FROM, TO] = [toEpochDay(2024, 2, 1), toEpochDay(2024, 5, 31)];
const WIDTH = 700;
const host = document.createElement("div");
host.style.cssText = `width: ${WIDTH}px; height: 400px; color: rgb(0, 0, 255); border: 0 solid rgb(0, 255, 0)`;
document.body.append(host);

/** Ends of the texts that were drawn, in CSS pixels from the left edge of the axis. */
let written: { readonly text: string; readonly left: number; readonly right: number }[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(CanvasRenderingContext2D.prototype, "fillText").mockImplementation(function note(
    this: CanvasRenderingContext2D,
    text: string,
    x: number,
  ) {
    const half = this.measureText(text).width / 2;
    written.push({ text, left: x - half, right: x + half });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  host.replaceChildren();
});

/** What is drawn of months and years once the first month of the range is there. */
async function timeLabels() {
  await vi.waitUntil(() => written.some(({ text }) => text === "Feb"));
  return written.filter(({ text }) => /^(?:[A-Z][a-z]{2}|\d{4})$/.test(text));
}

it("of candles shows the month whole that a range begins with", async () => {
  const candles = { day, open: values, high: values, low: values, close: values, volume: values };
  const texts = { day: String, price: String, volume: String };
  const drawing = drawCandles(host, { candles, lines: [], blanks: [], marks: [] }, texts, () => {});
  drawing.show(FROM, TO);
  const labels = await timeLabels();
  expect(labels.filter(({ left, right }) => left < 0 || right > WIDTH)).toEqual([]);
  drawing.remove();
});

/** A page that changes fast may ask a chart for something that it has just removed. */
import { afterEach, expect, it } from "vitest";
import { drawCandles } from "#src/ui/candle-drawing.ts";

const host = document.createElement("div");
host.style.cssText = "width: 600px; height: 300px";
document.body.append(host);

const faults: string[] = [];
const note = ({ message }: ErrorEvent): void => void faults.push(message);
globalThis.addEventListener("error", note);

afterEach(() => {
  globalThis.removeEventListener("error", note);
});

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}

it("candles that were removed show nothing, and throw nothing", async () => {
  const day = Int32Array.from({ length: 300 }, (_, at) => 10_000 + at);
  const price = new Float64Array(300).fill(10);
  const candles = { day, open: price, high: price, low: price, close: price, volume: price };
  const texts = { day: String, price: String, volume: String };
  const drawn = drawCandles(host, { candles, lines: [], blanks: [], marks: [] }, texts, () => {});
  await frames(3);
  host.style.width = "400px";
  drawn.remove();
  drawn.show(10_050, 10_200);
  await frames(3);
  expect(faults).toEqual([]);
});

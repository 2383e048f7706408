/** The growth chart's canvas: that the benchmark's deep falls are shaded where they were, and nowhere else. */
import { expect, it } from "vitest";
import { drawGrowth } from "#src/ui/growth-drawing.ts";
import type { GrowthDrawing } from "#src/ui/growth-drawing.ts";

const SESSIONS = 300;
/** As the component around it has it: the legend's swatch tells the colour. */
const figure = document.createElement("figure");
figure.dataset["chart"] = "";
const swatch = document.createElement("span");
swatch.dataset["look"] = "shade";
swatch.style.color = "#ff00ff";
const host = document.createElement("div");
host.style.cssText = "width: 700px; height: 400px";
figure.append(swatch, host);
document.body.append(figure);

/** Where on the picture the shade's colour is, as shares of its width; [] for nowhere. */
function shadedShares(drawing: GrowthDrawing): readonly number[] {
  const picture = drawing.picture();
  const { width, height } = picture;
  const row = picture.getContext("2d")?.getImageData(0, Math.round(height / 3), width, 1).data ?? [];
  return Array.from({ length: width }, (_, x) => x)
    .filter((x) => (row[4 * x] ?? 0) > 200 && (row[4 * x + 1] ?? 255) < 100 && (row[4 * x + 2] ?? 0) > 200)
    .map((x) => x / width);
}

it("shades the rows of a fall, and takes the shade with what is in sight", async () => {
  const same = new Float64Array(SESSIONS).fill(100);
  const none = new Float64Array(SESSIONS);
  const curves = {
    day: Int32Array.from({ length: SESSIONS }, (_, at) => 10_000 + at),
    value: same,
    benchmark: same,
    average: null,
    drawdown: none,
    benchmarkDrawdown: none,
    positions: new Int32Array(SESSIONS),
  };
  const text = String;
  const texts = {
    day: text,
    value: text,
    axis: text,
    growth: text,
    growthAxis: text,
    drawdownName: "Drawdown",
    drawdown: text,
    count: text,
  };
  const drawing = drawGrowth(host, curves, texts, { onHover: () => {}, onFirstRow: () => {} });
  drawing.measure({ isLog: false, baseRow: null, startRow: 0, hasAverage: true });
  drawing.show({ fromRow: 0, toRow: SESSIONS - 1 });
  await expect.poll(() => drawing.picture().width).toBeGreaterThan(0);
  expect(shadedShares(drawing)).toEqual([]);
  drawing.shade([{ fromRow: 150, toRow: 250 }]);
  await expect.poll(() => shadedShares(drawing).length).toBeGreaterThan(20);
  const shares = shadedShares(drawing);
  // The axis of values takes a part of the width at the right: half of the curve is left of the middle.
  expect(Math.min(...shares)).toBeGreaterThan(0.35);
  expect(Math.min(...shares)).toBeLessThan(0.5);
  expect(Math.max(...shares)).toBeLessThan(0.85);
  drawing.show({ fromRow: 190, toRow: 220 }); // within the fall, some 20 pixels a session: one band, no stripes
  await expect.poll(() => Math.min(...shadedShares(drawing))).toBeLessThan(0.02);
  const within = shadedShares(drawing);
  const step = 1 / drawing.picture().width;
  expect(within.filter((share, at) => at > 0 && share - (within[at - 1] ?? 0) > 1.5 * step)).toEqual([]);
  drawing.show({ fromRow: 0, toRow: 100 });
  await expect.poll(() => shadedShares(drawing)).toEqual([]);
  drawing.remove();
});

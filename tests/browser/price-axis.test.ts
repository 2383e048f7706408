/** The axes of charts on their canvas: where equal amounts are, and that no label is cut. */
import { expect, it } from "vitest";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";

const SESSIONS = 300;
/** CSS pixels; no time axis is higher than that. */
const [WIDTH, HEIGHT, TIME_AXIS] = [700, 400, 40];
const figure = document.createElement("figure");
figure.dataset["chart"] = "";
const host = document.createElement("div");
host.style.cssText = `width: ${WIDTH}px; height: ${HEIGHT}px; color: rgb(0, 0, 255); border: 0 solid rgb(0, 255, 0)`;
for (const [look, color] of [
  ["run-1", "rgb(200, 0, 0)"],
  ["run-2", "rgb(255, 0, 255)"],
] as const) {
  const swatch = document.createElement("span");
  swatch.dataset["look"] = look;
  swatch.style.color = color;
  figure.append(swatch);
}
figure.append(host);
document.body.append(figure);

type Colour = (red: number, green: number, blue: number) => boolean;
const isFall: Colour = (red, green, blue) => red > 200 && green < 100 && blue > 200;
const isLabel: Colour = (red, green, blue) => red < 100 && green < 100 && blue > 150;

const day = Int32Array.from({ length: SESSIONS }, (_, row) => 10_000 + row);
const growth: TimePane["series"] = [
  {
    name: "Account",
    look: "run-1",
    kind: "line",
    values: Float64Array.from(day, (_, row) => 100 * 1.012 ** row),
  },
];

function draw(panes: readonly TimePane[]): TimeDrawing {
  const drawing = drawTimeChart(host, { day, panes, formatDay: String, onHover: () => {} });
  drawing.fill();
  return drawing;
}

/** Rows of the picture with pixels of a colour between two shares of its width, from the top. */
function rowsOf(picture: HTMLCanvasElement, isIt: Colour, [from, to]: readonly [number, number]): number[] {
  const { width, height } = picture;
  const left = Math.round(from * width);
  const strip = Math.max(1, Math.round((to - from) * width));
  const pixels = picture.getContext("2d")?.getImageData(left, 0, strip, height).data ?? [];
  return Array.from({ length: height }, (_, y) => y).filter((y) => {
    for (let x = 0; x < strip; x++) {
      const at = 4 * (y * strip + x);
      if ((pixels[at + 3] ?? 0) > 128 && isIt(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0))
        return true;
    }
    return false;
  });
}

it("has equal amounts in the pane of falls though the one above has equal ratios", async () => {
  // from 0 to -80 %, a straight line
  const falls = Float64Array.from(day, (_, row) => (-80 * row) / (SESSIONS - 1));
  const drawing = draw([
    { format: String, isLog: true, series: growth },
    { format: String, series: [{ name: "Fall", look: "run-2", kind: "line", values: falls }] },
  ]);
  const middleAt = (share: number) => {
    const rows = rowsOf(drawing.picture(), isFall, [share - 0.02, share + 0.02]);
    return rows.reduce((sum, row) => sum + row, 0) / rows.length;
  };
  await expect.poll(() => middleAt(0.3)).toBeGreaterThan(0);
  const [left, middle, right] = [middleAt(0.2), middleAt(0.4), middleAt(0.6)];
  expect(Math.abs(middle - (left + right) / 2)).toBeLessThan(3);
  expect(right - left).toBeGreaterThan(20);
  drawing.remove();
});

it("writes the values of an axis of equal ratios in steps of 1, 2 and 5, none of them cut", async () => {
  const texts = new Set<string>();
  const format = (value: number) => {
    texts.add(String(value));
    return `${value.toPrecision(1)}—`;
  };
  const drawing = draw([{ format, isLog: true, series: growth }]);
  await expect.poll(() => rowsOf(drawing.picture(), isLabel, [0.9, 1]).length).toBeGreaterThan(20);
  const rows = rowsOf(drawing.picture(), isLabel, [0.9, 1]);
  const { height } = drawing.picture();
  expect(rows).not.toContain(0);
  expect(rows.filter((row) => row < height - TIME_AXIS).length).toBeGreaterThan(20);
  // 100 to 3,540, with the margins: what is written is round
  for (const value of ["100", "200", "500", "1000", "2000"]) expect(Array.from(texts)).toContain(value);
  drawing.remove();
});

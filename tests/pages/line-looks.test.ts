/** The lines of a comparison: told apart without their colours, and their colours from that of the index for everyone. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LINE_STYLES, LINE_WIDTHS, RUN_LOOKS } from "#src/ui/time-drawing.ts";

const TOKENS = readFileSync("src/ui/tokens.css", "utf8");

/** Linear light, 0..1. */
type Rgb = readonly [number, number, number];

/** Of light and dark. */
function colorsOf(token: string): readonly Rgb[] {
  const [, light = "", dark = ""] =
    new RegExp(`--${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(TOKENS) ?? [];
  return [light, dark].map((hex) => {
    const part = (at: number) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2;
    return [part(0), part(2), part(4)];
  });
}

type Matrix = readonly [Rgb, Rgb, Rgb];

/** Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009, severity 1. */
const SIGHTS: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function times(matrix: Matrix, [x, y, z]: Rgb): Rgb {
  const [a, b, c] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * x + row[1] * y + row[2] * z)));
  return [a ?? 0, b ?? 0, c ?? 0];
}

function f(t: number): number {
  return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
}

/** CIE L*a*b* of linear sRGB with the white of D65. */
function labOf([r, g, b]: Rgb): Rgb {
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

it("no two of six runs, the index and the average share have the same dashes and width", () => {
  const looks = [...RUN_LOOKS, "benchmark", "average"] as const;
  const kinds = looks.map((look) => `${LINE_STYLES[look] ?? "solid"}, ${LINE_WIDTHS[look] ?? 1}`);
  expect(new Set(kinds).size).toBe(looks.length);
});

it.each(Object.keys(SIGHTS))(
  "the index has another colour than the first runs and the average, seen with %s",
  (sight) => {
    const matrix = SIGHTS[sight];
    if (!matrix) throw new Error(sight);
    const seen = (token: string) => colorsOf(token).map((color) => labOf(times(matrix, color)));
    const index = seen("series-benchmark");
    expect(index).toHaveLength(2);
    for (const other of ["series-1", "series-2", "series-3", "series-average"]) {
      for (const [scheme, lab] of seen(other).entries()) {
        const own = index[scheme] ?? lab;
        const distance = Math.hypot(lab[0] - own[0], lab[1] - own[1], lab[2] - own[2]);
        expect(distance, `${other} in ${scheme === 0 ? "light" : "dark"}`).toBeGreaterThan(12);
      }
    }
  },
);

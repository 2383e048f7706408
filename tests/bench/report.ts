/** The lines that a bench prints. */
import type { BenchResult, BenchShape, Figure } from "./measures.ts";

type Size = Pick<BenchResult, "bars" | "csvBytes">;

/** Of a run before, to be compared with. */
export type EarlierFigures = readonly Pick<Figure, "name" | "median">[];

export function describeShape({ instruments, sessions }: BenchShape, { bars, csvBytes }: Size): string {
  const text = csvBytes > 0 ? `${(csvBytes / 1e6).toFixed(0)} MB of CSV` : "too long for a text of CSV";
  return `${instruments} x ${sessions}: ${bars} bars, ${text}`;
}

export function describeFigure(figure: Figure, { bars }: Size, earlier: EarlierFigures): string {
  const { name, median, fastest, slowest, bytes, part, against } = figure;
  const before = earlier.find((other) => other.name === name);
  const notes = [
    `${((bars * part) / median / 1000).toFixed(1)} million bars/s`,
    ...(bytes > 0 ? [`${(bytes / median / 1000).toFixed(0)} MB/s`] : []),
    ...against.map(({ name: other, ratio }) => `${ratio.toFixed(1)} times ${other}`),
    ...(before ? [`${(median / before.median).toFixed(2)} of the time before`] : []),
  ];
  return `${name.padEnd(36)}${median.toFixed(0).padStart(7)} ms  (${fastest.toFixed(0)} to ${slowest.toFixed(0)})  ${notes.join(", ")}`;
}

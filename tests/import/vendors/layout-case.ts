/** Four invented bars, and what a vendor's file of them is made of: the same bars must come out of every layout. */
import type { Answers } from "#workers/model/import-check.ts";
import { barsOfBytes, checkBytes } from "../check-support.ts";

export interface SampleBar {
  readonly iso: string;
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
  readonly v: number;
}

/** Wednesday to Friday, and the Monday after. */
export const BARS: readonly SampleBar[] = [
  { iso: "2021-01-13", o: "101.50", h: "104.25", l: "100.75", c: "103.50", v: 120_000 },
  { iso: "2021-01-14", o: "103.25", h: "105.00", l: "102.50", c: "104.75", v: 98_000 },
  { iso: "2021-01-15", o: "104.50", h: "104.75", l: "101.25", c: "102.00", v: 143_000 },
  { iso: "2021-01-18", o: "102.25", h: "103.00", l: "99.50", c: "100.50", v: 156_000 },
];

/** The bars as canonical lines, without the symbol in front. */
const LINES = [
  "2021-01-13,101.5,104.25,100.75,103.5,120000",
  "2021-01-14,103.25,105,102.5,104.75,98000",
  "2021-01-15,104.5,104.75,101.25,102,143000",
  "2021-01-18,102.25,103,99.5,100.5,156000",
];

export interface LayoutCase {
  readonly vendor: string;
  readonly file: string;
  /** Lines above the rows. */
  readonly head?: string;
  readonly row: (bar: SampleBar, at: number) => string;
  /** Lines below the rows. */
  readonly foot?: string;
  readonly newestFirst?: boolean;
  /** As TextDecoder calls it; UTF-8 without. */
  readonly encoding?: string;
  readonly symbol: string;
  /** What the layout does not have: then bars have volume 0, or only a close. */
  readonly without?: "volume" | "all but close";
  /** Behind each canonical line: adjusted closes, or market caps. */
  readonly behind?: readonly string[];
  readonly answers?: Answers;
}

function textOf({ head, row, foot, newestFirst }: LayoutCase): string {
  const bars = newestFirst === true ? BARS.toReversed() : BARS;
  const lines = [
    ...(head === undefined ? [] : [head]),
    ...bars.map(row),
    ...(foot === undefined ? [] : [foot]),
  ];
  return `${lines.join("\n")}\n`;
}

export interface Outcome {
  readonly verdict: string;
  readonly rows: number;
  readonly frequency: string | null;
  readonly bars: readonly string[];
}

/** What a dry run makes of the layout's file; the reason in place of the verdict where it is not ok. */
export async function readLayout(layout: LayoutCase): Promise<Outcome> {
  const bytes = encodeAs(textOf(layout), layout.encoding ?? "utf-8");
  const { verdict, message, rows, frequency } = await checkBytes(layout.file, bytes, layout.answers);
  return {
    verdict: verdict === "ok" ? "ok" : `${verdict}: ${message}`,
    rows,
    frequency,
    bars: await barsOfBytes(layout.file, bytes, layout.answers),
  };
}

/** The four bars, no question and no row left out. */
export function expectedOf({ symbol, without, behind }: LayoutCase): Outcome {
  const bars = LINES.map((line, at) => {
    const figures = line.split(",");
    const [day = "", , , , close = ""] = figures;
    if (without === "all but close") figures.splice(0, 5, day, close, close, close, close);
    if (without !== undefined) figures[5] = "0";
    return [symbol, ...figures, ...(behind ? [behind[at] ?? ""] : [])].join(",");
  });
  return { verdict: "ok", rows: 4, frequency: "daily", bars };
}

/** 13/01/2021 and its like: d, m and y are replaced, others stand. */
export function date(iso: string, shape: string): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  return shape
    .replace("yyyy", year)
    .replace("yy", year.slice(2))
    .replace("mmm", "Jan")
    .replace("mm", month)
    .replace("dd", day);
}

/** Decimal comma, dots between thousands. */
export function comma(figure: string): string {
  return figure.replace(".", ",");
}

/** 120000 as 120,000 or with another sign. */
export function grouped(figure: number, sign = ","): string {
  return String(figure).replaceAll(/\B(?=(?:\d{3})+$)/g, sign);
}

/** Bytes of a text in an encoding of two-byte characters, by decoding all of them once. */
function encodeAs(text: string, label: string): Uint8Array {
  if (label === "utf-8") return new TextEncoder().encode(text);
  const decoder = new TextDecoder(label);
  const bytesOf = new Map<string, readonly number[]>();
  for (let lead = 0x80; lead <= 0xff; lead++) {
    bytesOf.set(decoder.decode(Uint8Array.of(lead)), [lead]);
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const sign = decoder.decode(Uint8Array.of(lead, trail));
      if (sign.length === 1 && !bytesOf.has(sign)) bytesOf.set(sign, [lead, trail]);
    }
  }
  return Uint8Array.from(
    Array.from(text).flatMap((sign) =>
      sign.charCodeAt(0) < 128 ? [sign.charCodeAt(0)] : (bytesOf.get(sign) ?? [63]),
    ),
  );
}

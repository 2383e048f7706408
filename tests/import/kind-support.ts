/** Forty invented days of one instrument, to be written in any vendor's way. */
import { formatIsoDay } from "#workers/model/day.ts";

export interface InventedBar {
  /** ISO, Monday to Friday from 2024-01-01 on. */
  readonly day: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Single shares, another number each day. */
  readonly volume: number;
}

/** 2024-01-01, a Monday. */
const FIRST = 19_723;

export const INVENTED: readonly InventedBar[] = Array.from({ length: 40 }, (_, at) => {
  const open = 100 + (at % 7) + at / 8;
  const close = open + ((at % 5) - 2) / 2;
  return {
    day: formatIsoDay(FIRST + Math.floor(at / 5) * 7 + (at % 5)),
    open,
    high: Math.max(open, close) + 0.5,
    low: Math.min(open, close) - 0.25,
    close,
    volume: 100_000 + ((at * 7919) % 50_000),
  };
});

/** A table with the header's names and a line a day; with lines above it and another delimiter where they are given. */
export function tableOf(
  header: string | null,
  cells: (bar: InventedBar, at: number) => readonly (string | number)[],
  { delimiter = ",", above = "" }: { readonly delimiter?: string; readonly above?: string } = {},
): string {
  const rows = INVENTED.map((bar, at) => cells(bar, at).join(delimiter));
  return `${above}${[...(header === null ? [] : [header]), ...rows].join("\n")}\n`;
}

/** Day, open, high, low, close and volume. */
export function ohlcv({ day, open, high, low, close, volume }: InventedBar): readonly (string | number)[] {
  return [day, open, high, low, close, volume];
}

/** The first bar as it is stored, behind its symbol. */
export const FIRST_BAR = "2024-01-01,100,100.5,98.75,99,100000";

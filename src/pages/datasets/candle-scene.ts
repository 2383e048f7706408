/** What an instrument's chart shows: its bars, the days that its longest gaps leave blank, and marks at findings. */
import type { SplitDecision } from "#src/storage/records.ts";
import type { CandleLine, CandleMark, CandleScene } from "#src/ui/candle-drawing.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";
import type { InstrumentQuality } from "#workers/model/quality.ts";
import { openSplits } from "./quality-words.ts";

/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_1970 = 4;
/** A longer gap is drawn as if it were so long. */
const MAX_BLANKS = 260;

/** A series of rates: a line, for a candle of one figure is a dash. */
export function rateScene(bars: InstrumentBars): CandleScene {
  const line: CandleLine = { name: "Rate", look: "rule1", day: bars.day, level: bars.close };
  return { candles: bars, lines: [line], blanks: [], marks: [] };
}

export function candleScene(
  bars: InstrumentBars,
  quality: InstrumentQuality,
  decisions: readonly SplitDecision[],
): CandleScene {
  const gaps = quality.gaps
    .map(({ from, to, sessions }) => ({ from: dayOf(from), to: dayOf(to), sessions }))
    .toSorted((a, b) => a.from - b.from);
  const marks: CandleMark[] = [
    ...gaps.map(({ to, sessions }) => ({
      day: firstBarAfter(bars.day, to),
      text: `gap ${sessions}`,
      place: "below" as const,
    })),
    ...openSplits(quality, decisions).map(({ date, fraction }) => ({
      day: dayOf(date),
      text: `${fraction}?`,
      place: "above" as const,
    })),
    ...decisions
      .filter(({ symbol, decision }) => symbol === quality.symbol && decision === "adjust")
      .map(({ date, fraction }) => ({
        day: dayOf(date),
        text: `${fraction} adjusted`,
        place: "above" as const,
      })),
  ];
  return {
    candles: bars,
    lines: [],
    blanks: gaps.flatMap(({ from, to }) => weekdays(from, to)),
    marks: marks.toSorted((a, b) => a.day - b.day),
  };
}

function dayOf(iso: string): number {
  return parseIsoDay(iso) ?? 0;
}

function firstBarAfter(days: Int32Array, day: number): number {
  return days.find((bar) => bar > day) ?? day;
}

function weekdays(from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = from; day <= to && days.length < MAX_BLANKS; day++) {
    const weekday = (((day + WEEKDAY_OF_1970) % 7) + 7) % 7;
    if (weekday !== 0 && weekday !== 6) days.push(day);
  }
  return days.length > 0 ? days : [from];
}

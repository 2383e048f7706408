/** What a position's chart shows: the candles around it, its levels, and marks where it was bought and sold. */
import { formatDay } from "#src/format/day.ts";
import { lowerFirst, upperFirst } from "#src/format/first-letter.ts";
import { formatMoney } from "#src/format/money.ts";
import type { CandleFocus } from "#src/ui/candle-chart.tsx";
import type { CandleLine, CandleMark, CandleScene, RuleLook } from "#src/ui/candle-drawing.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { PositionPath, RuleLevel } from "#workers/model/position-path.ts";
import type { Position } from "#workers/model/report.ts";
import { sentenceOfLine } from "#workers/words/sentences.ts";

/** Bars shown before the entry and after the exit. */
const BARS_BEFORE = 40;
const BARS_AFTER = 20;
const RULE_LOOKS: readonly RuleLook[] = ["rule1", "rule2", "rule3", "rule4"];

export function positionScene(position: Position, path: PositionPath, currency: string): CandleScene {
  return {
    candles: path.bars,
    lines: [...levelLines(path), ...linesOf(position, path)],
    blanks: [],
    marks: marksOf(position, path, currency).toSorted((a, b) => a.day - b.day),
  };
}

/** "200-day average" of sma(200). */
export function levelName({ formula }: RuleLevel): string {
  return upperFirst(sentenceOfLine(formula).replace(/^(?:the|its) /, ""));
}

/** Where they are known. */
function levelLines({ bars, levels }: PositionPath): readonly CandleLine[] {
  return levels.flatMap((own, at): CandleLine[] => {
    const look = RULE_LOOKS[at];
    const isKnown = (_: number, row: number) => !Number.isNaN(own.level[row]);
    return look === undefined
      ? []
      : [{ name: levelName(own), look, day: bars.day.filter(isKnown), level: own.level.filter(isKnown) }];
  });
}

export function positionFocus(
  { entryDate, exitDate }: Position,
  { bars, day: held }: PositionPath,
): CandleFocus {
  const { day } = bars;
  const [entry, exit] = [parseIsoDay(entryDate) ?? 0, parseIsoDay(exitDate) ?? 0];
  const first = day.findIndex((bar) => bar >= entry);
  const last = day.findLastIndex((bar) => bar <= exit);
  return {
    label: "Position",
    from: day[Math.max(0, first - BARS_BEFORE)] ?? entry,
    to: day[Math.min(day.length - 1, last + BARS_AFTER)] ?? exit,
    at: held.at(-1) ?? exit,
  };
}

/** The chart in words. @param reason - why the position ended */
export function describePosition(
  position: Position,
  path: PositionPath,
  { currency, reason }: { readonly currency: string; readonly reason: string },
): string {
  const { instrument, entryDate, entryPrice } = position;
  const money = (value: number | null | undefined) => formatMoney(value ?? null, currency, 2);
  const peak = peakOf(path);
  return [
    `${instrument} was bought on ${formatDay(entryDate)} at ${money(entryPrice)}; ${endOf(position, reason, money)}.`,
    peak.day === null
      ? "No close was above the entry price."
      : `Its highest close was ${money(peak.level)} on ${formatDay(peak.day)}.`,
    path.trailingStop
      ? `The trailing stop began at ${money(path.trailingStop[0])} and ended at ${money(path.trailingStop.at(-1))}.`
      : "",
    path.stopLoss === null ? "" : `The stop loss stood at ${money(path.stopLoss)}.`,
    path.takeProfit === null ? "" : `The profit target stood at ${money(path.takeProfit)}.`,
    levelsInWords(path, money),
    path.sellsFrom !== null && path.sellsFrom > entryDate
      ? `Whatever the price, nothing was sold before the close of ${formatDay(path.sellsFrom)}.`
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** What the rules' lines were at, at the close that decided the buy. */
function levelsInWords(
  { bars, levels, entryDecision }: PositionPath,
  money: (value: number | null | undefined) => string,
): string {
  if (levels.length === 0) return "";
  const row = bars.day.indexOf(parseIsoDay(entryDecision.date) ?? 0);
  const told = levels.map((own) => `${lowerFirst(levelName(own))} ${money(own.level[row])}`);
  return `Lines of its rules when the buy was decided: ${told.join("; ")}.`;
}

function endOf(
  { exitDate, exitPrice, exitReason }: Position,
  reason: string,
  money: (value: number) => string,
): string {
  switch (exitReason) {
    case "open":
      return `at the end of the run it was still held, at ${money(exitPrice)}`;
    case "no-data":
      return `its prices ended, and it was presumed delisted on ${formatDay(exitDate)} at ${money(exitPrice)}`;
    case "stop-loss":
    case "trailing-stop":
    case "take-profit":
    case "max-holding":
    case "rule":
    case "weight":
    case "rebalance":
    case "payment":
      return `it was sold on ${formatDay(exitDate)} at ${money(exitPrice)} (${lowerFirst(reason)})`;
  }
}

interface Peak {
  readonly level: number;
  /** ISO day of the close; null where no close was above the entry price. */
  readonly day: string | null;
  readonly epochDay: number;
}

function peakOf({ day, peak, bars }: PositionPath): Peak {
  const level = peak.at(-1) ?? Number.NaN;
  const row = peak.indexOf(level);
  const epochDay = day[row] ?? 0;
  const isClose = bars.close[bars.day.indexOf(epochDay)] === level;
  return { level, day: isClose ? formatIsoDay(epochDay) : null, epochDay };
}

function linesOf({ entryPrice }: Position, path: PositionPath): readonly CandleLine[] {
  const { day, peak, trailingStop, stopLoss, takeProfit } = path;
  const level = (price: number) => new Float64Array(day.length).fill(price);
  const lines: (CandleLine | null)[] = [
    { name: "Entry price", look: "entry", day, level: level(entryPrice) },
    { name: "Peak", look: "peak", day, level: peak },
    trailingStop && { name: "Trailing stop", look: "trailing", day, level: trailingStop },
    stopLoss === null ? null : { name: "Stop loss", look: "stop", day, level: level(stopLoss) },
    takeProfit === null ? null : { name: "Profit target", look: "target", day, level: level(takeProfit) },
  ];
  return lines.filter((line) => line !== null);
}

function marksOf(position: Position, path: PositionPath, currency: string): readonly CandleMark[] {
  const { entryDate, exitDate, entryPrice, exitPrice, exitReason } = position;
  const price = (value: number) => formatMoney(value, currency, 2);
  const peak = peakOf(path);
  const exitDay = parseIsoDay(exitDate) ?? 0;
  const lastBar = path.bars.day.findLast((bar) => bar <= exitDay) ?? exitDay;
  return [
    { day: parseIsoDay(entryDate) ?? 0, text: `Bought ${price(entryPrice)}`, place: "below" },
    ...(peak.day === null
      ? []
      : [{ day: peak.epochDay, text: `Peak ${price(peak.level)}`, place: "above" as const }]),
    ...(exitReason === "open"
      ? []
      : [
          {
            day: lastBar,
            text: exitReason === "no-data" ? "Prices end" : `Sold ${price(exitPrice)}`,
            place: "above" as const,
          },
        ]),
  ];
}

/** What a position's chart shows: the candles around it, its levels, and marks where it was bought and sold. */
import { formatDay } from "#src/format/day.ts";
import { lowerFirst, upperFirst } from "#src/format/first-letter.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import type { CandleFocus } from "#src/ui/candle-chart.tsx";
import type { CandleLine, CandleMark, CandleScene, RuleLook } from "#src/ui/candle-drawing.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { PositionPath, RuleLevel } from "#workers/model/position-path.ts";
import type { Position, RunFill } from "#workers/model/report.ts";
import { sentenceOfLine } from "#workers/words/sentences.ts";

/** Bars shown before the entry and after the exit. */
const BARS_BEFORE = 40;
const BARS_AFTER = 20;
const RULE_LOOKS: readonly RuleLook[] = ["rule1", "rule2", "rule3", "rule4"];

export function positionScene(position: Position, path: PositionPath, currency: string): CandleScene {
  return {
    candles: path.bars,
    lines: [...levelLines(path), ...linesOf(path)],
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
  const { instrument, entryDate } = position;
  const entryPrice = path.fills[0]?.price ?? position.entryPrice;
  const money = (value: number | null | undefined) => formatMoney(value ?? null, currency, 2);
  const peak = peakOf(path);
  return [
    `${instrument} was bought on ${formatDay(entryDate)} at ${money(entryPrice)}; ${endOf({ ...position, exitPrice: endPrice(position, path) }, reason, money)}.`,
    peak.day === null
      ? "No close was above the entry price."
      : `Its highest close was ${money(peak.level)} on ${formatDay(peak.day)}.`,
    path.trailingStop
      ? `The trailing stop began at ${money(path.trailingStop[0])} and ended at ${money(path.trailingStop.at(-1))}.`
      : "",
    path.stopLoss === null ? "" : `The stop loss stood at ${money(path.stopLoss.at(-1))}.`,
    path.takeProfit === null ? "" : `The profit target stood at ${money(path.takeProfit.at(-1))}.`,
    partsInWords(path, money),
    levelsInWords(path, money),
    path.sellsFrom !== null && path.sellsFrom > entryDate
      ? `Whatever the price, nothing was sold before the close of ${formatDay(path.sellsFrom)}.`
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** "": it was bought and sold whole. */
function partsInWords(
  { fills, entryPrice }: PositionPath,
  money: (value: number | undefined) => string,
): string {
  const bought = fills.filter(({ side }) => side === "buy").length - 1;
  const sold = fills.filter(({ side }) => side === "sell").length - 1;
  const deeds = [
    ...(bought > 0 ? [`more of it was bought ${timesInWords(bought)}`] : []),
    ...(sold > 0 ? [`a part was sold ${timesInWords(sold)}`] : []),
  ];
  if (deeds.length === 0) return "";
  const cost = bought > 0 ? ` What it cost a share ended at ${money(entryPrice.at(-1))}.` : "";
  return `In between ${joinWords(deeds, "and")}.${cost}`;
}

function timesInWords(count: number): string {
  return count === 1 ? "once" : `${formatCount(count)} times`;
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

/** Of the last sale, or the last close of what is still held: the position's own price is a mean where parts were sold. */
function endPrice({ exitDate, exitPrice, exitReason }: Position, { bars, fills }: PositionPath): number {
  if (exitReason !== "open") return fills.at(-1)?.price ?? exitPrice;
  const exitDay = parseIsoDay(exitDate) ?? 0;
  return bars.close[bars.day.findLastIndex((bar) => bar <= exitDay)] ?? exitPrice;
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

function linesOf(path: PositionPath): readonly CandleLine[] {
  const { day, peak, entryPrice, trailingStop, stopLoss, takeProfit } = path;
  const lines: (CandleLine | null)[] = [
    { name: "Entry price", look: "entry", day, level: entryPrice },
    { name: "Peak", look: "peak", day, level: peak },
    trailingStop && { name: "Trailing stop", look: "trailing", day, level: trailingStop },
    stopLoss && { name: "Stop loss", look: "stop", day, level: stopLoss },
    takeProfit && { name: "Profit target", look: "target", day, level: takeProfit },
  ];
  return lines.filter((line) => line !== null);
}

function marksOf(position: Position, path: PositionPath, currency: string): readonly CandleMark[] {
  const { exitDate, exitReason } = position;
  const price = (value: number) => formatMoney(value, currency, 2);
  const peak = peakOf(path);
  const exitDay = parseIsoDay(exitDate) ?? 0;
  const lastBar = path.bars.day.findLast((bar) => bar <= exitDay) ?? exitDay;
  return [
    ...fillMarks(path, price),
    ...(peak.day === null
      ? []
      : [{ day: peak.epochDay, text: `Peak ${price(peak.level)}`, place: "above" as const }]),
    ...(exitReason === "no-data" ? [{ day: lastBar, text: "Prices end", place: "above" as const }] : []),
  ];
}

/** With more of them the marks of parts would hide the candles. */
const MOST_PARTS = 24;

/** Where it was bought and sold, parts among them where they are few; that its prices ended has a mark of its own. */
function fillMarks({ fills }: PositionPath, price: (value: number) => string): readonly CandleMark[] {
  const marked = fills.length > MOST_PARTS + 2 ? [...fills.slice(0, 1), ...fills.slice(-1)] : fills;
  return marked.flatMap((fill): CandleMark[] => {
    if (fill.reason === "no-data") return [];
    const verb = fill.side === "buy" ? (fill === fills[0] ? "Bought" : "More bought") : soldVerb(fill, fills);
    const place = fill.side === "buy" ? "below" : "above";
    return [{ day: parseIsoDay(fill.date) ?? 0, text: `${verb} ${price(fill.price)}`, place }];
  });
}

function soldVerb(fill: RunFill, fills: readonly RunFill[]): string {
  const held = fills.reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0);
  const isLast = fill === fills.at(-1) && held <= 1e-9 * fill.quantity;
  return isLast ? "Sold" : "Part sold";
}

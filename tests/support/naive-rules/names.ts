/** Names of numbers (workers/rules/README.md sections 4 and 10): columns, parts of the date, the position's figures, facts. */
import type { PlainFact } from "./plain-market.ts";
import type { Figure } from "./values.ts";
import type { Bar, Series, World } from "./world.ts";

/** What sell rules know of an open position. */
export interface Position {
  readonly entryPrice: number;
  /** Sessions held if it is sold at the next open. */
  readonly held: number;
  /** The highest of the entry price and the closes since. */
  readonly peak: number;
}

interface Scene {
  readonly world: World;
  readonly series: Series;
  readonly position: Position | null;
}

/** @param name - in lower case */
export function nameValue(name: string, { world, series, position }: Scene, bar: Bar): Figure {
  const column = columnValue(name, bar) ?? dateValue(name, bar.day);
  if (column !== undefined) return column;
  if (name === "marketcap") return bar.marketCap;
  if (name === "sessionofmonth") return sessionOfMonth(world, bar.day);
  const figure = positionValue(name, position, bar);
  if (figure !== undefined) return figure;
  const fact = series.facts.find((each) => each.name === name);
  return fact === undefined ? null : factValue(fact, bar.day);
}

function columnValue(name: string, bar: Bar): number | undefined {
  const columns: Readonly<Record<string, number>> = {
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    rawclose: bar.rawClose,
    volume: bar.volume,
    value: bar.value,
  };
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

function dateValue(name: string, day: number): number | undefined {
  const date = new Date(day * 86_400_000);
  if (name === "weekday") return date.getUTCDay() === 0 ? 7 : date.getUTCDay();
  if (name === "month") return date.getUTCMonth() + 1;
  if (name === "day") return date.getUTCDate();
  return name === "year" ? date.getUTCFullYear() : undefined;
}

/** How many days of the calendar lie in this month up to this one. */
function sessionOfMonth({ calendar }: World, day: number): number {
  return calendar.filter((each) => each <= day && monthOf(each) === monthOf(day)).length;
}

/** Year and month of a day. */
function monthOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 7);
}

function positionValue(name: string, position: Position | null, bar: Bar): number | undefined {
  if (position === null) return undefined;
  const { entryPrice, held, peak } = position;
  if (name === "profit") return (bar.close / entryPrice - 1) * 100;
  if (name === "fall") return (1 - bar.close / peak) * 100;
  if (name === "held") return held;
  if (name === "entryprice") return entryPrice;
  return name === "peak" ? peak : undefined;
}

/** The latest value before the day, of a signal the latest on or before it. */
function factValue({ kind, steps }: PlainFact, day: number): Figure {
  const step = steps.findLast((each) => (kind === "signal" ? each.day <= day : each.day < day));
  return step?.value ?? null;
}

import { describe, expect, it } from "vitest";
import { EXCHANGE_IDS, readExchange, type ExchangeData } from "./demo-market.ts";

/** The thresholds of the product's default strategy. */
const GROWTH_BARS = 300;
const LEAST_PRICE = 99;
const VALUE_BARS = 90;
const LEAST_DAILY_VALUE = 300_000_000;
const AVERAGE_BARS = 30;

interface Sample {
  readonly date: string;
  /** Which part of the companies with a bar on the date pass each condition, as fractions. */
  readonly growth: number;
  readonly price: number;
  readonly dailyValue: number;
  readonly buyRules: number;
}

/** The last bars of a company up to a session, the session's own last. */
interface Recent {
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function hasGrown({ close }: Recent): boolean {
  return (close.at(-1) ?? 0) >= (close.at(-1 - GROWTH_BARS) ?? Infinity);
}

function isDear({ close }: Recent): boolean {
  return (close.at(-1) ?? 0) >= LEAST_PRICE;
}

function isMuchTraded({ close, volume }: Recent): boolean {
  const values = close.map((price, row) => price * (volume[row] ?? 0)).slice(-VALUE_BARS);
  return values.length === VALUE_BARS && sumOf(values) / VALUE_BARS >= LEAST_DAILY_VALUE;
}

function passesBuyRules({ close }: Recent): boolean {
  const last = close.at(-1) ?? 0;
  const average = sumOf(close.slice(-AVERAGE_BARS)) / AVERAGE_BARS;
  return last >= (close.at(-1 - AVERAGE_BARS) ?? Infinity) && last >= average;
}

function sampleAt({ companies, dates }: ExchangeData, session: number): Sample {
  const recent = companies.flatMap((series): Recent[] => {
    const row = series.session.indexOf(session);
    if (row < 0) return [];
    const from = Math.max(0, row - GROWTH_BARS);
    return [{ close: series.close.slice(from, row + 1), volume: series.volume.slice(from, row + 1) }];
  });
  const part = (passes: (bars: Recent) => boolean): number => recent.filter(passes).length / recent.length;
  return {
    date: dates[session] ?? "",
    growth: part(hasGrown),
    price: part(isDear),
    dailyValue: part(isMuchTraded),
    buyRules: part(passesBuyRules),
  };
}

/** Mean part of the companies that trade enough, over the samples of the years `from` to `to`. */
function dailyValueOf(samples: readonly Sample[], from: string, to: string): number {
  const chosen = samples.filter(({ date }) => date >= from && date <= `${to}-12-31`);
  return sumOf(chosen.map(({ dailyValue }) => dailyValue)) / chosen.length;
}

describe.each(EXCHANGE_IDS)("the default thresholds on %s", (id) => {
  const exchange = readExchange(id);
  const samples = [...exchange.dates.keys()]
    .filter((session) => session > 2 * GROWTH_BARS && session % 20 === 0)
    .map((session) => sampleAt(exchange, session));

  it.each(["growth", "price", "dailyValue", "buyRules"] as const)(
    "are passed by some companies and failed by others on most days: %s",
    (condition) => {
      const biting = samples.filter((sample) => sample[condition] > 0 && sample[condition] < 1);
      expect(biting.length / samples.length).toBeGreaterThan(0.9);
    },
  );

  it("are passed by few companies in the early years and by many in the late ones: daily value", () => {
    expect(dailyValueOf(samples, "2002", "2005")).toBeLessThan(0.35);
    expect(dailyValueOf(samples, "2016", "2024")).toBeGreaterThan(0.3);
    expect(dailyValueOf(samples, "2016", "2024")).toBeLessThan(0.65);
  });
});

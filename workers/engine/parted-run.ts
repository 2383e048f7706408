/**
 * A run on a market that does not fit into the memory, equal to the bit to that on the same market in memory. Its
 * parts are read twice: who is there on which days, and who passes on which sessions. Then the day loop trades, and
 * reads again the few instruments that it holds, or may buy.
 */
import type { PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { equalWeightCurve, seriesCurve } from "./benchmark.ts";
import { wordsFor } from "./bits.ts";
import { bytesOfCensus } from "./cap-census.ts";
import type { CapBands } from "./cap-census.ts";
import { reportOn } from "./measure.ts";
import { judgeParts } from "./parted-ground.ts";
import type { PartedGround } from "./parted-ground.ts";
import { pricesOnDemand } from "./parted-prices.ts";
import { surveyParts } from "./parted-survey.ts";
import type { PartedSurvey } from "./parted-survey.ts";
import { barsBetween, settleTerms, universeEmpty } from "./plan.ts";
import type { RunPlan } from "./plan.ts";
import { simulateOn } from "./simulate.ts";
import type { SimulationHooks } from "./simulate.ts";

export interface PartedHooks extends SimulationHooks {
  /** Called with every part that was read; each is read twice. */
  readonly onPart?: (read: number, toRead: number) => void;
}

/** What is kept in memory of a market whose size alone does not bound it. */
export interface PartedLimits {
  /** What the series of one figure may take, of those that the day loop reads again. */
  readonly seriesBytes: number;
  /** Bars whose market caps lie near the edge of the rank. */
  readonly mostInBands: number;
}

const LIMITS: PartedLimits = { seriesBytes: 128e6, mostInBands: 64e6 };

export function runParts(
  strategy: Strategy,
  market: PartedMarket,
  hooks: PartedHooks = {},
  limits: PartedLimits = LIMITS,
): Result<Report> {
  const tell = (read: number): void => hooks.onPart?.(read, 2 * market.parts);
  const survey = surveyParts(strategy, market, tell);
  if (survey.universe.length === 0) return err(universeEmpty(strategy, survey.instruments));
  const terms = settleTerms(strategy, {
    instruments: survey.instruments,
    universe: survey.universe,
    sessionDay: survey.sessions.sessionDay,
    marketCapKnown: survey.caps !== null,
    withoutAdjClose: () => (survey.adjusted === 0 && isAdjusted(strategy) ? null : survey.unadjusted),
    hasCloseBy: (instrument, day) => survey.firstDays[instrument] <= day,
  });
  if (!terms.ok) return terms;
  const bands = bandsOf(strategy, survey);
  if (bands !== null && barsIn(bands) > limits.mostInBands) return err(capsTooAlike(barsIn(bands)));
  const ground = judgeParts(terms.value, market, { survey, bands }, (done) => tell(market.parts + done));
  const plan: RunPlan = {
    ...terms.value,
    calendar: ground.calendar,
    bars: barsBetween(ground.calendar, terms.value),
    priceOf: pricesOnDemand(market, {
      strategy,
      survey,
      calendar: ground.calendar,
      seriesBytes: limits.seriesBytes,
    }),
  };
  const simulation = simulateOn(plan, ground, hooks);
  return ok(reportOn(plan, simulation, curveOf(plan, market, survey, ground)));
}

function bandsOf({ scanner }: Strategy, { caps, sessions }: PartedSurvey): CapBands | null {
  return caps === null || scanner.marketCapRank === null
    ? null
    : caps.bandsOf(sessions, scanner.marketCapRank);
}

function barsIn({ within }: CapBands): number {
  return within.reduce((sum, count) => sum + count, 0);
}

function capsTooAlike(bars: number): Problem {
  return {
    code: "memory-short",
    message: `The market caps of ${bars.toLocaleString("en-US")} bars lie so close to the edge of the market cap rank that they can't all be held in memory and compared. Leave out the market cap rank, or import fewer instruments or years as a dataset of its own.`,
    place: "scanner.marketCapRank",
  };
}

function curveOf(
  plan: RunPlan,
  market: PartedMarket,
  { numbers }: PartedSurvey,
  { growth }: PartedGround,
): Float64Array {
  switch (plan.benchmark.type) {
    case "series": {
      const columns: PriceColumn[] = isAdjusted(plan.strategy)
        ? ["day", "close", "adjClose"]
        : ["day", "close"];
      return seriesCurve(plan, market.readInstrument(numbers[plan.benchmark.instrument], columns), 0);
    }
    case "equal-weight":
      return equalWeightCurve(plan, growth);
  }
}

function isAdjusted({ simulation }: Strategy): boolean {
  return simulation.priceBasis === "adjusted";
}

/** Bytes for each 32 sessions of an instrument: bars, rows, candidates twice, zones of closes in singles, bounds of keys. */
const WORD_BYTES = 6 * Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT;
/** Columns of a part, and as much again for what they are decoded from and judged by. */
const PART_BYTES_A_BAR = 2 * 6 * Float64Array.BYTES_PER_ELEMENT;
/** One bar in so many lies near the edge of the market cap rank. */
const BARS_A_BAND = 50;
const BAND_BYTES_A_BAR = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;

/** About what a run on the market takes in memory at its most. */
export function bytesForParts({ simulation }: Strategy, { bars, days, mostBars }: PartedMarket): number {
  const figuresReadAgain = simulation.sortingType === "300-days-top-gainer-first" ? 2 : 3;
  const allBars = bars.reduce((sum, each) => sum + each, 0);
  const series = Math.min(LIMITS.seriesBytes, allBars * Float64Array.BYTES_PER_ELEMENT);
  return (
    bars.length * wordsFor(days) * WORD_BYTES +
    figuresReadAgain * series +
    mostBars * PART_BYTES_A_BAR +
    bytesOfCensus(days) +
    (allBars / BARS_A_BAND) * BAND_BYTES_A_BAR
  );
}

/**
 * A run on a market that does not fit into the memory, equal to the bit to that on the same market in memory. Its
 * parts are read for who is there on which days, twice more for the sizes of market caps where a run ranks them, and
 * for who passes on which sessions. Then the day loop trades, and reads again the few bars that it needs.
 */
import type { PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { equalWeightCurve, seriesCurve } from "./benchmark.ts";
import { wordsFor } from "./bits.ts";
import { bytesOfCensus } from "./cap-census.ts";
import type { CapBands } from "./cap-band.ts";
import { reportOn } from "./measure.ts";
import { surveyCaps } from "./parted-caps.ts";
import { judgeParts } from "./parted-ground.ts";
import type { PartedGround } from "./parted-ground.ts";
import { pricesOnDemand } from "./parted-prices.ts";
import { surveyParts } from "./parted-survey.ts";
import type { PartedSurvey } from "./parted-survey.ts";
import { barsBetween, settleTerms, universeEmpty } from "./plan.ts";
import type { RunPlan, RunTerms } from "./plan.ts";
import { simulateOn } from "./simulate.ts";
import type { SimulationHooks } from "./simulate.ts";

export interface PartedHooks extends SimulationHooks {
  /**
   * Called with every part that was read, several times each.
   *
   * @param share - of the reading that is done
   * @param endsPass - true where all parts have been read once more: sums over all of them follow
   */
  readonly onPart?: (share: number, endsPass: boolean) => void;
}

/** What is kept in memory of a market whose size alone does not bound it. */
export interface PartedLimits {
  /** What one figure of the bars that the day loop reads again may take. */
  readonly figureBytes: number;
  /** Bars whose market caps lie near the edge of the rank. */
  readonly mostInBands: number;
}

const LIMITS: PartedLimits = { figureBytes: 128e6, mostInBands: 64e6 };

export function runParts(
  strategy: Strategy,
  market: PartedMarket,
  hooks: PartedHooks = {},
  limits: PartedLimits = LIMITS,
): Result<Report> {
  const judged = judgeWhole(strategy, market, limits, hooks);
  if (!judged.ok) return judged;
  const { terms, survey, ground } = judged.value;
  const plan: RunPlan = {
    ...terms,
    calendar: ground.calendar,
    bars: barsBetween(ground.calendar, terms),
    priceOf: pricesOnDemand(market, {
      strategy,
      survey,
      calendar: ground.calendar,
      figureBytes: limits.figureBytes,
    }),
  };
  const simulation = simulateOn(plan, ground, hooks);
  return ok(reportOn(plan, simulation, curveOf(plan, market, survey, ground)));
}

interface Judged {
  readonly terms: RunTerms;
  readonly survey: PartedSurvey;
  readonly ground: PartedGround;
}

/**
 * All passes; those before the last take the parts as whole. Where that finds damage, all start again without the
 * instruments that it costs: every part has been held against its checksums then.
 */
function judgeWhole(
  strategy: Strategy,
  market: PartedMarket,
  limits: PartedLimits,
  hooks: PartedHooks,
): Result<Judged> {
  const damagedBefore = market.damaged().length;
  const judged = judge(strategy, market, limits, hooks);
  if (!judged.ok) {
    for (let part = 0; part < market.parts; part++) market.readPart(part, []); // what was refused may be damage
  }
  return market.damaged().length === damagedBefore ? judged : judgeWhole(strategy, market, limits, hooks);
}

function judge(
  strategy: Strategy,
  market: PartedMarket,
  limits: PartedLimits,
  hooks: PartedHooks,
): Result<Judged> {
  const { scanner } = strategy;
  const percent = scanner.marketCapRank;
  const tell = makeTeller(market.parts, percent === null ? 1 : 3, hooks);
  const survey = surveyParts(strategy, market, tell);
  const { instruments, universe, sessions } = survey;
  if (universe.length === 0) return err(universeEmpty(strategy, instruments));
  const bands = percent === null ? null : surveyCaps(market, { scanner, percent, sessions }, tell);
  const terms = settleTerms(strategy, {
    instruments,
    universe,
    sessionDay: sessions.sessionDay,
    marketCapKnown: bands !== null,
    withoutAdjClose: () => (survey.adjusted === 0 && isAdjusted(strategy) ? null : survey.unadjusted),
    hasCloseBy: (instrument, day) => survey.firstDays[instrument] <= day,
  });
  if (!terms.ok) return terms;
  if (bands !== null && barsIn(bands) > limits.mostInBands) return err(capsTooAlike(barsIn(bands)));
  tell.surveyed();
  const ground = judgeParts(terms.value, market, { survey, bands }, tell);
  return ok({ terms: terms.value, survey, ground });
}

/** What judging a part takes, in passes of the survey. */
const JUDGING = 7;

/** Tells the hook how far the passes are, part by part. */
interface Teller {
  (): void;
  /** Judging begins; a survey may have ended before its last pass. */
  readonly surveyed: () => void;
}

function makeTeller(parts: number, surveys: number, { onPart }: PartedHooks): Teller {
  let read = 0;
  const tell = (): void => {
    read++;
    const done = Math.min(read, surveys * parts) + JUDGING * Math.max(0, read - surveys * parts);
    onPart?.(done / ((surveys + JUDGING) * parts), read % parts === 0);
  };
  return Object.assign(tell, {
    surveyed: () => {
      read = surveys * parts;
    },
  });
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

/** Bytes for each 32 sessions of an instrument: bars, rows, candidates twice, and in singles zones of closes, bounds of keys. */
const WORD_BYTES = 4 * Int32Array.BYTES_PER_ELEMENT + 3 * Float32Array.BYTES_PER_ELEMENT;
/** Columns of a part, and as much again for what they are decoded from and judged by. */
const PART_BYTES_A_BAR = 2 * 6 * Float64Array.BYTES_PER_ELEMENT;
/** One bar in so many lies near the edge of the market cap rank. */
const BARS_A_BAND = 50;
const BAND_BYTES_A_BAR = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;

/** About what a run on the market takes in memory at its most. */
export function bytesForParts(
  { simulation }: Strategy,
  { bars, days, mostBars, keptBytes }: PartedMarket,
): number {
  const figuresReadAgain = simulation.sortingType === "300-days-top-gainer-first" ? 2 : 3;
  const allBars = bars.reduce((sum, each) => sum + each, 0);
  const series = Math.min(LIMITS.figureBytes, allBars * Float64Array.BYTES_PER_ELEMENT);
  return (
    bars.length * wordsFor(days) * WORD_BYTES +
    figuresReadAgain * series +
    mostBars * PART_BYTES_A_BAR +
    keptBytes +
    bytesOfCensus(days) +
    (allBars / BARS_A_BAND) * BAND_BYTES_A_BAR
  );
}

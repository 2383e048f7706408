/**
 * A run on a market that does not fit into the memory, equal to the bit to that on the same market in memory. Its
 * parts are read for who is there on which days, twice more for the sizes of market caps where a run ranks them, once more
 * where rules look across the universe, and for who passes on which sessions. Then the day loop trades, and reads again the
 * few bars and instruments that it needs. Gains the run itself: 70,000 x 6,300 bars go through a gigabyte of memory.
 */
import type { PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import { seriesCurve, yardsticksFrom } from "#workers/figures/benchmark-curve.ts";
import type { Yardsticks } from "#workers/figures/benchmark-curve.ts";
import { findBest } from "#workers/shortcuts/best-orders.ts";
import { countable } from "#workers/figures/countable.ts";
import { reportOn } from "#workers/figures/measure.ts";
import { looksAt } from "#workers/engine/run-rules.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import { makeAcrossParts } from "./across.ts";
import { PARTED_LIMITS } from "./bytes.ts";
import type { PartedLimits } from "./bytes.ts";
import { surveyCaps } from "./caps.ts";
import { judgeParts } from "./ground.ts";
import type { PartedGround } from "./ground.ts";
import { crossExpressions } from "./needs.ts";
import { makePieces } from "./pieces.ts";
import type { ScratchFile } from "./pieces.ts";
import { pricesOnDemand } from "./prices.ts";
import { gatherAcross, makeRulesInParts } from "./rules.ts";
import type { RulesInParts } from "./rules.ts";
import { findSized } from "#workers/shortcuts/sized-orders.ts";
import { NEVER, surveyParts } from "./survey.ts";
import type { PartedSurvey } from "./survey.ts";
import { barsBetween, settleTerms } from "#workers/engine/plan.ts";
import { universeEmpty } from "#workers/model/universe.ts";
import type { RunPlan, RunTerms } from "#workers/engine/run-plan.ts";
import { seriesOfMarket } from "#workers/engine/series.ts";
import type { Series } from "#workers/engine/series.ts";
import { makeFindOrders } from "#workers/engine/orders.ts";
import { sizingOf } from "#workers/engine/decide.ts";
import { simulateOn } from "#workers/engine/simulate.ts";
import type { RunWatcher } from "#workers/engine/simulate.ts";
import type { FindOrders } from "#workers/engine/order-list.ts";
import type { SimulationHooks } from "#workers/engine/simulation-hooks.ts";

export interface PartedHooks extends SimulationHooks {
  /**
   * Called with every part that was read, several times each.
   *
   * @param share - of the reading that is done
   * @param endsPass - true where all parts have been read once more: sums over all of them follow
   */
  readonly onPart?: (share: number, endsPass: boolean) => void;
  /** Called before the day loop: gives hooks beside these, and is told what came of the run. */
  readonly watch?: (plan: RunPlan) => RunWatcher<void>;
}

export interface PartedOptions {
  readonly limits?: PartedLimits;
  /** For ranks that the memory does not hold; a run that needs it and has none is refused. */
  readonly scratch?: ScratchFile | null;
}

export function runParts(
  strategy: Strategy,
  market: PartedMarket,
  hooks: PartedHooks = {},
  { limits = PARTED_LIMITS, scratch = null }: PartedOptions = {},
): Result<Report> {
  const judged = judgeWhole({ strategy, market, hooks, limits, scratch });
  if (!judged.ok) return judged;
  const { terms, survey, ground, rules } = judged.value;
  let alone: RuleGround | null = null;
  const ofAll = () => (alone ??= rules.alone(ground.calendar));
  const plan: RunPlan = {
    ...terms,
    ground: ofAll,
    wholeGround: ofAll,
    calendar: ground.calendar,
    bars: barsBetween(ground.calendar, terms),
    splits: () => ground.splits,
    priceOf: pricesOnDemand(market, {
      strategy,
      survey,
      calendar: ground.calendar,
      figureBytes: limits.figureBytes,
    }),
  };
  const findOrders = ordersIn(plan, ground);
  const watcher = hooks.watch?.(plan);
  const simulation = simulateOn(
    plan,
    { candidates: ground.candidates, findOrders },
    watcher ? { ...hooks, ...watcher.hooks } : hooks,
  );
  watcher?.found(simulation);
  return countable(reportOn(plan, simulation, yardsticksOf(plan, market, survey, ground)));
}

/** By what each candidate's place may cost: the same for all, of its own risk, or of its weight. */
function ordersIn(plan: RunPlan, ground: PartedGround): FindOrders {
  switch (plan.strategy.simulation.positionSizing) {
    case "weights":
      return makeFindOrders(plan, ground.candidates, sizingOf(plan));
    case "risk":
      return findSized(plan, ground.candidates, ground);
    case "equal-weight":
    case "percent-of-equity":
      return findBest(plan, ground.candidates, ground);
  }
}

interface Judging {
  readonly strategy: Strategy;
  readonly market: PartedMarket;
  readonly hooks: PartedHooks;
  readonly limits: PartedLimits;
  readonly scratch: ScratchFile | null;
}

interface Judged {
  readonly terms: RunTerms;
  readonly survey: PartedSurvey;
  readonly ground: PartedGround;
  readonly rules: RulesInParts;
}

/**
 * All passes; those before the last take the parts as whole. Where that finds damage, all start again without the
 * instruments that it costs: every part has been held against its checksums then.
 */
function judgeWhole(judging: Judging): Result<Judged> {
  const { market } = judging;
  const damagedBefore = market.damaged().length;
  const judged = judge(judging);
  if (!judged.ok) {
    for (let part = 0; part < market.parts; part++) market.readPart(part, []); // what was refused may be damage
  }
  return market.damaged().length === damagedBefore ? judged : judgeWhole(judging);
}

function judge({ strategy, market, hooks, limits, scratch }: Judging): Result<Judged> {
  const { scanner } = strategy;
  const read = readStrategyRules(strategy);
  if (!read.ok) return read;
  const percent = scanner.marketCapRank;
  const asked = crossExpressions(read.value);
  const isAcross = asked.ranks.length > 0 || asked.breadths.length > 0;
  const tell = makeTeller(
    market.parts,
    { surveys: percent === null ? 1 : 3, judgings: isAcross ? 2 : 1 },
    hooks,
  );
  const survey = surveyParts(strategy, market, percent === null && namesMarketCap(read.value), tell);
  const { instruments, universe, sessions } = survey;
  if (universe.length === 0) return err(universeEmpty(strategy, instruments));
  const caps = percent === null ? null : surveyCaps(market, strategy, survey, tell);
  const terms = settleTerms(strategy, {
    rules: read.value,
    facts: market.facts,
    hasBars: (symbol) => hasBarsOf(survey, symbol),
    instruments,
    universe,
    bars: survey.bars,
    sessionDay: sessions.sessionDay,
    marketCapKnown: caps !== null || survey.isCapKnown,
    withoutAdjClose: () => (survey.adjusted === 0 && isAdjusted(strategy) ? null : survey.unadjusted),
    hasCloseBy: (instrument, day) => survey.firstDays[instrument] <= day,
    seriesOf: (symbol) => seriesIn(strategy, market, survey, symbol),
  });
  if (!terms.ok) return terms;
  if (caps !== null && caps.compared > limits.mostInBands) return err(capsTooAlike(caps.compared));
  const rankBytes = asked.ranks.length * bytesOfRank(universe.length, sessions.sessionDay.length);
  if (scratch === null && rankBytes > limits.rankBytes) return err(ranksTooLarge(rankBytes, asked.rankPlace));
  const capTop = caps && caps.settle();
  tell.surveyed();
  const { blockBytes } = limits;
  const across = makeAcrossParts(asked, {
    survey,
    blockBytes,
    pieces: makePieces(limits.rankBytes, scratch),
  });
  const sources = { market, terms: terms.value, survey, across, keptBytes: limits.columnBytes };
  const rules = makeRulesInParts(sources);
  if (isAcross && !gatherAcross(sources, rules, tell)) return err(readAgain);
  const ground = judgeParts(terms.value, market, { survey, capTop, rules }, tell);
  return ok({ terms: terms.value, survey, ground, rules });
}

function namesMarketCap(rules: StrategyRules): boolean {
  return looksAt(rules, (part) => part.op === "figure" && part.name === "marketCap");
}

function hasBarsOf({ instruments, firstDays }: PartedSurvey, symbol: string): boolean {
  const at = instruments.findIndex((each) => each.symbol === symbol);
  return at >= 0 && firstDays[at] < NEVER;
}

/** Of one number for each member and session, as if each had a bar on each. */
function bytesOfRank(members: number, sessions: number): number {
  return members * sessions * Uint32Array.BYTES_PER_ELEMENT;
}

function ranksTooLarge(bytes: number, place: string | null): Problem {
  return {
    code: "memory-short",
    message: `A rank or place compares all instruments on every session, which takes ${(bytes / 1e9).toFixed(1)} GB here. That is more than the memory holds, and there is no file for the rest. Leave it out, or import fewer instruments or years as a dataset of its own.`,
    ...(place === null ? {} : { place }),
  };
}

/** Told to nobody: damage was found, and all is read again. */
const readAgain: Problem = { code: "storage-failed", message: "Some of the stored prices are damaged." };

/** What judging a part takes, in passes of the survey. */
const JUDGING = 7;

/** Tells the hook how far the passes are, part by part. */
interface Teller {
  (): void;
  /** Judging begins; a survey may have ended before its last pass. */
  readonly surveyed: () => void;
}

/** @param passes - over all parts: `judgings` of them work out as much as judging does */
function makeTeller(
  parts: number,
  { surveys, judgings }: { readonly surveys: number; readonly judgings: number },
  { onPart }: PartedHooks,
): Teller {
  let read = 0;
  const tell = (): void => {
    read++;
    const done = Math.min(read, surveys * parts) + JUDGING * Math.max(0, read - surveys * parts);
    onPart?.(done / ((surveys + judgings * JUDGING) * parts), read % parts === 0);
  };
  return Object.assign(tell, {
    surveyed: () => {
      read = surveys * parts;
    },
  });
}

function capsTooAlike(bars: number): Problem {
  return {
    code: "memory-short",
    message: `The market caps of ${bars.toLocaleString("en-US")} bars lie too close to the edge of the market cap rank. They can't all be held in memory and compared. Leave out the market cap rank, or import fewer instruments or years as a dataset of its own.`,
    place: "scanner.marketCapRank",
  };
}

/** One instrument's closes, read for themselves. */
function seriesIn(
  strategy: Strategy,
  market: PartedMarket,
  { instruments, numbers }: PartedSurvey,
  symbol: string,
): Series | null {
  const instrument = instruments.findIndex((each) => each.symbol === symbol);
  if (instrument < 0) return null;
  const read = market.readInstrument(numbers[instrument], closeColumns(strategy));
  return seriesOfMarket(read, strategy.simulation.priceBasis)(symbol);
}

function closeColumns(strategy: Strategy): PriceColumn[] {
  return isAdjusted(strategy) ? ["day", "close", "adjClose"] : ["day", "close"];
}

function yardsticksOf(
  plan: RunPlan,
  market: PartedMarket,
  { numbers }: PartedSurvey,
  { growth }: PartedGround,
): Yardsticks {
  const columns = closeColumns(plan.strategy);
  return yardsticksFrom(plan, {
    growth,
    series: (instrument) => seriesCurve(plan, market.readInstrument(numbers[instrument], columns), 0),
  });
}

function isAdjusted({ simulation }: Strategy): boolean {
  return simulation.priceBasis === "adjusted";
}

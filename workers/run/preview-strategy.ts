/** What a run of a strategy lets pass, before it is run; apart from backtest.ts, so that a run loads none of it. */
import { previewRules } from "#workers/analysis/preview.ts";
import type { KeptVerdicts } from "#workers/analysis/member-verdicts.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { INDEX_TYPE, RATE_TYPE } from "#workers/model/market.ts";
import type { Market } from "#workers/model/market.ts";
import { MOST_SERIES } from "#workers/model/preview.ts";
import type { BenchmarkSeries, Preview } from "#workers/model/preview.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { withRule } from "#workers/model/rule-lines.ts";
import type { RULE_SECTIONS } from "#workers/model/rule-lines.ts";
import type { Rule } from "#workers/model/rule.ts";
import { withEqualSlots } from "#workers/model/slots.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { planRun } from "./plan-run.ts";
import type { RunOptions } from "./plan-run.ts";

/**
 * What passes each rule on the last session of the strategy's period; refused for the same reasons as the run, but for
 * names that the data lacks: what names them is left out, and told beside the counts of the rest.
 */
export function previewStrategy(
  strategy: Strategy,
  market: Market,
  options: RunOptions = {},
): Result<Preview> {
  const counted = countStrategy(strategy, market, options);
  if (counted.ok || !LACKING.has(counted.problem.code)) return counted;
  const { problem } = counted;
  const answered = problem.code === "cash-series-missing" ? withoutCash(strategy) : strategy;
  const rest = countStrategy(withoutLines(answered, placesOf(problem)), market, options);
  return rest.ok ? ok({ ...rest.value, lacks: problem }) : counted;
}

const LACKING: ReadonlySet<string> = new Set<Problem["code"]>([
  "cash-series-missing",
  "rules-unknown-name",
  "rules-need-index",
  "rules-unknown-symbol",
  "rules-too-coarse",
]);

function placesOf({ details = [] }: Problem): readonly string[] {
  return details.map((line) => line.slice(0, line.indexOf(", column ")));
}

function countStrategy(strategy: Strategy, market: Market, options: RunOptions): Result<Preview> {
  const plan = planRun(strategy, market, options);
  if (!plan.ok) return plan;
  const counts = previewRules(plan.value, keptVerdicts(plan.value));
  const series = benchmarkSeries(strategy, market);
  return ok({ ...counts, series, hasAdjusted: market.adjClose !== null, warnings: plan.value.warnings });
}

/** Rules whose verdicts are kept for the next preview, and the ranks that they look at. */
const MOST_KEPT = 1000;

interface KeptCount {
  /** Session and benchmark, on which verdicts hang beside the prices. */
  readonly of: string;
  readonly kept: KeptVerdicts;
}

const counted = new WeakMap<PriceFacts, KeptCount>();

/** What the last preview on the same session found, so that one changed line costs its own evaluation alone. */
function keptVerdicts({ facts, benchmark, lastSession }: Plan): KeptVerdicts {
  const of = JSON.stringify([lastSession, benchmark]);
  const known = counted.get(facts);
  if (known?.of === of && known.kept.verdicts.size < MOST_KEPT) return known.kept;
  const kept: KeptVerdicts = { verdicts: new Map(), ranks: new Map() };
  counted.set(facts, { of, kept });
  return kept;
}

function benchmarkSeries({ scanner }: Strategy, { instruments }: Market): readonly BenchmarkSeries[] {
  const own = instruments.filter(
    ({ exchange, instrumentType }) => exchange === scanner.exchange && instrumentType !== RATE_TYPE,
  );
  const indices = own.filter(({ instrumentType }) => instrumentType === INDEX_TYPE);
  const others = own.filter(({ instrumentType }) => instrumentType !== INDEX_TYPE);
  return [...indices, ...others].slice(0, MOST_SERIES).map(({ symbol, name, instrumentType }) => ({
    symbol,
    name,
    isIndex: instrumentType === INDEX_TYPE,
  }));
}

function withoutCash(strategy: Strategy): Strategy {
  const { cash: _unanswered, riskFree: _byCash, ...simulation } = strategy.simulation;
  return { ...strategy, simulation };
}

type RuleSection = (typeof RULE_SECTIONS)[number];

/**
 * A strategy without the lines and expressions that its data can't answer: what is left of it can be counted.
 *
 * @param places - as "buy.rules[2].any[0]" or "simulation.sortBy"; all other lines keep theirs
 */
function withoutLines(strategy: Strategy, places: readonly string[]): Strategy {
  const { scanner, buy, sell } = strategy;
  const rulesOf = (section: RuleSection) =>
    places.reduce(
      (rules, place) => withRule(rules, `${section}.rules`, { place, make: (line): Rule => ({ off: line }) }),
      strategy[section].rules ?? [],
    );
  return {
    ...strategy,
    scanner: { ...scanner, rules: rulesOf("scanner") },
    buy: { ...buy, rules: rulesOf("buy") },
    sell: { ...sell, rules: rulesOf("sell") },
    simulation: withoutExpressions(strategy.simulation, places),
  };
}

/** An expression without which nothing is known of how much is bought. */
function isSize(place: string): boolean {
  return place === "simulation.riskDistance" || place.startsWith("simulation.weight");
}

function withoutExpressions(
  simulation: Strategy["simulation"],
  places: readonly string[],
): Strategy["simulation"] {
  const { sortingType } = defaultStrategy.simulation;
  let rest = simulation;
  if (places.includes("simulation.sortBy")) {
    const { sortBy: _unanswered, ...others } = rest;
    rest = { ...others, sortingType };
  }
  return places.some(isSize) ? withEqualSlots(rest) : rest;
}

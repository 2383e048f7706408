/** Everything that is wrong with a strategy before it runs: its fields, its lines, and what they name on a market. */
import { settleTerms } from "../engine/plan.ts";
import { lookUpNames } from "../engine/run-rules.ts";
import { readSource } from "../code/read-source.ts";
import { fieldProblem } from "../code/field-problem.ts";
import { fieldsInUse } from "../code/fields-in-use.ts";
import type { FactSeries } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { universeEmpty } from "#workers/model/universe.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import { findStrategyProblems } from "#workers/words/whole-strategy.ts";
import { problemsIn } from "./error.ts";
import type { ApiProblem } from "./error.ts";
import type { FactOutline, OutlineReader } from "./outline.ts";

export type CheckedStrategy =
  | { readonly ok: true; readonly strategy: Strategy; readonly usesCode: boolean }
  | { readonly ok: false; readonly problems: readonly ApiProblem[] };

/** @param market - null to check the strategy alone: names of facts pass then */
export function checkWhole(value: unknown, market: OutlineReader | null): CheckedStrategy {
  const own = findStrategyProblems(value);
  if (own.length > 0) return { ok: false, problems: own };
  const parsed = parseStrategy(value);
  if (!parsed.ok) return { ok: false, problems: problemsIn(parsed.problem) };
  const strategy = parsed.value;
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return { ok: false, problems: problemsIn(rules.problem) };
  const fields = fieldsInUse(strategy, rules.value);
  const inCode = fields.flatMap(({ field, at }) => {
    const read = readSource(field);
    return read.ok ? [] : problemsIn(fieldProblem(field, at, read.problem));
  });
  const computed = new Set(fields.map(({ field }) => field.name.toLowerCase()));
  const onMarket = market ? problemsOn(market, strategy, { rules: rules.value, computed }) : [];
  const problems = [...inCode, ...onMarket];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, strategy, usesCode: fields.length > 0 };
}

interface Read {
  readonly rules: StrategyRules;
  /** Names in lower case of the strategy's own numbers that its rules use. */
  readonly computed: ReadonlySet<string>;
}

function problemsOn(
  market: OutlineReader,
  strategy: Strategy,
  { rules, computed }: Read,
): readonly ApiProblem[] {
  const { outline } = market;
  const of = market.of(strategy.scanner);
  const { frequency } = of.bars;
  const facts = [
    ...outline.facts.filter(({ name }) => !computed.has(name.toLowerCase())).map(seriesOf),
    ...[...computed].map(computedSeries),
  ];
  const names = (hasBenchmark: boolean): readonly ApiProblem[] => {
    const found = lookUpNames(strategy, rules, { facts, hasBars: market.hasBars, hasBenchmark, frequency });
    return found.ok ? [] : problemsIn(found.problem);
  };
  if (of.universe.length === 0)
    return [...problemsIn(universeEmpty(strategy, outline.instruments)), ...names(true)];
  const adjusted = strategy.simulation.priceBasis === "adjusted";
  const terms = settleTerms(strategy, {
    rules,
    facts,
    hasBars: market.hasBars,
    instruments: outline.instruments,
    universe: of.universe,
    bars: of.bars,
    sessionDay: of.sessionDay,
    marketCapKnown: of.marketCapKnown,
    withoutAdjClose: () => (adjusted ? of.withoutAdjClose : 0),
    hasCloseBy: market.hasCloseBy,
    seriesOf: market.seriesOf,
  });
  if (terms.ok) return [];
  const first = problemsIn(terms.problem);
  const others = names(true).filter((one) => !first.some(({ message }) => message === one.message));
  return [...first, ...others];
}

const NO_STEPS = { stepOffset: new Int32Array(1), day: new Int32Array(0), value: new Float64Array(0) };

function seriesOf({ name, kind, lag, currency }: FactOutline): FactSeries {
  return {
    name,
    kind,
    ...(lag ? { lag } : {}),
    ...(currency === undefined ? {} : { currency }),
    ...NO_STEPS,
  };
}

function computedSeries(name: string): FactSeries {
  return { name, kind: "signal", computed: { marketCap: false, signals: [] }, ...NO_STEPS };
}

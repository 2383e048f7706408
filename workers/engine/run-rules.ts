/** The rules of a run: looked up in its dataset, and ready to be worked out on it. */
import type { FactSeries } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import type { Period } from "#workers/rules/function-entry.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import { nearestNames } from "#workers/model/nearest.ts";
import { asProblem, ruleProblem, usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { RuleProblem, StrategyRules } from "#workers/rules/strategy-rules.ts";

/** What a dataset says to those who name something of it. */
export interface KnownNames {
  readonly facts: readonly FactSeries[];
  /** Whether the dataset has a bar of the symbol. */
  readonly hasBars: (symbol: string) => boolean;
  /** False where the run is compared with the universe itself. */
  readonly hasBenchmark: boolean;
  /** What a bar of those that the run trades is. */
  readonly frequency: Frequency;
}

/** Problems of names that the dataset does not have: all of them at once, under the code of the first. */
export function lookUpNames(strategy: Strategy, rules: StrategyRules, known: KnownNames): Result<null> {
  const facts = new Set(known.facts.map(({ name }) => name.toLowerCase()));
  const computed = new Set(
    (strategy.computed ?? []).flatMap(({ name, off }) => (off ? [] : [name.toLowerCase()])),
  );
  for (const { name, computed: own } of known.facts) if (own) computed.delete(name.toLowerCase());
  const notRun: RuleProblem[] = [];
  const missing: RuleProblem[] = [];
  const needIndex: RuleProblem[] = [];
  const unknownSymbols: RuleProblem[] = [];
  const tooCoarse: RuleProblem[] = [];
  for (const { place, expression } of usedExpressions(rules)) {
    for (const part of partsOf(expression)) {
      if (part.op === "fact" && computed.has(part.name)) {
        notRun.push(
          ruleProblem(place, part.column, `${part.name} is a number from own code, which is not run here`),
        );
      } else if (part.op === "fact" && !facts.has(part.name)) {
        missing.push(ruleProblem(place, part.column, missingFact(part.name, known)));
      }
      if (part.op === "period" && !FINER[part.period].has(known.frequency))
        tooCoarse.push(ruleProblem(place, part.column, tooCoarseFor(part.period, known.frequency)));
      if (part.op !== "elsewhere") continue;
      const { symbol, column } = part;
      if (symbol === null) {
        if (!known.hasBenchmark) needIndex.push(ruleProblem(place, column, NEED_INDEX));
      } else if (!known.hasBars(symbol)) {
        const text = `the dataset has no bar of "${symbol}"; name another symbol`;
        unknownSymbols.push(ruleProblem(place, column, text));
      }
    }
  }
  const all = [...notRun, ...missing, ...needIndex, ...unknownSymbols, ...tooCoarse];
  if (notRun.length > 0) return err(asProblem("computed-not-run", all));
  if (missing.length > 0) return err(asProblem("rules-unknown-name", all));
  if (needIndex.length > 0) return err(asProblem("rules-need-index", all));
  if (unknownSymbols.length > 0) return err(asProblem("rules-unknown-symbol", all));
  return all.length > 0 ? err(asProblem("rules-too-coarse", all)) : ok(null);
}

/** The frequencies of bars of which weeks and months are put together. */
const FINER: Readonly<Record<Period, ReadonlySet<Frequency>>> = {
  weekly: new Set(["daily"]),
  monthly: new Set(["daily", "weekly"]),
};

function tooCoarseFor(period: Period, frequency: Frequency): string {
  return `${period} puts bars together, and these prices are ${frequency} ones; leave it out, since a bar is a ${frequency === "weekly" ? "week" : "month"} already`;
}

const NEED_INDEX =
  "market() asks the run's benchmark, and this run has no series as one. Name a series as the benchmark, or import the prices of an index";

function missingFact(name: string, { facts, hasBars }: KnownNames): string {
  const known = [...NAMES, ...FUNCTIONS, ...facts].map((each) => each.name);
  const symbol = name.toUpperCase();
  const asSymbol = hasBars(symbol) ? [`of("${symbol}", close)`] : [];
  const nearest = [...asSymbol, ...nearestNames(name, known, 3)].slice(0, 3).join(", ");
  const list =
    facts.length === 0 ? "it has no facts" : `its facts are ${facts.map((each) => each.name).join(", ")}`;
  return `${name} is not known, and the dataset has no fact of that name (${list}); the nearest names are ${nearest}`;
}

/** Whether a rule in use, or an expression, looks at this. */
export function looksAt(rules: StrategyRules, isIt: (part: Expression) => boolean): boolean {
  return usedExpressions(rules).some(({ expression }) => partsOf(expression).some(isIt));
}

/** Whether a rule in use names the fact. */
export function namesFact(rules: StrategyRules, { name }: FactSeries): boolean {
  return looksAt(rules, (part) => part.op === "fact" && part.name === name.toLowerCase());
}

/** Whether a run reads the highs and lows of bars: for resting stops, a rule, or a line of code that names one. */
export function needsHighAndLow(strategy: Strategy, rules: StrategyRules): boolean {
  const { sell, computed = [] } = strategy;
  if (sell.stopOrders === "resting") return true;
  if (computed.some(({ off, source }) => !off && /\b(?:high|low)\b/.test(source))) return true;
  return looksAt(rules, (part) => part.op === "figure" && (part.name === "high" || part.name === "low"));
}

/** What `npm run bench -- --rules` measures, in Node or in a browser's worker: issue 18's figures one after the other. */
import { backtest } from "#workers/run/backtest.ts";
import { previewStrategy } from "#workers/run/preview-strategy.ts";
import { withFacts } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { figuresOf } from "#workers/run/variant-figures.ts";
import type { TaLib } from "../support/talib.ts";
import { valueOf } from "../support/value-of.ts";
import { changedNumbers, variantsOf } from "./changed-numbers.ts";
import { columnWorks, expectSameColumn, PLAIN_FUNCTIONS } from "./function-columns.ts";
import { libraryBarsOf, libraryCalls } from "./compared/library-calls.ts";
import { barsOf } from "./plain/plain-bars.ts";
import type { RulesFinding, RulesGroup, RulesResult, RulesShape } from "./rules-figures.ts";
import { rulesMarket } from "./rules-market.ts";
import { timeInTurn } from "./stopwatch.ts";
import type { Clock, Work } from "./stopwatch.ts";
import { readTemplates } from "./template-strategies.ts";
import type { Template } from "./template-strategies.ts";

/** On more bars than these only whole runs are measured. */
const MOST_BARS_FOR_ALL = 10_000_000;

/** Whether more than whole runs is measured on a market. */
export function isMeasuredWhole({ instruments, sessions }: RulesShape): boolean {
  return instruments * sessions <= MOST_BARS_FOR_ALL;
}

/** Before the measured rounds, and more of what is measured first, until its code is compiled. */
const UNMEASURED_ROUNDS = 2;
const FIRST_UNMEASURED_ROUNDS = 8;
const SMALL: RulesShape = { instruments: 20, sessions: 1000, rounds: 0, only: "" };

/**
 * Of every so many instruments the other libraries, which are slow, get one; their times are given as for all. The evaluator gets the
 * same ones so many times: their bars lie as near to the processor for it as for them.
 */
const LIBRARY_SHARE = 20;

/** What differs between Node and a browser. */
export interface RulesTools {
  /** Of what processors worked. */
  readonly clock: Clock;
  /** Of this shape, by rules-market.ts. */
  readonly openMarket: (shape: RulesShape) => Promise<Market>;
  readonly loadTaLib: () => Promise<TaLib>;
}

/** One kind of work. */
interface Measure {
  readonly group: RulesGroup;
  readonly name: string;
  /** How many are done at once; 1 without it. */
  readonly count?: number;
  /** Times are multiplied by it, for work that is done on a part of the market; 1 without it. */
  readonly scale?: number;
  /** UNMEASURED_ROUNDS without it. */
  readonly unmeasured?: number;
  /** Made when the measure's turn has come. */
  readonly prepare: () => Work;
  /** Something else to hold it against. */
  readonly beside?: { readonly name: string; readonly work: Work };
}

/** @param onFinding - told of each as it is known */
export async function runRulesMeasures(
  shape: RulesShape,
  { clock, openMarket, loadTaLib }: RulesTools,
  onFinding: (finding: RulesFinding) => void,
): Promise<RulesResult> {
  const market = await openMarket(shape);
  const findings: RulesFinding[] = [];
  for (const measure of measuresOf(market, shape, await loadTaLib())) {
    if (!`${measure.group}: ${measure.name}`.includes(shape.only)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const finding = await take(measure, shape.rounds, clock);
    findings.push(finding);
    onFinding(finding);
  }
  return { shape, findings };
}

async function take(measure: Measure, rounds: number, clock: Clock): Promise<RulesFinding> {
  const { group, name, count = 1, scale = 1, unmeasured = UNMEASURED_ROUNDS, prepare, beside } = measure;
  try {
    const works = [prepare(), ...(beside ? [beside.work] : [])];
    const [own, other] = await timeInTurn(works, { measured: rounds, unmeasured, clock });
    if (!own) throw new RangeError("no timing");
    const [median, fastest, slowest] = [own.median * scale, own.fastest * scale, own.slowest * scale];
    const against =
      beside && other ? { name: beside.name, median: other.median, ratio: median / other.median } : null;
    return { group, name, count, median, fastest, slowest, beside: against };
  } catch (error) {
    return { group, name, failure: String(error) };
  }
}

function* measuresOf(market: Market, shape: RulesShape, talib: TaLib): Generator<Measure> {
  const { rounds } = shape;
  const templates = readTemplates(market);
  yield* defaultMeasures(market);
  yield* templates.map((template) => firstRun(template, market));
  if (!isMeasuredWhole(shape)) return;
  const values = UNMEASURED_ROUNDS + rounds;
  yield* templates.flatMap((template) => changedRuns(template, market, values));
  yield* templates.flatMap((template) => changedPreviews(template, market, values));
  yield* templates
    .filter(({ id }) => id === "rsi-two-pullback")
    .map((template) => variants(template, market));
  yield* functionMeasures(market);
  yield* libraryMeasures(market, talib);
}

/** A first run is on another object each time: nothing is known of it yet. */
function defaultMeasures(market: Market): readonly Measure[] {
  return [
    {
      group: "default",
      name: "first run",
      unmeasured: FIRST_UNMEASURED_ROUNDS,
      prepare: () => () => valueOf(backtest(defaultStrategy, withFacts(market, market.facts))),
    },
    {
      group: "default",
      name: "run again",
      unmeasured: FIRST_UNMEASURED_ROUNDS,
      prepare: () => {
        const known = withFacts(market, market.facts);
        return () => valueOf(backtest(defaultStrategy, known));
      },
    },
  ];
}

function firstRun({ id, strategy }: Template, market: Market): Measure {
  return {
    group: "template",
    name: id,
    prepare: () => () => valueOf(backtest(strategy, withFacts(market, market.facts))),
  };
}

/** Another value of one number each round, on a market on which the template itself has run. */
function changedRuns({ id, strategy }: Template, market: Market, values: number): readonly Measure[] {
  return changedNumbers(strategy, values).map(({ name, strategies }) => ({
    group: "changed",
    name: `${id} ${name}`,
    prepare: () => {
      const known = withFacts(market, market.facts);
      valueOf(backtest(strategy, known));
      return (round) => valueOf(backtest(strategies[round] ?? strategy, known));
    },
  }));
}

/** As changedRuns, but only counted. */
function changedPreviews({ id, strategy }: Template, market: Market, values: number): readonly Measure[] {
  return changedNumbers(strategy, values).map(({ name, strategies }) => ({
    group: "preview",
    name: `${id} ${name}`,
    prepare: () => {
      const known = withFacts(market, market.facts);
      valueOf(previewStrategy(strategy, known));
      return (round) => valueOf(previewStrategy(strategies[round] ?? strategy, known));
    },
  }));
}

/** Ten levels of rsi, six lengths of the long average and five of the short one. */
function variants({ strategy }: Template, market: Market): Measure {
  const grid = variantsOf(strategy, { field: "buy.rules[1]", number: 2, from: 2, to: 20, step: 2 })
    .flatMap((each) => variantsOf(each, { field: "buy.rules[0]", number: 1, from: 100, to: 350, step: 50 }))
    .flatMap((each) => variantsOf(each, { field: "sell.rules[0]", number: 1, from: 3, to: 11, step: 2 }));
  return {
    group: "variants",
    name: "RSI(2) pullback over three numbers",
    count: grid.length,
    prepare: () => {
      expectSameFigures(grid);
      return () => figuresOf(grid, withFacts(market, market.facts)).map(valueOf);
    },
  };
}

/** @throws where variants on a small market end on something else than their single runs */
function expectSameFigures(grid: readonly Strategy[]): void {
  const market = rulesMarket(SMALL);
  const together = figuresOf(grid, market).map(valueOf);
  for (let at = 0; at < grid.length; at += 37) {
    const strategy = grid[at] ?? defaultStrategy;
    const { endValue } = valueOf(backtest(strategy, market)).performance;
    const other = together[at]?.performance.endValue;
    if (other !== endValue) throw new Error(`variant ${at} ends on ${other}, its single run on ${endValue}`);
  }
}

function functionMeasures(market: Market): readonly Measure[] {
  const works = columnWorks(market);
  const small = rulesMarket(SMALL);
  return PLAIN_FUNCTIONS.map((plain) => ({
    group: "function",
    name: plain.text,
    prepare: () => {
      expectSameColumn(plain, small, 3);
      return works.byEvaluator(plain);
    },
    beside: { name: "a plain loop", work: works.byLoop(plain) },
  }));
}

/** Each call of another library in turn with the evaluator's columns of the same instruments. */
function libraryMeasures(market: Market, talib: TaLib): readonly Measure[] {
  const works = columnWorks(market);
  const members = [...market.instruments.keys()].filter((at) => at % LIBRARY_SHARE === 0);
  const some = members.map((at) => libraryBarsOf(barsOf(market, at)));
  const many = Array.from({ length: LIBRARY_SHARE }, () => members).flat();
  return libraryCalls(talib).flatMap(({ text, library, run }) => {
    const plain = PLAIN_FUNCTIONS.find((known) => known.text === text);
    if (!plain) throw new Error(`${library} is to be held against ${text}, which is not measured`);
    return {
      group: "library",
      name: `${text} by ${library}`,
      scale: LIBRARY_SHARE,
      prepare: () => () => some.forEach(run),
      beside: { name: "the evaluator", work: works.byEvaluator(plain, many) },
    };
  });
}

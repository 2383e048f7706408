/**
 * A person's own numbers in a run: worked out in rooms before it, over all bars of the instruments that the run may ask, checked,
 * and laid beside the market's facts, where rules find them by name.
 */
import { daysOf, withFacts } from "#workers/model/late-column.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import type { FieldProgress } from "#workers/model/protocol.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report, Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { listPositions } from "#workers/figures/measure.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { checkDecisions } from "./check-decisions.ts";
import { CHECKED, checkEach, checkField } from "./check-field.ts";
import type { CheckedField } from "./check-field.ts";
import { askedElsewhere, checkGains, checkGainsOfAll, namesCompared } from "./check-gains.ts";
import type { Gain } from "./check-gains.ts";
import { fieldProblem } from "./field-problem.ts";
import type { FieldFault } from "./field-problem.ts";
import { fieldsInUseOf, nameFields } from "./fields-in-use.ts";
import type { PlacedField, ReadStrategy } from "./fields-in-use.ts";
import { firstFault } from "./first-fault.ts";
import { createKeptFields } from "./kept-fields.ts";
import type { KeptField, KeptFields } from "./kept-fields.ts";
import { mentionsOf } from "./mentions.ts";
import { readSource } from "./read-source.ts";
import { makeBarsOf } from "./room-bars.ts";
import type { BarsGround, BarsOf } from "./room-bars.ts";
import type { OpenRoom, RoomBars } from "./room.ts";

export interface CodeTools {
  readonly openRoom: OpenRoom;
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** What runs the code, as in "Node 24.1": its numbers may differ in their last bit from another's. */
  readonly engine: string;
  /** What was worked out before, and what is new goes there; nothing without it. */
  readonly kept?: {
    readonly fields: KeptFields;
    /** Names the market's prices and facts. */
    readonly dataset: string;
  };
  readonly onProgress?: (progress: FieldProgress) => void;
}

/** The market with its fields, and what can be said and asked of them once the run is known. */
export interface ComputedMarket {
  readonly market: Market;
  /** Of the run's largest gains: whether what the fields said at their decisions hangs on later bars. */
  readonly checkGains: (positions: readonly Gain[]) => Promise<Result<null>>;
  /** The same of runs that leave no report, as a search has them: each is made for it. One that can't be made has no gains. */
  readonly checkRuns: (strategies: readonly Strategy[]) => Promise<Result<null>>;
  /** As checkGains, with a run's report, and in its warnings which numbers were worked out by code, where, and that no look-ahead was found. */
  readonly withChecks: (report: Report) => Promise<Result<Report>>;
  /** Whether a number of any instrument hangs on later bars. How many instruments were looked at; 0 without a field. */
  readonly checkAll: (onProgress: (progress: FieldProgress) => void) => Promise<Result<number>>;
}

/** For work that keeps nothing, any bound will do. */
const UNBOUNDED = Infinity;

/** The same market where the strategy uses no field. What a person can mend in strategy or source is the problem. */
export async function computeFields(
  strategy: Strategy,
  market: Market,
  tools: CodeTools,
): Promise<Result<ComputedMarket>> {
  const rules = readStrategyRules(strategy);
  return rules.ok ? computeFieldsOf([{ strategy, rules: rules.value }], market, tools) : rules;
}

/**
 * What all of them use, for strategies that differ in rules and numbers alone: they have the same fields, universe, prices and benchmark.
 *
 * @param strategies - at least one
 */
export async function computeFieldsOf(
  strategies: readonly ReadStrategy[],
  market: Market,
  tools: CodeTools,
): Promise<Result<ComputedMarket>> {
  const [first] = strategies;
  if (!first) throw new RangeError("computeFieldsOf: no strategy");
  const fields = fieldsInUseOf(strategies);
  if (fields.length === 0) return ok(withoutFields(market));
  const { fields: kept = createKeptFields(UNBOUNDED), dataset = "" } = tools.kept ?? {};
  const own = fields.map(({ field, at }) => ({
    field,
    at,
    kept: kept.field(keyOf(field, first.strategy, dataset), market.barOffset.at(-1) ?? 0),
  }));
  const withFields = kept.marketWith(
    market,
    own.map((one) => one.kept),
    () => withSeries(market, own),
  );
  const plan = planFirst(strategies, withFields);
  if (!plan.ok) return plan;
  const ground = groundOf(plan.value, market);
  const names = new Set(fields.map(({ field }) => field.name.toLowerCase()));
  const elsewhere = [...new Set(strategies.flatMap(({ rules }) => askedElsewhere(rules, names, ground)))];
  const compared = new Set(strategies.flatMap(({ rules }) => namesCompared(rules)));
  const instruments = [...new Set([...plan.value.universe, ...elsewhere])];
  const worked: WorkedField[] = [];
  for (const one of own) {
    // oxlint-disable-next-line no-await-in-loop -- one field after the other, and none after a fault
    const found = await workField(one, { ground, instruments }, tools);
    if (!found.ok) return found;
    worked.push(found.value);
  }
  const sameDecisions = () => sameDecisionsOf(worked, withFields, strategies);
  const decided = sameDecisions();
  if (!decided.ok) return decided;
  const warning = checkedWarning(fields, Math.min(CHECKED, instruments.length), tools.engine);
  const gainGround = { market, elsewhere, compared, instruments, openRoom: tools.openRoom };
  const check: ComputedMarket["checkGains"] = (positions) => checkGains(positions, worked, gainGround);
  return ok({
    market: withFields,
    checkGains: check,
    checkRuns: (runs) =>
      checkGainsOfAll(
        runs.map((run) => gainsOf(run, withFields)),
        worked,
        gainGround,
      ),
    withChecks: (report) => withChecks(report, warning, check),
    checkAll: async (onProgress) => {
      const checked = await checkAll(worked, instruments, tools.openRoom, onProgress);
      const same = checked.ok ? sameDecisions() : checked;
      return same.ok ? checked : same;
    },
  });
}

/** Whether each of the strategies decides the same by numbers that differ by no more than rounding where the bars end earlier. */
function sameDecisionsOf(
  worked: readonly WorkedField[],
  market: Market,
  strategies: readonly ReadStrategy[],
): Result<null> {
  const runs = strategies.map(({ strategy }) => strategy);
  for (const one of worked) {
    const fault = checkDecisions(one.kept, market, runs);
    if (fault) return err(fieldProblem(one.field, one.at, fault));
  }
  return ok(null);
}

function withoutFields(market: Market): ComputedMarket {
  return {
    market,
    checkGains: async () => ok(null),
    checkRuns: async () => ok(null),
    withChecks: async (report) => ok(report),
    checkAll: async () => ok(0),
  };
}

/** What a run bought, and what it brought; nothing of one that can't be made. */
export function gainsOf(strategy: Strategy, market: Market): readonly Gain[] {
  const plan = planRun(strategy, market);
  return plan.ok ? listPositions(plan.value, simulate(plan.value)) : [];
}

/** All that a field's numbers hang on; without a named benchmark exchange and first day are what chooses one. */
function keyOf(
  { name, language, source }: ComputedField,
  { scanner, simulation }: Strategy,
  dataset: string,
) {
  const { benchmark, startDate, priceBasis } = simulation;
  const chosen = benchmark === null ? [scanner.exchange, startDate] : [benchmark];
  const compared = mentionsOf(source).hasMarket ? chosen : [];
  return JSON.stringify([dataset, name, language, source, priceBasis, ...compared]);
}

function groundOf({ benchmark, strategy }: Plan, market: Market): BarsGround {
  return {
    market,
    isAdjusted: strategy.simulation.priceBasis === "adjusted",
    benchmark: benchmark.type === "series" ? benchmark.instrument : null,
  };
}

function withSeries(market: Market, own: readonly OwnField[]): Market {
  const names = new Set(own.map(({ field }) => field.name.toLowerCase()));
  const others = (market.facts ?? []).filter(({ name }) => !names.has(name.toLowerCase()));
  return withFacts(market, [...others, ...own.map((one) => seriesOf(one, market))]);
}

function seriesOf({ field, kept }: OwnField, { barOffset, facts = [] }: Market): FactSeries {
  const { name, source } = field;
  const { figures, names } = mentionsOf(source);
  const signals = facts.flatMap((fact) => (fact.kind === "signal" && names(fact.name) ? [fact.name] : []));
  return {
    name,
    kind: "signal",
    computed: { marketCap: figures.includes("marketCap"), signals },
    stepOffset: barOffset,
    day: new Int32Array(0),
    value: kept.values,
  };
}

/** The plan of the first that can be run; the problem of the first where none can. */
function planFirst(strategies: readonly ReadStrategy[], market: Market): ReturnType<typeof planRun> {
  let refused: Problem | null = null;
  for (const { strategy } of strategies) {
    const plan = planRun(strategy, market);
    if (plan.ok) return plan;
    refused ??= plan.problem;
  }
  if (refused === null) throw new RangeError("computeFieldsOf: no strategy");
  return err(refused);
}

/** A field with what is known of its numbers. */
interface OwnField extends PlacedField {
  readonly kept: KeptField;
}

/** One whose numbers are there and checked. */
interface WorkedField extends OwnField {
  readonly checked: CheckedField;
}

interface FieldGround {
  readonly ground: BarsGround;
  readonly instruments: readonly number[];
}

/** Works out and checks what was not before. */
async function workField(
  own: OwnField,
  { ground, instruments }: FieldGround,
  { openRoom, now, onProgress }: CodeTools,
): Promise<Result<WorkedField>> {
  const { field, at, kept } = own;
  const failed = (fault: FieldFault): Result<never> => {
    if (!HANGS_ON_THE_DEVICE.has(fault.code)) kept.fault = fault;
    return err(fieldProblem(field, at, fault));
  };
  const { market } = ground;
  if (kept.fault && concerns(kept.fault, instruments, market)) return failed(kept.fault);
  const read = readSource(field);
  if (!read.ok) return failed(read.problem);
  const checked: CheckedField = {
    room: read.value.room,
    source: field.source,
    barsOf: makeBarsOf(ground, read.value.mentions),
    symbolOf: (instrument) => market.instruments[instrument]?.symbol ?? "",
    daysOf: (instrument) => daysOf(market, instrument),
    valuesOf: (instrument) =>
      kept.values.subarray(market.barOffset[instrument], market.barOffset[instrument + 1]),
  };
  const open = instruments.filter((instrument) => !kept.instruments.has(instrument));
  if (open.length > 0) {
    const onDone = (done: number) =>
      onProgress?.({ what: "computing", name: field.name, done, of: open.length });
    onDone(0);
    const fault = await workOut(checked, open, { openRoom, now, onDone });
    if (fault) return failed(fault);
    for (const instrument of open) kept.instruments.add(instrument);
  }
  const list = instruments.join(" ");
  if (kept.checkedLists.has(list)) return ok({ ...own, checked });
  const fault = await checkField(checked, instruments, openRoom, {
    checked: kept.checked,
    forgiven: kept.forgiven,
    onDone: (done, of) => onProgress?.({ what: "checking", name: field.name, done, of }),
  });
  if (fault) return failed(fault);
  kept.checkedLists.add(list);
  return ok({ ...own, checked });
}

/** Whether the fault is of the source itself, or of an instrument among these. */
function concerns({ symbol }: FieldFault, instruments: readonly number[], market: Market): boolean {
  return symbol === undefined || instruments.some((each) => market.instruments[each]?.symbol === symbol);
}

/** What another try may give otherwise. */
const HANGS_ON_THE_DEVICE: ReadonlySet<FieldFault["code"]> = new Set([
  "code-too-slow",
  "code-too-big",
  "code-unavailable",
]);

function checkedWarning(fields: readonly PlacedField[], checked: number, engine: string): Warning {
  const among = checked === 1 ? "1 instrument" : `${checked} instruments`;
  const message = `The rules use numbers from own code: ${nameFields(fields)}, worked out by ${engine}. No look-ahead was found in ${among}; a source may still know the best days by heart.`;
  return { code: "code-checked", message };
}

async function checkAll(
  worked: readonly WorkedField[],
  instruments: readonly number[],
  openRoom: OpenRoom,
  onProgress: (progress: FieldProgress) => void,
): Promise<Result<number>> {
  const found = await firstFault(worked, async ({ field, at, checked, kept }) => {
    const late = await checkEach(checked, instruments, openRoom, {
      checked: kept.checked,
      forgiven: kept.forgiven,
      onDone: (done, of) => onProgress({ what: "checking", name: field.name, done, of }),
    });
    return late && fieldProblem(field, at, late);
  });
  return found === null ? ok(instruments.length) : err(found);
}

/** The report with what is known of the run's fields; refused where one of its largest gains hangs on later bars. */
async function withChecks(
  report: Report,
  warning: Warning,
  check: ComputedMarket["checkGains"],
): Promise<Result<Report>> {
  const checked = await check(report.positions);
  return checked.ok ? ok({ ...report, warnings: [...report.warnings, warning] }) : checked;
}

interface WorkTools {
  readonly openRoom: OpenRoom;
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Told how many of the instruments are done. */
  readonly onDone: (done: number) => void;
}

const LEAST_TIME_MS = 120_000;
const TIME_AN_INSTRUMENT_MS = 10;

/**
 * Works out a field's numbers for some instruments in one room.
 * Writes the numbers to where `valuesOf` says; what was written before a fault is no result.
 */
export async function workOut(
  { room, barsOf, valuesOf }: CheckedField,
  instruments: readonly number[],
  { openRoom, now, onDone }: WorkTools,
): Promise<FieldFault | null> {
  const mostMs = Math.max(LEAST_TIME_MS, TIME_AN_INSTRUMENT_MS * instruments.length);
  const opened = await openRoom(room);
  if (!opened.ok) return opened.problem;
  const began = now();
  let done = 0;
  try {
    const worked = await opened.value.computeEach(barsOfEach(instruments, barsOf), (columns) => {
      for (const values of columns) valuesOf(instruments[done++] ?? 0).set(values);
      onDone(done);
      if (now() - began <= mostMs) return null;
      const text = `it took more than ${mostMs / 1000} s for ${done} of ${instruments.length} instruments: make it quicker, or scan fewer instruments`;
      return { code: "code-too-slow", text };
    });
    return worked.ok ? null : worked.problem;
  } finally {
    opened.value.close();
  }
}

function* barsOfEach(instruments: readonly number[], barsOf: BarsOf): Generator<RoomBars> {
  for (const instrument of instruments) yield barsOf(instrument);
}

/** Files of facts put together to the series of a market: of what several say, the first stays. */
import { traitsOf } from "#workers/model/fact-traits.ts";
import type { FactTraits } from "#workers/model/fact-traits.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { FactSeries, Instrument } from "#workers/model/market.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { addStep, arrangeSteps, createStepList } from "./fact-steps.ts";
import type { ArrangedSteps } from "./fact-steps.ts";
import { describeFactsFile } from "./facts-tally.ts";
import type { FactsTally } from "./facts-tally.ts";
import { enterContradiction } from "./facts-file.ts";
import type { FactsTable } from "./facts-file.ts";
import type { FactsGiven } from "./statement-notes.ts";
import { pickFacts } from "./pick-facts.ts";

type Symbols = readonly Pick<Instrument, "symbol">[];

/** The facts that a market has before files are added. */
export interface EarlierFacts {
  readonly instruments: Symbols;
  readonly facts: readonly FactSeries[];
}

export interface MergedFacts {
  /** Facts of the instruments that were asked for, by name in lower case. */
  readonly facts: readonly FactSeries[];
  /** Notes on each file, in their order. */
  readonly notes: readonly FileNotes[];
}

/** Stands for a file's name where a dataset had a value before. */
const EARLIER = "the dataset";

/** A name that is a fact's and a signal's. */
export interface NameClash {
  /** The file that has it second, and the 1-based line. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The first clash of names, where there is one: then the files can't be merged. */
export function findNameClash(
  tables: readonly FactsTable[],
  earlier: EarlierFacts | null = null,
): NameClash | null {
  const known = new Map<string, { readonly kind: FactSeries["kind"]; readonly place: string }>();
  for (const { name, kind } of earlier?.facts ?? []) known.set(name.toLowerCase(), { kind, place: EARLIER });
  for (const { tally, figures } of tables) {
    const { file, kind } = tally;
    for (const { name, line } of figures) {
      const key = name.toLowerCase();
      const first = known.get(key);
      if (first && first.kind !== kind) {
        const text = `${name} is in ${first.place} already, and a fact and a signal cannot have the same name; rename one of them`;
        return { file, line, text };
      }
      if (!first) known.set(key, { kind, place: `${file}:${line}` });
    }
  }
  return null;
}

/** What says something of a fact: a file, or the dataset from before. */
interface Source extends FactTraits {
  /** null for the dataset. */
  readonly tally: FactsTally | null;
  readonly name: string;
  readonly steps: () => SourceSteps;
  /** By instrument of the market: the owner of its steps; -1 for none. */
  readonly owners: Int32Array;
  /** null for a table of statements, which counts what its rows gave. */
  readonly given: FactsGiven | null;
}

type SourceSteps = Pick<ArrangedSteps, "stepOffset" | "day" | "value"> & Partial<ArrangedSteps>;

/** A merge that works out one fact at a time. */
export interface FactsMerge {
  /** Facts by name in lower case; to be gone through once. */
  facts(): Generator<FactSeries>;
  /** Of each file, in their order; to be asked when all facts are gone through. */
  notes(): readonly FileNotes[];
}

/** @param tables - in the order of their files' names, without a clash of names; they stay as they are */
export function mergeFacts(
  tables: readonly FactsTable[],
  instruments: Symbols,
  earlier: EarlierFacts | null = null,
): MergedFacts {
  const merge = openFactsMerge(tables, instruments, earlier);
  const facts = [...merge.facts()];
  return { facts, notes: merge.notes() };
}

/** As mergeFacts, for facts that are not all to be in memory at once. */
export function openFactsMerge(
  tables: readonly FactsTable[],
  instruments: Symbols,
  earlier: EarlierFacts | null,
): FactsMerge {
  const places = new Map(instruments.map(({ symbol }, at) => [symbol, at]));
  const files = tables.map((table) => {
    // Facts of statements enter what contradicts itself while they are gone through.
    const tally = table.statements ? table.tally : { ...table.tally, issues: [...table.tally.issues] };
    return { table, tally, owners: ownersOf(table.symbols, places), given: nothing() };
  });
  const sources = new Map<string, { readonly kind: FactSeries["kind"]; readonly list: Source[] }>();
  const add = (kind: FactSeries["kind"], source: Source): void => {
    const key = source.name.toLowerCase();
    const known = sources.get(key);
    if (known) known.list.push(source);
    else sources.set(key, { kind, list: [source] });
  };
  if (earlier) {
    const symbols = earlier.instruments.map(({ symbol }) => symbol);
    const own = { tally: null, owners: ownersOf(symbols, places), given: nothing() };
    for (const { name, kind, lag, currency, ...steps } of earlier.facts)
      add(kind, { ...own, name, steps: () => steps, ...traitsOf({ lag, currency }) });
  }
  for (const { table, tally, owners, given } of files) {
    for (const figure of table.figures) {
      const { name } = figure;
      const counted = table.statements ? null : given;
      add(tally.kind, {
        tally,
        name,
        steps: () => figure.steps,
        owners,
        given: counted,
        ...traitsOf(figure),
      });
    }
  }
  return {
    *facts() {
      const inOrder = [...sources].toSorted(([a], [b]) => compareSymbols(a, b));
      for (const [, { kind, list }] of inOrder) yield mergeSources(kind, list, instruments);
    },
    notes: () => files.map((file) => describeFile(file.table, file.tally, file.given, places)),
  };
}

function nothing(): FactsGiven {
  return { steps: 0, firstDay: Infinity, lastDay: -Infinity };
}

function ownersOf(symbols: readonly string[], places: ReadonlyMap<string, number>): Int32Array {
  const owners = new Int32Array(places.size).fill(-1);
  for (const [owner, symbol] of symbols.entries()) {
    const place = places.get(symbol);
    if (place !== undefined) owners[place] = owner;
  }
  return owners;
}

function mergeSources(
  kind: FactSeries["kind"],
  sources: readonly Source[],
  instruments: Symbols,
): FactSeries {
  const [first, second] = sources;
  if (!first) throw new RangeError("a fact that nobody names");
  const { name, steps, owners, given } = first;
  const lag = sources.find((source) => source.lag)?.lag;
  const currency = sources.find((source) => source.currency !== undefined)?.currency;
  const about = { name, kind, ...traitsOf({ lag, currency }) };
  if (second) return { ...about, ...mergeSteps(name, sources, instruments) };
  const { stepOffset, day, value } = steps();
  const whole = { ...about, stepOffset, day, value };
  const [only = whole] = isOneToOne(owners, stepOffset) ? [whole] : pickFacts([whole], owners);
  if (given) enterAll(given, only.day);
  return only;
}

/** True where owner i is instrument i, and no other has a step: then nothing is copied. */
function isOneToOne(owners: Int32Array, stepOffset: Int32Array): boolean {
  return stepOffset.length === owners.length + 1 && owners.every((owner, at) => owner === at);
}

/** Of the steps of one instrument and day, that of the first source stays. */
function mergeSteps(
  name: string,
  sources: readonly Source[],
  instruments: Symbols,
): Pick<FactSeries, "stepOffset" | "day" | "value"> {
  const list = createStepList();
  /** Where each source's steps begin among those of all. */
  const starts: number[] = [];
  let start = 0;
  const stepsOf = new Map(sources.map((source) => [source, source.steps()]));
  for (const [{ owners }, steps] of stepsOf) {
    starts.push(start);
    for (const [symbol, owner] of owners.entries()) {
      for (let step = steps.stepOffset[owner] ?? 0; step < (steps.stepOffset[owner + 1] ?? 0); step++) {
        const place = { symbol, day: steps.day[step] ?? 0, line: start + step };
        addStep(list, place, steps.value[step] ?? NaN);
      }
    }
    start += steps.day.length;
  }
  /** The source of a step, and its line in it. */
  const placeOf = (step: number): { readonly source: Source; readonly line: number } => {
    const at = starts.findLastIndex((from) => from <= step);
    const source = sources[at];
    if (!source) throw new RangeError(`no step ${step}`);
    return { source, line: stepsOf.get(source)?.line?.[step - (starts[at] ?? 0)] ?? 0 };
  };
  const { stepOffset, day, value, line } = arrangeSteps(list, instruments.length, (repeat) => {
    const { source, line: own } = placeOf(repeat.line);
    const { tally } = source;
    if (!tally) throw new RangeError("a dataset has each day once");
    if (repeat.isSame) {
      tally.repeats++;
      return;
    }
    const first = placeOf(repeat.firstLine);
    enterContradiction(tally, own, {
      name,
      symbol: instruments[repeat.owner]?.symbol ?? "",
      day: repeat.day,
      first: first.source.tally ? `${first.source.tally.file}:${first.line}` : EARLIER,
    });
  });
  for (const [step, from] of line.entries()) {
    const { given } = placeOf(from).source;
    if (given) enter(given, day[step] ?? 0);
  }
  return { stepOffset, day, value };
}

function enterAll(given: FactsGiven, days: Int32Array): void {
  let [first, last] = [given.firstDay, given.lastDay];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  given.steps += days.length;
  given.firstDay = first;
  given.lastDay = last;
}

function enter(given: FactsGiven, day: number): void {
  given.steps++;
  given.firstDay = Math.min(given.firstDay, day);
  given.lastDay = Math.max(given.lastDay, day);
}

function describeFile(
  { symbols, figures, statements }: FactsTable,
  tally: FactsTally,
  given: FactsGiven,
  places: ReadonlyMap<string, number>,
): FileNotes {
  const unmatched = (statements?.unmatched ?? symbols.filter((symbol) => !places.has(symbol))).toSorted(
    compareSymbols,
  );
  const names = (statements?.names ?? figures.map(({ name }) => name)).toSorted((a, b) =>
    compareSymbols(a.toLowerCase(), b.toLowerCase()),
  );
  return describeFactsFile(tally, {
    names,
    ...(statements?.given ?? given),
    instruments: statements?.matched ?? symbols.length - unmatched.length,
    of: places.size,
    unmatched,
    ...(statements ? { statements } : {}),
  });
}

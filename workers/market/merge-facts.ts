/** Files of facts put together to the series of a market: of what several say, the first stays. */
import { compareSymbols } from "#workers/model/market.ts";
import type { FactSeries, Instrument } from "#workers/model/market.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { addStep, arrangeSteps, createStepList } from "./fact-steps.ts";
import type { ArrangedSteps } from "./fact-steps.ts";
import { describeFactsFile } from "./facts-book.ts";
import type { FactsBook } from "./facts-book.ts";
import { enterContradiction } from "./facts-file.ts";
import type { FactsTable } from "./facts-file.ts";
import { pickFacts } from "./pick-facts.ts";

type Symbols = readonly Pick<Instrument, "symbol">[];

/** The facts that a market has before files are added. */
export interface EarlierFacts {
  readonly instruments: Symbols;
  readonly facts: readonly FactSeries[];
}

export interface MergedFacts {
  /** Of the instruments that were asked for, by name in lower case. */
  readonly facts: readonly FactSeries[];
  /** Of each file, in their order. */
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
  for (const { book, figures } of tables) {
    const { file, kind } = book;
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
interface Source {
  /** null for the dataset. */
  readonly book: FactsBook | null;
  readonly name: string;
  readonly steps: Pick<ArrangedSteps, "stepOffset" | "day" | "value"> & Partial<ArrangedSteps>;
  /** By instrument of the market: the owner of its steps; -1 for none. */
  readonly owners: Int32Array;
  readonly given: Given;
}

/** What a source gave so far. */
interface Given {
  steps: number;
  firstDay: number;
  lastDay: number;
}

/** @param tables - in the order of their files' names, without a clash of names; they stay as they are */
export function mergeFacts(
  tables: readonly FactsTable[],
  instruments: Symbols,
  earlier: EarlierFacts | null = null,
): MergedFacts {
  const places = new Map(instruments.map(({ symbol }, at) => [symbol, at]));
  const files = tables.map((table) => {
    const book = { ...table.book, issues: [...table.book.issues] };
    return { table, book, owners: ownersOf(table.symbols, places), given: nothing() };
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
    const own = { book: null, owners: ownersOf(symbols, places), given: nothing() };
    for (const { name, kind, ...steps } of earlier.facts) add(kind, { ...own, name, steps });
  }
  for (const { table, book, owners, given } of files)
    for (const { name, steps } of table.figures) add(book.kind, { book, name, steps, owners, given });
  const facts = [...sources]
    .toSorted(([a], [b]) => compareSymbols(a, b))
    .map(([, { kind, list }]) => mergeSources(kind, list, instruments));
  return { facts, notes: files.map((file) => describeFile(file.table, file.book, file.given, places)) };
}

function nothing(): Given {
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
  if (second) return { name, kind, ...mergeSteps(name, sources, instruments) };
  const [only = { name, kind, ...steps }] = pickFacts([{ name, kind, ...steps }], owners);
  for (const day of only.day) enter(given, day);
  return only;
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
  for (const { steps, owners } of sources) {
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
    return { source, line: source.steps.line?.[step - (starts[at] ?? 0)] ?? 0 };
  };
  const { stepOffset, day, value, line } = arrangeSteps(list, instruments.length, (repeat) => {
    const { source, line: own } = placeOf(repeat.line);
    const { book } = source;
    if (!book) throw new RangeError("a dataset has each day once");
    if (repeat.isSame) {
      book.repeats++;
      return;
    }
    const first = placeOf(repeat.firstLine);
    enterContradiction(book, own, {
      name,
      symbol: instruments[repeat.owner]?.symbol ?? "",
      day: repeat.day,
      first: first.source.book ? `${first.source.book.file}:${first.line}` : EARLIER,
    });
  });
  for (const [step, from] of line.entries()) enter(placeOf(from).source.given, day[step] ?? 0);
  return { stepOffset, day, value };
}

function enter(given: Given, day: number): void {
  given.steps++;
  given.firstDay = Math.min(given.firstDay, day);
  given.lastDay = Math.max(given.lastDay, day);
}

function describeFile(
  { symbols, figures }: FactsTable,
  book: FactsBook,
  given: Given,
  places: ReadonlyMap<string, number>,
): FileNotes {
  const unmatched = symbols.filter((symbol) => !places.has(symbol)).toSorted(compareSymbols);
  const names = figures
    .map(({ name }) => name)
    .toSorted((a, b) => compareSymbols(a.toLowerCase(), b.toLowerCase()));
  return describeFactsFile(book, {
    names,
    ...given,
    instruments: symbols.length - unmatched.length,
    unmatched,
  });
}

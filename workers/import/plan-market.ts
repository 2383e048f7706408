/** The market of a plan: the bars of its files that are well, days that two files have settled between them. */
import type { FileBook } from "#workers/market/file-rows.ts";
import { describeFile } from "#workers/market/assemble.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import type { FactsPreview, ImportPlan } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";
import type { FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { applyFacts, fillCaps } from "./apply-facts.ts";
import { refused } from "./check.ts";
import type { ListedFacts } from "./file-check.ts";
import { createGathering, DATASET, lastShares } from "./gather.ts";
import type { PlanFile, PlanProgress, PlanReader } from "./plan-files.ts";

export interface PlanMarket {
  /** Of all files, in the order in which they are read. */
  readonly files: readonly PlanFile[];
  readonly market: Market;
  /** Of the files that the market is made of. */
  readonly notes: readonly FileNotes[];
  /** What lists of companies said; null where there is none. */
  readonly facts: FactsPreview | null;
}

export interface PlanSettings {
  /** By file, for instruments that no instruments.csv describes. */
  readonly defaults: ReadonlyMap<string, InstrumentDefaults>;
  /** The dataset that gets the files; null for a new one. */
  readonly base: Market | null;
}

const NO_DEFAULTS: InstrumentDefaults = { exchange: "", instrumentType: "EQUITY", currency: "" };

/**
 * Reads the plan's files and puts the bars of those together that have no open question and are not left out, behind
 * those of the dataset that gets them. A file of which more than 5 % of the rows contradict earlier ones is refused as
 * a whole, like one that contradicts itself.
 */
export async function readPlanMarket(
  reader: PlanReader,
  plan: ImportPlan,
  { defaults, base }: PlanSettings,
  onProgress: (progress: PlanProgress) => void,
): Promise<PlanMarket> {
  const contradicting = new Map<string, string>();
  for (;;) {
    const files: PlanFile[] = [];
    const gathering = createGathering();
    const facts = factsOf(base);
    const listed = new Map<string, ListedFacts>();
    if (base) gathering.addMarket(base);
    // oxlint-disable-next-line no-await-in-loop -- the second round is without the files that the first one refused
    for await (const file of reader.read(plan, onProgress)) {
      const { check } = file;
      const reason = contradicting.get(check.file);
      files.push({ ...file, rows: null, check: reason === undefined ? check : refused(check, reason) });
      if (check.verdict !== "ok" || plan.leftOut.has(check.file) || reason !== undefined) continue;
      addFacts(facts, file, defaults.get(check.file));
      for (const [symbol, said] of file.listed ?? []) if (!listed.has(symbol)) listed.set(symbol, said);
      gathering.add(file);
    }
    const books = gathering.settle();
    const bad = books.filter(({ leftOut, rows }) => leftOut * 20 > rows);
    if (bad.length > 0) {
      for (const book of bad) contradicting.set(book.file, reasonFor(book));
      continue;
    }
    const warnings = new Map(files.map(({ check }) => [check.file, check.warnings]));
    const notes = books
      .filter(({ file }) => file !== DATASET)
      .map((book) => notesOf(describeFile(book), warnings.get(book.file) ?? []));
    const bars = gathering.finish(NO_DEFAULTS, facts);
    const market = base ? keepFacts(bars, base) : bars;
    if (listed.size === 0) return { files, notes, market, facts: null };
    const asOf = plan.factsAsOf === "" ? null : parseIsoDay(plan.factsAsOf);
    const told = applyFacts(market, listed, asOf);
    return { files, notes, market: told.market, facts: told.preview };
  }
}

/** What the dataset says of its instruments stays as it is, where an instruments.csv doesn't say otherwise. */
function factsOf(base: Market | null): Map<string, InstrumentFacts> {
  return new Map(
    (base?.instruments ?? []).map(({ symbol, name, exchange, instrumentType, currency }) => [
      symbol,
      { name, exchange, instrumentType, currency, sharesOutstanding: NaN },
    ]),
  );
}

/** Sectors, and market caps from one share count: it holds for the bars that came now, too. */
function keepFacts(market: Market, base: Market): Market {
  const before = new Map(base.instruments.map((instrument, at) => [instrument.symbol, { instrument, at }]));
  const hasCaps = market.marketCap !== null || base.marketCap !== null;
  const caps = hasCaps
    ? (market.marketCap?.slice() ?? new Float64Array(market.close.length).fill(NaN))
    : null;
  const instruments = market.instruments.map((instrument, at) => {
    const known = before.get(instrument.symbol);
    if (!known) return instrument;
    const { sector, marketCapLooksAhead } = known.instrument;
    if (caps && marketCapLooksAhead) {
      copyCaps({ market: base, instrument: known.at }, { market, instrument: at }, caps);
      fillCaps(market, at, caps, lastShares(base, known.at));
    }
    return {
      ...instrument,
      ...(sector === undefined ? {} : { sector }),
      marketCapLooksAhead: instrument.marketCapLooksAhead || marketCapLooksAhead,
    };
  });
  return { ...market, instruments, marketCap: caps };
}

interface SeriesPlace {
  readonly market: Market;
  readonly instrument: number;
}

/** By day: a dataset's bars are all among those of the market. */
function copyCaps(from: SeriesPlace, to: SeriesPlace, caps: Float64Array): void {
  let bar = from.market.barOffset[from.instrument] ?? 0;
  for (
    let into = to.market.barOffset[to.instrument] ?? 0;
    into < (to.market.barOffset[to.instrument + 1] ?? 0);
    into++
  ) {
    if (to.market.day[into] !== from.market.day[bar]) continue;
    caps[into] = from.market.marketCap?.[bar] ?? NaN;
    bar++;
  }
}

function notesOf(notes: FileNotes, warnings: readonly string[]): FileNotes {
  return warnings.length > 0 ? { ...notes, warnings } : notes;
}

function reasonFor({ file, leftOut, rows, issues }: FileBook): string {
  const share = ((leftOut / rows) * 100).toFixed(1);
  const first = (issues[0]?.message ?? "").replace(`${file}:`, "line ").replace(`${DATASET}:0`, DATASET);
  return `${leftOut} of ${rows} rows (${share} %) contradict rows that are there already, and more than 5 % is too much to leave out; the first: ${first}`;
}

/** What an instruments.csv says counts before what was answered for a file; the first file that has a symbol counts. */
function addFacts(
  facts: Map<string, InstrumentFacts>,
  file: PlanFile,
  defaults: InstrumentDefaults = NO_DEFAULTS,
): void {
  for (const [symbol, own] of file.facts ?? []) {
    const known = facts.get(symbol);
    facts.set(symbol, {
      name: own.name || (known?.name ?? ""),
      exchange: own.exchange || (known?.exchange ?? ""),
      instrumentType: own.instrumentType || (known?.instrumentType ?? ""),
      currency: own.currency || (known?.currency ?? ""),
      sharesOutstanding: own.sharesOutstanding,
    });
  }
  for (const symbol of file.rows ? file.check.symbols : []) {
    const known = facts.get(symbol);
    facts.set(symbol, {
      name: known?.name ?? "",
      exchange: known?.exchange || defaults.exchange,
      instrumentType: known?.instrumentType || defaults.instrumentType,
      currency: known?.currency || defaults.currency,
      sharesOutstanding: known?.sharesOutstanding ?? NaN,
    });
  }
}

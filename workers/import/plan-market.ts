/** The market of a plan: the bars of its files that are well, days that two files have settled between them, as columns. */
import type { ByteFile } from "#workers/market/byte-file.ts";
import type { FileBook } from "#workers/market/file-rows.ts";
import { describeFile } from "#workers/market/assemble.ts";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { findNameClash, mergeFacts } from "#workers/market/merge-facts.ts";
import { REPEAT_MEND } from "#workers/market/row-order.ts";
import type { FactsPreview, GapSummary, ImportPlan } from "#workers/model/import-plan.ts";
import { compareSymbols, INDEX_TYPE } from "#workers/model/market.ts";
import type { Instrument } from "#workers/model/market.ts";
import type { DatasetFacts, FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Base } from "./base.ts";
import { createFactsTeller } from "./apply-facts.ts";
import { refused } from "./check.ts";
import type { ListedFacts } from "./file-check.ts";
import { gatherFiles, DATASET } from "./gather.ts";
import { addFacts, factsOf, placeInstrument } from "./gather-facts.ts";
import { createBaseKeeper } from "./keep-base.ts";
import { createGapSurvey } from "./plan-gaps.ts";
import type { PlanFile } from "./file-check.ts";
import type { PlanReader, ReadTools } from "./plan-files.ts";

export interface PlannedMarket {
  /** Of all files, in the order in which they are read. */
  readonly files: readonly PlanFile[];
  readonly instruments: number;
  readonly bars: number;
  /** EpochDays; Infinity and -Infinity without a bar. */
  readonly first: number;
  readonly last: number;
  readonly gaps: GapSummary;
  /** Of the files that the market is made of. */
  readonly notes: readonly FileNotes[];
  /** Of those of them that are a facts.csv or signals.csv. */
  readonly factFiles: readonly FileNotes[];
  /** What lists of companies said; null where there is none. */
  readonly facts: FactsPreview | null;
  /** Changes with every figure, day and symbol. */
  readonly digest: string;
  /**
   * Completes the columns.
   *
   * @param defaults - by file, for instruments that no instruments.csv describes
   */
  readonly complete: (defaults: ReadonlyMap<string, InstrumentDefaults>) => Promise<CompletedMarket>;
}

export interface CompletedMarket {
  readonly facts: DatasetFacts;
  /** Symbols of the INDEX series. */
  readonly indices: readonly string[];
}

export interface PlanTarget {
  /** The dataset that gets the files; null for a new one. */
  readonly base: Base | null;
  /** Where the columns go, from its start on. */
  readonly columns: ByteFile;
}

/**
 * Reads the plan's files and puts the bars of those together that have no open question and are not left out, behind
 * those of the dataset that gets them. A file of which more than 5 % of the rows contradict earlier ones is refused as
 * a whole, like one that contradicts itself.
 */
export async function planMarket(
  reader: PlanReader,
  plan: ImportPlan,
  target: PlanTarget,
  tools: ReadTools,
): Promise<PlannedMarket> {
  const contradicting = new Map<string, string>();
  for (;;) {
    const files: PlanFile[] = [];
    // oxlint-disable-next-line no-await-in-loop -- the second round is without the files that the first one refused
    for await (const file of reader.read(plan, tools)) {
      const reason = contradicting.get(file.check.file);
      files.push(
        reason === undefined ? file : { check: refused(file.check, reason), rows: null, facts: null },
      );
    }
    const clash = findNameClash(tablesOf(usedFiles(files, plan)), target.base);
    if (clash) {
      contradicting.set(clash.file, `line ${clash.line}: ${clash.text}`);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    const planned = await putTogether(files, reader, plan, target);
    const bad = planned.books.filter(({ leftOut, rows }) => leftOut * 20 > rows);
    if (bad.length === 0) return planned;
    for (const book of bad) contradicting.set(book.file, reasonFor(book));
  }
}

async function putTogether(
  files: readonly PlanFile[],
  reader: PlanReader,
  plan: ImportPlan,
  { base, columns }: PlanTarget,
): Promise<PlannedMarket & { readonly books: readonly FileBook[] }> {
  const used = usedFiles(files, plan);
  const described = factsOf(base);
  const listed = new Map<string, ListedFacts>();
  for (const file of used) {
    addFacts(described, file);
    for (const [symbol, said] of file.listed ?? []) if (!listed.has(symbol)) listed.set(symbol, said);
  }
  const keep = base ? createBaseKeeper(base) : null;
  const teller = listed.size === 0 ? null : createFactsTeller(listed, factsDay(plan, used, base));
  const gaps = createGapSurvey(used, described);
  const writer = createColumnWriter(columns);
  const counts = { bars: 0, first: Infinity, last: -Infinity };
  const instruments: Pick<Instrument, "symbol">[] = [];
  const pool = reader.pool();
  const books = gatherFiles({ pool, files: used, base, facts: described }, (bars) => {
    const kept = keep ? keep(bars) : bars;
    const market = teller ? teller.tell(kept) : kept;
    for (const { symbol } of market.instruments) instruments.push({ symbol });
    counts.bars += market.day.length;
    for (const at of market.instruments.keys()) {
      const [from = 0, to = 0] = market.barOffset.subarray(at, at + 2);
      counts.first = Math.min(counts.first, market.day[from] ?? Infinity);
      counts.last = Math.max(counts.last, market.day[to - 1] ?? -Infinity);
    }
    gaps.add(market);
    addMarket(writer, market);
  });
  const known = mergeFacts(tablesOf(used), instruments, base);
  writer.addFacts(known.facts);
  const warnings = new Map(used.map(({ check }) => [check.file, check.warnings]));
  const priced = books
    .filter(({ file }) => file !== DATASET)
    .map((book) => notesOf(describeFile(book), warnings.get(book.file) ?? []));
  return {
    ...counts,
    instruments: instruments.length,
    files,
    books,
    gaps: gaps.finish(),
    notes: [...priced, ...known.notes].toSorted((a, b) => compareSymbols(a.file, b.file)),
    factFiles: known.notes,
    facts: teller && teller.preview(),
    digest: await writer.digest(),
    async complete(defaults) {
      const facts = factsOf(base);
      for (const file of used) addFacts(facts, file, defaults.get(file.check.file));
      const indices: string[] = [];
      const stored = await writer.finish((instrument) => {
        const placed = placeInstrument(instrument, facts);
        if (placed.instrumentType === INDEX_TYPE) indices.push(placed.symbol);
        return placed;
      });
      return { facts: stored, indices };
    },
  };
}

/** Those that are well and not left out. */
function usedFiles(files: readonly PlanFile[], { leftOut }: ImportPlan): PlanFile[] {
  return files.filter(({ check }) => check.verdict === "ok" && !leftOut.has(check.file));
}

function tablesOf(files: readonly PlanFile[]): FactsTable[] {
  return files.flatMap(({ factsTable }) => factsTable ?? []);
}

/** The day that the figures of lists are of: what was said, else the last day of the prices; -Infinity without one. */
function factsDay({ factsAsOf }: ImportPlan, files: readonly PlanFile[], base: Base | null): number {
  const said = factsAsOf === "" ? null : parseIsoDay(factsAsOf);
  if (said !== null) return said;
  let last = base?.last ?? -Infinity;
  for (const { check } of files) {
    const day = check.last === null ? null : parseIsoDay(check.last);
    if (day !== null) last = Math.max(last, day);
  }
  return last;
}

function notesOf(notes: FileNotes, warnings: readonly string[]): FileNotes {
  return warnings.length > 0 ? { ...notes, warnings } : notes;
}

function reasonFor({ file, leftOut, rows, issues }: FileBook): string {
  const share = ((leftOut / rows) * 100).toFixed(1);
  const first = (issues[0]?.message ?? "")
    .replace(`${file}:`, "line ")
    .replace(`${DATASET}:0`, DATASET)
    .replace(REPEAT_MEND, "Leave this file out, or what it contradicts.");
  return `${leftOut} of ${rows} rows (${share} %) contradict rows that are there already, and more than 5 % is too much to leave out; the first: ${first}`;
}

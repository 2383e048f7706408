/**
 * The catalogue of datasets: the bundled demo market first, then what was imported. The prices of an imported dataset
 * are columns in the worker's store; src/run/import-dataset.ts keeps both in step. Reads are plain queries.
 */
import { isBlank } from "#workers/model/ink.ts";
import { splitKey } from "#workers/model/instruments.ts";
import { database } from "./database.ts";
import { allDemoFiles, DEMO_DATASET_ID, demoFilesOf, demoMarket } from "./demo-market.ts";
import { datasetRecordSchema, readRecord, readRecords } from "./records.ts";
import type { DatasetRecord, RecordList, SplitDecision } from "./records.ts";
import { freeName } from "./free-name.ts";
import { sha256 } from "./sha256.ts";
import { whereStored } from "./where-stored.ts";
import { write, writeOrRefuse } from "./writer.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import { compareSymbols, INDEX_TYPE } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { SourceFile } from "#workers/model/import-plan.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { FactName, InstrumentDefaults, ReadingNotes, UniverseSize } from "#workers/model/reading.ts";

/** A catalogue entry as the pages show it. */
export interface Dataset {
  readonly id: string;
  readonly origin: "bundled" | "imported";
  readonly title: string;
  /** What a person must know of it wherever it appears ("invented prices"); "" for an import. */
  readonly note: string;
  /** null for the bundled one. */
  readonly importedAt: number | null;
  readonly instruments: number;
  readonly bars: number;
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly exchanges: readonly string[];
  /** What was said at import of instruments that its files don't describe; null for the bundled one. */
  readonly defaults: InstrumentDefaults | null;
  readonly instrumentTypes: readonly string[];
  /** By exchange, as far as its instruments have one money each; {} for an import of before this was noted. */
  readonly currencies: Readonly<Record<string, string>>;
  /** By exchange and type; null for an import of before this was noted. */
  readonly universes: readonly UniverseSize[] | null;
  /** What a bar of its shares is; null for an import of before this was noted. */
  readonly frequency: Frequency | null;
  /** Size on this device or, bundled, of its files. */
  readonly bytes: number;
  /** What the import left out; null for the bundled one. */
  readonly notes: ReadingNotes | null;
  /** What a run found damaged in the stored prices; null for nothing. */
  readonly damage: string | null;
  /** Name of its stored columns; null for the bundled one. */
  readonly columnsId: string | null;
  /** The files that it was made of, as far as they are known. */
  readonly sources: readonly SourceFile[];
  /** Series that a benchmark can be chosen from. */
  readonly indices: readonly string[];
  /** The chosen one; null for the engine's choice. */
  readonly benchmark: string | null;
  /** The day that company facts in it are of; null without any. */
  readonly factsAsOf: string | null;
  /** All that rules can name beside the prices; an import of before there were facts has none. */
  readonly factNames: readonly FactName[];
  /** What was decided about suspected splits, and those of them that prices are adjusted for. */
  readonly splits: readonly SplitDecision[];
  readonly appliedSplits: readonly AppliedSplit[];
}

/** What a run on a dataset reads and records. */
export interface RunData {
  readonly source: DatasetSource;
  readonly title: string;
  readonly fingerprint: string;
  /** What it is compared with where the strategy names nothing; null for the engine's choice. */
  readonly benchmark: string | null;
}

const KIND = "dataset";

const demoDataset: Dataset = {
  id: DEMO_DATASET_ID,
  origin: "bundled",
  title: demoMarket.title,
  note: demoMarket.note,
  importedAt: null,
  instruments: demoMarket.instruments,
  bars: demoMarket.rows,
  firstDate: demoMarket.firstDate,
  lastDate: demoMarket.lastDate,
  exchanges: demoMarket.files.map((file) => file.exchange).toSorted(),
  defaults: null,
  instrumentTypes: [...new Set(demoMarket.files.flatMap(({ types }) => Object.keys(types)))].toSorted(),
  currencies: {},
  universes: demoMarket.files.flatMap(({ exchange, types }) =>
    Object.entries(types).map(([instrumentType, instruments]) => ({
      exchange,
      instrumentType,
      instruments,
      adjusted: instrumentType === INDEX_TYPE ? 0 : instruments,
    })),
  ),
  frequency: "daily",
  bytes: demoMarket.files.reduce((bytes, file) => bytes + file.bytes, 0),
  notes: null,
  damage: null,
  columnsId: null,
  sources: [],
  indices: [],
  benchmark: null,
  factsAsOf: null,
  factNames: demoMarket.factsFile.names.map((name) => ({ name, kind: "fact" })),
  splits: [],
  appliedSplits: [],
};

/** The demo market, then imported datasets, the newest first. */
export async function listDatasets(): Promise<RecordList<Dataset>> {
  const { records, damaged } = readRecords(
    datasetRecordSchema,
    await whereStored(() => database.datasets.toArray(), []),
    KIND,
  );
  const imported = records.toSorted((a, b) => b.importedAt - a.importedAt).map(toDataset);
  return { records: [demoDataset, ...imported], damaged };
}

/** One entry; a problem "dataset-unavailable" where there is none of this id. */
export async function loadDataset(id: string): Promise<Result<Dataset>> {
  if (id === DEMO_DATASET_ID) return ok(demoDataset);
  const record = await loadRecord(id);
  return record.ok ? ok(toDataset(record.value)) : record;
}

/** Where a run on this dataset and exchange finds its prices; of the demo market only that exchange's file. */
export async function sourceFor(id: string, exchange: string): Promise<Result<RunData>> {
  if (id === DEMO_DATASET_ID) {
    const demo = await demoFilesOf(exchange);
    if (!demo.ok) return demo;
    const { fingerprint, ...prices } = demo.value;
    return ok({
      source: { type: "bundled", ...prices },
      title: demoMarket.title,
      fingerprint,
      benchmark: null,
    });
  }
  const record = await loadRecord(id);
  if (!record.ok) return record;
  const { title, facts, benchmark = null } = record.value;
  const datasetId = columnsOf(record.value);
  const splits = appliedSplits(record.value);
  if (splits.length === 0)
    return ok({ source: { type: "stored", datasetId }, title, fingerprint: facts.fingerprint, benchmark });
  const fingerprint = await sha256(`${facts.fingerprint}\n${JSON.stringify(splits)}`);
  return ok({ source: { type: "stored", datasetId, splits }, title, fingerprint, benchmark });
}

/** Where all instruments of a dataset are. */
export async function wholeSourceOf(id: string): Promise<Result<DatasetSource>> {
  if (id === DEMO_DATASET_ID) return ok({ type: "bundled", ...allDemoFiles() });
  const data = await sourceFor(id, "");
  return data.ok ? ok(data.value.source) : data;
}

/** Those that prices are adjusted for or instruments left out for, in the order of symbol and date, however they were decided. */
function appliedSplits({ splits = [] }: DatasetRecord): AppliedSplit[] {
  return splits
    .filter(({ decision }) => decision !== "ignore")
    .map(({ symbol, date, factor, decision }) =>
      decision === "leave-out"
        ? { symbol, date, factor, leavesOut: true as const }
        : { symbol, date, factor },
    )
    .toSorted((a, b) => compareSymbols(a.symbol, b.symbol) || compareSymbols(a.date, b.date));
}

/** Decisions with others in place of earlier ones about the same instrument and day. */
export function withDecisions(
  splits: readonly SplitDecision[],
  decided: readonly SplitDecision[],
): SplitDecision[] {
  const renewed = new Set(decided.map(splitKey));
  return [...splits.filter((one) => !renewed.has(splitKey(one))), ...decided];
}

/** Records a decision about a suspected split, in place of one about the same day before. */
export function decideSplit(id: string, decided: Omit<SplitDecision, "decidedAt">): Promise<Result<null>> {
  const decision = { ...decided, decidedAt: Date.now() };
  return changeSplits(id, (splits) => withDecisions(splits, [decision]));
}

/** Takes a decision back: the split is suspected again. */
export function undoSplit(id: string, symbol: string, date: string): Promise<Result<null>> {
  return changeSplits(id, (splits) => without(splits, { symbol, date }));
}

function without(
  splits: readonly SplitDecision[],
  { symbol, date }: Pick<SplitDecision, "symbol" | "date">,
): SplitDecision[] {
  return splits.filter((one) => one.symbol !== symbol || one.date !== date);
}

function changeSplits(
  id: string,
  change: (splits: readonly SplitDecision[]) => SplitDecision[],
): Promise<Result<null>> {
  return writeOrRefuse("The decision about the split", ["datasets"], async () => {
    const record = await loadRecord(id);
    if (!record.ok) return record;
    await database.datasets.put({ ...record.value, splits: change(record.value.splits ?? []) });
    return ok(null);
  });
}

/** Enters an import whose columns are stored; its title gets " (2)" where it is taken. The entry as it is stored. */
export function addDataset(record: DatasetRecord): Promise<Result<DatasetRecord>> {
  return write(`The dataset "${record.title}"`, ["datasets"], async () => {
    const taken = new Set([demoMarket.title]);
    for (const { title } of await database.datasets.toArray()) taken.add(title);
    const entered = { ...record, title: freeName(record.title, taken) };
    await database.datasets.add(entered);
    return entered;
  });
}

/** Gives an imported dataset another title; a blank one is a problem with place "title". */
export function renameDataset(id: string, title: string): Promise<Result<null>> {
  return writeOrRefuse(`The title "${title}"`, ["datasets"], async () => {
    if (isBlank(title)) return err(blankTitle);
    const found = await database.datasets.update(id, { title: title.trim() });
    return found === 0 ? err(unavailable) : ok(null);
  });
}

/** Notes what a run found damaged in a dataset's stored prices; a dataset that is gone by now needs no note. */
export function noteDamage(id: string, damage: string): Promise<Result<null>> {
  return write("The note on damaged prices", ["datasets"], async () => {
    await database.datasets.update(id, { damage });
    return null;
  });
}

/** The whole entry of an import, as it is stored. */
export function loadDatasetRecord(id: string): Promise<Result<DatasetRecord>> {
  return loadRecord(id);
}

/** Puts an entry in place of the one of its id, which is still there: its columns were written anew. */
export function replaceDataset(record: DatasetRecord): Promise<Result<null>> {
  return writeOrRefuse(`The dataset "${record.title}"`, ["datasets"], async () => {
    if ((await database.datasets.get(record.id)) === undefined) return err(unavailable);
    await database.datasets.put(record);
    return ok(null);
  });
}

/** Chooses what runs on a dataset are compared with; null leaves it to the engine. */
export function chooseBenchmark(id: string, symbol: string | null): Promise<Result<null>> {
  return writeOrRefuse("The benchmark", ["datasets"], async () => {
    const record = await loadRecord(id);
    if (!record.ok) return record;
    const { benchmark: _, ...others } = record.value;
    await database.datasets.put(symbol === null ? others : { ...others, benchmark: symbol });
    return ok(null);
  });
}

/** An entry that was deleted, to be put back; damaged ones, too. */
export interface DeletedDataset {
  readonly stored: DatasetRecord;
  readonly columnsIds: readonly string[];
}

/** Deletes the entry, damaged or not; its columns are the worker's to delete. null where there was none. */
export function deleteDatasetRecord(id: string): Promise<Result<DeletedDataset | null>> {
  return write("The deletion of the dataset", ["datasets"], async () => {
    const stored = await database.datasets.get(id);
    if (stored === undefined) return null;
    await database.datasets.delete(id);
    return { stored, columnsIds: allColumnsOf(stored) };
  });
}

/** Puts back what deleteDatasetRecord() took, as it was. */
export function restoreDatasetRecord({ stored }: DeletedDataset): Promise<Result<null>> {
  return write(`The dataset "${stored.title}"`, ["datasets"], async () => {
    await database.datasets.put(stored);
    return null;
  });
}

/** Names of the columns of all entries, damaged ones too. */
export async function columnsInUse(): Promise<ReadonlySet<string>> {
  return new Set((await database.datasets.toArray()).flatMap(allColumnsOf));
}

/** Where a record's columns are. */
export function columnsOf({ id, columnsId }: Pick<DatasetRecord, "id" | "columnsId">): string {
  return typeof columnsId === "string" ? columnsId : id; // what is stored may be damaged
}

/** All columns that a record needs: those, and the ones that they go on with. */
export function allColumnsOf(record: Pick<DatasetRecord, "id" | "columnsId" | "frontId">): string[] {
  const { frontId } = record;
  return typeof frontId === "string" ? [columnsOf(record), frontId] : [columnsOf(record)];
}

async function loadRecord(id: string): Promise<Result<DatasetRecord>> {
  const stored = await database.datasets.get(id);
  return stored === undefined ? err(unavailable) : readRecord(datasetRecordSchema, stored, KIND);
}

function toDataset(record: DatasetRecord): Dataset {
  const { id, title, importedAt, facts, notes, defaults, damage } = record;
  const { instruments, bars, firstDate, lastDate, exchanges, instrumentTypes, bytes } = facts;
  const contents = { instruments, bars, firstDate, lastDate, exchanges, instrumentTypes, bytes };
  return {
    id,
    origin: "imported",
    title,
    note: "",
    importedAt,
    ...contents,
    defaults,
    currencies: facts.currencies ?? {},
    universes: facts.universes ?? null,
    frequency: facts.frequency ?? null,
    notes,
    damage: damage ?? null,
    columnsId: columnsOf(record),
    sources: record.sources ?? [],
    indices: record.indices ?? [],
    benchmark: record.benchmark ?? null,
    factsAsOf: record.factsAsOf ?? null,
    factNames: facts.factNames ?? [],
    splits: record.splits ?? [],
    appliedSplits: appliedSplits(record),
  };
}

const unavailable: Problem = {
  code: "dataset-unavailable",
  message: "This dataset is not on this device. Choose another one, or import its files again.",
};

const blankTitle: Problem = {
  code: "dataset-invalid",
  message: "The title of a dataset can't be blank. Type one.",
  place: "title",
};

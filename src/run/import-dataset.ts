/** Checks, imports, extends and deletes datasets: columns in the worker's store and the catalogue's entry, both or neither. */
import type { BacktestClient } from "./backtest-client.ts";
import { browserClient } from "./browser-client.ts";
import { marked } from "#src/storage/column-marks.ts";
import {
  addDataset,
  allColumnsOf,
  columnsOf,
  deleteDatasetRecord,
  loadDatasetRecord,
  replaceDataset,
  restoreDatasetRecord,
  withDecisions,
} from "#src/storage/datasets.ts";
import type { DatasetRecord, SplitDecision } from "#src/storage/records.ts";
import type {
  CommitRequest,
  DryRun,
  ImportOutcome,
  ImportPlan,
  SourceFile,
} from "#workers/model/import-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";

/** Has everything ready for files that a person is about to choose; what can't be had now is asked for again with them. */
export async function prepareImport(client: BacktestClient = browserClient): Promise<void> {
  try {
    await client.call("prepareImport", null);
  } catch {
    // where there can be no worker the import says so
  }
}

/** Looks at files; nothing is stored. */
export function checkImport(
  plan: ImportPlan,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  client: BacktestClient = browserClient,
): Promise<Result<DryRun>> {
  const { files, ...handed } = plan;
  return client.call("checkImport", handed, { files, onProgress, signal });
}

/** Ends an import that was looked at and not stored: what its dry run staged goes at once. */
export async function forgetImport(client: BacktestClient = browserClient): Promise<void> {
  await client.call("forgetImport", null); // what can't be deleted now goes at the next start
}

export interface DatasetImport extends Omit<CommitRequest, "datasetId" | "defaults"> {
  readonly title: string;
  /** Of files, by the names that their checks have; the first one's stand in the catalogue. */
  readonly defaults: ReadonlyMap<string, InstrumentDefaults>;
  /** The dataset that gets the files, whose columns plan.addTo names; null for a new one. */
  readonly datasetId: string | null;
  /** What was decided about overnight jumps that look like splits. */
  readonly splits?: readonly SplitDecision[];
}

/**
 * Stores and enters what the dry run of a plan found; the notes of its record say what was left out. A dataset that
 * gets files has new columns beside the old ones until its entry names them: a run or a crash in between finds it whole.
 * The new ones may go on with the old: then these stay.
 */
export async function importDataset(
  { title, datasetId, splits = [], ...request }: DatasetImport,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  client: BacktestClient = browserClient,
): Promise<Result<DatasetRecord>> {
  const columnsId = crypto.randomUUID();
  const before = datasetId === null ? null : await loadDatasetRecord(datasetId);
  if (before && !before.ok) return before;
  if (before && columnsOf(before.value) !== request.plan.addTo) return err(changedMeanwhile);
  const old = before ? allColumnsOf(before.value) : [];
  const done = await marked([columnsId, ...old], async () => {
    const { files, ...handed } = request.plan;
    const commit = { ...request, plan: handed, datasetId: columnsId };
    const imported = await client.call("commitImport", commit, { files, onProgress, signal });
    if (!imported.ok) return imported;
    const undecided = before
      ? extendedRecord(before.value, imported.value, columnsId)
      : newRecord(columnsId, title, imported.value, request.defaults);
    const record =
      splits.length === 0
        ? undecided
        : { ...undecided, splits: withDecisions(undecided.splits ?? [], splits) };
    if (!before) return addDataset(record);
    const entered = await replaceDataset(record);
    return entered.ok ? ok(record) : entered;
  });
  if (!done.ok) void client.call("deleteDataset", columnsId); // a cancel may have come just after the columns were stored; never rejects
  else void dropColumns(old, done.value, client);
  return done;
}

/** Takes the facts and signals out of an imported dataset; its prices stay. */
export async function deleteFacts(
  { id, title, columnsId }: { readonly id: string; readonly title: string; readonly columnsId: string },
  client: BacktestClient = browserClient,
): Promise<Result<DatasetRecord>> {
  const plan: ImportPlan = {
    id: crypto.randomUUID(),
    files: [],
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: columnsId,
    dropsFacts: true,
  };
  const { signal } = new AbortController();
  const looked = await checkImport(plan, () => {}, signal, client);
  if (!looked.ok) return looked;
  const { digest } = looked.value.planned;
  return importDataset({ title, plan, datasetId: id, digest, defaults: new Map() }, () => {}, signal, client);
}

function newRecord(
  id: string,
  title: string,
  outcome: ImportOutcome,
  byFile: ReadonlyMap<string, InstrumentDefaults>,
): DatasetRecord {
  const [defaults = NO_DEFAULTS] = byFile.values();
  return { id, title, importedAt: Date.now(), ...outcome, defaults };
}

const NO_DEFAULTS: InstrumentDefaults = { exchange: "", instrumentType: "EQUITY", currency: "" };

/** What was read and left out of the earlier files stays known; the same file again is known once. */
function extendedRecord(before: DatasetRecord, outcome: ImportOutcome, columnsId: string): DatasetRecord {
  const { damage: _, frontId: __, ...kept } = before;
  const files = [...before.notes.files, ...outcome.notes.files];
  return {
    ...kept,
    ...outcome,
    columnsId,
    importedAt: Date.now(),
    notes: { files: [...new Map(files.map((notes) => [notes.file, notes])).values()] },
    sources: distinctSources([...(before.sources ?? []), ...outcome.sources]),
  };
}

function distinctSources(sources: readonly SourceFile[]): SourceFile[] {
  return [...new Map(sources.map((source) => [source.sha256, source])).values()];
}

/** Columns that the entry needs no more; where that fails, the next start does it. */
async function dropColumns(
  columnsIds: readonly string[],
  entered: DatasetRecord,
  client: BacktestClient,
): Promise<void> {
  const inUse = new Set(allColumnsOf(entered));
  for (const id of columnsIds) {
    if (inUse.has(id)) continue;
    // oxlint-disable-next-line no-await-in-loop -- two at most
    await marked([id], () => client.call("deleteDataset", id));
  }
}

const changedMeanwhile: Problem = {
  code: "dataset-unavailable",
  message:
    "Other files were added to this dataset meanwhile. Choose it again as the one that these files go to.",
};

/** A dataset as a zip archive of canonical CSV files: an import of it is the same dataset. */
export async function exportDataset(
  columnsId: string,
  client: BacktestClient = browserClient,
): Promise<Result<Blob>> {
  const exported = await client.call("exportDataset", columnsId);
  if (!exported.ok) return exported;
  if (!(exported.value instanceof Blob)) throw new TypeError("exportDataset: the worker sent no Blob");
  return ok(exported.value);
}

export interface Deletion {
  /** Puts the dataset back; refused once its prices are gone. */
  readonly undo: () => Promise<Result<null>>;
}

/** How long a deleted dataset can be put back. */
const UNDO_MS = 60_000;

/**
 * Deletes an imported dataset; runs on it stay. Its entry goes at once, its prices when nobody can put it back any
 * more: after a minute, or at the app's next start.
 */
export async function deleteDataset(
  id: string,
  client: BacktestClient = browserClient,
  undoMs = UNDO_MS,
): Promise<Result<Deletion>> {
  const deleted = await deleteDatasetRecord(id);
  if (!deleted.ok) return deleted;
  const taken = deleted.value;
  if (!taken) return ok({ undo: async () => err(goneAlready) });
  let settle: ((isKept: boolean) => void) | null = null;
  const kept = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const timer = setTimeout(() => settle?.(false), undoMs);
  void marked(taken.columnsIds, async () => {
    if (await kept) return ok(null);
    settle = null;
    const gone = await Promise.all(taken.columnsIds.map((one) => client.call("deleteDataset", one)));
    return gone.find((one) => !one.ok) ?? ok(null);
  });
  return ok({
    async undo() {
      if (!settle) return err(goneAlready);
      clearTimeout(timer);
      const restored = await restoreDatasetRecord(taken);
      settle(restored.ok);
      return restored;
    },
  });
}

const goneAlready: Problem = {
  code: "dataset-unavailable",
  message: "The prices of this dataset are gone by now. Import its files again.",
};

/**
 * Restores a backup, as the person chose after the preview. Prices come first, then every record in one transaction:
 * all of it or nothing. No record of this device is overwritten or deleted unless the choice says so. Prices that no
 * record has any more stay for the next sweep.
 */
import { demoMarket } from "../demo-market.ts";
import { freeName } from "../free-name.ts";
import { SAMPLE_STRATEGIES } from "../samples.ts";
import { BACKUP_TABLES, pricesPath, resultPath } from "./backup-format.ts";
import type { BackupTable } from "./backup-format.ts";
import { compareBackup } from "./compare-backup.ts";
import type { TableComparison } from "./compare-backup.ts";
import { parseJson } from "./open-backup.ts";
import type { BackupRecords } from "./backup-records.ts";
import type { OpenBackup } from "./open-backup.ts";
import { readHere } from "./records-here.ts";
import { mergeDeployments } from "./restore-deployments.ts";
import { goneDatasets, marked } from "../column-marks.ts";
import { noteOrigin } from "../code-consent.ts";
import { database } from "../database.ts";
import { clearLedger } from "../deployments.ts";
import { dropGrids, GRID_TABLES, putGrids } from "../grids.ts";
import type { ResultRecord, TableName } from "../tables.ts";
import type { DatasetRecord, RunRecord, StrategyRecord } from "../records.ts";
import { reportSchema } from "../report-schema.ts";
import { sealReport } from "../stored-report.ts";
import { allColumnsOf } from "../datasets.ts";
import { familyOf } from "../families.ts";
import { codeInRecords } from "../recovered-code.ts";
import { write } from "../writer.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

export type RestoreChoice =
  /** Adds what is not here; what differs stays as it is here, becomes the backup's, or (strategies) both are kept. */
  | { readonly mode: "merge"; readonly differing: "keep-mine" | "take-theirs" | "keep-both" }
  /** Afterwards everything is as in the backup; what is only here is deleted. */
  | { readonly mode: "replace" };

export interface RestoreOutcome {
  /** Records that were written, by table. */
  readonly written: Readonly<Record<BackupTable, number>>;
  readonly deleted: number;
  /** What the backup had but could not give, by name and reason. */
  readonly leftOut: readonly string[];
}

/** What is to be written and deleted. */
interface Plan {
  readonly put: BackupRecords;
  readonly results: readonly ResultRecord[];
  readonly drop: readonly (readonly [BackupTable, readonly string[]])[];
  /** Deployments whose entries go before the backup's are put; an entry that any other gains meanwhile stays. */
  readonly cleared: readonly string[];
}

const TABLES: readonly TableName[] = [...BACKUP_TABLES, ...GRID_TABLES, "results"];

export async function restoreBackup(
  backup: OpenBackup,
  choice: RestoreChoice,
): Promise<Result<RestoreOutcome>> {
  const leftOut = backup.damaged.map(({ name, problem }) => `${name || "A record"}: ${problem.message}`);
  const here = await readHere();
  const comparison = compareBackup(backup.records, here);
  const gone = await goneDatasets();
  const mendable = here.datasets.filter(({ id }) => gone.has(id) && backup.hasPart(pricesPath(id)));
  const titles = new Map(mendable.map(({ id, title }) => [id, title]));
  const chosen = choose(backup.records, here, comparison, choice);
  const ledgers =
    choice.mode === "replace"
      ? { ...backup.records, mended: backup.records.deployments.map(({ id }) => id) }
      : await mergeDeployments(backup.records, here, leftOut);
  const { deployments, entries, mended } = ledgers;
  const wanted = withPrices({ ...chosen, deployments, entries }, backup.records, titles);
  const columnsIds = wanted.datasets.map(() => crypto.randomUUID()); // never those of columns in use
  return marked([...columnsIds, ...here.datasets.flatMap(allColumnsOf)], async () => {
    const datasets = await restorePrices(backup, wanted.datasets, { columnsIds, leftOut });
    const results = await readResults(backup, wanted.runs, leftOut);
    const plan: Plan = {
      put: { ...wanted, datasets, runs: wanted.runs.map(ended) },
      results,
      drop:
        choice.mode === "replace" ? comparison.map(({ table, onlyHere }) => [table, keysOf(onlyHere)]) : [],
      cleared: mended,
    };
    const stored = await write("The backup", TABLES, () => store(plan));
    if (!stored.ok) return stored;
    await noteOrigin(codeInRecords(Object.values(plan.put).flat()), `the backup ${backup.fileName}`);
    return ok({
      written: {
        strategies: plan.put.strategies.length,
        drafts: plan.put.drafts.length,
        settings: plan.put.settings.length,
        datasets: plan.put.datasets.length,
        runs: plan.put.runs.length,
        grids: plan.put.grids.length,
        walks: plan.put.walks.length,
        deployments: plan.put.deployments.length,
        entries: plan.put.entries.length,
      },
      deleted: plan.drop.reduce((sum, [, keys]) => sum + keys.length, 0),
      leftOut,
    });
  });
}

/** The backup's records that the choice lets in. */
function choose(
  records: BackupRecords,
  here: BackupRecords,
  comparison: readonly TableComparison[],
  choice: RestoreChoice,
): Omit<BackupRecords, "deployments" | "entries"> {
  const takesDiffering = choice.mode === "replace" || choice.differing === "take-theirs";
  const isWanted = (table: BackupTable) => {
    const found = comparison.find((one) => one.table === table);
    const keys = new Set([
      ...keysOf(found?.added ?? []),
      ...(takesDiffering ? keysOf(found?.differing ?? []) : []),
    ]);
    return (key: string) => keys.has(key);
  };
  const [wantsStrategy, wantsDraft, wantsSetting] = [
    isWanted("strategies"),
    isWanted("drafts"),
    isWanted("settings"),
  ];
  const [wantsDataset, wantsRun] = [isWanted("datasets"), isWanted("runs")];
  const [wantsGrid, wantsWalk] = [isWanted("grids"), isWanted("walks")];
  const strategies = records.strategies.filter(({ id }) => wantsStrategy(id));
  if (choice.mode === "merge" && choice.differing === "keep-both")
    strategies.push(...copiesOf(records.strategies, comparison));
  const datasets = records.datasets.filter(({ id }) => wantsDataset(id));
  const isBeside = choice.mode === "merge"; // else it is all as in the backup
  return {
    strategies: isBeside ? strategiesApart(strategies, here.strategies) : strategies,
    drafts: records.drafts.filter(({ strategyId }) => wantsDraft(strategyId)),
    settings: records.settings.filter(({ key }) => wantsSetting(key)),
    datasets: isBeside ? datasetsApart(datasets, here.datasets) : datasets,
    runs: records.runs.filter(({ id }) => wantsRun(id)),
    grids: records.grids.filter(({ id }) => wantsGrid(id)),
    walks: records.walks.filter(({ id }) => wantsWalk(id)),
  };
}

/** Beside what is wanted, datasets whose prices are gone from this device and in the backup; their names stay. */
function withPrices(
  wanted: BackupRecords,
  backup: BackupRecords,
  titles: ReadonlyMap<string, string>,
): BackupRecords {
  const ids = new Set(wanted.datasets.map(({ id }) => id));
  const mended = backup.datasets.flatMap((dataset) => {
    const title = titles.get(dataset.id);
    return title === undefined || ids.has(dataset.id) ? [] : [{ ...dataset, title }];
  });
  return { ...wanted, datasets: [...wanted.datasets, ...mended] };
}

/** The backup's version of strategies that differ, under ids of their own. */
function copiesOf(
  strategies: readonly StrategyRecord[],
  comparison: readonly TableComparison[],
): StrategyRecord[] {
  const differing = new Set(keysOf(comparison.find(({ table }) => table === "strategies")?.differing ?? []));
  return strategies
    .filter(({ id }) => differing.has(id))
    .map((record) =>
      Object.assign({}, record, { id: crypto.randomUUID(), revision: 1, family: familyOf(record) }),
    );
}

/** Stores the prices of these datasets; those whose prices the backup doesn't have are left out. */
async function restorePrices(
  backup: OpenBackup,
  datasets: readonly DatasetRecord[],
  { columnsIds, leftOut }: { readonly columnsIds: readonly string[]; readonly leftOut: string[] },
): Promise<DatasetRecord[]> {
  const restored: DatasetRecord[] = [];
  for (const [at, dataset] of datasets.entries()) {
    const path = pricesPath(dataset.id);
    const columnsId = columnsIds[at] ?? "";
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be large
    const put = backup.hasPart(path) ? await backup.putPrices(path, columnsId) : null;
    const { frontId: _, ...others } = dataset; // a backup has a dataset in one file
    if (put?.ok) restored.push({ ...others, columnsId });
    else leftOut.push(`${dataset.title}: ${put ? put.problem.message : noPrices}`);
  }
  return restored;
}

const noPrices = "its prices are not in the backup. Import its files again.";

async function readResults(
  backup: OpenBackup,
  runs: readonly RunRecord[],
  leftOut: string[],
): Promise<ResultRecord[]> {
  const results: ResultRecord[] = [];
  for (const run of runs) {
    if (run.state !== "complete") continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const result = await readResult(backup, run.id);
    if (result.ok) results.push(result.value);
    else leftOut.push(`The result of a run of ${run.strategyName}: ${result.problem.message}`);
  }
  return results;
}

/** Parsed and sealed anew: the checksum in a file proves nothing about what it is. */
async function readResult(backup: OpenBackup, runId: string): Promise<Result<ResultRecord>> {
  const path = resultPath(runId);
  if (!backup.hasPart(path)) return { ok: false, problem: noResult };
  const text = await backup.readText(path);
  if (!text.ok) return text;
  const stored = parseJson(text.value);
  const inside: unknown =
    typeof stored === "object" && stored !== null ? Reflect.get(stored, "report") : null;
  const report = reportSchema.safeParse(inside);
  if (!report.success) return { ok: false, problem: noResult };
  return ok((await sealReport(runId, report.data)).sealed);
}

const noResult: Problem = {
  code: "file-unreadable",
  message: "it is not in the backup, or damaged. Run the strategy again to see it.",
};

/** A run that was under way when the backup was made never ended for this device. */
function ended(run: RunRecord): RunRecord {
  if (run.state !== "queued" && run.state !== "running") return run;
  const message = "It was under way when the backup was made. Run it again.";
  return {
    ...run,
    state: "interrupted",
    finishedAt: run.startedAt,
    problem: { code: "worker-lost", message },
  };
}

async function store({ put, results, drop, cleared }: Plan): Promise<null> {
  for (const [table, keys] of drop) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one request after the other
    await (table === "grids" ? dropGrids(keys) : database.table(table).bulkDelete([...keys]));
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (table === "runs") await database.results.bulkDelete([...keys]);
  }
  await database.strategies.bulkPut([...put.strategies]);
  await database.drafts.bulkPut([...put.drafts]);
  await database.settings.bulkPut([...put.settings]);
  await database.datasets.bulkPut([...put.datasets]);
  await database.runs.bulkPut([...put.runs]);
  await database.results.bulkPut([...results]);
  await putGrids(put.grids);
  await database.walks.bulkPut([...put.walks]);
  for (const id of cleared) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one request after the other
    await clearLedger(id);
  }
  await database.deployments.bulkPut([...put.deployments]);
  await database.entries.bulkPut([...put.entries]);
  return null;
}

function keysOf(records: readonly { readonly key: string }[]): string[] {
  return records.map(({ key }) => key);
}

/**
 * Names of what a backup brings beside what stays here: one that is taken gets a number, as in every list.
 *
 * What takes the place of one here, by its id, does not meet that one's name.
 */
export function strategiesApart(
  brought: readonly StrategyRecord[],
  here: readonly StrategyRecord[],
): StrategyRecord[] {
  const taken = new Set([...SAMPLE_STRATEGIES, ...staying(here, brought)].map(({ name }) => name));
  return brought.map((record) => {
    const name = freeName(record.name, taken);
    taken.add(name);
    return name === record.name
      ? record
      : Object.assign({}, record, { name, strategy: { ...record.strategy, name } });
  });
}

/** The same, with the titles of datasets. */
export function datasetsApart(
  brought: readonly DatasetRecord[],
  here: readonly DatasetRecord[],
): DatasetRecord[] {
  const taken = new Set([demoMarket, ...staying(here, brought)].map(({ title }) => title));
  return brought.map((record) => {
    const title = freeName(record.title, taken);
    taken.add(title);
    return title === record.title ? record : Object.assign({}, record, { title });
  });
}

function staying<T extends { readonly id: string }>(here: readonly T[], brought: readonly T[]): readonly T[] {
  const replaced = new Set(brought.map(({ id }) => id));
  return here.filter(({ id }) => !replaced.has(id));
}

/**
 * An import from its first dry run to its commit. A dry run writes what it found as columns that lie apart; the commit
 * of the same plan completes those and puts them in place, so that what is stored is what was looked at.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Staging } from "#workers/market/dataset-writing.ts";
import { MOST_ROWS } from "#workers/market/market-builder.ts";
import { fileSource, reasonOf } from "#workers/market/source.ts";
import type {
  CommitRequest,
  DryRun,
  ImportFile,
  ImportOutcome,
  ImportPlan,
  SourceFile,
} from "#workers/model/import-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { openBase } from "./base.ts";
import type { Base, StoredDataset } from "./base.ts";
import { describeDryRun } from "./dry-run.ts";
import { createPlanReader } from "./plan-files.ts";
import type { PlanFile } from "../what/file-check.ts";
import type { PlanReader } from "./plan-files.ts";
import { planMarket } from "./plan-market.ts";
import type { PlannedMarket } from "./plan-market.ts";
import type { PlanProgress } from "./plan-progress.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import { sha256Of } from "./sha256.ts";

const MOST_INDICES = 100;

export interface DeskTools {
  /** Opens the columns of a dataset that gets files for as long as `work` takes. */
  readonly withBase: <T>(
    columnsId: string,
    work: (stored: StoredDataset) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  readonly onProgress: (progress: PlanProgress) => void;
  /** Where else files may be read; null for nowhere. They end with their owner's job. */
  readonly threads: ReadingThreads | null;
  /** Called when all is read. */
  readonly onStoring: () => void;
}

export interface ImportDesk {
  check(plan: ImportPlan, tools: DeskTools): Promise<Result<DryRun>>;
  /** Refused, and nothing stored, where the files give another digest than that of the dry run that was agreed to. */
  commit(request: CommitRequest, tools: DeskTools): Promise<Result<ImportOutcome>>;
  /** Deletes what a dry run staged and nobody stored. */
  discard(): Promise<void>;
}

/** What a dry run left for the commit. */
interface Prepared {
  readonly key: string;
  readonly planned: PlannedMarket;
  readonly dryRun: DryRun;
}

/** @param mostRows - so many rows are held in memory */
export function createImportDesk(
  openStaging: () => Promise<Result<Staging>>,
  mostRows = MOST_ROWS,
): ImportDesk {
  let staging: Staging | null = null;
  let reader: PlanReader | null = null;
  let prepared: Prepared | null = null;

  async function prepare(plan: ImportPlan, tools: DeskTools): Promise<Result<Prepared>> {
    const key = keyOf(plan);
    if (prepared?.key === key) return ok(prepared);
    prepared = null;
    const opened: Result<Staging> = staging ? ok(staging) : await openStaging();
    if (!opened.ok) return opened;
    const { columns, rows, attempt } = opened.value;
    staging = opened.value;
    const open = reader ?? createPlanReader({ file: rows, mostRows });
    reader = open;
    const planWith = (base: Base | null): Promise<Result<Prepared>> =>
      attempt(async () => {
        const planned = await planMarket(open, plan, { base, columns }, tools);
        prepared = { key, planned, dryRun: describeDryRun(planned, base) };
        return ok(prepared);
      });
    if (plan.addTo === null) return planWith(null);
    return tools.withBase(plan.addTo, async (stored) => {
      const base = await openBase(stored);
      return base.ok ? planWith(base.value) : base;
    });
  }

  async function store(
    { planned }: Prepared,
    { plan, datasetId, defaults }: CommitRequest,
    into: Staging,
  ): Promise<Result<ImportOutcome>> {
    reader = null; // the memory is for the checksums
    const sources = await describeSources(usedFiles(plan, planned.files));
    if (!sources.ok) return sources;
    const completed = await into.attempt(async () => ok(await planned.complete(defaults)));
    if (!completed.ok) return completed;
    const { facts, indices, front } = completed.value;
    const published = await into.publish(datasetId, facts.bytes - (front?.bytes ?? 0));
    staging = null;
    prepared = null;
    if (!published.ok) return published;
    const asOf = planned.facts?.asOf ?? null;
    return ok({
      facts,
      notes: { files: planned.notes },
      sources: sources.value,
      indices: indices.slice(0, MOST_INDICES),
      ...(front ? { frontId: front.id } : {}),
      ...(asOf === null ? {} : { factsAsOf: asOf }),
    });
  }

  return {
    async discard() {
      const open = staging;
      [staging, reader, prepared] = [null, null, null];
      await open?.discard();
    },
    async check(plan, tools) {
      prepared = null; // a dataset that gets the files may have changed
      const found = await prepare(plan, tools);
      return found.ok ? ok(found.value.dryRun) : found;
    },
    async commit(request, tools) {
      const found = await prepare(request.plan, tools);
      if (!found.ok) return found;
      if (found.value.planned.instruments === 0) return err(noPrices);
      if (found.value.planned.digest !== request.digest) return err(changed);
      if (!staging) throw new Error("what is prepared lies in a staging");
      tools.onStoring();
      return store(found.value, request, staging);
    },
  };
}

/** The same for plans that give the same columns. */
function keyOf({ id, files, answers, leftOut, factsAsOf, addTo, dropsFacts = false }: ImportPlan): string {
  const names = files.map(({ name, bytes }) => [name, bytes.size]);
  return JSON.stringify([id, names, [...answers], [...leftOut], factsAsOf, addTo, dropsFacts]);
}

/** The dropped files that something was taken of: of an archive, one of its files is enough. */
function usedFiles({ files, leftOut }: ImportPlan, checked: readonly PlanFile[]): ImportFile[] {
  const used = new Set<string>();
  for (const { check } of checked) {
    const { verdict, file } = check;
    if (verdict !== "ok" || leftOut.has(file)) continue;
    used.add(file);
    for (let at = file.indexOf("/"); at >= 0; at = file.indexOf("/", at + 1)) used.add(file.slice(0, at));
  }
  return files.filter(({ name }) => used.has(name));
}

const changed: Problem = {
  code: "file-refused",
  message:
    "The files changed after they were checked, so nothing was stored. Choose them again and look at the new check.",
};

const noPrices: Problem = {
  code: "data-missing",
  message:
    "None of these files has a row of prices that can be used. Add a file with the columns symbol, date and close.",
};

/** The browser's own SHA-256 is several times faster, and holds a file twice in memory. */
const MOST_WHOLE_BYTES = 167_772_160;

/** So many small files are read at a time: a browser takes its time for each answer, and gives several at once. */
const FILES_AT_ONCE = 8;
const SMALL_BYTES = 1_048_576;

/** The dropped files by size and checksum, so that each can be known again. */
export async function describeSources(files: readonly ImportFile[]): Promise<Result<SourceFile[]>> {
  const sources: SourceFile[] = [];
  for (let from = 0; from < files.length;) {
    const some = nextFiles(files, from);
    // oxlint-disable-next-line no-await-in-loop -- a few files in memory at a time
    for (const source of await Promise.all(some.map(describeSource))) {
      if (!source.ok) return source;
      sources.push(source.value);
    }
    from += some.length;
  }
  return ok(sources);
}

/** One file, or several small ones. */
function nextFiles(files: readonly ImportFile[], from: number): readonly ImportFile[] {
  const some = files.slice(from, from + FILES_AT_ONCE);
  const large = some.findIndex(({ bytes }) => bytes.size > SMALL_BYTES);
  return large < 0 ? some : some.slice(0, Math.max(1, large));
}

async function describeSource(file: ImportFile): Promise<Result<SourceFile>> {
  try {
    return ok({ name: file.name, bytes: file.bytes.size, sha256: await checksumOf(file) });
  } catch (error) {
    return err({
      code: "file-unreadable",
      message: `${file.name}: cannot be read: ${reasonOf(error)}; choose the file again`,
      place: file.name,
    });
  }
}

async function checksumOf(file: ImportFile): Promise<string> {
  if (file.bytes.size <= MOST_WHOLE_BYTES) return sha256Of(await file.bytes.arrayBuffer());
  const sum = sha256.create();
  for await (const chunk of await fileSource(file).open()) sum.update(chunk);
  return bytesToHex(sum.digest());
}

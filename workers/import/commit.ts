/** The commit of an import plan: the very bars of its dry run, stored in one step. */
import { sweepStaging } from "#workers/market/dataset-store.ts";
import { saveDataset } from "#workers/market/dataset-writing.ts";

import { fileSource, reasonOf } from "#workers/market/source.ts";
import type {
  CommitRequest,
  ImportFile,
  ImportOutcome,
  ImportPlan,
  SourceFile,
} from "#workers/model/import-plan.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { marketDigest } from "./market-digest.ts";
import type { PlanFile, PlanProgress, PlanReader } from "./plan-files.ts";
import { readPlanMarket } from "./plan-market.ts";
import { createSha256 } from "./sha256.ts";

const MOST_INDICES = 100;

export interface CommitTools {
  /** The dataset that gets the files; null for a new one. */
  readonly base: Market | null;
  readonly onProgress: (progress: PlanProgress) => void;
  /** Called when all is read. */
  readonly onStoring: () => void;
}

/**
 * Stores what the dry run of this plan found. What the reader kept is used as it is, the rest is read once more with
 * the same answers; a digest other than the dry run's is refused, and nothing is stored then.
 */
export async function commitPlan(
  reader: PlanReader,
  { plan, digest, datasetId, defaults }: CommitRequest,
  { base, onProgress, onStoring }: CommitTools,
): Promise<Result<ImportOutcome>> {
  const swept = await sweepStaging(); // storage that refuses this would refuse the prices, too
  if (!swept.ok) return swept;
  const {
    market,
    notes,
    files,
    facts: said,
  } = await readPlanMarket(reader, plan, { defaults, base }, onProgress);
  if (market.instruments.length === 0) return err(noPrices);
  if (marketDigest(market) !== digest) return err(changed);
  const sources = await describeSources(usedFiles(plan, files));
  if (!sources.ok) return sources;
  onStoring();
  const facts = await saveDataset(datasetId, market);
  if (!facts.ok) return facts;
  const indices = market.instruments.filter(({ instrumentType }) => instrumentType === INDEX_TYPE);
  return ok({
    facts: facts.value,
    notes: { files: notes },
    sources: sources.value,
    indices: indices.slice(0, MOST_INDICES).map(({ symbol }) => symbol),
    ...(said === null || said.asOf === null ? {} : { factsAsOf: said.asOf }),
  });
}

/** The dropped files that something was taken of: of an archive, one of its files is enough. */
function usedFiles({ files, leftOut }: ImportPlan, checked: readonly PlanFile[]): ImportFile[] {
  const used = checked
    .map(({ check }) => check)
    .filter(({ verdict, file }) => verdict === "ok" && !leftOut.has(file))
    .map(({ file }) => file);
  return files.filter(({ name }) => used.some((file) => file === name || file.startsWith(`${name}/`)));
}

async function describeSources(files: readonly ImportFile[]): Promise<Result<SourceFile[]>> {
  const sources: SourceFile[] = [];
  for (const file of files) {
    const sum = createSha256();
    try {
      // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
      for await (const chunk of await fileSource(file).open()) sum.push(chunk);
    } catch (error) {
      return err({
        code: "file-unreadable",
        message: `${file.name}: cannot be read: ${reasonOf(error)}; choose the file again`,
        place: file.name,
      });
    }
    sources.push({ name: file.name, bytes: file.bytes.size, sha256: sum.end() });
  }
  return ok(sources);
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

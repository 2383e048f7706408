/** Plans of files made in a test, and what they come to. */
import { openBase } from "#workers/import/plan/base.ts";
import { describeDryRun } from "#workers/import/plan/dry-run.ts";
import { createPlanReader } from "#workers/import/plan/plan-files.ts";
import type { PlanReader } from "#workers/import/plan/plan-files.ts";
import { planMarket } from "#workers/import/plan/plan-market.ts";
import type { PlannedMarket } from "#workers/import/plan/plan-market.ts";
import type { ReadingThreads } from "#workers/import/plan/reading-threads.ts";
import { wholeAsParts } from "#workers/market/whole-parts.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { DryRun, ImportPlan } from "#workers/model/import-plan.ts";
import type { Market, PartedMarket } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { createMemoryFile, memoryReader } from "../support/memory-file.ts";

/** A plan of files given by name and text, without answers. */
export function planOf(
  files: Readonly<Record<string, string>>,
  change: Partial<ImportPlan> = {},
): ImportPlan {
  return {
    id: "plan",
    files: Object.entries(files).map(([name, text]) => ({ name, bytes: new Blob([text]) })),
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
    ...change,
  };
}

const NO_TOOLS = { onProgress: () => {}, threads: null };

interface ReadPlan extends Omit<PlannedMarket, "instruments"> {
  /** As it comes back from the stored columns. */
  readonly market: Market;
}

interface PlanSettings {
  readonly base?: Market | null;
  readonly defaults?: ReadonlyMap<string, InstrumentDefaults>;
  readonly reader?: PlanReader;
  readonly threads?: ReadingThreads | null;
}

/** What a plan comes to, stored and read back. */
export async function readPlan(
  plan: ImportPlan,
  { base = null, defaults = new Map(), reader = createPlanReader(), threads = null }: PlanSettings = {},
): Promise<ReadPlan> {
  const columns = createMemoryFile();
  const opened = base && (await openBase({ parts: wholeAsParts(base), extendable: null }));
  if (opened && !opened.ok) throw new Error(opened.problem.message);
  const target = { base: opened && opened.value, columns };
  const planned = await planMarket(reader, plan, target, { ...NO_TOOLS, threads });
  const { facts } = await planned.complete(defaults);
  const bytes = columns.contents().slice(0, facts.bytes);
  const stored = await readStoredMarket(memoryReader(bytes), { highAndLow: true, mostBytes: Infinity });
  if (!stored.ok) throw new Error(stored.problem.message);
  return { ...planned, market: stored.value.market };
}

/** What a plan for a stored dataset comes to: its dry run, and the market as it comes back. */
export async function readOnto(
  plan: ImportPlan,
  stored: PartedMarket,
): Promise<{ readonly dryRun: DryRun; readonly market: Market }> {
  const base = await openBase({ parts: stored, extendable: null });
  if (!base.ok) throw new Error(base.problem.message);
  const columns = createMemoryFile();
  const planned = await planMarket(createPlanReader(), plan, { base: base.value, columns }, NO_TOOLS);
  const dryRun = describeDryRun(planned, base.value);
  await planned.complete(new Map());
  const read = await readStoredMarket(memoryReader(columns.contents()), {
    highAndLow: true,
    mostBytes: Infinity,
  });
  if (!read.ok) throw new Error(read.problem.message);
  return { dryRun, market: read.value.market };
}

export async function look(plan: ImportPlan): Promise<DryRun> {
  const planned = await planMarket(
    createPlanReader(),
    plan,
    { base: null, columns: createMemoryFile() },
    NO_TOOLS,
  );
  return describeDryRun(planned, null);
}

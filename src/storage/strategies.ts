/**
 * Stored strategies and the drafts of their forms. Reads are plain queries to wrap in useLiveQuery; each gives the
 * built-in samples of samples.ts too where it takes an id.
 */
import { database } from "./database.ts";
import { DEMO_DATASET_ID } from "./demo-market.ts";
import { familyOf, familyOfImport } from "./families.ts";
import { readAll } from "./read-pieces.ts";
import {
  DRAFT_FORM,
  draftRecordSchema,
  isNewerDraft,
  readRecord,
  readRecords,
  strategyRecordSchema,
} from "./records.ts";
import type { DraftRecord, RecordList, StrategyRecord } from "./records.ts";
import { settingsOf } from "./grids.ts";
import { freeName, withSuffix } from "./free-name.ts";
import { findSample, SAMPLE_STRATEGIES } from "./samples.ts";
import { loadSettings } from "./settings.ts";
import { askToPersistOnce } from "./storage-use.ts";
import { whereStored } from "./where-stored.ts";
import { write, writeOrRefuse } from "./writer.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** What removeStrategy took away; hand it to restoreStrategy to undo. */
export interface RemovedStrategy {
  /** The record as stored, so that even a damaged one comes back. */
  readonly strategy: StrategyRecord;
  readonly draft: DraftRecord | null;
}

const KIND = "strategy";

/** A person's own strategies, the last updated first; the built-in ones and trials are not among them. */
export async function listStrategies(): Promise<RecordList<StrategyRecord>> {
  const { records, damaged } = await readAll(database.strategies, strategyRecordSchema, KIND);
  const kept = records.filter(({ isTrial }) => isTrial !== true);
  return { records: kept.toSorted((a, b) => b.updatedAt - a.updatedAt), damaged };
}

/** A stored or built-in strategy; a problem "not-found" where there is none of this id. */
export async function loadStrategy(id: string): Promise<Result<StrategyRecord>> {
  const sample = findSample(id);
  if (sample) return ok(sample);
  const stored = await database.strategies.get(id);
  return stored === undefined ? err(notFound()) : readRecord(strategyRecordSchema, stored, KIND);
}

/** What a new strategy begins with: the built-in rules, none, or none and shares in parts, as a portfolio holds them. */
export type Beginning = "built-in" | "empty" | "portfolio";

/**
 * Begins a draft with the default parameters on fair terms and the risk-free rate of the settings. A blank or overlong
 * name is a problem with place "name".
 */
export function createStrategy(
  name: string,
  beginning: Beginning = "built-in",
): Promise<Result<StrategyRecord>> {
  return writeOrRefuse(describe(name), ["strategies", "settings"], async () => {
    const { riskFreePercent } = await loadSettings();
    const begun = beginning === "built-in" ? fairStrategy : withoutRules;
    const simulation = {
      ...begun.simulation,
      riskFreePercent,
      fractionalShares: beginning === "portfolio",
    };
    const named = withName({ ...begun, simulation }, name);
    if (!named.ok) return named;
    const record = newRecord(named.value, "draft", DEMO_DATASET_ID);
    await database.strategies.add(record);
    return ok(record);
  });
}

/**
 * Stores a strategy that was made of another (of a run, of a grid, of a built-in one that was edited, in another tab) as a new,
 * ready one beside all others: its name gets " (2)" where it is taken.
 *
 * @param family - of that other one; absent for one that begins here
 */
export function addStrategy(
  strategy: Strategy,
  datasetId: string,
  family?: string,
  formulaLines: readonly string[] = [],
): Promise<Result<StrategyRecord>> {
  return insertBeside({
    ...newRecord(strategy, "ready", datasetId),
    ...(family !== undefined && { family }),
    ...(formulaLines.length > 0 && { formulaLines }),
  });
}

/** As addStrategy, of one from a file or a link: all imports of the same settings are a family. */
export async function importStrategy(strategy: Strategy, datasetId: string): Promise<Result<StrategyRecord>> {
  return addStrategy(strategy, datasetId, await familyOfImport(strategy));
}

/**
 * What a template is run by: the stored strategy of these very settings under this name, on this data, or a trial, which
 * is in no list until keepStrategy.
 */
export async function tryStrategy(strategy: Strategy, datasetId: string): Promise<Result<StrategyRecord>> {
  const { records } = await readAll(database.strategies, strategyRecordSchema, KIND);
  const settings = settingsOf(strategy);
  const same = records.find(
    (record) =>
      record.name === strategy.name &&
      record.datasetId === datasetId &&
      settingsOf(record.strategy) === settings,
  );
  if (same) return ok(same);
  const family = await familyOfImport(strategy);
  return write(describe(strategy.name), ["strategies"], async () => {
    const trial = { ...newRecord(strategy, "ready", datasetId), family, isTrial: true } as const;
    await database.strategies.add(trial);
    return trial;
  });
}

/** Lists a trial from now on, under a name of its own; one that is kept already stays as it is. */
export function keepStrategy(id: string): Promise<Result<StrategyRecord>> {
  return writeOrRefuse("The strategy", ["strategies"], async () => {
    const stored = await database.strategies.get(id);
    if (!stored) return err(notFound());
    if (stored.isTrial !== true) return ok(stored);
    const others = (await database.strategies.toArray()).filter((other) => other.isTrial !== true);
    const name = freeName(stored.name, new Set([...SAMPLE_STRATEGIES, ...others].map((other) => other.name)));
    const kept = {
      ...asKept(stored),
      name,
      strategy: { ...stored.strategy, name },
      updatedAt: Date.now(),
    };
    await database.strategies.put(kept);
    return ok(kept);
  });
}

function asKept({ isTrial: _isTrial, ...record }: StrategyRecord): StrategyRecord {
  return record;
}

/** On fair terms, with every condition off. */
const withoutRules: Strategy = {
  ...fairStrategy,
  scanner: {
    ...fairStrategy.scanner,
    match: "all",
    priceGrowth: null,
    minPrice: null,
    marketCapRank: null,
    avgDailyValue: null,
  },
  buy: { ...fairStrategy.buy, lastPriceVsClose: false, lastPriceVsMA: false },
  sell: { ...fairStrategy.sell, trailingStopLoss: null, minHoldingDays: 0 },
};

interface SaveOptions {
  /** Left as it is when absent. */
  readonly datasetId?: string;
  /** The time of the draft that these values were kept as; null for none. Another page's draft stays. */
  readonly draftAt?: number | null;
  /** Lines of the record's formulas; left as they are when absent. */
  readonly formulaLines?: readonly string[];
}

/**
 * Saves over a stored strategy, makes it ready and drops the draft that it comes from.
 *
 * @param expectedRevision - of the record (or draft) that the edit started from. When another tab saved meanwhile,
 *   nothing is written and the problem is "strategy-conflict": save with the newer revision to keep mine, reload to
 *   take theirs, addStrategy to keep both.
 */
export async function saveStrategy(
  id: string,
  strategy: Strategy,
  expectedRevision: number,
  { datasetId, draftAt = null, formulaLines }: SaveOptions = {},
): Promise<Result<StrategyRecord>> {
  const outcome = await writeOrRefuse(describe(strategy.name), ["strategies", "drafts"], async () => {
    const stored = await database.strategies.get(id);
    if (!stored) return err(notFound());
    if (stored.revision !== expectedRevision) return err(conflict(strategy.name, stored.revision));
    const saved: StrategyRecord = {
      ...asKept(stored),
      name: strategy.name,
      revision: stored.revision + 1,
      updatedAt: Date.now(),
      status: "ready",
      strategy,
      datasetId: datasetId ?? stored.datasetId,
      ...(formulaLines && { formulaLines }),
    };
    await database.strategies.put(saved);
    await deleteDraft(id, draftAt);
    return ok(saved);
  });
  if (outcome.ok) askToPersistOnce();
  return outcome;
}

/** Moves the end of a stored strategy's period, where that is a certain day; counts as a new revision. */
export function moveEnd(
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Result<null>> {
  return writeOrRefuse("The end of the strategy's period", ["strategies"], async () => {
    const stored = await database.strategies.get(id);
    if (!stored) return err(notFound());
    const { strategy, revision } = stored;
    if (strategy.simulation.endDate !== from) return ok(null);
    await database.strategies.put({
      ...stored,
      strategy: { ...strategy, simulation: { ...strategy.simulation, endDate: to } },
      revision: revision + 1,
      updatedAt: Date.now(),
    });
    return ok(null);
  });
}

/** Gives a stored strategy another name; counts as a new revision. */
export function renameStrategy(id: string, name: string): Promise<Result<StrategyRecord>> {
  return writeOrRefuse(describe(name), ["strategies"], async () => {
    const stored = await database.strategies.get(id);
    if (!stored) return err(notFound());
    const named = withName(stored.strategy, name);
    if (!named.ok) return named;
    const renamed = {
      ...stored,
      name,
      strategy: named.value,
      revision: stored.revision + 1,
      updatedAt: Date.now(),
    };
    await database.strategies.put(renamed);
    return ok(renamed);
  });
}

/** Stores "<name> (copy)" of a stored or built-in strategy, as last saved, with the original's status. */
export async function duplicateStrategy(id: string): Promise<Result<StrategyRecord>> {
  const original = await loadStrategy(id);
  if (!original.ok) return original;
  const { strategy, status, datasetId, formulaLines } = original.value;
  const copy = newRecord({ ...strategy, name: withSuffix(strategy.name, " (copy)") }, status, datasetId);
  return insertBeside({ ...copy, family: familyOf(original.value), ...(formulaLines && { formulaLines }) });
}

/** Deletes a strategy, damaged or not, and its draft; its runs stay. */
export function removeStrategy(id: string): Promise<Result<RemovedStrategy>> {
  return writeOrRefuse("The deletion of the strategy", ["strategies", "drafts"], async () => {
    const strategy = await database.strategies.get(id);
    if (!strategy) return err(notFound());
    const draft = (await database.drafts.get(id)) ?? null;
    await database.strategies.delete(id);
    await database.drafts.delete(id);
    return ok({ strategy, draft });
  });
}

/** Undoes removeStrategy: same id, revision and times. Doing it twice changes nothing. */
export function restoreStrategy({ strategy, draft }: RemovedStrategy): Promise<Result<null>> {
  return write(describe(strategy.name), ["strategies", "drafts"], async () => {
    if (await database.strategies.get(strategy.id)) return null;
    await database.strategies.add(strategy);
    if (draft) await database.drafts.put(draft);
    return null;
  });
}

/**
 * Keeps what the form holds, valid or not. A later save or clearDraft drops it. A draft that another page wrote
 * meanwhile, or a newer app, is never written over: the problem is "strategy-conflict" then.
 *
 * @param knownAt - the time of the stored draft as this page knows it; null for none
 * @returns the time of the draft as stored
 */
export function saveDraft(
  draft: Omit<DraftRecord, "updatedAt" | "form">,
  knownAt: number | null,
): Promise<Result<number>> {
  return writeOrRefuse("The draft", ["strategies", "drafts"], async () => {
    const stored = await loadDraft(draft.strategyId);
    if (stored && isNewerDraft(stored)) return err(draftOfNewerApp);
    if (stored && stored.updatedAt !== knownAt) return err(draftElsewhere);
    const updatedAt = Math.max(Date.now(), (stored?.updatedAt ?? 0) + 1); // no two drafts have one time
    await database.drafts.put({ ...draft, updatedAt, form: DRAFT_FORM });
    const strategy = await database.strategies.get(draft.strategyId);
    if (strategy?.isTrial === true) await database.strategies.put(asKept(strategy)); // else it would be in no list
    return ok(updatedAt);
  });
}

/** Those that can be read, in no order. */
export async function listDrafts(): Promise<readonly DraftRecord[]> {
  return readRecords(draftRecordSchema, await whereStored(() => database.drafts.toArray(), []), "draft")
    .records;
}

/** null where there is no draft, and where it can't be read: the saved strategy is then all there is. */
export async function loadDraft(strategyId: string): Promise<DraftRecord | null> {
  const draft = draftRecordSchema.safeParse(
    await whereStored(() => database.drafts.get(strategyId), undefined),
  );
  return draft.success ? draft.data : null;
}

/** Drops a draft; another one than that of `draftAt` stays, and so does one of a newer app. */
export function clearDraft(strategyId: string, draftAt: number | null): Promise<Result<null>> {
  return write("The removal of the draft", ["drafts"], async () => {
    await deleteDraft(strategyId, draftAt);
    return null;
  });
}

async function deleteDraft(strategyId: string, draftAt: number | null): Promise<void> {
  const stored = await loadDraft(strategyId);
  if (stored && isNewerDraft(stored)) return;
  if ((stored?.updatedAt ?? null) === draftAt) await database.drafts.delete(strategyId);
}

const draftElsewhere: Problem = {
  code: "strategy-conflict",
  message:
    "Another tab has unsaved changes of this strategy too, and they are kept. Those on this page are not: save them, or leave them and reload the page.",
};

const draftOfNewerApp: Problem = {
  code: "strategy-conflict",
  message:
    "A newer version of Tidemark has a draft of this strategy, which stays as it is. What you change on this page has none: save it, or reload the page to get the newer version.",
};

function newRecord(strategy: Strategy, status: StrategyRecord["status"], datasetId: string): StrategyRecord {
  const now = Date.now();
  const id = crypto.randomUUID();
  return {
    id,
    name: strategy.name,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    status,
    strategy,
    datasetId,
  };
}

function insertBeside(record: StrategyRecord): Promise<Result<StrategyRecord>> {
  return write(describe(record.name), ["strategies"], async () => {
    const stored = (await database.strategies.toArray()).filter(({ isTrial }) => isTrial !== true);
    const name = freeName(record.name, new Set([...SAMPLE_STRATEGIES, ...stored].map((other) => other.name)));
    const beside = { ...record, name, strategy: { ...record.strategy, name } };
    await database.strategies.add(beside);
    return beside;
  });
}

function withName(strategy: Strategy, name: string): Result<Strategy> {
  return parseStrategy({ ...strategy, name });
}

function describe(name: string): string {
  return `The strategy "${name}"`;
}

function notFound(): Problem {
  return {
    code: "not-found",
    message:
      "This strategy is not on this device; it may have been deleted in another tab. Open the list of strategies.",
  };
}

function conflict(name: string, revision: number): Problem {
  return {
    code: "strategy-conflict",
    message: `"${name}" was saved in another tab meanwhile (revision ${revision}). Keep this version, take the other one, or keep both.`,
  };
}

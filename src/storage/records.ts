/**
 * The shapes of the database's records, as schemas: what comes out of IndexedDB may have been written by an older
 * app or damaged, so every read parses here and past it nobody checks again. Times are as in stored-time.ts.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { headlineSchema } from "./headline.ts";
import type { Headline } from "./headline.ts";
import { storedTime } from "./stored-time.ts";
import { strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { SourceFile } from "#workers/model/import-plan.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import type { DatasetFacts, InstrumentDefaults, ReadingNotes } from "#workers/model/reading.ts";
import type { Problem, ProblemCode } from "#workers/model/problem.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

/** A draft was begun but never saved; a ready strategy was saved at least once. */
type StrategyStatus = "draft" | "ready";

export interface StrategyRecord {
  readonly id: string;
  /** Always the same as `strategy.name`. */
  readonly name: string;
  /** Goes up by one with every save and rename; a save says which revision it was made from. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: StrategyStatus;
  readonly strategy: Strategy;
  readonly datasetId: string;
  /** What its variants are counted with: the strategy that it was copied from, or the link. Absent where it began here. */
  readonly family?: string;
  /** Lines of rules that the builder shows as formulas, also where they could be fields. Absent for none. */
  readonly formulaLines?: readonly string[];
  /** A template that was run and not kept: in no list until it is kept, or something of it is changed. */
  readonly isTrial?: true;
}

/** What a person typed and didn't save yet; `values` is the form's own shape, unparsed. */
export interface DraftRecord {
  readonly strategyId: string;
  /** The strategy's revision that the form started from: save with it, so that a newer one is noticed. */
  readonly revision: number;
  readonly values: unknown;
  readonly updatedAt: number;
  /** Which shape `values` has (DRAFT_FORM of the app that wrote it); drafts of before it was noted have none. */
  readonly form?: number;
}

/** One more with each change after which an app of before would lose something of a draft. */
export const DRAFT_FORM = 2;

/** Written by a newer app: this one can't know all that it says, so it leaves it as it is. */
export function isNewerDraft({ form }: Pick<DraftRecord, "form">): boolean {
  return form !== undefined && form > DRAFT_FORM;
}

export type RunState = "queued" | "running" | "cancelled" | "complete" | "failed" | "interrupted";

/** One run, with everything needed to know later what was run on what. */
export interface RunRecord {
  readonly id: string;
  readonly strategyId: string;
  readonly strategyName: string;
  /** From 1, among the runs of its strategy; runs from before it was noted have their place among them. */
  readonly number?: number;
  readonly state: RunState;
  /** When the run was asked for. */
  readonly startedAt: number;
  /** null while queued or running. */
  readonly finishedAt: number | null;
  /** The strategy as it was then; a later edit doesn't touch it. */
  readonly strategy: Strategy;
  /** Family of the strategy then; absent where it has none but its own id. */
  readonly family?: string;
  /** A variant out of an optimisation: the strategy was never saved like this. Absent for an ordinary run. */
  readonly isVariant?: true;
  readonly datasetId: string;
  readonly datasetTitle: string;
  readonly datasetFingerprint: string;
  readonly engineVersion: string;
  /** null unless complete. */
  readonly headline: Headline | null;
  /** Why the run failed or was cancelled or interrupted; else null. */
  readonly problem: Problem | null;
  /** What its result takes, about; null without one, and for runs from before this was noted. */
  readonly resultBytes: number | null;
  /** What a person wrote to it: the one part that may change later. Absent where nothing was written. */
  readonly remark?: RunRemark;
  /** What checks of the result found, read by robustness-record.ts where it is looked at. Absent before the first. */
  readonly robustness?: unknown;
}

/** A person's own words to a run, and its pin. */
export interface RunRemark {
  /** "" for none. */
  readonly note: string;
  /** Each once, in the order in which they were written. */
  readonly tags: readonly string[];
  /** Pinned to the top of the list of runs. */
  readonly isPinned?: true;
  readonly changedAt: number;
}

/** What a person decided about a suspected split of an imported dataset. */
export interface SplitDecision extends Omit<AppliedSplit, "leavesOut"> {
  /** New shares for old, as it was shown: `2:1`. */
  readonly fraction: string;
  /**
   * adjust: bars before it are divided as they are read; ignore: left as they are, and not asked again; leave-out: its
   * instrument is in no universe.
   */
  readonly decision: "adjust" | "ignore" | "leave-out";
  readonly decidedAt: number;
}

/** The catalogue's entry of a dataset that was imported; its prices are columns in the worker's store. */
export interface DatasetRecord {
  readonly id: string;
  readonly title: string;
  readonly importedAt: number;
  readonly facts: DatasetFacts;
  readonly notes: ReadingNotes;
  readonly defaults: InstrumentDefaults;
  /** What the last run found damaged in its stored prices; absent where nothing was. */
  readonly damage?: string;
  /** The files that it was imported from; records of before the checksums have none. */
  readonly sources?: readonly SourceFile[];
  /** Where its columns are, once files were added to it; else under its id. */
  readonly columnsId?: string;
  /** Columns that these go on with: what was there before files were added. Absent where one file has all. */
  readonly frontId?: string;
  /** Symbols of its INDEX series, for choosing a benchmark; records of before the choice have none. */
  readonly indices?: readonly string[];
  /** What runs on it are compared with where their strategy names nothing; absent for what the engine chooses. */
  readonly benchmark?: string;
  /** The day that company facts in it are of, an ISO date; absent where it has none. */
  readonly factsAsOf?: string;
  /** Decisions on splits by the time that they were made; none in records of older apps. */
  readonly splits?: readonly SplitDecision[];
}

/** One setting; settings.ts judges its value. */
export interface SettingRecord {
  readonly key: string;
  readonly value: unknown;
}

/** A record that can't be read; the others of its list stay readable. */
export interface DamagedRecord {
  readonly id: string;
  /** Its name or title where that much is readable, else "". */
  readonly name: string;
  readonly problem: Problem;
}

/** What a list query found, in the list's order. */
export interface RecordList<T> {
  readonly records: readonly T[];
  readonly damaged: readonly DamagedRecord[];
}

const revision = z.number().int().min(0);
const isoDay = z.string().nullable();

export const strategyRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  revision,
  createdAt: storedTime,
  updatedAt: storedTime,
  status: z.enum(["draft", "ready"]),
  strategy: strategySchema,
  datasetId: z.string(),
  family: z.string().exactOptional(),
  formulaLines: z.array(z.string()).exactOptional(),
  isTrial: z.literal(true).exactOptional(),
}) satisfies z.ZodType<StrategyRecord>;

export const draftRecordSchema = z.object({
  strategyId: z.string(),
  revision,
  values: z.unknown(),
  updatedAt: storedTime,
  form: z.number().exactOptional(),
}) satisfies z.ZodType<DraftRecord>;

const problemSchema = z.object({
  code: z.custom<ProblemCode>((code) => typeof code === "string"), // an older or newer app may know other codes
  message: z.string(),
  place: z.string().exactOptional(),
  details: z.array(z.string()).exactOptional(),
}) satisfies z.ZodType<Problem>;

const remarkSchema = z.object({
  note: z.string(),
  tags: z.array(z.string()),
  isPinned: z.literal(true).exactOptional(),
  changedAt: storedTime,
}) satisfies z.ZodType<RunRemark>;

export const runRecordSchema = z.object({
  id: z.string(),
  strategyId: z.string(),
  strategyName: z.string(),
  number: z.number().int().min(1).exactOptional(),
  state: z.enum(["queued", "running", "cancelled", "complete", "failed", "interrupted"]),
  startedAt: storedTime,
  finishedAt: storedTime.nullable(),
  strategy: strategySchema,
  family: z.string().exactOptional(),
  isVariant: z.literal(true).exactOptional(),
  datasetId: z.string(),
  datasetTitle: z.string(),
  datasetFingerprint: z.string(),
  engineVersion: z.string(),
  headline: headlineSchema.nullable(),
  problem: problemSchema.nullable(),
  resultBytes: z.number().nullable(),
  remark: remarkSchema.exactOptional(),
  robustness: z.unknown().exactOptional(),
}) satisfies z.ZodType<RunRecord>;

/** A run without its strategy: what a list of a thousand runs needs, and far quicker to parse. */
export const runSummarySchema = runRecordSchema.omit({ strategy: true, robustness: true });

export type StoredRunSummary = Readonly<z.infer<typeof runSummarySchema>>;

const lagSchema = z.object({ quarter: z.number().nullable(), year: z.number().nullable() });

const factKind = z.enum(["fact", "signal"]);

const factsSchema = z.object({
  instruments: z.number(),
  bars: z.number(),
  firstDate: isoDay,
  lastDate: isoDay,
  exchanges: z.array(z.string()),
  instrumentTypes: z.array(z.string()),
  currencies: z.record(z.string(), z.string()).exactOptional(),
  universes: z
    .array(
      z.object({
        exchange: z.string(),
        instrumentType: z.string(),
        instruments: z.number(),
        adjusted: z.number(),
      }),
    )
    .exactOptional(),
  frequency: z.enum(["daily", "weekly", "monthly"]).exactOptional(),
  fingerprint: z.string(),
  bytes: z.number(),
  factNames: z
    .array(
      z.object({
        name: z.string(),
        kind: factKind,
        lag: lagSchema.exactOptional(),
        coverage: z
          .object({ newest: isoDay, firstYear: z.number(), instruments: z.array(z.number()) })
          .exactOptional(),
      }),
    )
    .exactOptional(),
}) satisfies z.ZodType<DatasetFacts>;

const fileNotesSchema = z.object({
  file: z.string(),
  layout: z.string(),
  rows: z.number(),
  bars: z.number(),
  leftOut: z.number(),
  repeats: z.number(),
  closeOnly: z.number(),
  instruments: z.number(),
  firstDate: isoDay,
  lastDate: isoDay,
  issues: z.array(z.object({ file: z.string(), line: z.number(), message: z.string() })),
  warnings: z.array(z.string()).exactOptional(),
  facts: z
    .object({
      kind: factKind,
      names: z.array(z.string()),
      steps: z.number(),
      contradictions: z.number(),
      unmatched: z.number(),
      unmatchedSymbols: z.array(z.string()).exactOptional(),
      lag: lagSchema.exactOptional(),
    })
    .exactOptional(),
});

const splitDecisionSchema = z.object({
  symbol: z.string(),
  date: z.string(),
  factor: z.number().positive(),
  fraction: z.string(),
  decision: z.enum(["adjust", "ignore", "leave-out"]),
  decidedAt: storedTime,
}) satisfies z.ZodType<SplitDecision>;

export const datasetRecordSchema = z.object({
  id: z.string(),
  title: z.string(),
  importedAt: storedTime,
  facts: factsSchema,
  notes: z.object({ files: z.array(fileNotesSchema) }),
  defaults: z.object({ exchange: z.string(), instrumentType: z.string(), currency: z.string() }),
  damage: z.string().exactOptional(),
  sources: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })).exactOptional(),
  columnsId: z.string().exactOptional(),
  frontId: z.string().exactOptional(),
  indices: z.array(z.string()).exactOptional(),
  benchmark: z.string().exactOptional(),
  factsAsOf: z.string().exactOptional(),
  splits: z.array(splitDecisionSchema).exactOptional(),
}) satisfies z.ZodType<DatasetRecord>;

/** Parses one stored record; the problem names the record and the field that is damaged. */
export function readRecord<T>(schema: z.ZodType<T>, stored: unknown, kind: string): Result<T> {
  const parsed = schema.safeParse(stored);
  if (parsed.success) return ok(parsed.data);
  const place = parsed.error.issues[0]?.path.join(".") ?? "";
  const name = nameOf(stored);
  const which = name === "" ? `A stored ${kind}` : `The stored ${kind} "${name}"`;
  const message =
    place === "strategy.format"
      ? `${which} was written by a newer version of the app (${place}) and can't be read by this one. Reload the page to get the newer version; nothing of it is lost.`
      : `${which} is damaged${place === "" ? "" : ` (${place})`} and can't be read. Delete it, or restore a backup.`;
  return err({ code: "storage-failed", message, place });
}

/** Parses a list of stored records one by one, so that a damaged one doesn't hide the rest; order is kept. */
export function readRecords<T>(
  schema: z.ZodType<T>,
  stored: readonly unknown[],
  kind: string,
): RecordList<T> {
  const records: T[] = [];
  const damaged: DamagedRecord[] = [];
  for (const one of stored) {
    const read = readRecord(schema, one, kind);
    if (read.ok) records.push(read.value);
    else damaged.push({ id: textAt(one, "id"), name: nameOf(one), problem: read.problem });
  }
  return { records, damaged };
}

/** What a person knows a stored record by; "" where it can't be told. */
export function nameOf(stored: unknown): string {
  const partOf = (key: string): unknown =>
    typeof stored === "object" && stored !== null ? Reflect.get(stored, key) : null;
  const [head, strategy] = [partOf("head"), partOf("strategy")];
  return (
    textAt(stored, "name") ||
    textAt(stored, "title") ||
    textAt(stored, "strategyName") ||
    textAt(head, "name") || // of a deployment
    textAt(strategy, "name") // of an optimisation
  );
}

/** A text of an unread record; "" where there is none. */
export function textAt(stored: unknown, key: string): string {
  if (typeof stored !== "object" || stored === null) return "";
  const value: unknown = Reflect.get(stored, key);
  return typeof value === "string" ? value : "";
}

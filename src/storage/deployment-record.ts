/** A virtual deployment as it is stored: what stands above its ledger, and each entry of the ledger as a record of its own. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedTime } from "./stored-time.ts";
import { deploymentHeadSchema, entrySchema, realFillsSchema } from "#workers/model/deployment.ts";
import { moneyOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry, EntryMoney, RealFill } from "#workers/model/deployment.ts";
import { withdrawnAfter } from "#workers/model/deployment-copies.ts";

/** All of a deployment but its ledger. */
export type DeploymentHead = Omit<Deployment, "ledger">;

export interface DeploymentRecord {
  /** The deployment's own id, or another where two chains of that id parted. */
  readonly id: string;
  readonly head: DeploymentHead;
  /** How many entries its ledger has, and the session and hash of the last one; null where there is none. */
  readonly entries: number;
  readonly lastSession: string | null;
  readonly lastHash: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** No session is recorded while it is there; what was missed is recorded when it goes on. */
  readonly isPaused?: true;
  /** The bundled market, which never grows, is cut at this date (ISO) and played forward by the person. */
  readonly playedTo?: string;
  /** The run whose backtest says what was to be expected. */
  readonly runId?: string;
  /** Why nothing can be recorded. Absent where nothing is in the way. */
  readonly waits?: string;
  /** What the person is asked before the sessions up to `upTo` are recorded. */
  readonly asks?: { readonly upTo: string; readonly messages: readonly string[] };
  /** What is said of the last sessions and stops nothing. */
  readonly notes?: readonly string[];
  /** The dataset's state (stepKey) behind the last steps: nothing is to be done while it is the same. */
  readonly stepped?: string;
  /** It parted from another copy of the same deployment on this session; null where they began differently. */
  readonly parted?: { readonly session: string | null };
  /** Orders of the last entry that were placed: "buy AB". */
  readonly placed?: { readonly session: string; readonly orders: readonly string[] };
  readonly alarms?: DeploymentAlarms;
  /** Fills as paid that were written in, and replaced or taken out since: an older copy does not bring them back. */
  readonly withdrawn?: readonly RealFill[];
}

/** What the person wants to be told of; absent where it is off. */
export interface DeploymentAlarms {
  /** Percent below the highest close so far, > 0. */
  readonly drawdown?: number;
  /** Sessions since the highest close. */
  readonly daysUnderWater?: number;
  /** Fewer or more fills than expected: so many times as few or as many, > 1. */
  readonly tradesFactor?: number;
}

export interface EntryRecord {
  /** See entryKey(). */
  readonly id: string;
  readonly entry: DeploymentEntry;
}

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const count = z.number().int().min(0);

export const deploymentRecordSchema = z.object({
  id: z.string().min(1),
  head: deploymentHeadSchema,
  entries: count,
  lastSession: day.nullable(),
  lastHash: z.string().nullable(),
  createdAt: storedTime,
  updatedAt: storedTime,
  isPaused: z.literal(true).exactOptional(),
  playedTo: day.exactOptional(),
  runId: z.string().exactOptional(),
  waits: z.string().exactOptional(),
  asks: z.object({ upTo: day, messages: z.array(z.string()) }).exactOptional(),
  notes: z.array(z.string()).exactOptional(),
  stepped: z.string().exactOptional(),
  parted: z.object({ session: day.nullable() }).exactOptional(),
  placed: z.object({ session: day, orders: z.array(z.string()) }).exactOptional(),
  alarms: z
    .object({
      drawdown: z.number().positive().exactOptional(),
      daysUnderWater: z.number().positive().exactOptional(),
      tradesFactor: z.number().gt(1).exactOptional(),
    })
    .exactOptional(),
  withdrawn: realFillsSchema.exactOptional(),
}) satisfies z.ZodType<DeploymentRecord>;

export const entryRecordSchema = z.object({
  id: z.string().min(1),
  entry: entrySchema,
}) satisfies z.ZodType<EntryRecord>;

/** There can be no second entry of a session, and a deployment's entries lie in the order of their sessions. */
export function entryKey(recordId: string, session: string): string {
  return `${recordId} ${session}`;
}

/** Whether an entry's key is one of this deployment: "evening 2 2025-03-24" is not of "evening". */
export function isEntryOf(recordId: string, key: string): boolean {
  return key.length === entryKey(recordId, ANY_DAY).length && key.startsWith(entryKey(recordId, ""));
}

/** All dates are written with as many signs as this one. */
const ANY_DAY = "0000-00-00";

/** A deployment with its ledger, and what is stored beside it. */
export interface StoredDeployment {
  readonly record: DeploymentRecord;
  readonly deployment: Deployment;
}

/** What a list and a chart show of an entry: the account at its close, and the money that came and went. */
export type LedgerClose = Pick<DeploymentEntry, "session" | "equity"> &
  Pick<EntryMoney, "growth" | "in" | "out">;

export function closeOf(entry: DeploymentEntry): LedgerClose {
  const { growth, in: came, out } = moneyOf(entry);
  return { session: entry.session, equity: entry.equity, growth, in: came, out };
}

/** The record of a deployment as it is now. @param others - what is kept beside it */
export function recordOf(
  id: string,
  { ledger, ...head }: Deployment,
  others: Omit<DeploymentRecord, "id" | "head" | "entries" | "lastSession" | "lastHash">,
): DeploymentRecord {
  const last = ledger.at(-1);
  return {
    ...others,
    id,
    head,
    entries: ledger.length,
    lastSession: last?.session ?? null,
    lastHash: last?.hash ?? null,
  };
}

/** A changed record, with the fills as paid that it has no more. @param real - as paid before */
export function rememberWithdrawn(record: DeploymentRecord, real: readonly RealFill[]): DeploymentRecord {
  const { withdrawn = [], ...others } = record;
  const left = withdrawnAfter({ real, withdrawn }, record.head.real);
  return left.length === 0 ? others : { ...others, withdrawn: left };
}

/** Without what the last step found, so that the next one looks anew. */
export function withoutFindings(record: DeploymentRecord): DeploymentRecord {
  const { stepped: _, asks: __, waits: ___, notes: ____, ...others } = record;
  return others;
}

export function entryRecords(id: string, entries: readonly DeploymentEntry[]): EntryRecord[] {
  return entries.map((entry) => ({ id: entryKey(id, entry.session), entry }));
}

/** Reports as stored: sealed with a checksum, because storage can give back flipped bytes as if they were valid. */
import type { ResultRecord } from "./tables.ts";
import { sha256 } from "./sha256.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { curvesOf } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";

interface SealedReport {
  readonly sealed: ResultRecord;
  /** About what it takes, as text. */
  readonly bytes: number;
}

/** Call before the transaction that stores it: hashing would end one. */
export async function sealReport(runId: string, report: Report): Promise<SealedReport> {
  const content = contentOf(report);
  return { sealed: { runId, report, checksum: await sha256(content) }, bytes: content.length };
}

/** The report of a stored record, or a problem when any of it is not as it was sealed. */
export async function openReport(stored: ResultRecord): Promise<Result<Report>> {
  const { report, checksum } = stored;
  if (!hasCurves(report) || (await sha256(contentOf(report))) !== checksum) return err(damaged);
  return ok(report);
}

const damaged: Problem = {
  code: "storage-failed",
  message:
    "The stored result of this run is damaged and can't be shown. Delete the run and run the strategy again.",
};

/**
 * Everything in the report as text, curves as lists of numbers; key order counts, and storage keeps it. Without a function that is
 * asked for each number of each curve: that takes twice as long.
 */
function contentOf(report: Report): string {
  return JSON.stringify(withLists(report));
}

/** Curves are in objects, never in lists. */
function withLists(value: unknown): unknown {
  if (isCurve(value)) return Array.from(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withLists(part)]));
}

function isCurve(value: unknown): value is Float64Array | Int32Array {
  return value instanceof Float64Array || value instanceof Int32Array;
}

/** @param report - perhaps damaged: without any of its parts */
function hasCurves({ equity, money, account }: Partial<Report> = {}): boolean {
  if (!equity) return false;
  return curvesOf({ equity, ...(money && { money }), ...(account && { account }) }).every(isCurve);
}

/** A deployment's file: its text, in the one form that it is written in, and its fields. Whether its chain holds is not asked here. */
import type { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./canonical-json.ts";
import { deploymentFileSchema } from "./deployment.ts";
import { DEPLOYMENT_FORMATS } from "./deployment-format.ts";
import type { DeploymentFile } from "./deployment.ts";
import { err, ok } from "./problem.ts";
import type { Problem, Result } from "./problem.ts";
import { isRecord, ownValue, placeOf } from "./strategy-fault.ts";
import { problemOf } from "./verify-chain.ts";

/** To the byte as it was written; or the first place where it is not. */
export function readDeploymentFile(file: Uint8Array | string): Result<DeploymentFile> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const noText = firstDifference(bytes, new TextEncoder().encode(text));
  if (noText !== null) return err(fault(`near byte ${noText + 1} it is not UTF-8 text`, "file"));
  const value = parseJson(text);
  if (!value.ok) return value;
  const read = readFields(value.value);
  if (!read.ok) return read;
  const form = findFormFault(text, value.value);
  return form === null ? read : err(form);
}

function fault(text: string, place: string): Problem {
  return problemOf({ text, place });
}

function parseJson(text: string): Result<Json> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(fault(`it cannot be read as JSON (${reason})`, "file"));
  }
}

function readFields(value: Json): Result<DeploymentFile> {
  const format = isRecord(value) ? ownValue(value, "format") : undefined;
  if (!DEPLOYMENT_FORMATS.some((known) => known === format)) return err(otherFormat(format));
  const parsed = deploymentFileSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return err(fault(...describeIssues(value, parsed.error)));
}

function otherFormat(format: unknown): Problem {
  const isNewer = typeof format === "string" && /^deployment\/([3-9]|[1-9]\d+)$/.test(format);
  const known = DEPLOYMENT_FORMATS.join(" and ");
  const message = isNewer
    ? `the file is ${format}, which a newer version of this program writes; this one reads ${known}. Take the newer version.`
    : `the file is not a deployment: its format is ${JSON.stringify(format) ?? "missing"}. Choose a deployment's file.`;
  return { code: "deployment-invalid", message, place: "format" };
}

/** The first of a value's faults. */
export function describeIssues(value: Json, error: z.ZodError): [text: string, place: string] {
  const [issue] = error.issues;
  const place = placeOf((issue?.path ?? []).map((key) => (typeof key === "number" ? key : String(key))));
  const [list, number] = issue?.path ?? [];
  const session = list === "ledger" ? sessionAt(value, Number(number)) : "";
  return [`${place === "" ? "the file" : place}${session}: ${issue?.message ?? "not valid"}`, place];
}

function sessionAt(value: Json, number: number): string {
  const ledger = isRecord(value) ? ownValue(value, "ledger") : undefined;
  const entry: unknown = Array.isArray(ledger) ? ledger[number] : undefined;
  const session = isRecord(entry) ? ownValue(entry, "session") : undefined;
  return typeof session === "string" ? ` (session ${session})` : "";
}

/** Where the text is not the one form of its value and a line feed. */
function findFormFault(text: string, value: Json): Problem | null {
  let wanted: string;
  try {
    wanted = `${canonicalJson(value)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fault(error.message, "file");
  }
  if (text === wanted) return null;
  let at = 0;
  while (text.charCodeAt(at) === wanted.charCodeAt(at)) at++;
  const around = JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
  return fault(
    `sign ${at + 1} of the file (at ${around}) is not as canonical JSON (RFC 8785) and a line feed are written`,
    "file",
  );
}

function firstDifference(a: Uint8Array, b: Uint8Array): number | null {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at;
  return null;
}

/** Whether a deployment's file is what it was when it was written, and if not, where: form, fields, chain, books, seal. */
import type { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./canonical-json.ts";
import { DEPLOYMENT_FORMAT, deploymentFileSchema } from "./deployment.ts";
import type { Deployment, DeploymentFile } from "./deployment.ts";
import { atEntry, findBookFault } from "./deployment-books.ts";
import type { FileFault } from "./deployment-books.ts";
import { entryHash, originHash, sealOf } from "./deployment-chain.ts";
import { err, ok } from "./problem.ts";
import type { Problem, Result } from "./problem.ts";
import { isRecord, ownValue, placeOf } from "./strategy-fault.ts";

/** The deployment of a file, to the byte as it was written; or the first place where it is not. */
export function verifyDeployment(file: Uint8Array | string): Result<Deployment> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const noText = firstDifference(bytes, new TextEncoder().encode(text));
  if (noText !== null) return err(fault(`near byte ${noText + 1} it is not UTF-8 text`, "file"));
  const value = parseJson(text);
  if (!value.ok) return value;
  const read = readFields(value.value);
  if (!read.ok) return read;
  const form = findFormFault(text, value.value);
  if (form !== null) return err(form);
  const { seal, ...deployment } = read.value;
  const sound = verifyLedger(deployment);
  if (!sound.ok || seal === sealOf(deployment)) return sound;
  const what = "name, dataset, stop, real, the seal itself, or entries cut off at the end";
  return err(
    fault(`the seal does not fit the file, though the chain holds: changed was one of ${what}`, "seal"),
  );
}

/** Whether chain, sessions and books of a deployment hold that is no file now, and so has no seal. */
export function verifyLedger(deployment: Deployment): Result<Deployment> {
  for (const problem of entryProblems(deployment)) if (problem) return err(problem);
  return verifyLinks(deployment);
}

/** What is wrong with each entry by itself, null where its hash is that of what stands in it: piece by piece, as it takes long. */
export function* entryProblems(deployment: Deployment): Generator<Problem | null, void> {
  for (const [number, entry] of deployment.ledger.entries()) {
    const isSame = entry.hash === entryHash(entry);
    const broken = isSame ? null : atEntry(deployment, number, "its hash is not that of what stands in it");
    yield broken && fault(broken.text, broken.place);
  }
}

/** Of entries that hold each by itself: whether they are one chain, and its sessions and books hold. */
export function verifyLinks(deployment: Deployment): Result<Deployment> {
  const broken = findLinkFault(deployment) ?? findOrderFault(deployment) ?? findBookFault(deployment);
  return broken === null ? ok(deployment) : err(fault(broken.text, broken.place));
}

function fault(text: string, place: string): Problem {
  const message = `the deployment was changed or damaged: ${text}. Take an unchanged copy.`;
  return { code: "deployment-invalid", message, place };
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
  if (format !== DEPLOYMENT_FORMAT) return err(otherFormat(format));
  const parsed = deploymentFileSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return err(fault(...describeIssues(value, parsed.error)));
}

function otherFormat(format: unknown): Problem {
  const isNewer = typeof format === "string" && /^deployment\/([2-9]|[1-9]\d+)$/.test(format);
  const message = isNewer
    ? `the file is ${format}, which a newer version of this program writes; this one reads ${DEPLOYMENT_FORMAT}. Take the newer version.`
    : `the file is not a ${DEPLOYMENT_FORMAT}: its format is ${JSON.stringify(format) ?? "missing"}. Choose a deployment's file.`;
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

/** The first entry that does not name the one before. */
function findLinkFault(deployment: Deployment): FileFault | null {
  const { ledger } = deployment;
  let previous = originHash(deployment);
  for (const [number, entry] of ledger.entries()) {
    if (entry.previous !== previous) {
      const first =
        "it does not name the deployment's beginning: id, strategy, begins, replayedTo or startMargin";
      return atEntry(deployment, number, number === 0 ? first : "it does not name the entry before it");
    }
    previous = entry.hash;
  }
  return null;
}

/** What a chain that was made anew may have wrong: sessions, and what follows from the file's own fields. */
function findOrderFault(deployment: Deployment): FileFault | null {
  const { ledger, begins, replayedTo, stop } = deployment;
  let before = begins;
  let stopped: string | null = null;
  let isOver = false;
  for (const [number, entry] of ledger.entries()) {
    if (isOver) return atEntry(deployment, number, "it stands after the last entry of a stopped account");
    if (entry.session <= before) return atEntry(deployment, number, `its session is not after ${before}`);
    if (entry.replayed !== entry.session <= replayedTo)
      return atEntry(deployment, number, `replayed is not what follows from replayedTo ${replayedTo}`);
    if (stopped === null ? entry.stop !== null && entry.stop !== stop : entry.stop !== stopped)
      return atEntry(deployment, number, "its stop is not the deployment's");
    before = entry.session;
    stopped = entry.stop;
    isOver = entry.stop !== null && entry.positions.length === 0;
  }
  return null;
}

function firstDifference(a: Uint8Array, b: Uint8Array): number | null {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at;
  return null;
}

/** The chain of a deployment's entries: what is hashed, and the file's text with its seal. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./canonical-json.ts";
import type { Deployment, DeploymentEntry, DeploymentOrigin, EntryContent } from "./deployment.ts";

/** What the first entry's `previous` names. */
export function originHash(deployment: DeploymentOrigin): string {
  const { format, id, strategy, begins, frequency, sessionsOfYear, replayedTo, startMargin } = deployment;
  return hashOf({ format, id, strategy, begins, frequency, sessionsOfYear, replayedTo, startMargin });
}

export function entryHash(entry: DeploymentEntry): string {
  return hashOf({ ...entry, hash: undefined });
}

/** The last hash; of an empty ledger the one that the first entry will name. */
export function headOf(deployment: Deployment): string {
  return deployment.ledger.at(-1)?.hash ?? originHash(deployment);
}

/**
 * Where a head that was posted elsewhere stands in the record: the number of entries up to it; null where it is not there, as
 * after a chain was made anew or its tail was cut off.
 */
export function entriesUpTo(deployment: Deployment, head: string): number | null {
  if (head === originHash(deployment)) return 0;
  const number = deployment.ledger.findIndex(({ hash }) => hash === head);
  return number < 0 ? null : number + 1;
}

/** The session's entry, linked to what there is. @param recorded - the clock's word (timeOf) */
export function linkEntry(
  content: EntryContent,
  recorded: string,
  deployment: Pick<Deployment, "replayedTo">,
  previous: string,
): DeploymentEntry {
  const replayed = content.session <= deployment.replayedTo;
  const entry = { ...content, recorded, replayed, previous };
  return { ...entry, hash: hashOf(entry) };
}

export function sealOf(deployment: Deployment): string {
  const { format, id, name, strategy, dataset, begins, replayedTo, startMargin, stop, real, ledger } =
    deployment;
  const { frequency, sessionsOfYear } = deployment;
  return hashOf({
    format,
    id,
    name,
    strategy,
    dataset,
    begins,
    frequency,
    sessionsOfYear,
    replayedTo,
    startMargin,
    stop,
    real,
    ledger,
  });
}

/** The file, to the byte. */
export function deploymentText(deployment: Deployment): string {
  return [...deploymentParts(deployment)].join("");
}

/** The same in parts of one entry at most, for whoever must not be held up by the whole of a long ledger. */
export function* deploymentParts(deployment: Deployment): Generator<string, void> {
  const { ledger, ...others } = deployment;
  const bare = canonicalJson({ ...others, ledger: [] });
  const at = bare.indexOf(LEDGER) + LEDGER.length; // only the dataset's id and name, whose quotes are escaped, stand before it
  const sha = sha256.create();
  const bytes = new TextEncoder();
  const counted = (part: string): string => {
    sha.update(bytes.encode(part));
    return part;
  };
  yield counted(bare.slice(0, at));
  for (const [place, entry] of ledger.entries())
    yield counted(`${place === 0 ? "" : ","}${canonicalJson(entry)}`);
  counted(bare.slice(at));
  const seal = bytesToHex(sha.digest());
  yield `${canonicalJson({ ...others, ledger: [], seal }).slice(at)}\n`;
}

const LEDGER = '"ledger":[';

/** SHA-256 of the value as canonical JSON, in lower-case hex. At once: a chain is linked where nothing can be waited for. */
export function hashOf(value: Json): string {
  return bytesToHex(sha256(new TextEncoder().encode(canonicalJson(value))));
}

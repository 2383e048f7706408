/** Two copies of one deployment, as a backup or a second browser brings them. */
import { canonicalJson } from "./canonical-json.ts";
import type { Deployment, RealFill } from "./deployment.ts";
import { originHash } from "./deployment-chain.ts";

export type Joined =
  /** Not the same deployment: both stay. */
  | { readonly type: "others" }
  /** The longer chain under the own name and on the own dataset, with what people wrote into either. */
  | { readonly type: "one"; readonly deployment: Deployment }
  /** Both are kept. `session` is the first on which they differ; null where they began differently. */
  | { readonly type: "parted"; readonly session: string | null };

/** What is known, beside two copies, of the fills as paid that were written into them. */
export interface PaidKnown {
  /** Which copy was changed last; null where nothing tells, as with a file. */
  readonly later: "own" | "other" | null;
  /** Fills that were replaced or taken out of the later copy; of the own one where nothing tells which that is. */
  readonly withdrawn: readonly RealFill[];
}

const NOTHING: PaidKnown = { later: null, withdrawn: [] };

/** @param own - the copy of this device */
export function joinCopies(own: Deployment, other: Deployment, known: PaidKnown = NOTHING): Joined {
  if (own.id !== other.id) return { type: "others" };
  if (originHash(own) !== originHash(other)) return { type: "parted", session: null };
  const [longer, shorter] = other.ledger.length > own.ledger.length ? [other, own] : [own, other];
  const parting = shorter.ledger.findIndex(({ hash }, number) => hash !== longer.ledger[number]?.hash);
  if (parting >= 0) return { type: "parted", session: firstOf(own, other, parting) };
  const stop = longer.stop ?? shorter.stop;
  const dataset = own.dataset ?? other.dataset;
  const real = joinReal(own, other, known);
  return { type: "one", deployment: { ...longer, name: own.name, dataset, stop, real } };
}

function firstOf(own: Deployment, other: Deployment, number: number): string | null {
  const sessions = [own.ledger[number]?.session, other.ledger[number]?.session];
  return sessions.filter((session) => session !== undefined).toSorted()[0] ?? null;
}

/**
 * Those of both, one for each fill. Of two for one fill that of the later copy counts; where nothing tells which that is,
 * the one that comes in, unless its chain is shorter.
 */
function joinReal(own: Deployment, other: Deployment, { later, withdrawn }: PaidKnown): RealFill[] {
  const gone = new Set(withdrawn.map((fill) => canonicalJson(fill)));
  const left = ({ real }: Deployment) => real.filter((fill) => !gone.has(canonicalJson(fill)));
  const isOther = later === null ? other.ledger.length >= own.ledger.length : later === "other";
  const ownReal = later === "other" ? left(own) : own.real;
  const otherReal = later === "other" ? other.real : left(other);
  const [first, second] = isOther ? [otherReal, ownReal] : [ownReal, otherReal];
  const known = new Set(first.map(fillKey));
  return [...first, ...second.filter((fill) => !known.has(fillKey(fill)))];
}

function fillKey({ session, instrument, side }: RealFill): string {
  return canonicalJson([session, instrument, side]);
}

/** Fills that were written in once and are no more, after `real` became `next`. */
export function withdrawnAfter(
  { real, withdrawn }: { readonly real: readonly RealFill[]; readonly withdrawn: readonly RealFill[] },
  next: readonly RealFill[],
): RealFill[] {
  const there = new Set(next.map((fill) => canonicalJson(fill)));
  const gone = new Map([...withdrawn, ...real].map((fill) => [canonicalJson(fill), fill]));
  return [...gone].flatMap(([text, fill]) => (there.has(text) ? [] : [fill]));
}

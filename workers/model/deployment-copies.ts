/** Two copies of one deployment, as a backup or a second browser brings them. */
import { canonicalJson } from "./canonical-json.ts";
import type { Deployment, RealFill } from "./deployment.ts";
import { originHash } from "./deployment-chain.ts";

export type Joined =
  /** Not the same deployment: both stay. */
  | { readonly type: "others" }
  /** The longer chain, with what people wrote into either. */
  | { readonly type: "one"; readonly deployment: Deployment }
  /** Both are kept. `session` is the first on which they differ; null where they began differently. */
  | { readonly type: "parted"; readonly session: string | null };

export function joinCopies(own: Deployment, other: Deployment): Joined {
  if (own.id !== other.id) return { type: "others" };
  if (originHash(own) !== originHash(other)) return { type: "parted", session: null };
  const [longer, shorter] = other.ledger.length > own.ledger.length ? [other, own] : [own, other];
  const parting = shorter.ledger.findIndex(({ hash }, number) => hash !== longer.ledger[number]?.hash);
  if (parting >= 0) return { type: "parted", session: firstOf(own, other, parting) };
  const stop = longer.stop ?? shorter.stop;
  return { type: "one", deployment: { ...longer, stop, real: joinReal(longer.real, shorter.real) } };
}

function firstOf(own: Deployment, other: Deployment, number: number): string | null {
  const sessions = [own.ledger[number]?.session, other.ledger[number]?.session];
  return sessions.filter((session) => session !== undefined).toSorted()[0] ?? null;
}

/** Those of both, each once. */
function joinReal(first: readonly RealFill[], second: readonly RealFill[]): RealFill[] {
  const known = new Set(first.map((fill) => canonicalJson(fill)));
  return [...first, ...second.filter((fill) => !known.has(canonicalJson(fill)))];
}

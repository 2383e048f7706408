/**
 * Entries of a ledger, and records of the database, on their way between a page and its worker, as bytes of JSON in packs: the years
 * of a ledger as objects would hold the page up while they are copied, and a pack is written or read in a moment.
 */
import type { Deployment, DeploymentEntry } from "./deployment.ts";
import type { CopiedRecord } from "./second-copy.ts";

export type PackedEntries = readonly Uint8Array[];

export type PackedDeployment = Omit<Deployment, "ledger"> & { readonly ledger: PackedEntries };

const ITEMS_A_PACK = 50;

/** One pack after the other, so that whoever takes them may rest between two. */
export function* packsOf(items: readonly (DeploymentEntry | CopiedRecord)[]): Generator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for (let from = 0; from < items.length; from += ITEMS_A_PACK)
    yield encoder.encode(JSON.stringify(items.slice(from, from + ITEMS_A_PACK)));
}

/** What each pack holds, one after the other. */
export function* entriesIn(packs: PackedEntries): Generator<readonly DeploymentEntry[], void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- packsOf() wrote it
  for (const items of itemsIn(packs)) yield items as readonly DeploymentEntry[];
}

/** The records of all packs. */
export function recordsIn(packs: readonly Uint8Array[]): CopiedRecord[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return [...itemsIn(packs)].flat() as CopiedRecord[];
}

function* itemsIn(packs: readonly Uint8Array[]): Generator<readonly unknown[], void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const pack of packs) {
    const items: unknown = JSON.parse(decoder.decode(pack));
    if (Array.isArray(items)) yield items;
  }
}

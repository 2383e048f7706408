/**
 * Entries of a ledger on their way between a page and its worker, as bytes of JSON in packs: the years of a ledger as objects would
 * hold the page up while they are copied, and a pack is written or read in a moment.
 */
import type { Deployment, DeploymentEntry } from "./deployment.ts";

export type PackedEntries = readonly Uint8Array[];

export type PackedDeployment = Omit<Deployment, "ledger"> & { readonly ledger: PackedEntries };

const ENTRIES_A_PACK = 50;

/** One pack after the other, so that whoever takes them may rest between two. */
export function* packsOf(entries: readonly DeploymentEntry[]): Generator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for (let from = 0; from < entries.length; from += ENTRIES_A_PACK)
    yield encoder.encode(JSON.stringify(entries.slice(from, from + ENTRIES_A_PACK)));
}

/** What each pack holds, one after the other. */
export function* entriesIn(packs: PackedEntries): Generator<readonly DeploymentEntry[], void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const pack of packs) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- packsOf() wrote it
    yield JSON.parse(decoder.decode(pack)) as readonly DeploymentEntry[];
  }
}

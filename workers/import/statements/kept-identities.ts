/** What lists say of a market's instruments, as it is kept with the dataset for statements that come later. */
import type { KeptIdentities } from "#workers/market/column-directory.ts";
import { bareSymbol } from "../cells/plain-symbol.ts";
import { joinIdentities, NO_IDENTITIES } from "./identities.ts";
import type { Identities } from "./identities.ts";

/** Exchanges have a thousand or two; and the directory is written with each day that comes. */
const MOST_RENAMES = 20_000;

/** Of the lists beside prices or statements, and what the dataset that gets the files has kept. */
export function allIdentities(lists: readonly Identities[], kept: KeptIdentities | null): Identities {
  return kept ? joinIdentities([...lists, fromKept(kept)]) : joinIdentities(lists);
}

function fromKept({ codes, renames }: KeptIdentities): Identities {
  return {
    codes: new Map(codes),
    renames: renames.map(({ earlier, later, day }) => ({ earlier, later, day: day ?? Infinity })),
  };
}

/** Codes of the market's instruments, by their later names, too, and all earlier names; null for none. */
export function toKeep({ codes, renames }: Identities, symbols: readonly string[]): KeptIdentities | null {
  const own = new Set(symbols.map(bareSymbol));
  for (const { earlier, later } of renames)
    if (own.has(later) || own.has(earlier)) own.add(later).add(earlier);
  const kept = [...codes].filter(([, said]) => said.some((symbol) => own.has(bareSymbol(symbol))));
  const known = new Map(renames.map((one) => [`${one.earlier} ${one.later} ${one.day}`, one]));
  const names = [...known.values()].slice(0, MOST_RENAMES);
  if (kept.length === 0 && names.length === 0) return null;
  return {
    codes: kept,
    renames: names.map(({ earlier, later, day }) => ({ earlier, later, day: day === Infinity ? null : day })),
  };
}

/** Those of a plan's files. */
export function identitiesIn(files: readonly { readonly identities?: Identities }[]): readonly Identities[] {
  const lists = files.flatMap(({ identities }) => identities ?? []);
  return lists.length === 0 ? [NO_IDENTITIES] : lists;
}

/** What is known of a fact as a whole, for whoever makes a copy of one. */
import type { FactSeries } from "./market.ts";

export type FactTraits = Pick<FactSeries, "lag" | "currency">;

/** As they are looked up: what is not known may be there as undefined. */
type KnownTraits = { readonly [Trait in keyof FactTraits]?: FactTraits[Trait] | undefined };

/** Without those that it doesn't have. */
export function traitsOf({ lag, currency }: KnownTraits): FactTraits {
  return { ...(lag ? { lag } : {}), ...(currency === undefined ? {} : { currency }) };
}

/**
 * A strategy of which some of the scanner and buy rules are off. For sweep-ground.ts: a rule that all variants share is
 * judged once.
 */
import type { Strategy } from "#workers/model/strategy.ts";

const NO_SCANNER = { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null };
const NO_BUY = { lastPriceVsClose: false, lastPriceVsMA: false };

export type Rules = Partial<Strategy["scanner"] & Strategy["buy"]>;

/** The strategy with none of its scanner and buy rules but the given ones; look-backs stay. */
export function withOnly(strategy: Strategy, rules: Rules): Strategy {
  const { scanner, buy } = strategy;
  return {
    ...strategy,
    scanner: { ...scanner, ...NO_SCANNER, ...pick(rules, scanner) },
    buy: { ...buy, ...NO_BUY, ...pick(rules, buy) },
  };
}

/** The given rules that are fields of this section. */
function pick<T extends object>(rules: object, section: T): Partial<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the section's own keys, with values of its type
  return Object.fromEntries(Object.entries(rules).filter(([field]) => field in section)) as Partial<T>;
}

/** Which money an exchange's prices are in, where the dataset does not say. */
import { WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";
import type { Exchange } from "#workers/model/exchanges.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";

const BY_CODE: ReadonlyMap<string, Exchange> = new Map(
  WELL_KNOWN_EXCHANGES.map((exchange) => [exchange.code, exchange]),
);

/** null of an exchange without a name here. */
export function knownExchange(code: string): Exchange | null {
  return BY_CODE.get(code) ?? null;
}

/** null where nothing tells it: of an exchange without a name here, and where prices come in pence as well as in pounds. */
export function ownCurrency(exchange: string): string | null {
  const known = knownExchange(exchange);
  return known?.hundredths === null ? known.currency : null;
}

/** What a dataset says of the money that its prices are in: pence, say, of London. */
export interface MoneyOfDataset {
  /** By exchange, where all its instruments have the same: what a run's account is in. */
  readonly currencies: Readonly<Record<string, string>>;
  /** What a person said at import of instruments that no file describes. */
  readonly defaults: InstrumentDefaults | null;
}

/**
 * What amounts of a strategy are in, where they are shown beside no prices: dollars where nothing tells it.
 *
 * @param dataset - what the strategy is simulated on; null for none, or where that isn't known
 */
export function currencyOfExchange(exchange: string, dataset: MoneyOfDataset | null): string {
  const { currencies = {}, defaults = null } = dataset ?? {};
  if (Object.hasOwn(currencies, exchange)) return currencies[exchange] ?? "";
  if (defaults !== null && defaults.exchange === exchange && defaults.currency !== "")
    return defaults.currency;
  return knownExchange(exchange)?.currency ?? "USD";
}

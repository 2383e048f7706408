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

/**
 * For what is shown beside no prices: dollars where nothing tells it.
 *
 * @param said - what a person said at import of the dataset's instruments: pence, say, of London
 */
export function currencyOfExchange(exchange: string, said: InstrumentDefaults | null = null): string {
  if (said !== null && said.exchange === exchange && said.currency !== "") return said.currency;
  return knownExchange(exchange)?.currency ?? "USD";
}

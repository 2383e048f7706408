/** Which money an exchange's prices are in, where the dataset does not say. */
import { WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";

const BY_CODE = new Map(WELL_KNOWN_EXCHANGES.map((exchange) => [exchange.code, exchange]));

/** null where nothing tells it: of an exchange without a name here, and where prices come in pence as well as in pounds. */
export function ownCurrency(exchange: string): string | null {
  const known = BY_CODE.get(exchange);
  return known?.hundredths === null ? known.currency : null;
}

/** For what is shown beside no prices: dollars where nothing tells it. */
export function currencyOfExchange(exchange: string): string {
  return BY_CODE.get(exchange)?.currency ?? "USD";
}

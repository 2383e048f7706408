/** Pairs of two currencies whose closes no such pair has: the decimal point was lost on the way. */
import { FIAT } from "../columns/currency-names.ts";
import { listNames } from "../what/list-names.ts";

/** Of most pairs no close is higher. */
const MOST = 1000;
/** Currencies of which another one buys more than that. */
const SMALL = /^(?:IDR|VND|KRW|IRR|LBP|COP|CLP|PYG|UZS|LAK|KHR|MMK|MNT|TZS|UGX|GNF|IQD)$/;
/** `EURUSD`, `EUR/USD`, `EURUSD=X`, `FX:EURUSD`, `eurusd.fx`. */
const PAIR = /^(?:[A-Z]{1,8}:)?([A-Z]{3})[-/_. ]?([A-Z]{3})(?:=X|\.[A-Z]{1,5}|[-_][A-Z]{1,4})?$/;

export interface PointEvidence {
  /** Takes the closes of one instrument. */
  add(symbol: string, closes: Float64Array): void;
  /** One sentence, or none. */
  warnings(): string[];
}

export function createPointEvidence(): PointEvidence {
  const found: string[] = [];
  let least = Infinity;
  return {
    add(symbol, closes) {
      if (!isPair(symbol)) return; // most instruments
      const lowest = closes.reduce((low, close) => Math.min(low, close), Infinity);
      if (!(lowest > MOST) || lowest === Infinity) return;
      found.push(symbol);
      least = Math.min(least, lowest);
    },
    warnings() {
      if (found.length === 0) return [];
      const floor = 10 ** Math.floor(Math.log10(least));
      const [is, its] = found.length === 1 ? ["is", "its"] : ["are", "their"];
      return [
        `${listNames(found)} ${is} above ${floor.toLocaleString("en-US")}: the decimal point seems lost. A pair of two currencies is below 1,000 but for a few; ${its} prices are stored as they are.`,
      ];
    },
  };
}

function isPair(symbol: string): boolean {
  const [, base = "", quote = ""] = PAIR.exec(symbol.toUpperCase()) ?? [];
  return FIAT.test(base) && FIAT.test(quote) && base !== quote && !SMALL.test(quote);
}

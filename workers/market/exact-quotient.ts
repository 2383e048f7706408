/** Quotients of whole numbers by powers of ten as products, which take the machine a third of the time. */

/** Bits of the high term: with the 31 of a number they fit into a double's 53. */
const HIGH_BITS = 22;

/**
 * A divisor's inverse in two terms: number x high + number x low is the double next to number / divisor, to the bit, for
 * whole numbers within 2^31.
 */
export interface InverseTerms {
  readonly high: number;
  readonly low: number;
}

/**
 * @param divisor - 1, 10 .. 1,000,000
 *
 * The first product is exact. The second is off by less than 2^-74 of the quotient; the quotient itself lies at least
 * 2^-54 / 5^6 of it away from where two doubles meet, or on a double.
 * Source: after Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18,
 * 1971.
 */
export function inverseTerms(divisor: number): InverseTerms {
  const place = 2 ** (HIGH_BITS - 1 - Math.floor(Math.log2(1 / divisor)));
  const high = Math.round(place / divisor) / place;
  return { high, low: (1 - high * divisor) / divisor };
}

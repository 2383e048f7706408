/**
 * Numbers of fields that were worked out before, for the next run on the same data: a rule edited afterwards works out none again.
 * Bounded in bytes; those that were not asked for longest go first.
 */
import type { Market } from "#workers/model/market.ts";
import type { ForgivenNumbers } from "./check-field.ts";
import type { FieldFault } from "./field-problem.ts";

/** One field on one market, price basis and benchmark, as far as it was asked for. */
export interface KeptField {
  /** A number for each bar of the market, in their order; NaN where unknown, and where its instrument was not asked for. */
  readonly values: Float64Array;
  /** Instruments whose numbers are there. */
  readonly instruments: Set<number>;
  /** Instruments that were asked about again, and nothing was found. */
  readonly checked: Set<number>;
  /** Of those the numbers that a difference was forgiven: each strategy's decisions by them are compared. */
  readonly forgiven: ForgivenNumbers;
  /** Lists of instruments of which enough were asked about again. */
  readonly checkedLists: Set<string>;
  /** Decisions of runs that were looked at, as "instrument bars": the look-ahead that was found there, null for none. */
  readonly decisions: Map<string, FieldFault | null>;
  /** Bars asked again of instruments that were compared in runs without a report. */
  comparedBars: number;
  /** What is wrong with the source, where it will be so again: for any run, or for those that ask its instrument's numbers. */
  fault: FieldFault | null;
}

export interface KeptFields {
  /** The same object again while there was room for it. @param key - all that its numbers hang on; `bars` of the market */
  field(key: string, bars: number): KeptField;
  /** The market with these fields, the same object again where it was asked for last. */
  marketWith(market: Market, fields: readonly KeptField[], make: () => Market): Market;
}

export function createKeptFields(mostBytes: number): KeptFields {
  const fields = new Map<string, KeptField>(); // by key, the one asked for last at the end
  const markets = new WeakMap<Market, { readonly of: readonly KeptField[]; readonly market: Market }>();
  const makeRoom = () => {
    let bytes = 0;
    for (const [place, [key, { values, forgiven }]] of [...fields].toReversed().entries()) {
      for (const { byteLength } of [values, ...forgiven.values()]) bytes += byteLength;
      if (place > 0 && bytes > mostBytes) fields.delete(key);
    }
  };
  return {
    field(key, bars) {
      const kept = fields.get(key) ?? emptyField(bars);
      fields.delete(key);
      fields.set(key, kept);
      makeRoom();
      return kept;
    },
    marketWith(market, own, make) {
      const last = markets.get(market);
      if (last?.of.length === own.length && own.every((field, at) => field === last.of[at]))
        return last.market;
      const made = make();
      markets.set(market, { of: own, market: made });
      return made;
    },
  };
}

function emptyField(bars: number): KeptField {
  return {
    values: new Float64Array(bars).fill(NaN),
    instruments: new Set(),
    checked: new Set(),
    forgiven: new Map(),
    checkedLists: new Set(),
    decisions: new Map(),
    comparedBars: 0,
    fault: null,
  };
}

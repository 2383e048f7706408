/** A strategy that trades by a number of a person's own, called "own", and by nothing else. */
import { valueOf } from "#tests/support/value-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";

export interface OwnNumber {
  /** JavaScript. */
  readonly source: string;
  readonly rules?: readonly string[];
  readonly sellRules?: readonly string[];
  readonly sortBy?: string;
  /** By which positions are sized, in place of equal ones. */
  readonly riskDistance?: string;
}

/** Of January and February 2020, one position at a time, each sold after a day; after thirty with sell rules. */
export function ownNumberStrategy({
  source,
  rules = [],
  sellRules = [],
  sortBy,
  riskDistance,
}: OwnNumber): Strategy {
  const { buy, sell, simulation } = defaultStrategy;
  return valueOf(
    readWholeStrategy({
      ...defaultStrategy,
      format: "strategy/2",
      scanner: {
        ...defaultStrategy.scanner,
        match: "all",
        priceGrowth: null,
        minPrice: null,
        marketCapRank: null,
        avgDailyValue: null,
      },
      buy: { ...buy, lastPriceVsClose: false, lastPriceVsMA: false, rules },
      sell: { ...sell, maxHoldingDays: sellRules.length > 0 ? 30 : 1, minHoldingDays: 0, rules: sellRules },
      simulation: {
        ...simulation,
        startDate: "2020-01-01",
        endDate: "2020-02-28",
        maxPositions: 1,
        ...(sortBy !== undefined && { sortingType: "expression", sortBy }),
        ...(riskDistance !== undefined && {
          positionSizing: "risk",
          riskPercent: 1,
          positionPercent: 50,
          riskDistance,
        }),
      },
      computed: [{ name: "own", language: "javascript", source }],
    }),
  );
}

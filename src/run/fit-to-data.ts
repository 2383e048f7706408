/** A strategy on data of the person's choice, as it would begin there. */
import type { Dataset } from "#src/storage/datasets.ts";
import { onFairTerms } from "#workers/model/fair-terms.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** On an exchange of the data and on all its days, after its country's costs. Of the demo market the days stay as they are. */
export function fitToData(strategy: Strategy, dataset: Dataset, exchange: string): Strategy {
  const { startDate, endDate } = strategy.simulation;
  const isDemo = dataset.origin === "bundled";
  const instrumentType = tradedType(dataset, strategy.scanner.instrumentType);
  return onFairTerms({
    ...strategy,
    scanner: { ...strategy.scanner, exchange, instrumentType },
    simulation: {
      ...strategy.simulation,
      startDate: isDemo ? startDate : (dataset.firstDate ?? startDate),
      endDate: isDemo ? endDate : (dataset.lastDate ?? endDate),
    },
  });
}

/** An index can't be traded. */
function tradedType({ instrumentTypes }: Dataset, wanted: string): string {
  const tradable = instrumentTypes.filter((type) => type !== INDEX_TYPE);
  return tradable.includes(wanted) ? wanted : (tradable[0] ?? wanted);
}

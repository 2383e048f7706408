/** What templates can be tried on: each exchange of each dataset. */
import type { Dataset } from "#src/storage/datasets.ts";
import { mainExchange } from "./fit-to-data.ts";

export interface DataChoice {
  /** For the address; the same as long as the dataset is there. */
  readonly key: string;
  readonly label: string;
  readonly dataset: Dataset;
  readonly exchange: string;
}

/** The datasets in their order; of each the exchange with most instruments first, or the one of the templates. */
export function dataChoices(datasets: readonly Dataset[], homeExchange: string): readonly DataChoice[] {
  return datasets.flatMap((dataset) => {
    const main = mainExchange(dataset, homeExchange);
    return dataset.exchanges
      .toSorted((a, b) => Number(b === main) - Number(a === main))
      .map((exchange) => ({
        key: `${dataset.id} ${exchange}`,
        label: `${dataset.title}, ${exchange}`,
        dataset,
        exchange,
      }));
  });
}

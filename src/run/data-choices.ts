/** What templates can be tried on: each exchange of each dataset. */
import type { Dataset } from "#src/storage/datasets.ts";

export interface DataChoice {
  /** For the address; the same as long as the dataset is there. */
  readonly key: string;
  readonly label: string;
  readonly dataset: Dataset;
  readonly exchange: string;
}

/** The demo market's exchanges first, the one of the templates on top. */
export function dataChoices(datasets: readonly Dataset[], homeExchange: string): readonly DataChoice[] {
  return datasets.flatMap((dataset) =>
    dataset.exchanges
      .toSorted((a, b) => Number(b === homeExchange) - Number(a === homeExchange))
      .map((exchange) => ({
        key: `${dataset.id} ${exchange}`,
        label: `${dataset.title}, ${exchange}`,
        dataset,
        exchange,
      })),
  );
}

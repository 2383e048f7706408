import type { Dataset } from "#src/storage/datasets.ts";

/** Why a run on this dataset can find no instrument to trade, with the mend; null where it may find some. */
export function missingUniverse(
  dataset: Dataset | null,
  exchange: string,
  instrumentType: string,
): string | null {
  if (dataset === null) return "The chosen dataset is no longer on this device. Choose another one.";
  if (!dataset.exchanges.includes(exchange))
    return `"${dataset.title}" has no ${exchange} prices. Choose ${listOf(dataset.exchanges)}, or another dataset.`;
  if (!dataset.instrumentTypes.includes(instrumentType))
    return `"${dataset.title}" has no ${instrumentType}. Choose another instrument type, or import data that has them.`;
  return null;
}

function listOf(words: readonly string[]): string {
  return words.length > 1
    ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
    : (words[0] ?? "other data");
}

import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { DeploymentHead } from "#src/storage/deployment-record.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

/** What its account is in: what was said of its dataset at import, else the money of its strategy's exchange. */
export async function currencyOf({
  strategy,
  dataset,
}: Pick<DeploymentHead, "strategy" | "dataset">): Promise<string> {
  const parsed = parseStrategy(strategy);
  const known = dataset && (await loadDataset(dataset.id));
  return currencyOfExchange(parsed.ok ? parsed.value.scanner.exchange : "", known?.ok ? known.value : null);
}

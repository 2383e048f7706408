import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import type { DeploymentHead } from "#src/storage/deployment-record.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

/** What its account is in: that of its strategy's exchange. */
export function currencyOf({ strategy }: Pick<DeploymentHead, "strategy">): string {
  const parsed = parseStrategy(strategy);
  return currencyOfExchange(parsed.ok ? parsed.value.scanner.exchange : "");
}

/** A worker's part of virtual deployments, in this thread, on a market that a test changes. */
import { smallDataset } from "#tests/storage/sample-dataset.ts";
import { fakeClient } from "#tests/support/fake-client.ts";
import { database } from "#src/storage/database.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";
import type { Market } from "#workers/model/market.ts";

export interface GrowingDataset extends BacktestClient {
  /** The dataset "data" has these bars from now on. */
  become(market: Market): Promise<void>;
  /** How often it was asked. */
  readonly asked: () => number;
}

export function growingDataset(): GrowingDataset {
  let market: Market | null = null;
  let version = 0;
  let asked = 0;
  const client = fakeClient({
    async deploy(work) {
      asked++;
      if (!("source" in work)) return doWithout(work);
      if (!market) throw new Error("the dataset has no bars yet");
      return doOnMarket(work, market);
    },
  });
  return {
    ...client,
    async become(next) {
      market = next;
      version++;
      await database.datasets.put(smallDataset(`state ${version}`));
    },
    asked: () => asked,
  };
}

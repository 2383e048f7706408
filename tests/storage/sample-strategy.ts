/** A strategy as the store keeps it, of which only the name matters. */
import type { StrategyRecord } from "#src/storage/records.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

export function strategyRecord(id: string, name: string): StrategyRecord {
  return {
    id,
    name,
    revision: 1,
    createdAt: 1,
    updatedAt: 1,
    status: "ready",
    strategy: { ...defaultStrategy, name },
    datasetId: "demo",
  };
}

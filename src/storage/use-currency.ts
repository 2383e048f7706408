import { useLiveQuery } from "dexie-react-hooks";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { loadDataset } from "./datasets.ts";

/** What amounts of a stored strategy are in. @param datasetId - what it is simulated on; null where nobody looks yet */
export function useCurrency(exchange: string, datasetId: string | null): string {
  const dataset = useLiveQuery(async () => {
    const loaded = datasetId === null ? null : await loadDataset(datasetId);
    return loaded?.ok ? loaded.value : null;
  }, [datasetId]);
  return currencyOfExchange(exchange, dataset ?? null);
}

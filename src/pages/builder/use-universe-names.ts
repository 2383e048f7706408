/** Symbols and sectors that the chosen data has, asked for once the counts have read its prices anyway. */
import { createContext, useContext, useEffect, useState } from "react";
import { ask } from "#src/run/ask.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { UniverseNames } from "#workers/model/instruments.ts";
import { PreviewContext } from "./use-preview.ts";

/** null while they are not known, or where the data can't be read: the counts say why. */
export const Universe = createContext<UniverseNames | null>(null);

export function useUniverseNames(
  datasetId: string,
  exchange: string,
  instrumentType: string,
): UniverseNames | null {
  const { preview, isCounting } = useContext(PreviewContext);
  const [known, setKnown] = useState<{ readonly key: string; readonly names: UniverseNames } | null>(null);
  const key = JSON.stringify([datasetId, exchange, instrumentType]);
  const isRead = preview !== null && !isCounting; // before, a second worker would read the prices once more
  const isKnown = known?.key === key;
  useEffect(() => {
    if (!isRead || isKnown) return undefined;
    let isCurrent = true;
    const askForNames = async () => {
      const data = await sourceFor(datasetId, exchange);
      if (!data.ok) return;
      const names = await ask("nameUniverse", { source: data.value.source, exchange, instrumentType });
      if (isCurrent && names.ok) setKnown({ key, names: names.value });
    };
    void askForNames();
    return () => {
      isCurrent = false;
    };
  }, [datasetId, exchange, instrumentType, key, isRead, isKnown]);
  return isKnown ? known.names : null;
}

/** Symbols and sectors that the chosen data has, asked for once the counts have read its prices anyway. */
import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { ask } from "#src/run/ask.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { UniverseNames } from "#workers/model/instruments.ts";
import { deskOfListed } from "./portfolio/listed.ts";
import type { ListedDesk } from "./portfolio/listed.ts";
import { PreviewContext } from "./use-preview.ts";

/** null while they are not known, or where the data can't be read: the counts say why. */
export const Universe = createContext<UniverseNames | null>(null);

interface KnownNames {
  readonly universe: UniverseNames | null;
  /** Stays while only the type of instruments is another. */
  readonly listed: ListedDesk | null;
}

export function useUniverseNames(datasetId: string, exchange: string, instrumentType: string): KnownNames {
  const { preview, problem, isCounting } = useContext(PreviewContext);
  const [known, setKnown] = useState<Known | null>(null);
  const key = JSON.stringify([datasetId, exchange, instrumentType]);
  // before, a second worker would read the prices once more; what can't be counted may have names all the same
  const isRead = !isCounting && (preview !== null || problem !== null);
  const isKnown = known?.key === key;
  const place = JSON.stringify([datasetId, exchange]);
  const all = known?.place === place ? known.names.listed : null;
  const listed = useMemo(() => all && deskOfListed(all), [all]);
  useEffect(() => {
    if (!isRead || isKnown) return undefined;
    let isCurrent = true;
    const askForNames = async () => {
      const data = await sourceFor(datasetId, exchange);
      if (!data.ok) return;
      const names = await ask("nameUniverse", { source: data.value.source, exchange, instrumentType });
      if (isCurrent && names.ok) setKnown({ key, place, names: names.value });
    };
    void askForNames();
    return () => {
      isCurrent = false;
    };
  }, [datasetId, exchange, instrumentType, key, place, isRead, isKnown]);
  return { universe: isKnown ? known.names : null, listed };
}

interface Known {
  readonly key: string;
  /** Dataset and exchange. */
  readonly place: string;
  readonly names: UniverseNames;
}

/**
 * What the chosen dataset adds to the rule language, and what a strategy on it can be limited to, for the fields of a
 * step. Its symbols and sectors are there once the counts have read the prices.
 */
import { useMemo } from "react";
import type { ReactElement, ReactNode } from "react";
import type { Dataset } from "#src/storage/datasets.ts";
import { DatasetNames, namesOf } from "./dataset-names.ts";
import type { FormValues } from "./form-values.ts";
import { Universe, useUniverseNames } from "./use-universe-names.ts";

interface NamesProviderProps {
  readonly values: FormValues;
  /** null for one that is gone. */
  readonly dataset: Dataset | null;
  readonly children: ReactNode;
}

export function NamesProvider({ values, dataset, children }: NamesProviderProps): ReactElement {
  const { datasetId, scanner, computed } = values;
  const universe = useUniverseNames(datasetId, scanner.exchange, scanner.instrumentType);
  const known = namesOf(dataset, computed);
  const names = useMemo(() => ({ ...known, symbols: universe?.symbols ?? null }), [known, universe]);
  return (
    <DatasetNames value={names}>
      <Universe value={universe}>{children}</Universe>
    </DatasetNames>
  );
}

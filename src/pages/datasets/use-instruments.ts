/** A dataset's entry and its instruments, read again when a split is accepted or undone. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { askOfDataset } from "#src/run/ask.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { InstrumentSummary } from "#workers/model/instruments.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

export interface Instruments {
  /** null while it is looked up. */
  readonly dataset: Result<Dataset> | null;
  /** The last that were read, null before the first; of an earlier state of the splits while others are read. */
  readonly rows: readonly InstrumentSummary[] | null;
  readonly problem: Problem | null;
  /** Goes up with each list that was read, so that bars are read after it. */
  readonly reading: number;
}

export function useInstruments(datasetId: string): Instruments {
  const dataset = useLiveQuery(() => loadDataset(datasetId), [datasetId]) ?? null;
  const [list, setList] = useState<Omit<Instruments, "dataset">>({ rows: null, problem: null, reading: 0 });
  const applied = dataset?.ok === true ? JSON.stringify(dataset.value.appliedSplits) : null;
  useEffect(() => {
    if (applied === null) return undefined;
    let isWanted = true;
    const readList = async (): Promise<void> => {
      const read = await askOfDataset("listInstruments", datasetId, (source) => source);
      if (!isWanted) return;
      setList((before) =>
        read.ok
          ? { rows: read.value, problem: null, reading: before.reading + 1 }
          : { ...before, problem: read.problem },
      );
    };
    void readList();
    return () => {
      isWanted = false;
    };
  }, [datasetId, applied]);
  return { dataset, ...list };
}

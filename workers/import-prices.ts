/** An import: price files to a stored dataset, whole or not at all, in bounded memory. For a worker of the page. */
import { addMarket } from "./market/column-writer.ts";
import { sweepStaging } from "./market/dataset-store.ts";
import { writeDataset } from "./market/dataset-writing.ts";
import { MOST_ROWS } from "./market/market-builder.ts";
import { readMarketParts } from "./market/read-market.ts";
import type { ReadingProgress } from "./market/reading-progress.ts";
import { fileSource } from "./market/source.ts";
import { err, ok } from "./model/problem.ts";
import type { Problem, Result } from "./model/problem.ts";
import type { ImportOutcome, ImportRequest } from "./model/protocol.ts";

export interface ImportHooks {
  readonly onRead: (progress: ReadingProgress) => void;
  /** Called before each part of the market that is stored. */
  readonly onPart: () => void;
}

export async function importPrices(
  { datasetId, files, defaults }: ImportRequest,
  { onRead, onPart }: ImportHooks,
): Promise<Result<ImportOutcome>> {
  const swept = await sweepStaging(); // storage that refuses this would refuse the prices, too
  if (!swept.ok) return swept;
  let bars = 0;
  const stored = await writeDataset(datasetId, async (writer, spill) => {
    const notes = await readMarketParts(files.map(fileSource), {
      defaults,
      spill: { file: spill, mostRows: MOST_ROWS },
      onProgress: onRead,
      take(part) {
        onPart();
        addMarket(writer, part);
        bars += part.day.length;
      },
    });
    return notes.ok && bars === 0 ? err(noPrices) : notes;
  });
  return stored.ok ? ok({ facts: stored.value.facts, notes: stored.value.value }) : stored;
}

const noPrices: Problem = {
  code: "data-missing",
  message:
    "None of these files has a row of prices that can be used. Add a file with the columns symbol, date and close.",
};

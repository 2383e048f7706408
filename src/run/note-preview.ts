/** Notes that a strategy's picture was drawn: it was tried, though nothing of it is stored as a run. */
import { sourceFor } from "#src/storage/datasets.ts";
import { noteDrawn } from "#src/storage/drawn-previews.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

interface DrawnPreview {
  /** The strategy as the form has it. */
  readonly strategy: Strategy;
  readonly datasetId: string;
  /** See families.ts. */
  readonly family: string;
}

/** Drawn again, nothing is written. Refused where the data is gone, or the browser's storage refuses. */
export async function notePreview({ strategy, datasetId, family }: DrawnPreview): Promise<Result<null>> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  return noteDrawn({ family, datasetFingerprint: data.value.fingerprint }, strategy);
}

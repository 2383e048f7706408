/** What a run can be compared with that is no series of its data, and what that is called. */

/**
 * Stands for the average share where a strategy or a dataset names its benchmark's symbol: every instrument of the run's
 * universe in equal parts, set back each month, without costs. Its curve is in each result, whatever the benchmark is.
 */
export const AVERAGE_SHARE = "average-share";

/** The name of the average share in results and sentences. */
export const AVERAGE_SHARE_NAME = "the average share";

/** What a run on data without an index is compared with that names nothing: all bought in equal parts, and held. */
export const EQUAL_WEIGHT_NAME = "equal-weight universe";

/** What a run that names no benchmark is compared with, where its data isn't known yet. */
export const OWN_INDEX =
  "the dataset's own index (where it has none: all instruments, bought in equal parts and held)";

/** A benchmark that a strategy or a dataset names, as sentences call it. */
export function benchmarkName(benchmark: string): string {
  return benchmark === AVERAGE_SHARE ? AVERAGE_SHARE_NAME : benchmark;
}

/** Whether a run's money would have lasted in other orders of its months. */

export interface LastingQuestion {
  /** How long it is to last. */
  readonly years: number;
  /** The same one draws the same. */
  readonly seed: string;
}

export interface LastingDraws {
  /** So many orders of the run's months were drawn. */
  readonly paths: number;
  /** Months of the run that were drawn from, and how many running are drawn together. */
  readonly months: number;
  readonly blockMonths: number;
  /** Paths in which all could be paid out. */
  readonly lasted: number;
  /** In the run's currency: what 5, 50 and 95 percent of the paths had left no more than. */
  readonly left: { readonly p5: number; readonly p50: number; readonly p95: number };
}

/** How many instruments pass each rule of a strategy on the last session of its period: shown while it is built. */

/** The conditions of scanner and buy rules, by the strategy field that switches them. */
export type ConditionName =
  | "priceGrowth"
  | "minPrice"
  | "marketCapRank"
  | "avgDailyValue"
  | "lastPriceVsClose"
  | "lastPriceVsMA";

export interface Preview {
  /** ISO date of the session. */
  readonly date: string;
  /** Instruments of the universe with a bar on it. */
  readonly instruments: number;
  /** Instruments that pass; null where the condition is off or the data can't answer it. */
  readonly passing: Readonly<Record<ConditionName, number | null>>;
  readonly scanner: number;
  readonly buy: number;
  /** Scanner and buy rules together: the candidates of that session. */
  readonly together: number;
  /** What may serve as the benchmark: the exchange's indices, then its other instruments, the first 300 by symbol. */
  readonly series: readonly BenchmarkSeries[];
}

export interface BenchmarkSeries {
  readonly symbol: string;
  /** "" where no file gives one. */
  readonly name: string;
}

/** A person's number tried on one instrument while it is written: plain data between threads. */
import type { InstrumentBars } from "./instruments.ts";
import type { ProblemCode } from "./problem.ts";

export interface FieldTrial {
  /** What is wrong with the source; null for nothing that was found. */
  readonly fault: TrialFault | null;
  /** What console.log or print wrote, at most 200 lines. */
  readonly lines: readonly string[];
  /** Repeatability and look-ahead were looked at on this instrument. */
  readonly isChecked: boolean;
  /** null where it was not run, or a fault ended it. */
  readonly figures: TrialFigures | null;
}

export interface TrialFigures {
  readonly bars: InstrumentBars;
  /** One a bar; NaN where unknown. */
  readonly values: Float64Array;
}

export interface TrialFault {
  readonly code: ProblemCode;
  /** A part of a sentence: what is wrong. */
  readonly text: string;
  /** Line of the person's source, from 1. */
  readonly line?: number;
  readonly column?: number;
}

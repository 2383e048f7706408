/** What the check for look-ahead found: whether what came after a session changed what was decided up to it. */
import type { Decision } from "./decision.ts";
import type { Warning } from "./report.ts";

export interface LookAheadVerdict {
  /** Sessions at which the data was cut and the run compared. */
  readonly sessions: number;
  /** Sessions that say nothing: cut there, the data could not answer what the strategy asks of it as a whole. */
  readonly skipped: number;
  /** ISO dates of the first and the last cut; null where there was none. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Decisions on the days of the cuts; those of all the days before them were compared as well. */
  readonly decisions: number;
  /** Cuts that changed something up to their day. */
  readonly changed: number;
  /** The first of them; null where nothing changed. */
  readonly first: LookAheadFinding | null;
  /** Of how many instruments all numbers from own code were worked out again on shorter histories; absent without such numbers. */
  readonly codeInstruments?: number;
  /** Of the run itself, such as market caps that look ahead in the data; no cut can see these. */
  readonly warnings: readonly Warning[];
}

export type LookAheadFinding =
  | {
      readonly type: "decision";
      /** ISO date after which the data was cut. */
      readonly cutAfter: string;
      /** The first decision that differs, with all the data and without its end; null where there was none. */
      readonly whole: Decision | null;
      readonly cut: Decision | null;
    }
  | {
      readonly type: "size";
      readonly cutAfter: string;
      /** ISO date and symbol of the first order of another size, and what each may cost. */
      readonly date: string;
      readonly instrument: string;
      readonly whole: number;
      readonly cut: number;
    }
  | {
      readonly type: "value";
      readonly cutAfter: string;
      /** ISO date of the first account value that differs, and both values. */
      readonly date: string;
      readonly whole: number;
      readonly cut: number;
    };

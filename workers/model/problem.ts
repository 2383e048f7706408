/**
 * What can go wrong in a way that a person can mend, as plain data that crosses threads unharmed.
 * What only we can mend throws instead.
 */

/** A value, or the reason why there is none. */
export type Result<T, P = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P };

export type ProblemCode =
  | "strategy-invalid"
  | "strategy-unreadable"
  | "cash-series-missing"
  | "flow-series-missing"
  | "rules-invalid"
  | "rules-unknown-name"
  | "rules-need-index"
  | "rules-unknown-symbol"
  | "rules-too-coarse"
  | "computed-not-run"
  | "code-failed"
  | "code-looks-ahead"
  | "code-not-allowed"
  | "code-not-repeatable"
  | "code-too-big"
  | "code-too-slow"
  | "code-unavailable"
  | "file-refused"
  | "file-unreadable"
  | "instruments-invalid"
  | "data-missing"
  | "dataset-unavailable"
  | "dataset-invalid"
  | "universe-empty"
  | "universe-currencies"
  | "period-empty"
  | "benchmark-invalid"
  | "adjclose-missing"
  | "storage-failed"
  | "memory-short"
  | "settings-locked"
  | "strategy-conflict"
  | "deployment-invalid"
  | "deployment-data"
  | "not-found"
  | "worker-lost"
  | "cancelled";

export interface Problem {
  readonly code: ProblemCode;
  /** One or two sentences: what is wrong, where (file:line or field), and the mend. */
  readonly message: string;
  /** The strategy field ("sell.trailingStopLoss") or the file that `message` names, for a form to point at. */
  readonly place?: string;
  /** Further lines of the same kind, e.g. the first ten rows that a file was refused for. */
  readonly details?: readonly string[];
}

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function err<P>(problem: P): Result<never, P> {
  return { ok: false, problem };
}

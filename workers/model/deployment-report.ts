/** What is said of a deployment's data beside its entries: plain data for pages and the command line. Sessions are ISO dates. */

/** What a person should know of sessions before they count as recorded. */
export interface DeployWarning {
  /**
   * `few-bars`: under half of the instruments of the session before have a bar. `jump`: a overnight jump that looks like a split.
   * `rebased`: the close at which something held was marked last is quite another in the data of today.
   * `stale`: something held or ordered has no bar. `facts-stopped`: the strategy names a fact that comes no more.
   * `missing-sessions`: before the session there are days on which the market is usually open. `session-added`: the dataset has a
   * session, behind the first of the account, that has no entry. `clock-back`: the clock says less than it said before.
   * `cash-series-ended`: the series that idle cash earns by has had no bar for a month.
   */
  readonly code:
    | "few-bars"
    | "jump"
    | "rebased"
    | "stale"
    | "missing-sessions"
    | "facts-stopped"
    | "session-added"
    | "clock-back"
    | "cash-series-ended";
  readonly session: string;
  readonly instruments: readonly string[];
  readonly message: string;
}

/** A session on which today's data gives something else than what was recorded. */
export interface ReplayDifference {
  readonly session: string;
  /** `bars`: the session's prices are not those of the entry. `account`: they are, and the entry is another. */
  readonly kind: "session-lost" | "session-added" | "bars" | "account";
  /** The first that differs, where that can be told. */
  readonly instrument: string | null;
  readonly message: string;
}

export interface ReplayReport {
  /** Entries that were held against a plain run: all of them. */
  readonly entries: number;
  /** `near`: all numbers within 1e-9 of each other, as another program's are. */
  readonly verdict: "same" | "near" | "different";
  /** What differs, in the order of sessions. */
  readonly differences: readonly ReplayDifference[];
  /**
   * What made the first difference: `bars`, or `beyond-bars` where the prices of all sessions up to it are as they were: the
   * program, facts, market caps, sectors, or prices of before the account. null where there is none.
   */
  readonly cause: "bars" | "beyond-bars" | null;
  /** Open positions of which the close of the entry's day is another today, on the strategy's price basis. */
  readonly rebased: readonly RebasedPosition[];
  /** The dataset's session behind the last entry; null where there is none yet. */
  readonly next: string | null;
  /** Why a deployment can't go on with this data: what it has lost of the ledger. null where it can. */
  readonly loss: string | null;
}

export interface RebasedPosition {
  readonly instrument: string;
  readonly entryDate: string;
  /** The close of that day, as it was recorded and as it is today. */
  readonly recorded: number;
  readonly today: number;
}

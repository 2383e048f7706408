/** What a page has a worker do for virtual deployments, and the answers. Plain data that is cloned. Sessions are ISO dates. */
import type { Deployment, NewDeployment } from "./deployment.ts";
import type { DeployWarning, ReplayReport } from "./deployment-report.ts";
import type { TimedEntry } from "./deployment-times.ts";
import type { DatasetSource } from "./dataset-source.ts";
import type { PackedDeployment, PackedEntries } from "./packed-entries.ts";
import type { Report } from "./report.ts";
import type { Strategy } from "./strategy.ts";

/** A market, up to and with a date; null for all of it. */
interface OnMarket {
  readonly source: DatasetSource;
  readonly upTo: string | null;
}

export type DeployWork =
  /** The first state of a deployment, in the format that it needs. */
  | ({ readonly type: "begin"; readonly plan: NewDeployment; readonly id: string } & OnMarket)
  /** The entries of the sessions that have none yet. `recorded`: the clock's word (timeOf). */
  | ({ readonly type: "append"; readonly deployment: PackedDeployment; readonly recorded: string } & OnMarket)
  /** Whether the ledger follows from the prices of today. */
  | ({ readonly type: "replay"; readonly deployment: PackedDeployment } & OnMarket)
  /** The sessions of a strategy's universe. */
  | ({ readonly type: "sessions"; readonly strategy: Strategy } & OnMarket)
  /** A deployment's file, as it was written. */
  | { readonly type: "read"; readonly bytes: Uint8Array }
  /** What the account is held against since it began. */
  | ({ readonly type: "yardsticks" } & YardstickRequest & OnMarket)
  | ({ readonly type: "expect" } & ExpectRequest);

export type DeployAnswer =
  | { readonly type: "begun"; readonly deployment: Deployment }
  | {
      readonly type: "appended";
      readonly entries: PackedEntries;
      readonly warnings: readonly DeployWarning[];
    }
  | { readonly type: "replayed"; readonly report: ReplayReport }
  | { readonly type: "sessions"; readonly sessions: readonly string[] }
  | { readonly type: "read"; readonly deployment: PackedDeployment; readonly timed: readonly TimedEntry[] }
  | { readonly type: "yardsticks"; readonly yardsticks: DeploymentYardsticks }
  | { readonly type: "expected"; readonly expected: Expected | null };

export interface YardstickRequest {
  /** Its instruments, price basis and benchmark count. */
  readonly strategy: Strategy;
  /** ISO; the first session is the one after it. */
  readonly begins: string;
  readonly startMargin: number;
  /** Of the account's sessions on which money came or was paid out; oldest first. */
  readonly moved: readonly { readonly session: string; readonly in: number; readonly out: number }[];
}

/** What the same money would have come to, in the account's currency; one value a session. */
export interface DeploymentYardsticks {
  /** ISO dates, oldest first. */
  readonly sessions: readonly string[];
  /** What the benchmark is called. */
  readonly label: string;
  readonly benchmark: YardstickCurves;
  /** The average share. */
  readonly universe: YardstickCurves;
}

export interface YardstickCurves {
  /** Of the start margin, as if no money had come or gone; the start margin at the first session. */
  readonly growth: Float64Array;
  /** With what came into the account, and less what was paid out of it. */
  readonly values: Float64Array;
}

export interface ExpectRequest {
  readonly backtest: Pick<Report, "equity" | "positions" | "performance" | "account">;
  /** The commission that was taken of its fills. */
  readonly commissionPercent: number;
  /** What the deployment made of its start margin, at each close, as if no money had come or gone; the start margin first. */
  readonly account: Float64Array;
  /** Percent of it that was in positions at the same closes, 0 first. */
  readonly invested: Float64Array;
  /** What chance begins with. */
  readonly seed: string;
}

/** An account beside what its backtest let expect over as many sessions. Percents. */
export interface Expected {
  readonly sessions: number;
  readonly paths: number;
  /** What the account had in positions at its closes, on average; each path has as much on the same session. */
  readonly invested: number;
  /** Growth of the account, and of the paths: 5, 50 and 95 of a hundred are at or below these. */
  readonly growth: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** So many of a hundred paths grew less than the account. */
  readonly place: number;
  /** The account's deepest fall, <= 0, and the fall that only 5 of a hundred paths exceeded. */
  readonly drawdown: number;
  readonly deepest: number;
  /** So many of a hundred paths fell deeper than the account. */
  readonly deeper: number;
}

/** What a deployment's account is held against, at each of its sessions: its benchmark and the average share. */
import { useEffect, useMemo, useState } from "react";
import { lowerFirst } from "#src/format/first-letter.ts";
import { formatPercentChange } from "#src/format/number.ts";
import { yardsticksFor } from "#src/run/deploy-calls.ts";
import type { DeploymentRecord, LedgerClose } from "#src/storage/deployment-record.ts";
import { AVERAGE_SHARE_NAME, EQUAL_WEIGHT_NAME } from "#workers/model/benchmark-names.ts";
import type { DeploymentYardsticks, YardstickCurves } from "#workers/model/deploy-work.ts";
import type { Result } from "#workers/model/problem.ts";

/** Names of benchmarks that say no more than the average share does. */
const NO_INDEX: ReadonlySet<string> = new Set([AVERAGE_SHARE_NAME, EQUAL_WEIGHT_NAME]);

/** A line beside the account's. */
export interface Yardstick {
  readonly name: string;
  readonly kind: "benchmark" | "average";
  /** The same money in it at each entry of the ledger, in the account's currency; NaN before its first price. */
  readonly values: Float64Array;
  /** Its own since the account's first session, percent; null where it is not known. */
  readonly growth: number | null;
}

/** Settles when all that were asked for before are worked out: at once, each would start a worker that reads the prices. */
let queue: Promise<unknown> = Promise.resolve();

/** Waits for those before it; null where nobody wants it any more. */
function inTurn(
  record: DeploymentRecord,
  ledger: readonly LedgerClose[],
  signal: AbortSignal,
): Promise<Result<DeploymentYardsticks> | null> {
  const turn = queue.then(() => (signal.aborted ? null : yardsticksFor(record, ledger, signal)));
  queue = turn.catch(() => undefined); // the caller hears of it
  return turn;
}

/**
 * null while they are worked out, and where nothing is recorded yet; the average share alone where there is no index
 * beside it.
 *
 * @param ledger - all of its entries, the same array as long as they are the same
 */
export function useYardsticks(
  record: DeploymentRecord,
  ledger: readonly LedgerClose[],
): Result<readonly Yardstick[]> | null {
  const [found, setFound] = useState<Result<DeploymentYardsticks> | null>(null);
  useEffect(() => {
    if (ledger.length === 0) return undefined;
    const end = new AbortController();
    const look = async () => {
      const yardsticks = await inTurn(record, ledger, end.signal);
      if (!end.signal.aborted) setFound(yardsticks);
    };
    void look(); // a failure is shown by UnexpectedErrors
    return () => end.abort();
    // the ledger and the data are what changes them, not what else is noted of a deployment
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record.head.dataset?.id, record.stepped, record.playedTo, ledger.length]);
  return useMemo(() => {
    if (!found?.ok) return found;
    return { ok: true, value: yardsticksAt(found.value, record.head.startMargin, ledger) };
  }, [found, record.head.startMargin, ledger]);
}

/** A session that the data no longer has takes the value of the one before. */
export function yardsticksAt(
  { sessions, label, benchmark, universe }: DeploymentYardsticks,
  startMargin: number,
  ledger: readonly Pick<LedgerClose, "session">[],
): readonly Yardstick[] {
  const at = (values: Float64Array) => {
    let row = -1;
    return Float64Array.from(ledger, ({ session }) => {
      while ((sessions[row + 1] ?? "~") <= session) row++;
      return values[row] ?? Number.NaN;
    });
  };
  const line = (name: string, kind: Yardstick["kind"], curves: YardstickCurves): Yardstick => {
    const growth = ((at(curves.growth).at(-1) ?? Number.NaN) / startMargin - 1) * 100;
    return { name, kind, values: at(curves.values), growth: Number.isFinite(growth) ? growth : null };
  };
  return [
    ...(NO_INDEX.has(label) ? [] : [line(label, "benchmark", benchmark)]),
    line("Average share", "average", universe),
  ];
}

/** "TIDAL120 +3.2%, average share +2.9%". */
export function growthInWords(yardsticks: readonly Yardstick[]): string {
  return yardsticks
    .map(({ name, growth }, at) => `${at === 0 ? name : lowerFirst(name)} ${formatPercentChange(growth, 1)}`)
    .join(", ");
}

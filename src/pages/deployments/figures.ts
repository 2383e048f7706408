/** What the pages say of a deployment's account. Percents; null is undefined. */
import { parseIsoDay } from "#workers/model/day.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { DeploymentRecord, LedgerClose } from "#src/storage/deployment-record.ts";

/** Growth and falls are those of money, whenever it came: as if none had come or gone. */
export interface AccountFigures {
  readonly equity: number;
  /** startMargin and all that came, less what was paid out. */
  readonly putIn: number;
  /** Whether any money came or was paid out. */
  readonly isMoved: boolean;
  /** Against the close before, and the start. */
  readonly dayChange: number | null;
  readonly growth: number;
  /** Below the highest close so far, and the deepest so far; <= 0. */
  readonly drawdown: number;
  readonly deepest: number;
  /** Since the highest close. */
  readonly sessionsUnderWater: number;
}

/** @param ledger - its closes, oldest first */
export function accountFigures(startMargin: number, ledger: readonly LedgerClose[]): AccountFigures {
  const last = ledger.at(-1);
  const grown = last?.growth ?? startMargin;
  const before = ledger.at(-2)?.growth ?? startMargin;
  let [peak, peakAt, deepest] = [startMargin, -1, 0];
  for (const [at, { growth }] of ledger.entries()) {
    if (growth >= peak) [peak, peakAt] = [growth, at];
    deepest = Math.min(deepest, (growth / peak - 1) * 100);
  }
  return {
    equity: last?.equity ?? startMargin,
    putIn: ledger.reduce((sum, close) => sum + close.in - close.out, startMargin),
    isMoved: ledger.some((close) => close.in > 0 || close.out > 0),
    dayChange: ledger.length === 0 || before === 0 ? null : (grown / before - 1) * 100,
    growth: (grown / startMargin - 1) * 100,
    drawdown: (grown / peak - 1) * 100,
    deepest,
    sessionsUnderWater: ledger.length - 1 - peakAt,
  };
}

/** Days after a session within which the next one is expected, where the ledger does not say more: of days a long weekend. */
const USUAL_GAPS: Readonly<Record<Frequency, number>> = { daily: 4, weekly: 11, monthly: 35 };
const GAPS_LOOKED_AT = 20;

/**
 * The last session (ISO) where the next one is overdue; null where it is not, and for a market that is played forward.
 *
 * @param sessions - of the last entries, oldest first
 * @param now - milliseconds since 1970
 */
export function waitingSince(
  { playedTo, head, lastSession }: DeploymentRecord,
  sessions: readonly string[],
  now: number,
): string | null {
  const last = lastSession ?? head.begins;
  const day = parseIsoDay(last);
  if (playedTo !== undefined || day === null) return null;
  const days = sessions.slice(-GAPS_LOOKED_AT).map((session) => parseIsoDay(session) ?? day);
  const gaps = days.slice(1).map((each, at) => each - (days[at] ?? each));
  const today = parseIsoDay(formatIsoDay(Math.floor(now / 86_400_000))) ?? day;
  const usual = USUAL_GAPS[barsOf(head).frequency];
  return today - day > Math.max(usual, ...gaps) ? last : null;
}

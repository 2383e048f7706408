/** What the pages say of a deployment's account. Percents; null is undefined. */
import { parseIsoDay } from "#workers/model/day.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";

export interface AccountFigures {
  readonly equity: number;
  /** Against the close before, and the start. */
  readonly dayChange: number | null;
  readonly growth: number;
  /** Below the highest close so far, and the deepest so far; <= 0. */
  readonly drawdown: number;
  readonly deepest: number;
  /** Since the highest close. */
  readonly sessionsUnderWater: number;
}

/** @param equity - at each close, oldest first */
export function accountFigures(startMargin: number, equity: readonly number[]): AccountFigures {
  const last = equity.at(-1) ?? startMargin;
  const before = equity.length > 1 ? (equity.at(-2) ?? startMargin) : startMargin;
  let [peak, peakAt, deepest] = [startMargin, -1, 0];
  for (const [at, value] of equity.entries()) {
    if (value >= peak) [peak, peakAt] = [value, at];
    deepest = Math.min(deepest, (value / peak - 1) * 100);
  }
  return {
    equity: last,
    dayChange: equity.length === 0 ? null : (last / before - 1) * 100,
    growth: (last / startMargin - 1) * 100,
    drawdown: (last / peak - 1) * 100,
    deepest,
    sessionsUnderWater: equity.length - 1 - peakAt,
  };
}

/** Days after a session within which the next one is expected, where the ledger does not say more: a long weekend. */
const USUAL_GAP = 4;
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
  return today - day > Math.max(USUAL_GAP, ...gaps) ? last : null;
}

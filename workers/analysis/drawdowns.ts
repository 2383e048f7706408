/** Every fall of an account from a high until it is made good. */
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";

/**
 * In time order; empty where the account never fell. The peak is the last session at the high; a close that equals
 * the high again ends the fall. The deepest of them is the report's maximum drawdown.
 *
 * Source: the periods of PerformanceAnalytics' findDrawdowns (Peterson & Carl), with the last one open.
 */
export function listDrawdowns({ day, value }: Pick<Report["equity"], "day" | "value">): DrawdownPeriod[] {
  const periods: DrawdownPeriod[] = [];
  let peakRow = 0;
  let troughRow = 0;
  const close = (recoveryRow: number | null) => {
    const endRow = recoveryRow ?? value.length - 1;
    periods.push({
      depth: (value[troughRow] / value[peakRow] - 1) * 100,
      peakRow,
      troughRow,
      recoveryRow,
      peakDate: formatIsoDay(day[peakRow]),
      troughDate: formatIsoDay(day[troughRow]),
      recoveryDate: recoveryRow === null ? null : formatIsoDay(day[recoveryRow]),
      days: day[endRow] - day[peakRow],
      sessions: endRow - peakRow,
    });
  };
  for (let row = 1; row < value.length; row++) {
    if (value[row] < value[peakRow]) {
      if (value[row] < value[troughRow]) troughRow = row;
    } else {
      if (troughRow !== peakRow) close(row);
      peakRow = row;
      troughRow = row;
    }
  }
  if (troughRow !== peakRow) close(null);
  return periods;
}

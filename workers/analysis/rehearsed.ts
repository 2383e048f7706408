/** What a run that was gone through for a form says beside its picture. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";

export function besideSketch(report: Report): Pick<RehearsedSketch, "next" | "meanOrder" | "ranOut"> {
  const { next, money } = report;
  const mean = meanOrder(report);
  return {
    ...(next && { next }),
    ...(mean !== null && { meanOrder: mean }),
    ...(money?.ranOut && { ranOut: money.ranOut }),
  };
}

/** Those of the first session build the portfolio; null where there are no others. */
function meanOrder({ rebalances = [], equity, account }: Report): number | null {
  const owed = account?.moves?.owed;
  const worthAt = (row: number) => equity.value[row] - (owed?.[row] ?? 0);
  const worthOn = new Map(Array.from(equity.day, (day, row) => [formatIsoDay(day), worthAt(row)]));
  const [opened] = worthOn.keys();
  let [money, orders] = [0, 0];
  for (const { date, sells, buys, turnover } of rebalances) {
    if (date === opened) continue;
    money += ((worthOn.get(date) ?? 0) * turnover) / 100;
    orders += sells + buys;
  }
  return orders === 0 ? null : money / orders;
}

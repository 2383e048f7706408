/** Sessions: the sorted union of the dates on which at least one instrument of the universe has a bar. */
import type { Market } from "#workers/model/market.ts";

export interface Calendar {
  /** EpochDay of each session, ascending. */
  readonly sessionDay: Int32Array;
  /** Session of each bar of the universe, by the market's row; meaningless for bars of other instruments. */
  readonly sessionOfRow: Int32Array;
  /** The universe's bars on each session. */
  readonly barsOfSession: Int32Array;
}

/** @param universe - the market's instrument numbers; empty gives a calendar without sessions */
export function buildCalendar(market: Market, universe: Int32Array): Calendar {
  const { barOffset, day } = market;
  let firstDay = Infinity;
  let lastDay = -Infinity;
  for (const instrument of universe) {
    const from = barOffset[instrument];
    const to = barOffset[instrument + 1];
    if (from === to) continue;
    firstDay = Math.min(firstDay, day[from]);
    lastDay = Math.max(lastDay, day[to - 1]);
  }
  const span = Math.max(0, lastDay - firstDay + 1);
  const barsOfDay = new Int32Array(span);
  for (const instrument of universe) {
    for (let row = barOffset[instrument]; row < barOffset[instrument + 1]; row++) {
      barsOfDay[day[row] - firstDay]++;
    }
  }
  const sessions = barsOfDay.reduce((count, bars) => count + Number(bars > 0), 0);
  const sessionDay = new Int32Array(sessions);
  const barsOfSession = new Int32Array(sessions);
  const sessionOfDay = new Int32Array(span);
  let session = 0;
  for (let at = 0; at < span; at++) {
    if (barsOfDay[at] === 0) continue;
    sessionDay[session] = firstDay + at;
    barsOfSession[session] = barsOfDay[at];
    sessionOfDay[at] = session++;
  }
  const sessionOfRow = new Int32Array(day.length);
  for (const instrument of universe) {
    for (let row = barOffset[instrument]; row < barOffset[instrument + 1]; row++) {
      sessionOfRow[row] = sessionOfDay[day[row] - firstDay];
    }
  }
  return { sessionDay, sessionOfRow, barsOfSession };
}

/** What a session's prices were: a hash of the universe's bars of that day as they are in the file. */
import type { Plan } from "#workers/engine/run-plan.ts";
import { hashOf } from "#workers/model/deployment-chain.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { PriceFigure } from "#workers/model/market.ts";
import { NO_BAR, rowOn, rowsBefore } from "#workers/sessions/calendar.ts";

type Ground = Pick<Plan, "market" | "universe" | "calendar" | "strategy" | "lastSession">;

const AS_TRADED: readonly PriceFigure[] = ["open", "high", "low", "close", "volume"];
/** Sessions whose bars are read at a time: an evening reads one, a long replay never a whole column. */
const SESSIONS_AT_ONCE = 64;

/**
 * Of sessions of the plan, one after the other: by symbol [symbol, open, high, low, close, volume], on the adjusted basis with
 * the adjusted close or null behind.
 */
export function makeDataHash(ground: Ground): (session: number) => string {
  const { market, universe, calendar, strategy, lastSession } = ground;
  const names =
    strategy.simulation.priceBasis === "adjusted" ? ([...AS_TRADED, "adjClose"] as const) : AS_TRADED;
  let read = readBars(ground, names, 0, 0);
  return (session) => {
    if (session < read.first || session >= read.stop)
      read = readBars(ground, names, session, Math.min(lastSession + 1, session + SESSIONS_AT_ONCE));
    const bars: (string | number | null)[][] = [];
    for (let member = 0; member < universe.length; member++) {
      const row = rowOn(calendar, member, session);
      if (row === NO_BAR) continue;
      const { symbol } = market.instruments[universe[member]];
      bars.push([symbol, ...read.figuresOf(member, row)]);
    }
    return hashOf(bars);
  };
}

interface ReadBars {
  readonly first: number;
  readonly stop: number;
  /** Of a bar on one of the sessions; null where it has no such figure. */
  readonly figuresOf: (member: number, row: number) => (number | null)[];
}

/** The universe's bars on the sessions first .. stop - 1: no other row of a column is looked at. */
function readBars(
  { market, universe, calendar }: Ground,
  names: readonly PriceFigure[],
  first: number,
  stop: number,
): ReadBars {
  const fromRow = calendar.fromRow.map((row, member) => row + rowsBefore(calendar, member, first));
  const start = new Int32Array(universe.length + 1);
  for (let member = 0; member < universe.length; member++) {
    const rows = rowsBefore(calendar, member, stop) - rowsBefore(calendar, member, first);
    start[member + 1] = start[member] + rows;
  }
  const columns = names.map((name) => {
    const figures = new Float64Array(start[universe.length]).fill(NaN);
    const rows = rowsOf(market, name);
    if (rows === null) return figures;
    for (let member = 0; member < universe.length; member++) {
      const [from, to] = [fromRow[member], fromRow[member] + start[member + 1] - start[member]];
      if (from < to) figures.set(rows(universe[member], from, to), start[member]);
    }
    return figures;
  });
  return {
    first,
    stop,
    figuresOf: (member, row) => {
      const at = start[member] + row - fromRow[member];
      return columns.map((column, place) => knownOrNull(names[place], column[at]));
    },
  };
}

/** An adjusted close of 0 or less counts as missing. */
function knownOrNull(name: PriceFigure, figure: number): number | null {
  return Number.isFinite(figure) && (name !== "adjClose" || figure > 0) ? figure : null;
}

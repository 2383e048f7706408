/** Quarters or years of one company that are known so far, by their ends, and where the figure of each is. */

/** Days between the ends of two quarters, and of two years, that follow on each other. */
const QUARTER = { least: 76, most: 106 } as const;
const YEAR = { least: 350, most: 380 } as const;

/** Ascending by end: the first `count` of each column. */
export interface Periods {
  count: number;
  end: Int32Array;
  /** Where the figure is (recipe.ts). */
  register: Int32Array;
  /** On which it became known. */
  day: Int32Array;
  /** The row that said it; -1 for one that was worked out. */
  row: Int32Array;
}

const ROOM = 64;

export function createPeriods(): Periods {
  return {
    count: 0,
    end: new Int32Array(ROOM),
    register: new Int32Array(ROOM),
    day: new Int32Array(ROOM),
    row: new Int32Array(ROOM),
  };
}

/** The register of the latest period; 0 where there is none. */
export function latestOf({ count, register }: Periods): number {
  return count === 0 ? 0 : (register[count - 1] ?? 0);
}

/** The register of the period that ended a year before the latest; 0 where there is none. */
export function registerAYearBefore({ count, end, register }: Periods): number {
  const latest = end[count - 1] ?? NaN;
  for (let at = count - 2; at >= 0; at--) {
    const distance = latest - (end[at] ?? NaN);
    if (distance > YEAR.most) break;
    if (distance >= YEAR.least) return register[at] ?? 0;
  }
  return 0;
}

export function isAt({ count, end }: Periods, at: number, period: number): boolean {
  return at < count && end[at] === period;
}

/** True where a row said it. */
export function isReported({ row }: Periods, at: number): boolean {
  return (row[at] ?? -1) >= 0;
}

export function isSaidOn(periods: Periods, at: number, day: number): boolean {
  return periods.day[at] === day && isReported(periods, at);
}

/** True where a quarter's end follows on another's. */
export function follows(earlier: number | undefined, later: number | undefined): boolean {
  const distance = (later ?? NaN) - (earlier ?? NaN);
  return distance >= QUARTER.least && distance <= QUARTER.most;
}

/** Where a period is, or where it belongs; rows mostly come in the order of their periods. */
export function placeOf({ count, end }: Periods, period: number): number {
  let at = count;
  while (at > 0 && (end[at - 1] ?? 0) >= period) at--;
  return at;
}

/** Sets the period at its place, behind the earlier ones. */
export function enter(
  periods: Periods,
  at: number,
  period: number,
  { register, day, row }: { readonly register: number; readonly day: number; readonly row: number },
): void {
  if (!isAt(periods, at, period)) {
    openPlace(periods, at);
    periods.end[at] = period;
  }
  periods.register[at] = register;
  periods.day[at] = day;
  periods.row[at] = row;
}

/** What is worked out stays behind what a row has said on the same day. */
export function enterWorkedOut(periods: Periods, period: number, register: number, day: number): void {
  const at = placeOf(periods, period);
  if (isAt(periods, at, period) && isSaidOn(periods, at, day)) return;
  enter(periods, at, period, { register, day, row: -1 });
}

function openPlace(periods: Periods, at: number): void {
  const { count } = periods;
  for (const name of ["end", "register", "day", "row"] as const) {
    if (count === periods[name].length) {
      const larger = new Int32Array(count * 2);
      larger.set(periods[name]);
      periods[name] = larger;
    }
    if (at < count) periods[name].copyWithin(at + 1, at, count);
  }
  periods.count++;
}

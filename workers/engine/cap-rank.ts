/**
 * The market cap rank condition: rank by market cap descending among the universe's instruments that have a bar
 * and a market cap on the session, ties by symbol ascending; true when (rank - 1) x 100 < percent x count.
 *
 * Caps lie instrument by instrument; a session needs one of each. They are turned round in blocks of sessions, so
 * that memory is read in runs. The cap at the edge moves little from one session to the next: only the caps near
 * yesterday's edge are ordered, and all of them when the edge is not among those.
 */
import type { Plan } from "./plan.ts";

const SESSIONS_PER_BLOCK = 32;
/** How far, as a factor, caps may lie from yesterday's edge to be ordered at once. */
const BAND = 1.05;

/** True when the bar at `row` of the instrument at universe place `member` is in the top of `session`. */
export type CapRank = (session: number, member: number, row: number) => boolean;

/** @param percent - of the strategy, above 0 up to 100; sessions must be asked in ascending order */
export function makeCapRank(plan: Plan, percent: number): CapRank {
  const members = plan.universe.length;
  const marketCap = plan.prices.marketCap ?? new Float64Array(0);
  const blocks = makeCapBlocks(plan, marketCap);
  const band = new Float64Array(members);
  let ready = -1;
  let caps: Float64Array = band;
  /** The smallest cap within the top; Infinity when nothing is. */
  let edge = 0;
  /** How many of the instruments with just that cap are in the top. */
  let placesAtEdge = 0;

  /** Collects the known caps from `least` to `most` into the band. */
  function collect(least: number, most: number): { known: number; above: number; inBand: number } {
    let [known, above, inBand] = [0, 0, 0];
    for (let member = 0; member < members; member++) {
      const cap = caps[member];
      if (!(cap > 0)) continue;
      known++;
      if (cap > most) above++;
      else if (cap >= least) band[inBand++] = cap;
    }
    return { known, above, inBand };
  }

  function prepare(session: number): void {
    caps = blocks(session);
    ready = session;
    let found = collect(edge / BAND, edge * BAND);
    const places = placesFor(percent, found.known);
    if (places <= found.above || places > found.above + found.inBand) found = collect(0, Infinity);
    const { above, inBand } = found;
    edge = places === 0 ? Infinity : selectDescending(band, inBand, places - above - 1);
    placesAtEdge = places - above;
    for (let at = 0; at < inBand; at++) if (band[at] > edge) placesAtEdge--;
  }

  return (session, member, row) => {
    if (session !== ready) prepare(session);
    const cap = marketCap[row];
    if (cap !== edge) return cap > edge;
    let before = 0;
    for (let other = 0; other < member; other++) if (caps[other] === edge) before++;
    return before < placesAtEdge;
  };
}

/** Gives each session's caps by universe place, NaN where the instrument has no bar or no cap. */
function makeCapBlocks(plan: Plan, marketCap: Float64Array): (session: number) => Float64Array {
  const { universe, sessionOfRow, market } = plan;
  const members = universe.length;
  const cursor = Int32Array.from(universe, (instrument) => market.barOffset[instrument]);
  const block = new Float64Array(SESSIONS_PER_BLOCK * members);
  const rows = Array.from({ length: SESSIONS_PER_BLOCK }, (_, at) =>
    block.subarray(at * members, (at + 1) * members),
  );
  let start = -SESSIONS_PER_BLOCK;

  return (session) => {
    if (session < start + SESSIONS_PER_BLOCK) return rows[session - start];
    start = session;
    block.fill(NaN);
    for (let member = 0; member < members; member++) {
      const end = market.barOffset[universe[member] + 1];
      let row = cursor[member];
      while (row < end && sessionOfRow[row] < start) row++;
      for (; row < end && sessionOfRow[row] < start + SESSIONS_PER_BLOCK; row++) {
        block[(sessionOfRow[row] - start) * members + member] = marketCap[row];
      }
      cursor[member] = row;
    }
    return rows[0];
  };
}

/** How many ranks hold (rank - 1) x 100 < percent x count; plain doubles, as the contract writes it. */
function placesFor(percent: number, count: number): number {
  let places = Math.min(count, Math.ceil((percent * count) / 100));
  while (places > 0 && !((places - 1) * 100 < percent * count)) places--;
  while (places < count && places * 100 < percent * count) places++;
  return places;
}

/** The k-th largest (from 0) of values[0..count-1]; reorders them. Source: Hoare, "Find", CACM 4(7), 1961. */
function selectDescending(values: Float64Array, count: number, k: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left] > pivot) left++;
      while (values[right] < pivot) right--;
      if (left > right) break;
      const swapped = values[left];
      values[left++] = values[right];
      values[right--] = swapped;
    }
    if (k <= right) high = right;
    else if (k >= left) low = left;
    else return values[k];
  }
  return values[k];
}

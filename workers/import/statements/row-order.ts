/** The rows of a table of statements by instrument and by the day on which each became known. */
import { NO_DAY } from "#workers/market/row.ts";
import type { FactsGiven } from "#workers/market/statement-notes.ts";
import type { FactLag } from "#workers/model/market.ts";
import type { MatchedTable } from "./match-table.ts";
import { ANNOUNCED, DATED, LAST_QUARTER, SPAN_OPEN } from "./statement-table.ts";
import type { StatementTable } from "./statement-table.ts";

/** Days of publication that other files say, by instrument. */
export interface PublishedDays {
  /** Days of publication by the end of the period. */
  readonly byPeriod: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Ascending. */
  readonly announced: ReadonlyMap<number, readonly number[]>;
}

export interface OrderedRows {
  readonly table: StatementTable;
  /** Rows of instrument i are order[offset[i]] .. order[offset[i+1]-1], by known day, then by line. */
  readonly offset: Int32Array;
  readonly order: Int32Array;
  /** By row: EpochDay; NO_DAY for one that is left out, for its day or its span is not known. */
  readonly known: Int32Array;
  readonly span: Uint8Array;
  /** For each row, 1 where the day is the period's end and a lag. */
  readonly isAssumed: Uint8Array;
  /** Rows without a day, and without a span. */
  readonly undated: number;
  readonly unspanned: number;
  /** Steps that its rows made, entered as facts are made. */
  readonly given: FactsGiven;
}

/** The longest that a result is announced after its period. */
const LATEST_ANNOUNCEMENT = 200;

/** What tables say of days of publication, for rows of others. */
export function gatherPublished(matched: readonly MatchedTable[]): PublishedDays {
  const byPeriod = new Map<number, Map<number, number>>();
  const announced = new Map<number, number[]>();
  const isNeeded = matched.some(({ table: { rows, known, span } }) => {
    for (let row = 0; row < rows; row++) if (known[row] === NO_DAY && span[row] !== DATED) return true;
    return false;
  });
  if (!isNeeded) return { byPeriod, announced };
  for (const { table, owners } of matched) {
    const { rows, symbol, period, known, span } = table;
    for (let row = 0; row < rows; row++) {
      const owner = owners[symbol[row] ?? 0] ?? -1;
      const day = known[row] ?? NO_DAY;
      if (owner < 0 || day === NO_DAY || span[row] === DATED) continue;
      if (span[row] === ANNOUNCED) {
        const days = announced.get(owner);
        if (days) days.push(day);
        else announced.set(owner, [day]);
        continue;
      }
      const days = byPeriod.get(owner) ?? new Map<number, number>();
      byPeriod.set(owner, days);
      const end = period[row] ?? NO_DAY;
      days.set(end, Math.min(days.get(end) ?? Infinity, day));
    }
  }
  for (const days of announced.values()) days.sort((a, b) => a - b);
  return { byPeriod, announced };
}

/** @param owner - by symbol of the table, the instrument or -1 */
export function orderRows(
  table: StatementTable,
  owner: Int32Array,
  instruments: number,
  published: PublishedDays,
): OrderedRows {
  const { rows, symbol } = table;
  const offset = new Int32Array(instruments + 1);
  for (let row = 0; row < rows; row++) {
    const at = owner[symbol[row] ?? 0] ?? -1;
    if (at >= 0) offset[at + 1] = (offset[at + 1] ?? 0) + 1;
  }
  for (let at = 0; at < instruments; at++) offset[at + 1] = (offset[at + 1] ?? 0) + (offset[at] ?? 0);
  const order = new Int32Array(offset[instruments] ?? 0);
  const next = offset.slice();
  for (let row = 0; row < rows; row++) {
    const at = owner[symbol[row] ?? 0] ?? -1;
    if (at < 0) continue;
    const place = next[at] ?? 0;
    order[place] = row;
    next[at] = place + 1;
  }
  const span = settleSpans(table, offset, order);
  const known = table.known.slice(0, rows);
  const isAssumed = new Uint8Array(rows);
  const given: FactsGiven = { steps: 0, firstDay: Infinity, lastDay: -Infinity };
  let [undated, unspanned] = [0, 0];
  for (let at = 0; at < instruments; at++) {
    const [from = 0, to = 0] = [offset[at], offset[at + 1]];
    const hasGroup = order.subarray(from, to).some((row) => table.alone[row] === 0);
    for (let place = from; place < to; place++) {
      const row = order[place] ?? 0;
      if (hasGroup && table.alone[row] === 1) known[row] = NO_DAY;
      else if (span[row] === SPAN_OPEN) {
        known[row] = NO_DAY;
        unspanned++;
      } else if (known[row] === NO_DAY) {
        const said = saidDay(published, at, table.period[row] ?? NO_DAY);
        const lag = lagOf(table.lag, span[row] ?? 1);
        if (said !== null) known[row] = said;
        else if (lag === null) undated++;
        else {
          known[row] = (table.period[row] ?? 0) + lag;
          isAssumed[row] = 1;
        }
      }
    }
    const own = order.subarray(from, to);
    if (!isAscending(own, known)) own.sort((a, b) => (known[a] ?? 0) - (known[b] ?? 0) || a - b);
  }
  return { table, offset, order, known, span, isAssumed, undated, unspanned, given };
}

function isAscending(rows: Int32Array, known: Int32Array): boolean {
  for (let at = 1; at < rows.length; at++)
    if ((known[rows[at - 1] ?? 0] ?? 0) > (known[rows[at] ?? 0] ?? 0)) return false;
  return true;
}

function saidDay({ byPeriod, announced }: PublishedDays, instrument: number, period: number): number | null {
  const day = byPeriod.get(instrument)?.get(period);
  if (day !== undefined) return day;
  const next = announced.get(instrument)?.find((one) => one > period);
  return next !== undefined && next <= period + LATEST_ANNOUNCEMENT ? next : null;
}

function lagOf(lag: FactLag | null, span: number): number | null {
  if (!lag) return null;
  return span === 4 ? lag.year : lag.quarter;
}

/** Spans that a file leaves open are told by the usual distance of a company's periods, else of the table's. */
function settleSpans(
  { rows, span, period }: StatementTable,
  offset: Int32Array,
  order: Int32Array,
): Uint8Array {
  const settled = span.slice(0, rows);
  const counts = new Map<number, number>();
  const open: Int32Array[] = [];
  for (let at = 0; at + 1 < offset.length; at++) {
    const own = order.subarray(offset[at], offset[at + 1]).filter((row) => settled[row] === SPAN_OPEN);
    if (own.length === 0) continue;
    const found = spanOfDistance(own, period);
    if (found === SPAN_OPEN) open.push(own);
    else counts.set(found, (counts.get(found) ?? 0) + 1);
    for (const row of own) settled[row] = found;
  }
  const [usual = SPAN_OPEN] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  for (const own of open) for (const row of own) settled[row] = usual;
  return settled;
}

function spanOfDistance(rows: Int32Array, period: Int32Array): number {
  const ends = [...new Set(Array.from(rows, (row) => period[row] ?? 0))].toSorted((a, b) => a - b);
  const distances = ends
    .slice(1)
    .map((end, at) => end - (ends[at] ?? 0))
    .toSorted((a, b) => a - b);
  const usual = distances[(distances.length - 1) >> 1] ?? 0;
  if (usual >= 76 && usual <= 106) return 1;
  if (usual >= 160 && usual <= 200) return 2;
  return usual >= 350 && usual <= 380 ? 4 : SPAN_OPEN;
}

/** For time lines: "quarter", "half-year", "nine months", "year". */
export function spanName(span: number): string {
  if (span === LAST_QUARTER) return "quarter";
  return ["day", "quarter", "half-year", "nine months", "year"][span] ?? "period";
}

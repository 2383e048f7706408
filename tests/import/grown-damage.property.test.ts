/** A dataset in two files that a place of the disk is damaged of: nothing is told that was not written. */
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { addFiles, readerOf } from "./growing-dataset.ts";
import type { Added, StoredColumns } from "./growing-dataset.ts";
import { tries } from "#tests/support/tries.ts";

const SYMBOLS = ["A", "B", "C", "D"];
const HEADER = "symbol,date,open,high,low,close,volume\n";
const FIRST_DAY = 18_262;
const EVERYTHING = { highAndLow: true, mostBytes: Infinity };

function rows(from: number, to: number): string {
  return SYMBOLS.flatMap((symbol, one) =>
    Array.from({ length: to - from }, (_, at) => {
      const close = 100 + one * 10 + from + at;
      return `${symbol},${formatIsoDay(FIRST_DAY + from + at)},${close},${close + 2},${close - 1},${close},${close * 7}\n`;
    }),
  ).join("");
}

let columns: StoredColumns;
let last: Added;
let market: Market;

beforeAll(async () => {
  columns = new Map();
  const first = await addFiles(columns, null, { "a.csv": HEADER + rows(0, 70) });
  last = await addFiles(columns, first.id, { "b.csv": HEADER + rows(70, 71) });
  last = await addFiles(columns, last.id, { "c.csv": HEADER + rows(71, 73) });
  expect(last.frontId).toBe(first.id);
  market = (await read(columns)).market;
});

async function read(stored: StoredColumns) {
  const found = await readStoredMarket(readerOf(stored, last.id), EVERYTHING);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

/** Where a bit is turned: in the file that was there, or in the one behind it. */
const flips = fc.record({
  isInFront: fc.boolean(),
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bit: fc.nat(7),
});

function flipped({
  isInFront,
  place,
  bit,
}: {
  isInFront: boolean;
  place: number;
  bit: number;
}): StoredColumns {
  const id = isInFront ? (last.frontId ?? "") : last.id;
  const bytes = columns.get(id)?.slice() ?? new Uint8Array(0);
  const at = Math.floor(place * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return new Map(columns).set(id, bytes);
}

/** The first bars of one instrument; null for one that is not there. */
function seriesOf(of: Market, symbol: string, bars = Infinity) {
  const at = of.instruments.findIndex((one) => one.symbol === symbol);
  if (at < 0) return null;
  const [from = 0, to = 0] = [of.barOffset[at], of.barOffset[at + 1]];
  const { day, open, high, low, close, volume } = of;
  return [day, open, high, low, close, volume].map((column) =>
    Array.from(column.subarray(from, Math.min(to, from + bars))),
  );
}

it("loses one instrument at most to a flipped bit, in either file, and names it", async () => {
  await fc.assert(
    fc.asyncProperty(flips, async (flip) => {
      const found = await read(flipped(flip));
      expect(found.damaged.length).toBeLessThanOrEqual(1);
      for (const symbol of SYMBOLS)
        expect(seriesOf(found.market, symbol)).toEqual(
          found.damaged.includes(symbol) ? null : seriesOf(market, symbol),
        );
    }),
    { numRuns: tries(200) },
  );
});

it("gets files all the same, or refuses them: what is whole stays as it was, and damage stays told", async () => {
  const more = { "d.csv": HEADER + rows(73, 74) };
  const whole = await addFiles(new Map(columns), last.id, more);
  await fc.assert(
    fc.asyncProperty(flips, async (flip) => {
      const stored = flipped(flip);
      const before = await read(stored);
      const outcome = await addFiles(stored, last.id, more).then((added) => added, String);
      if (typeof outcome === "string") return outcome.includes("damaged");
      expect(outcome.facts.fingerprint).toBe(whole.facts.fingerprint);
      const found = await readStoredMarket(readerOf(stored, outcome.id), EVERYTHING);
      if (!found.ok) throw new Error(found.problem.message);
      expect(found.value.damaged).toEqual(before.damaged);
      const left = SYMBOLS.filter((symbol) => !before.damaged.includes(symbol));
      expect(left.map((symbol) => seriesOf(found.value.market, symbol, 73))).toEqual(
        left.map((symbol) => seriesOf(market, symbol)),
      );
      return true;
    }),
    { numRuns: tries(30) },
  );
});

/** What a market that is read for a run leaves in its file until somebody looks at it. */
import { describe, expect, it } from "vitest";
import { backtest } from "#workers/run/backtest.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import type { ColumnName } from "#workers/market/column-directory.ts";
import { LateDamage, readStoredMarket } from "#workers/market/stored-market.ts";
import { barsOf } from "#workers/market/instrument-bars.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { columnFileOf, memoryReader, placeOfSeries } from "../support/memory-file.ts";

const market = syntheticMarket({ instruments: 60, sessions: 1500 });
const { bytes: written } = await columnFileOf(market);
const reading = { highAndLow: false, mostBytes: Infinity, staysOpen: true };

async function readMarket(file: ByteReader, staysOpen = true) {
  const read = await readStoredMarket(file, { ...reading, staysOpen });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

/** Counts what is read; once closed, nothing can be. */
function watched(bytes: Uint8Array) {
  const file = memoryReader(bytes);
  const watch = { bytesRead: 0, isClosed: false };
  const read = (into: Uint8Array, at: number): void => {
    if (watch.isClosed) throw new DOMException("closed", "InvalidStateError");
    watch.bytesRead += into.length;
    file.read(into, at);
  };
  return { watch, file: { bytes: file.bytes, read } };
}

/** The file with a bit turned round in this column of an instrument. */
function damaged(column: ColumnName, instrument: number): Uint8Array {
  const bytes = written.slice();
  const at = placeOfSeries(bytes, column, instrument);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

function sizeOf(...names: readonly ColumnName[]): number {
  const file = openColumnFile(memoryReader(written));
  return names.reduce((sum, name) => sum + (file?.bytesOf(name) ?? 0), 0);
}

describe("a market whose file stays open", () => {
  it("is read without opens, volumes and days, and has them all the same", async () => {
    const { watch, file } = watched(written);
    const { market: read } = await readMarket(file);
    const left = sizeOf("open", "volume", "day", "high", "low");
    expect(watch.bytesRead).toBeLessThanOrEqual(written.length - left);
    expect(read.open).toEqual(market.open);
    expect(read.volume).toEqual(market.volume);
    expect(read.day).toEqual(market.day);
  });

  it("leaves highs and lows there, too, where somebody may look at them", async () => {
    const { watch, file } = watched(written);
    const stored = await readStoredMarket(file, { ...reading, highAndLow: true });
    if (!stored.ok) throw new Error(stored.problem.message);
    const left = sizeOf("open", "volume", "day", "high", "low");
    expect(watch.bytesRead).toBeLessThanOrEqual(written.length - left);
    const before = watch.bytesRead;
    const { market: read, readOn } = stored.value;
    const symbol = market.instruments[7]?.symbol ?? "";
    expect(barsOf(read, symbol)?.high).toHaveLength(1500);
    expect(barsOf(read, symbol)).toEqual(barsOf(market, symbol));
    expect(watch.bytesRead - before).toBeLessThan(left / 20);
    expect([...(readOn?.() ?? [])].length).toBeGreaterThan(0);
    watch.isClosed = true;
    expect(read.high).toEqual(market.high);
    expect(read.low).toEqual(market.low);
  });

  it("is run on with few of them, to the same report", async () => {
    const { watch, file } = watched(written);
    const { market: read } = await readMarket(file);
    const before = watch.bytesRead;
    const report = backtest(defaultStrategy, read);
    expect(report).toEqual(backtest(defaultStrategy, market));
    expect(report.ok && report.value.positions.length).toBeGreaterThan(10);
    expect(watch.bytesRead - before).toBeLessThan(sizeOf("open", "volume"));
    expect(watch.bytesRead).toBeGreaterThan(before);
  });

  it("needs its file no more once it was read on to the end", async () => {
    const { watch, file } = watched(written);
    const stored = await readMarket(file);
    void stored.market.open; // the steps that are left are of volumes and days
    const steps = [...(stored.readOn?.() ?? [])];
    watch.isClosed = true;
    expect(steps).toHaveLength(120);
    expect(stored.market.volume).toEqual(market.volume);
    expect(backtest(defaultStrategy, stored.market)).toEqual(backtest(defaultStrategy, market));
  });

  it("reads a series once", async () => {
    const { watch, file } = watched(written);
    const stored = await readMarket(file);
    const before = watch.bytesRead;
    backtest(defaultStrategy, stored.market);
    const rest = [...(stored.readOn?.() ?? [])];
    expect(rest).toHaveLength(180);
    expect(watch.bytesRead - before).toBe(sizeOf("open", "volume", "day"));
  });

  it.each(["open", "volume"] as const)("tells damage of its %s when that is looked at", async (column) => {
    const bytes = damaged(column, 17);
    const stored = await readMarket(memoryReader(bytes));
    expect(stored.damaged).toEqual([]);
    const symbol = market.instruments[17]?.symbol;
    const told = new LateDamage(symbol ?? "");
    expect(told.message).toContain(symbol);
    expect(() => [...(stored.readOn?.() ?? [])]).toThrow(told);
    expect(() => stored.market[column]).toThrow(told);
    expect((await readMarket(memoryReader(bytes), false)).damaged).toEqual([symbol]);
  });

  it("tells damage of its days, which nobody looks at, when it is read on", async () => {
    const stored = await readMarket(memoryReader(damaged("day", 17)));
    expect(backtest(defaultStrategy, stored.market)).toEqual(backtest(defaultStrategy, market));
    expect(() => [...(stored.readOn?.() ?? [])]).toThrow(
      new LateDamage(market.instruments[17]?.symbol ?? ""),
    );
  });

  it.each(["close", "marketCap"] as const)(
    "is read without an instrument whose %s is damaged",
    async (column) => {
      const stored = await readMarket(memoryReader(damaged(column, 17)));
      expect(stored.damaged).toEqual([market.instruments[17]?.symbol]);
      const from = stored.market.barOffset[17] ?? 0; // of the one that follows
      const first = market.barOffset[18] ?? 0;
      expect(stored.market.open.subarray(from, from + 100)).toEqual(market.open.subarray(first, first + 100));
      expect(stored.market.volume.subarray(from)).toEqual(market.volume.subarray(first));
    },
  );

  it("counts what can't be read as damaged", async () => {
    const { watch, file } = watched(written);
    const stored = await readMarket(file);
    watch.isClosed = true;
    expect(() => backtest(defaultStrategy, stored.market)).toThrow(LateDamage);
  });
});

it("a market whose file is closed has no rest to read", async () => {
  expect(await readMarket(memoryReader(written), false)).not.toHaveProperty("readOn");
});

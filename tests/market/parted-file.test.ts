import { expect, it } from "vitest";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { Refusal } from "#workers/market/refusal.ts";
import type { PartedMarket } from "#workers/model/market.ts";
import { buildMarket } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";

const bars = (level: number): BarSpec[] => [
  [0, level, level + 1, { volume: 10 }],
  [1, level + 1, level + 2, { volume: 20 }],
];
const market = buildMarket(["A", "B", "C"].map((symbol, at) => ({ symbol, bars: bars(100 * (at + 1)) })));

/** Two instruments in the first part, one in the second; the file can be taken away. */
async function openThree(): Promise<{ parts: PartedMarket; takeAway: () => void }> {
  const { bytes } = await columnFileOf(market, 4);
  let isThere = true;
  const file = openColumnFile({
    bytes: bytes.length,
    read(into, at) {
      if (!isThere) throw new RangeError("gone");
      memoryReader(bytes).read(into, at);
    },
  });
  if (!file) throw new Error("no column file");
  return { parts: openParts(file, []), takeAway: () => (isThere = false) };
}

it("gives the columns that are asked for, of one part at a time", async () => {
  const { parts } = await openThree();
  expect([parts.parts, parts.mostBars, parts.days, [...parts.bars]]).toEqual([2, 4, 2, [2, 2, 2]]);
  const { market: second, numbers } = parts.readPart(1, ["day", "volume"]);
  expect([...numbers]).toEqual([2]);
  expect(second.instruments.map(({ symbol }) => symbol)).toEqual(["C"]);
  expect([[...second.volume], [...second.open], second.adjClose]).toEqual([[10, 20], [], null]);
});

it("gives one instrument in memory of its own", async () => {
  const { parts } = await openThree();
  const { open, close } = parts.readInstrument(1, ["open", "close"]);
  parts.readPart(0, ["open", "close"]);
  expect([[...open], [...close]]).toEqual([
    [200, 201],
    [201, 202],
  ]);
});

it("names all instruments of a part that can't be read, the first time", async () => {
  const { parts, takeAway } = await openThree();
  takeAway();
  expect(parts.readPart(0, ["close"]).market.instruments).toEqual([]);
  expect(parts.damaged()).toEqual(["A", "B"]);
});

it("ends the reading where a part can't be read a second time, so that no pass differs from another", async () => {
  const { parts, takeAway } = await openThree();
  expect(parts.readPart(0, ["day"]).numbers).toHaveLength(2);
  takeAway();
  expect(() => parts.readPart(0, ["close"])).toThrow(Refusal);
  expect(() => parts.readInstrument(0, ["close"])).toThrow("could be read once, but not again");
});

/** Closes move by steps of a cent, or by so much that none fits into 16 bits, or have more decimals than are scaled. */
const closes = {
  "in steps": (bar: number) => (10_000 + ((bar * 37) % 900)) / 100,
  "as whole numbers": (bar: number) => 1 + ((bar * 7919) % 5) * 100_000,
  "as they are": (bar: number) => 1 / (bar + 3),
};

it.each(Object.entries(closes))(
  "gives some bars as they are among all of an instrument, closes %s",
  async (_, closeOf) => {
    const long = buildMarket([
      {
        symbol: "LONG",
        bars: Array.from({ length: 700 }, (__, bar): BarSpec => {
          const close = closeOf(bar);
          return [
            bar,
            close + 1,
            close,
            { volume: bar * 3, marketCap: bar % 2 === 0 ? close * 1000 : bar + 1 / 3 },
          ];
        }),
      },
      {
        symbol: "SHARES",
        bars: Array.from({ length: 300 }, (__, bar): BarSpec => [
          bar,
          5,
          closeOf(bar),
          { marketCap: closeOf(bar) * 70 },
        ]),
      },
    ]);
    const { bytes } = await columnFileOf(long);
    const file = openColumnFile(memoryReader(bytes));
    if (!file) throw new Error("no column file");
    const parts = openParts(file, []);
    for (const [instrument, from, to] of [
      [0, 0, 256],
      [0, 256, 512],
      [0, 512, 700],
      [0, 300, 301],
      [1, 256, 300],
      [1, 7, 9],
    ] as const) {
      for (const name of ["open", "close", "volume", "marketCap"] as const) {
        const all = parts.readInstrument(instrument, [name])[name];
        const some = parts.readBars(instrument, [name], from, to)[name];
        expect(some).toEqual(all?.slice(from, to));
      }
    }
  },
);

import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createMemoryFile } from "../support/memory-file.ts";
import { defaults, textSource } from "./text-sources.ts";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { readMarketParts } from "#workers/market/read-market.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { tries } from "#tests/support/tries.ts";

/** What a reading stores and says; `parts` is how often it handed something over. */
async function readAndStore(sources: readonly PriceSource[], mostRows: number | null) {
  const file = createMemoryFile();
  const writer = createColumnWriter(file);
  let parts = 0;
  const read = await readMarketParts(sources, {
    defaults,
    onProgress: () => {},
    spill: mostRows === null ? null : { file: createMemoryFile(), mostRows },
    take(part) {
      parts++;
      addMarket(writer, part);
    },
  });
  const facts = read.ok ? await writer.finish() : null;
  return { read, facts, bytes: facts && Buffer.from(file.contents()).toString("base64"), parts };
}

const row = fc
  .tuple(
    fc.constantFrom("B", "A", "C", "AA"),
    fc.nat(6),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom("", "5", "7"),
  )
  .map(
    ([symbol, day, close, adjClose]) =>
      `${symbol},2020-01-0${day + 1},${close === 3 ? "" : close + 1},${adjClose}\n`,
  );
const file = fc.array(row, { maxLength: 30 }).map((rows) => `symbol,date,close,adjClose\n${rows.join("")}`);

describe("rows that don't stay in memory", () => {
  test.prop([fc.array(file, { minLength: 1, maxLength: 6 }), fc.nat(40), fc.array(fc.nat(500))], {
    numRuns: tries(150),
  })("give the same columns, repeats and reasons as rows that do", async (texts, mostRows, cuts) => {
    const sources = texts.map((text, at) => textSource(`${at}.csv`, text, cuts));
    const instruments = textSource("instruments.csv", "symbol,sharesOutstanding\nA,100\n");
    const facts = textSource(
      "facts.csv",
      "symbol,date,eps\nB,2020-01-02,7\nA,2020-01-01,5\nZ,2020-01-01,1\n",
    );
    const files = [...sources, instruments, facts];
    const inMemory = await readAndStore(files, null);
    const spilled = await readAndStore(files, mostRows);
    expect({ ...spilled, parts: 0 }).toEqual({ ...inMemory, parts: 0 });
  });

  it("may belong to one file of any order, handed over in several parts", async () => {
    const days = Array.from({ length: 50_000 }, (_, at) => formatIsoDay(at));
    const lines = days.flatMap((date, at) =>
      ["C", "A", "B", "D"].map((symbol) => `${symbol},${date},${(at % 90) + 1}\n`),
    );
    const text = `symbol,date,close\n${lines.join("")}A,2020-01-01,5\nA,2020-01-02,77\n`;
    const cuts = Array.from({ length: 60 }, (_, at) => at * 70_001);
    const spilled = await readAndStore([textSource("p.csv", text, cuts)], 30_000);
    const inMemory = await readAndStore([textSource("p.csv", text, cuts)], null);
    expect([spilled.parts, inMemory.parts]).toEqual([2, 1]);
    expect(spilled.bytes === inMemory.bytes).toBe(true);
    expect(spilled.read).toEqual(inMemory.read);
    expect(spilled.read).toMatchObject({
      value: { notes: { files: [{ bars: 200_000, leftOut: 2, instruments: 4 }] } },
    });
  });

  it("join the earlier names of a company across files that spill", async () => {
    const sources = [
      textSource("NEW.csv", "symbol,date,close\nOLD,2020-01-01,5\nNEW,2020-01-02,6\n"),
      textSource("Z.csv", "date,close\n2020-01-01,1\n"),
    ];
    const { facts } = await readAndStore(sources, 0);
    expect(facts).toMatchObject({ instruments: 2, bars: 3 });
  });
});

/** Folders with a table for each field of a bar. */
import { gzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { joinFieldFiles } from "#workers/import/what/field-files.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { bytesSource, rangeSource } from "../market/text-sources.ts";
import { barLines, checkAll } from "./check-support.ts";
import { weekdays } from "./good-rows.ts";
import { planOf, readPlan } from "./plan-support.ts";

const days = weekdays(30);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Two instruments; the second was listed on the eleventh day. */
const table = (figure: number, late = 10): Uint8Array =>
  encode(
    `Date,AAPL,MSFT\n${days.map((day, at) => `${day},${100 + at + figure},${at < late ? "" : 50 + at + figure}\n`).join("")}`,
  );
const volumes = encode(
  `Date,AAPL,MSFT\n${days.map((day, at) => `${day},${1000 + at},${at < 10 ? "" : 2000 + at}\n`).join("")}`,
);
const folder = {
  "data/Close.csv": table(0),
  "data/High.csv": table(1),
  "data/Low.csv": table(-1),
  "data/Open.csv": table(0.5),
  "data/Volume.csv": volumes,
};

const sourcesOf = (files: Readonly<Record<string, Uint8Array>>): PriceSource[] =>
  Object.entries(files).map(([name, bytes]) => bytesSource(name, bytes, [7, 300]));

describe("a folder with a table for each field", () => {
  it("has no file open any more where the rows are not wanted to their end", async () => {
    let open = 0;
    const long = encode(
      `Date,AAPL\n${weekdays(300)
        .map((day) => `${day},1\n`)
        .join("")}`,
    );
    const files = { "Close.csv": long, "High.csv": long, "Low.csv": long };
    const watched = sourcesOf(files).map((source): PriceSource => ({
      name: source.name,
      bytes: source.bytes,
      async *open() {
        open++;
        try {
          yield* await source.open();
        } finally {
          open--;
        }
      },
    }));
    const [joined, ...others] = await joinFieldFiles(watched);
    expect(others).toEqual([]);
    const seen: number[] = [];
    for await (const _ of (await joined?.open()) ?? []) {
      seen.push(open);
      if (seen.length === 2) break;
    }
    expect([seen, open]).toEqual([[0, 3], 0]);
  });

  it("is one table, with every figure of a bar", async () => {
    const checks = await checkAll(sourcesOf(folder));
    expect(checks.map(({ check }) => [check.file, check.verdict, check.bars, check.closeOnly])).toEqual([
      ["data/Close.csv", "ok", 50, false],
    ]);
    expect(checks[0]?.check.warnings[0]).toMatch(/Close\.csv, High\.csv, .* were joined/);
    const bars = barLines(checks);
    expect(bars).toContain(`AAPL,${days[0]},100.5,101,99,100,1000`);
    expect(bars).toContain(`MSFT,${days[10]},60.5,61,59,60,2010`);
  });

  it("is one table in an archive and packed, too", async () => {
    const packed = Object.fromEntries(
      Object.entries(folder).map(([name, bytes]) => [`${name}.gz`, gzipSync(bytes)]),
    );
    const plain = barLines(await checkAll(sourcesOf(folder)));
    expect(barLines(await checkAll(sourcesOf(packed)))).toEqual(plain);
    expect(barLines(await checkAll([rangeSource("all.zip", zipSync(folder))]))).toEqual(plain);
  });

  it("is refused with its line where one of the tables has other days", async () => {
    const short = encode(
      new TextDecoder().decode(table(1)).replace(/^.*\n/m, (line) => `${line}2023-12-29,1,1\n`),
    );
    const [file, ...others] = await checkAll(sourcesOf({ ...folder, "data/High.csv": short }));
    expect(others).toEqual([]);
    expect(file?.check).toMatchObject({ verdict: "refuse", bars: 0 });
    expect(file?.check.message).toMatch(
      /line 2: High\.csv has a different day or different columns there than Close\.csv/,
    );
  });

  it("is no folder of fields where the tables have other instruments, or are of one instrument each", async () => {
    const others = encode(new TextDecoder().decode(table(1)).replace("MSFT", "KO"));
    const asked = await checkAll(sourcesOf({ "data/Close.csv": table(0), "data/High.csv": others }));
    expect(asked.map(({ check }) => check.verdict)).toEqual(["ok", "ask"]);
    const bars = encode(
      `Date,Open,High,Low,Close\n${days.map((day, at) => `${day},${100 + at},${102 + at},${99 + at},${101 + at}\n`).join("")}`,
    );
    const single = await checkAll(sourcesOf({ "OPEN.csv": bars, "LOW.csv": bars, "CLOSE.csv": bars }));
    expect(single).toHaveLength(3);
  });

  it("is one file of a plan, which is stored with all its figures", async () => {
    const texts = Object.entries(folder).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
    const { files, market } = await readPlan(planOf(Object.fromEntries(texts)));
    expect(files.map(({ check }) => [check.file, check.verdict])).toEqual([["data/Close.csv", "ok"]]);
    expect([market.instruments.map(({ symbol }) => symbol), market.high[0], market.volume[0]]).toEqual([
      ["AAPL", "MSFT"],
      101,
      1000,
    ]);
  });

  it("is left as it is where a file of it can't be read", async () => {
    const damaged = await checkAll(sourcesOf({ ...folder, "data/High.csv.gz": encode("no gzip") }));
    expect(damaged.some(({ check }) => check.file === "data/High.csv.gz" && check.verdict === "refuse")).toBe(
      true,
    );
  });
});

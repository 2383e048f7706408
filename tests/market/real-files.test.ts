/** Price files as people download them; they lie beside the project and are absent on a plain clone. */
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readMarket } from "#workers/market/read-market.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { readSources } from "./text-sources.ts";
import { UNLESS_SHARED } from "#tests/support/shared-cases.ts";

const REAL = resolve(import.meta.dirname, "../../../shared/data/real");

function folderSources(folder: string): PriceSource[] {
  const path = join(REAL, folder);
  return readdirSync(path).map((name) => fileSource(join(path, name), name));
}

function fileSource(path: string, name: string): PriceSource {
  return { name, bytes: statSync(path).size, open: () => createReadStream(path) };
}

describe.skipIf(!existsSync(REAL))(`real files${UNLESS_SHARED}`, () => {
  it("S&P 500 of five years: 505 files, 619,040 rows, the symbol in column Name", async () => {
    const sources = folderSources("CNuge__kaggle-code/stock_data/individual_stocks_5yr");
    const { market, notes } = await readSources(sources);
    expect(sources).toHaveLength(505);
    expect(notes.files.reduce((sum, { rows }) => sum + rows, 0)).toBe(619_040);
    expect(market.instruments).toHaveLength(505);
    expect(market.instruments[0]?.symbol).toBe("A");
    expect(new Set(notes.files.map(({ layout }) => layout))).toEqual(
      new Set(["comma, symbol in column Name"]),
    );
  });

  it("Nifty 50: 24 files, renamed companies joined under the file's name", async () => {
    const { market, notes } = await readSources(folderSources("rahul81__Nifty50_analysis/data"));
    expect([market.instruments.length, market.day.length]).toEqual([24, 115_781]);
    expect(market.instruments.map(({ symbol }) => symbol)).toContain("M&M");
    const axis = notes.files.find(({ file }) => file === "AXISBANK.csv");
    expect(axis).toMatchObject({ layout: expect.stringContaining("UTIBANK"), rows: 5059, instruments: 1 });
  });

  it("of every kind give a market or a verdict that names the file", async () => {
    const paths = readdirSync(REAL, { recursive: true, encoding: "utf8" })
      .filter((path) => !/individual_stocks_5yr|Nifty50_analysis/.test(path))
      .filter((path) => statSync(join(REAL, path)).isFile());
    const verdicts = await Promise.all(
      paths.map(async (path) => {
        const outcome = await readMarket([fileSource(join(REAL, path), path)], {
          exchange: "NSE",
          instrumentType: "EQUITY",
          currency: "",
        });
        return outcome.ok ? outcome.value.market.day.length > 0 : outcome.problem.message.startsWith(path);
      }),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(verdicts).not.toContain(false);
  });
});

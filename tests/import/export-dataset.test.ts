import { describe, expect, it } from "vitest";
import { exportDataset } from "#workers/import/plan/export-dataset.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";
import { planOf, readPlan } from "./plan-support.ts";

async function read(plan: ImportPlan): Promise<Market> {
  return (await readPlan(plan)).market;
}

/** What an import of the exported archive gives. */
async function importedAgain(market: Market): Promise<Market> {
  const bytes = await exportDataset(market);
  return read({ ...planOf({}), files: [{ name: "mine.zip", bytes }] });
}

const DAYS = Array.from({ length: 30 }, (_, at) =>
  new Date(Date.UTC(2020, 0, at + 1)).toISOString().slice(0, 10),
);
const row = (symbol: string) => (day: string, at: number) =>
  `${symbol},${day},${10 + at},${12 + at},9,${11 + at},${at}00`;
const PRICES = [
  "symbol,date,open,high,low,close,volume",
  ...DAYS.map(row("AB")),
  ...DAYS.map(row("^IX")),
].join("\n");
const INSTRUMENTS =
  'symbol,name,exchange,instrumentType,currency\nAB,"Alpha, ""A"" Ltd.",NYSE,EQUITY,USD\n^IX,Index,NYSE,INDEX,USD\n';

describe("an exported dataset", () => {
  it("comes back as the same dataset", async () => {
    const market = await read(planOf({ "p.csv": PRICES, "instruments.csv": INSTRUMENTS }));
    expect(market.instruments[0]?.name).toBe('Alpha, "A" Ltd.');
    expect(await importedAgain(market)).toEqual(market);
  });

  it("keeps its rates, whatever they are", async () => {
    const lines = DAYS.map((day, at) => `TB,${day},${(at - 9) / 4}`);
    const market = await read(
      planOf({
        "p.csv": `symbol,date,close\n${lines.join("\n")}`,
        "instruments.csv": "symbol,instrumentType\nTB,RATE\n",
      }),
    );
    expect(market.close.slice(8, 11)).toEqual(Float64Array.of(-0.25, 0, 0.25));
    expect(await importedAgain(market)).toEqual(market);
  });

  it("keeps adjusted closes and market caps of its own", async () => {
    const lines = DAYS.map((day, at) => `AB,${day},${10 + at},${5 + at / 3},${at < 9 ? "" : 7e9 + at}`);
    const market = await read(
      planOf({ "p.csv": `symbol,date,close,adjClose,marketCap\n${lines.join("\n")}` }),
    );
    expect(await importedAgain(market)).toEqual(market);
  });

  it("keeps that its market caps come from one share count", async () => {
    const instruments = "symbol,sharesOutstanding\nAB,1234567\n";
    const market = await read(planOf({ "p.csv": PRICES, "instruments.csv": instruments }));
    const again = await importedAgain(market);
    expect(again.instruments).toEqual(market.instruments);
    const ratios = Array.from(market.marketCap ?? [], (cap, bar) => (again.marketCap?.[bar] ?? NaN) / cap);
    expect(ratios.filter((ratio) => Math.abs(ratio - 1) < 1e-12)).toHaveLength(30);
  });

  it("has no cell that a spreadsheet would take for a formula", async () => {
    const instruments = "symbol,name\nAB,=1+1\n";
    const market = await read(planOf({ "p.csv": PRICES, "instruments.csv": instruments }));
    expect((await importedAgain(market)).instruments[0]?.name).toBe("'=1+1");
  });
});

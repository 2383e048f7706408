/** Parts of a result as JSON and as tables: what came and went is lost in none. */
import { describe, expect, it } from "vitest";
import { portfolioReport, sampleReport } from "#tests/storage/sample-report.ts";
import { PART_NAMES, partCsv, partOf } from "#workers/api/server/result-parts.ts";
import { toResultFile } from "#workers/model/report.ts";

const moved = toResultFile(portfolioReport);
const still = toResultFile(sampleReport);

describe("the parts of a result with money in and out", () => {
  it("are its own lists and figures", () => {
    expect(partOf(moved, "money")).toEqual(moved.money);
    expect(partOf(moved, "rebalances")).toEqual([{ date: "2020-01-02", sells: 1, buys: 2, turnover: 12.5 }]);
    expect(partOf(moved, "equity")).toMatchObject({ values: [100, 160, 172], growth: [100, 110, 132] });
  });

  it("have growth, flows, the same money and the rebalances in their tables", () => {
    const tables = Object.fromEntries(PART_NAMES.map((part) => [part, partCsv(moved, part).split("\n")]));
    expect(tables["equity"]).toEqual([
      "date,value,benchmark,growth",
      "2020-01-01,100,100,100",
      "2020-01-02,160,105,110",
      "2020-01-03,172,105,132",
      "",
    ]);
    expect(tables["yearly"]).toEqual([
      "year,startValue,endValue,growth,growthPercent,benchmarkPercent,flows",
      "2020,100,172,42,32,5,30",
      "2021,0,0,0,,0,0",
      "",
    ]);
    expect(tables["money"]).toEqual([
      "date,value,benchmarkValue,universeValue",
      "2020-01-01,100,100,100",
      "2020-01-02,160,155,150",
      "2020-01-03,172,135,130",
      "",
    ]);
    expect(tables["rebalances"]).toEqual(["date,sells,buys,turnover", "2020-01-02,1,2,12.5", ""]);
  });
});

describe("the parts of a result without", () => {
  it("are null, and a header alone", () => {
    expect([partOf(still, "money"), partOf(still, "rebalances")]).toEqual([null, null]);
    expect(partCsv(still, "money")).toBe("date,value,benchmarkValue,universeValue\n");
    expect(partCsv(still, "rebalances")).toBe("date,sells,buys,turnover\n");
  });

  it("keep the columns that they had", () => {
    expect(partCsv(still, "equity")).toMatch(/^date,value,benchmark\n/);
    expect(partCsv(still, "yearly")).toBe("year,startValue,endValue,growth,growthPercent,benchmarkPercent\n");
  });
});

/** How a table was understood, as data; and what a person says instead. */
import { describe, expect, it } from "vitest";
import type { ColumnRole, TableView } from "#workers/model/import-check.ts";
import { barsOfText, checkText } from "./check-support.ts";
import { commas, dmy, good, goodLines, HEADER, rewritten } from "./good-rows.ts";

async function viewOf(name: string, text: string): Promise<TableView> {
  const { table } = await checkText(name, text);
  if (!table) throw new Error("no view");
  return table;
}

const rolesOf = ({ columns }: TableView): ColumnRole[] => columns.map(({ role }) => role);

describe("how a table was understood", () => {
  it("names each column's role and shows the first five rows", async () => {
    const view = await viewOf("ACME.csv", `Some prose\n${good.replace("volume", "volume,adj close")}`);
    expect(view.columns).toEqual([
      { index: 0, title: "date", role: "date", symbol: "" },
      { index: 1, title: "open", role: "open", symbol: "" },
      { index: 2, title: "high", role: "high", symbol: "" },
      { index: 3, title: "low", role: "low", symbol: "" },
      { index: 4, title: "close", role: "close", symbol: "" },
      { index: 5, title: "volume", role: "volume", symbol: "" },
      { index: 6, title: "adj close", role: "adjClose", symbol: "" },
    ]);
    expect(view.sample).toEqual(goodLines.slice(0, 5).map((line) => line.split(",")));
    expect([view.sampleLine, view.dateOrder, view.decimal, view.symbolFrom]).toEqual([
      3,
      null,
      "dot",
      "file-name",
    ]);
  });

  it("says date order, decimal sign and where the symbol comes from", async () => {
    const text = `symbol;note;${HEADER.replaceAll(",", ";")}${rewritten(([day = "", ...rest]) => ["ACME", "fine", dmy(day), ...rest.map(commas)].join(";"))}`;
    const view = await viewOf("ACME.csv", text);
    expect(rolesOf(view)).toEqual(["symbol", "ignore", "date", "open", "high", "low", "close", "volume"]);
    expect([view.dateOrder, view.decimal, view.symbolFrom]).toEqual(["dmy", "comma", "column"]);
  });

  it("names the instrument of each column of a wide table and of prefixed names", async () => {
    const wide = await viewOf("prices.csv", `Date,AAPL,MSFT\n${rewritten(([day = ""]) => `${day},1.5,2.5`)}`);
    expect(wide.columns.map(({ role, symbol }) => [role, symbol])).toEqual([
      ["date", ""],
      ["instrument", "AAPL"],
      ["instrument", "MSFT"],
    ]);
    expect(wide.symbolFrom).toBe("header");
    const prefixed = await viewOf(
      "x.csv",
      `Date,AAPL.Open,AAPL.High,AAPL.Low,AAPL.Close\n${rewritten((cells) => cells.slice(0, 5).join(","))}`,
    );
    expect(prefixed.columns[4]).toEqual({ index: 4, title: "AAPL.Close", role: "close", symbol: "AAPL" });
  });

  it("shows the columns of a table that is refused, so that they can be named", async () => {
    const { verdict, table } = await checkText(
      "ACME.csv",
      `date,who,what\n${rewritten(([day = ""]) => `${day},me,rises`)}`,
    );
    expect([verdict, table?.columns.length]).toEqual(["refuse", 3]);
  });
});

describe("roles that a person gives", () => {
  const odd = good.replace(HEADER, "w,e,r,t,z,u\n");
  const columnRoles = { 0: "date", 1: "open", 2: "high", 3: "low", 4: "close", 5: "volume" } as const;
  const first = "ACME,2024-01-02,100.5,103.25,99,101.75,1000";

  it("stand in for names that nobody knows", async () => {
    expect(await barsOfText("ACME.csv", odd, { columnRoles })).toContain(first);
    const check = await checkText("ACME.csv", odd, { columnRoles });
    expect([check.verdict, check.bars]).toEqual(["ok", 60]);
  });

  it("replace what the header says: a column that is not named is not taken", async () => {
    const swapped = { 0: "date", 1: "close" } as const;
    expect(await barsOfText("ACME.csv", good, { columnRoles: swapped })).toContain(
      "ACME,2024-01-02,100.5,100.5,100.5,100.5,0",
    );
  });

  it("name the columns of a file without a header", async () => {
    const reversed = goodLines.map((line) => line.split(",").toReversed().join(",")).join("\n");
    const roles = { 5: "date", 4: "open", 3: "high", 2: "low", 1: "close", 0: "volume" } as const;
    expect(await barsOfText("ACME.csv", reversed, { columnRoles: roles })).toContain(first);
  });

  it("make instruments of columns", async () => {
    const text = `Date,alpha beta,gamma\n${rewritten(([day = ""]) => `${day},1.5,2.5`)}`;
    const roles = { 0: "date", 1: "instrument", 2: "instrument" } as const;
    expect(await barsOfText("prices.csv", text, { columnRoles: roles })).toContain(
      "gamma,2024-01-02,2.5,2.5,2.5,2.5,0",
    );
  });

  it("keep a column with the instrument that the header names", async () => {
    const text = `Date,AAPL.Open,AAPL.High,AAPL.Low,AAPL.Close,count\n${rewritten((cells) => cells.join(","))}`;
    const roles = { 0: "date", 4: "close", 5: "volume" } as const;
    expect(await barsOfText("x.csv", text, { columnRoles: roles })).toContain(
      "AAPL,2024-01-02,101.75,101.75,101.75,101.75,1000",
    );
  });

  it("without a date or a price are refused", async () => {
    expect((await checkText("ACME.csv", good, { columnRoles: { 4: "close" } })).message).toMatch(/date/);
    expect((await checkText("ACME.csv", good, { columnRoles: { 0: "date" } })).message).toMatch(/price/);
  });
});

/** Companies of statements among the instruments: by code, by earlier names in time, and how many are missing. */
import { describe, expect, it } from "vitest";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { factsOf } from "../market/facts-support.ts";
import { addFiles, readerOf } from "./growing-dataset.ts";
import type { StoredColumns } from "./growing-dataset.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const HEADER = "symbol,name,value,periodEnd,known,period\n";
const row = (symbol: string, year: number, value: number): string =>
  `${symbol},bookValuePerShare,${value},${year}-12-31,${year + 1}-02-01,FY\n`;

describe("companies named by a code", () => {
  const byIsin = `isin,name,value,periodEnd,known,period\nINE002A01018,bookValuePerShare,7,2018-12-31,2019-02-01,FY\n`;

  it("are found by ISIN through a list of the exchange, also in a column that is called symbol", async () => {
    const list =
      "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE\nRELIANCE,Reliance Industries Limited,EQ,29-NOV-1995,10,1,INE002A01018,10\nTCS,Tata Consultancy,EQ,25-AUG-2004,1,1,INE467B01029,1\n";
    const files = { "p.csv": pricesOf(["RELIANCE"]), "EQUITY_L.csv": list };
    const wanted = [["RELIANCE", "2019-02-01", 7]];
    const found = await factsFrom({ ...files, "own.csv": byIsin });
    expect(found.steps["bookValuePerShare.quarter"] ?? found.files).toEqual(wanted);
    const asSymbol = await factsFrom({ ...files, "own.csv": byIsin.replace("isin", "symbol") });
    expect(asSymbol.steps["bookValuePerShare.quarter"]).toEqual(wanted);
  });

  it("are told to need such a list where there is none", async () => {
    const { notes } = await factsFrom({ "p.csv": pricesOf(["RELIANCE"]), "own.csv": byIsin });
    expect(notes[0]?.warnings).toContain(
      "Companies are named by ISIN, and no file says which symbol has which: add a table with the columns isin and symbol, such as EQUITY_L.csv of NSE.",
    );
  });

  it("are found by CUSIP with and without its check digit, and by CIK with and without zeros", async () => {
    const cusip =
      "cusip,name,value,periodEnd,known,period\n037833100,bookValuePerShare,7,2018-12-31,2019-02-01,FY\n";
    const list = "cusip,ticker\n03783310,AAPL\n";
    const files = { "p.csv": pricesOf(["AAPL"]), "codes.csv": list, "own.csv": cusip };
    const found = await factsFrom(files);
    expect(found.steps["bookValuePerShare.quarter"] ?? found.files).toHaveLength(1);
    const cik = cusip.replace("cusip", "cik").replace("037833100", "0000320193");
    const byCik = await factsFrom({
      "p.csv": pricesOf(["AAPL"]),
      "codes.csv": "cik_str,ticker,title\n320193,AAPL,Apple Inc.\n",
      "own.csv": cik,
    });
    expect(byCik.steps["bookValuePerShare.quarter"] ?? byCik.files).toHaveLength(1);
  });
});

/** Name, kind and steps of the facts of a dataset. */
async function factsIn(columns: StoredColumns, id: string): Promise<unknown[]> {
  const read = await readStoredMarket(readerOf(columns, id), { highAndLow: true, mostBytes: Infinity });
  if (!read.ok) throw new Error(read.problem.message);
  return factsOf(read.value.market);
}

const nextDay = (symbol: string): string => `symbol,date,close\n${symbol},2020-01-31,41\n`;

describe("lists that came with a dataset's prices", () => {
  const byIsin = `isin,name,value,periodEnd,known,period\nINE002A01018,bookValuePerShare,7,2018-12-31,2019-02-01,FY\n`;
  const list = "symbol,isin\nRELIANCE,INE002A01018\nTCS,INE467B01029\n";

  it("are kept with it: statements that come later are found by their codes, also behind added days", async () => {
    const columns: StoredColumns = new Map();
    const first = await addFiles(columns, null, { "p.csv": pricesOf(["RELIANCE"]), "isin.csv": list });
    const grown = await addFiles(columns, first.id, { "q.csv": nextDay("RELIANCE") });
    for (const { id } of [first, grown]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const added = await addFiles(columns, id, { "own.csv": byIsin });
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect((await factsIn(columns, added.id)).flat()).toContainEqual([["RELIANCE", "2019-02-01", 7]]);
    }
  });

  it("keep earlier names, too, and change neither digest nor fingerprint", async () => {
    const columns: StoredColumns = new Map();
    const prices = { "p.csv": pricesOf(["META"]) };
    const plain = await addFiles(columns, null, prices);
    const named = await addFiles(columns, null, {
      ...prices,
      "names.csv": "old,new,date\nFB,META,2022-06-09\n",
    });
    expect(named.dryRun.planned.digest).toBe(plain.dryRun.planned.digest);
    expect(named.facts.fingerprint).toBe(plain.facts.fingerprint);
    const added = await addFiles(columns, named.id, { "own.csv": HEADER + row("FB", 2018, 7) });
    expect((await factsIn(columns, added.id)).flat()).toContainEqual([["META", "2019-02-01", 7]]);
  });
});

const CHANGES =
  "SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM\nMeta,FB,META,09-JUN-2022\n";

describe("earlier names", () => {
  it("are followed where prices have the later one", async () => {
    const { steps, files } = await factsFrom({
      "p.csv": pricesOf(["META"]),
      "symbolchange.csv": CHANGES,
      "own.csv": HEADER + row("FB", 2018, 7) + row("META", 2022, 9),
    });
    expect(steps["bookValuePerShare.quarter"] ?? files).toEqual([
      ["META", "2019-02-01", 7],
      ["META", "2023-02-01", 9],
    ]);
  });

  it("are another company's after it gave the name up and prices of that name begin", async () => {
    const { steps } = await factsFrom({
      "p.csv": pricesOf(["META"]) + pricesOf(["FB"], 2024).replace("symbol,date,close\n", ""),
      "symbolchange.csv": CHANGES,
      "own.csv": HEADER + row("FB", 2018, 7) + row("FB", 2023, 9),
    });
    expect(steps["bookValuePerShare.quarter"]).toEqual([
      ["FB", "2024-02-01", 9],
      ["META", "2019-02-01", 7],
    ]);
  });

  it("are found where statements have the later one and prices each in its time", async () => {
    const { steps } = await factsFrom({
      "p.csv": pricesOf(["FB"]) + pricesOf(["META"], 2024).replace("symbol,date,close\n", ""),
      "symbolchange.csv": CHANGES,
      "own.csv": HEADER + row("META", 2018, 7) + row("META", 2023, 9),
    });
    expect(steps["bookValuePerShare.quarter"]).toEqual([
      ["FB", "2019-02-01", 7],
      ["META", "2024-02-01", 9],
    ]);
  });

  it("end a membership with the name alone where the later one goes on", async () => {
    const { steps } = await factsFrom({
      "p.csv": pricesOf(["META"]),
      "names.csv": "old,new,date\nFB,META,2022-06-09\n",
      "sp500.csv": "ticker,start_date,end_date\nFB,2013-12-23,2022-06-09\nMETA,2022-06-09,\n",
    });
    expect(steps["member.sp500"]).toEqual([
      ["META", "2013-12-23", 1],
      ["META", "2022-06-09", 1],
    ]);
  });

  it("that go round in a circle are nobody's", async () => {
    const { notes } = await factsFrom({
      "p.csv": pricesOf(["AB"]),
      "names.csv": "old,new,date\nX,Y,2022-06-09\nY,X,2023-06-09\n",
      "own.csv": HEADER + row("X", 2018, 7) + row("AB", 2018, 7),
    });
    expect(notes[0]?.facts?.unmatched).toBe(1);
  });
});

describe("companies without prices", () => {
  it("are counted with their share, and listed", async () => {
    const rows = ["AB", "C1", "C2", "C3", "C4", "C5", "C6"].map((symbol) => row(symbol, 2018, 7)).join("");
    const { notes } = await factsFrom({ "p.csv": pricesOf(["AB"]), "own.csv": HEADER + rows });
    expect(notes[0]?.warnings?.[0]).toBe(
      "6 of 7 companies (85.7 %) have no prices and are ignored: C1, C2, C3, C4, C5, ....",
    );
    expect(notes[0]?.facts?.unmatchedSymbols).toEqual(["C1", "C2", "C3", "C4", "C5", "C6"]);
  });

  it("among the members of an index are the hole of survivorship, year by year", async () => {
    const later = pricesOf(["AB", "CD"], 2021).replace("symbol,date,close\n", "");
    const { notes } = await factsFrom({
      "p.csv": pricesOf(["AB", "CD", "EF"]) + later,
      // At the end of 2020: AB and EF, whose prices end in January, and ZZ. In 2021, as far as prices go: AB, CD, ZZ.
      "index_members.csv":
        "ticker,start_date,end_date\nAB,2001-01-01,\nCD,2021-01-02,\nEF,2001-01-01,2021-01-01\nZZ,2001-01-01,\nYY,2001-01-01,2019-06-30\n",
    });
    expect(notes[0]?.warnings?.find((text) => text.startsWith("Of the members"))).toBe(
      "Of the members of member, year by year, 50 % have no prices; most in 2020: 2 of 3. Members that went under or were bought are missing from every run, and results look better than they should.",
    );
  });
});

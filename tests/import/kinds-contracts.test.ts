/** Options and futures that bear their underlying's name, and corporate actions that look like a list of instruments. */
import { describe, expect, it } from "vitest";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";

const BARS = inventBars(40);

describe("contracts", () => {
  it.each([
    [
      "a strike and PE, one row a day",
      tableOf("Date,Name,Type,StrikePrice,Price", BARS, ({ iso, c }) => `${iso},NIFTY,PE,21500,${c}`),
    ],
    [
      "Chinese calls",
      tableOf(
        "日期,代码,认购认沽,行权价,开盘,最高,最低,收盘",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},510050,认购,2.5,${o},${h},${l},${c}`,
      ),
    ],
    [
      "German, with semicolons",
      tableOf(
        "Datum;Basispreis;Typ;Eröffnung;Hoch;Tief;Schluss",
        BARS,
        ({ iso, o, h, l, c }) => `${iso};180;Call;${o};${h};${l};${c}`,
      ),
    ],
    [
      "C beside a strike",
      tableOf(
        "quote_date,underlying,cp,strike,open,high,low,close",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},SPY,C,470,${o},${h},${l},${c}`,
      ),
    ],
    [
      "a strike beside a later day",
      tableOf(
        "date\tsymbol\tprix d'exercice\tdernier jour\tclose",
        BARS,
        ({ iso, c }) => `${iso}\tCAC\t7500\t20/12/2024\t${c}`,
      ),
    ],
    [
      "the exchange's kind",
      tableOf(
        "TIMESTAMP,INSTRUMENT,SYMBOL,OPEN,HIGH,LOW,CLOSE",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},FUTSTK,TCS,${o},${h},${l},${c}`,
      ),
    ],
  ])("are refused: %s", async (_, text) => {
    const check = await saidOf("NIFTY.csv", text);
    expect(check.verdict).toBe("refuse");
    expect(check.words).toMatch(/option|futures/);
  });

  it.each([
    [
      "a column of C and P that says something else",
      tableOf(
        "Date,Status,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }, at) => `${iso},${at % 2 === 0 ? "C" : "P"},${o},${h},${l},${c}`,
      ),
    ],
    [
      "a later day that is a settlement",
      tableOf(
        "Date,Settlement Date,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},2024-12-20,${o},${h},${l},${c}`,
      ),
    ],
    [
      "a share with the symbol PE",
      tableOf(
        "Date,Symbol,Open,High,Low,Close",
        BARS,
        ({ iso, o, h, l, c }) => `${iso},PXE,${o},${h},${l},${c}`,
      ),
    ],
  ])("are not seen in shares: %s", async (_, text) => {
    expect((await saidOf("PXE.csv", text)).verdict).toBe("ok");
  });
});

describe("corporate actions of an exchange", () => {
  it.each([
    [
      "NSE's of a day",
      "bc17122025.csv",
      "SERIES,SYMBOL,SECURITY,EX_DT,ND_STRT_DT,PURPOSE\nEQ,AAK,AAKASH,2025-12-19,,BONUS 1:1\nNC,10IIFL,NCD,2025-12-17,,INTEREST PAYMENT\n",
      "AAK",
    ],
    [
      "with the letters of another tool",
      "ca.csv",
      "tckr_symb;sctysrs;ex_dt;purpose\nTCS;EQ;19-12-2025;Dividend - Rs 4 Per Share\n",
      "TCS",
    ],
    [
      "BSE's under other titles",
      "ca.csv",
      "Scrip Code,Scrip Name,Ex Date,Purpose\n532540,TCS,19 Dec 2025,Interim Dividend - Rs. - 10.00\n",
      "532540",
    ],
  ])("are actions, no list of instruments: %s", async (_, name, text, symbol) => {
    const check = await saidOf(name, text);
    expect([check.verdict, check.kind, check.symbols]).toEqual(["ok", "actions", [symbol]]);
  });

  it("leave a list of instruments one", async () => {
    const text = "SERIES,SYMBOL,SECURITY,PURPOSE OF ISSUE\nEQ,AAK,AAKASH,expansion\nEQ,TCS,TATA,expansion\n";
    expect((await saidOf("list.csv", text)).kind).toBe("instruments");
  });
});

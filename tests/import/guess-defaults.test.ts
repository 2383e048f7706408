import { describe, expect, it } from "vitest";
import { wholeAsParts } from "#workers/market/whole-parts.ts";
import { look, planOf, readOnto, readPlan } from "./plan-support.ts";

const NAMES = { exchange: null, instrumentType: null, currency: null };

async function guessOf(name: string, text: string) {
  const { files, guesses } = await look(planOf({ [name]: text }));
  const guess = guesses.get(name);
  if (!guess) throw new Error(files[0]?.message);
  return guess;
}

const rows = (symbol: string) => `symbol,date,close\n${symbol},2020-01-01,1\n${symbol},2020-01-02,2\n`;

describe("what is guessed of instruments", () => {
  it.each([
    {
      title: "NSE and rupees from .NS",
      name: "a.csv",
      text: rows("INFY.NS"),
      exchange: "NSE",
      currency: "INR",
    },
    {
      title: "BSE and rupees from .BO",
      name: "a.csv",
      text: rows("INFY.BO"),
      exchange: "BSE",
      currency: "INR",
    },
    {
      title: "the exchange from a folder's name",
      name: "nyse/a.csv",
      text: rows("T"),
      exchange: "NYSE",
      currency: "USD",
    },
    {
      title: "NSE from the header of its bhavcopy",
      name: "cm.csv",
      text: "SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP\nINFY,EQ,1,2,1,2,2,1,10,20,01-JAN-2020\n",
      exchange: "NSE",
      currency: "INR",
    },
    {
      title: "dollars from .US in a file's name, and no exchange",
      name: "AAPL.US.csv",
      text: "date,close\n2020-01-01,1\n2020-01-02,2\n",
      exchange: undefined,
      currency: "USD",
    },
    {
      title: "dollars and no exchange from .US, whatever the folder is called",
      name: "nse/AAPL.US.csv",
      text: "date,close\n2020-01-01,1\n2020-01-02,2\n",
      exchange: undefined,
      currency: "USD",
    },
    {
      title: "NSE and rupees from .NSE in a file's name",
      name: "INFY.NSE.csv",
      text: "date,close\n2020-01-01,1\n2020-01-02,2\n",
      exchange: "NSE",
      currency: "INR",
    },
    {
      title: "XETRA and euros from .DE",
      name: "a.csv",
      text: rows("SAP.DE"),
      exchange: "XETRA",
      currency: "EUR",
    },
    {
      title: "Tokyo and yen from .T",
      name: "a.csv",
      text: rows("7203.T"),
      exchange: "TSE",
      currency: "JPY",
    },
    {
      title: "London from .L, and neither pounds nor pence",
      name: "a.csv",
      text: rows("VOD.L"),
      exchange: "LSE",
      currency: undefined,
    },
    {
      title: "pence from a column of currencies",
      name: "a.csv",
      text: "symbol,date,close,currency\nAB,2020-01-01,1,GBp\nAB,2020-01-02,2,GBp\n",
      exchange: undefined,
      currency: "GBX",
    },
    {
      title: "francs from the title of the closes",
      name: "a.csv",
      text: "symbol,date,Close (CHF)\nAB,2020-01-01,1\nAB,2020-01-02,2\n",
      exchange: undefined,
      currency: "CHF",
    },
    {
      title: "dollars from their sign",
      name: "a.csv",
      text: "symbol,date,close\nAB,2020-01-01,$1.00\nAB,2020-01-02,$2.00\n",
      exchange: undefined,
      currency: "USD",
    },
  ])("$title", async ({ name, text, exchange, currency }) => {
    const guess = await guessOf(name, text);
    expect(guess.exchange?.value).toBe(exchange);
    expect(guess.currency?.value).toBe(currency);
  });

  const bars = "date,close\n2020-01-01,1\n2020-01-02,2\n";
  it.each([
    ["LSE_VOD.csv", "LSE", undefined],
    ["lists/LSE-VOD.csv", "LSE", undefined],
    ["LON_VOD.csv", "LSE", undefined],
    ["VOD (LSE).csv", "LSE", undefined],
    ["LSE_DLY_VOD, 1D.csv", "LSE", undefined],
    ["XETR_SAP.csv", "XETRA", "EUR"],
    ["ASX_BHP.csv", "ASX", "AUD"],
    ["TSX-RY.csv", "TSX", "CAD"],
    ["XNAS-AAPL.csv", "NASDAQ", "USD"],
    ["BMFBOVESPA_PETR4.csv", "B3", "BRL"],
    // Of two countries, of none, and no exchange's
    ["TSE_7203.csv", undefined, undefined],
    ["WIKI-AAPL.csv", undefined, undefined],
    ["LSEG.csv", undefined, undefined],
    ["ASX.csv", undefined, undefined],
    // The symbol's own ending counts before it
    ["LSE_SAP.DE.csv", "XETRA", "EUR"],
  ])(
    "is the exchange in front of a symbol in a file's name, or in brackets behind it: %s",
    async (name, exchange, currency) => {
      const { exchange: said, currency: money } = await guessOf(name, bars);
      expect([said?.value, money?.value]).toEqual([exchange, currency]);
    },
  );

  it("is an index where the symbol says so", async () => {
    expect((await guessOf("a.csv", rows("^NSEI"))).instrumentType?.value).toBe("INDEX");
  });

  it("is nothing where the content says nothing", async () => {
    expect(await guessOf("a.csv", rows("AB"))).toEqual(NAMES);
  });
});

it("tells files apart that trade elsewhere", async () => {
  const { guesses } = await look(planOf({ "AAPL.US.csv": rows("AAPL.US"), "INFY.NS.csv": rows("INFY.NS") }));
  expect(guesses.get("AAPL.US.csv")).toMatchObject({ exchange: null, currency: { value: "USD" } });
  expect(guesses.get("INFY.NS.csv")).toMatchObject({
    exchange: { value: "NSE" },
    currency: { value: "INR" },
  });
});

it("takes the exchange from an instruments.csv that says it of all instruments of a file", async () => {
  const list = "symbol,exchange\nAB,NASDAQ\n";
  const { guesses } = await look(
    planOf({ "a.csv": rows("AB"), "b.csv": rows("CD"), "instruments.csv": list }),
  );
  expect(guesses.get("a.csv")?.exchange?.value).toBe("NASDAQ");
  expect(guesses.get("b.csv")?.exchange).toBeNull();
});

it("takes the currency of a dataset's other instruments, where they have one", async () => {
  const list = "symbol,exchange,currency\nAB,XETRA,EUR\n";
  const first = planOf({ "a.csv": rows("AB"), "instruments.csv": list });
  const { market } = await readPlan(first);
  const { dryRun } = await readOnto(planOf({ "b.csv": rows("CD") }), wholeAsParts(market));
  expect(dryRun.guesses.get("b.csv")).toMatchObject({
    exchange: { value: "XETRA" },
    currency: { value: "EUR" },
  });
});

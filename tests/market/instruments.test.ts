import { describe, expect, it } from "vitest";
import { barsOf, readTexts, refusalOf } from "./text-sources.ts";

const prices = "symbol,date,close\nA,2020-01-02,10\nB,2020-01-02,20\n";

describe("instruments.csv", () => {
  it("gives name, exchange, type and currency; the defaults hold where it is silent", async () => {
    const { market } = await readTexts({
      "p.csv": prices,
      "Instruments.CSV":
        'NAME,currency,Symbol,x,InstrumentType,exchange\n"Acme, ""The"" Co",USD, A ,?,INDEX,NYSE\n,,ONLY,,,\n',
    });
    expect(market.instruments).toEqual([
      {
        symbol: "A",
        name: 'Acme, "The" Co',
        exchange: "NYSE",
        instrumentType: "INDEX",
        currency: "USD",
        marketCapLooksAhead: false,
      },
      {
        symbol: "B",
        name: "",
        exchange: "NSE",
        instrumentType: "EQUITY",
        currency: "",
        marketCapLooksAhead: false,
      },
    ]);
  });

  it("may give sectors; an instrument without one has none", async () => {
    const { market } = await readTexts({
      "p.csv": prices,
      "instruments.csv": "symbol,SECTOR\nA, Consumer goods \nB,\n",
    });
    const [a, b] = market.instruments;
    expect([a?.sector, b && "sector" in b]).toEqual(["Consumer goods", false]);
  });

  it("may have no rows", async () => {
    expect(barsOf(await readTexts({ "p.csv": prices, "instruments.csv": "symbol,name\n" }))).toHaveLength(2);
  });

  it.each([
    { title: "empty", text: "", code: "file-refused", message: "1: empty file; give it a header and rows" },
    {
      title: "no symbol column",
      text: "name,exchange\nABB,NSE\n",
      message: "1: no symbol column; add one that names each instrument as the price files do",
    },
    {
      title: "a column named twice",
      text: "symbol,exchange,Exchange\nABB,NSE,BSE\n",
      message: '1: columns 2 and 3 are both named "exchange"; rename or delete one',
    },
    {
      title: "blank symbol",
      text: "symbol,name\n,ABB\n",
      message: "2: no symbol; fill it in or delete that row",
    },
    {
      title: "symbol twice",
      text: "symbol,name\nABB,\nABB,\n",
      message: "3: ABB a second time; delete one of the two rows",
    },
    {
      title: "unreadable shares, behind a blank line and a name of two lines",
      text: 'symbol,name,sharesOutstanding\n\n"A","of\ntwo",5\nB,,many\n',
      message: '5: sharesOutstanding is "many", which cannot be read; correct or empty that cell',
    },
  ])("is refused: $title", async ({ text, message, code = "instruments-invalid" }) => {
    const problem = await refusalOf({ "p.csv": prices, "instruments.csv": text });
    expect(problem).toEqual({ code, message: `instruments.csv:${message}`, place: "instruments.csv" });
  });
});

/** Market caps of bars with close 10 and these cells, and whether the instrument looks ahead. */
async function capsOf(
  columns: string,
  cells: readonly string[],
  shares: string,
): Promise<{ caps: number[] | null; looksAhead: boolean | undefined }> {
  const rows = cells.map((cell, at) => `A,2020-01-0${at + 1},10,${cell}\n`).join("");
  const { market } = await readTexts({
    "p.csv": `symbol,date,close,${columns}\n${rows}`,
    "instruments.csv": `symbol,sharesOutstanding\nA,${shares}\n`,
  });
  return {
    caps: market.marketCap && [...market.marketCap],
    looksAhead: market.instruments[0]?.marketCapLooksAhead,
  };
}

describe("the market cap of a bar", () => {
  it("is its own, else from its own shares, else from the instrument's, which looks ahead", async () => {
    const outcome = await capsOf("marketCap,sharesOutstanding", ["500,7", ",7", ",", "0,0", "-1,"], "3");
    expect(outcome).toEqual({ caps: [500, 70, 30, 30, 30], looksAhead: true });
  });

  it("does not look ahead where every bar has its own", async () => {
    expect(await capsOf("sharesOutstanding", ["7", "8"], "3")).toEqual({ caps: [70, 80], looksAhead: false });
  });

  it("is unknown on single bars, and null where no bar has one", async () => {
    expect(await capsOf("marketCap", ["500", ""], "")).toEqual({
      caps: [500, Number.NaN],
      looksAhead: false,
    });
    expect(await capsOf("marketCap", ["", "0"], "0")).toEqual({ caps: null, looksAhead: false });
    expect(await capsOf("volume", ["1", "2"], "-5")).toEqual({ caps: null, looksAhead: false });
  });

  it("is missing, as adjClose is, where the figure is 0 or less; where it can't be read the row goes", async () => {
    const good = Array.from(
      { length: 30 },
      (_, at) => `A,2020-02-${String((at % 28) + 1).padStart(2, "0")},10,,\n`,
    );
    const { market, notes } = await readTexts({
      "p.csv": `symbol,date,close,adjClose,marketCap\nA,2020-01-01,10,0,-5\nA,2020-01-02,10,x,5\n${good.join("")}`,
    });
    expect([market.adjClose, market.marketCap, notes.files[0]?.leftOut]).toEqual([null, null, 1]);
  });
});

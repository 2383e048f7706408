import { describe, expect, it } from "vitest";
import { SECTORS } from "#datasets/generator/countries.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { EXCHANGE_IDS, readDatasetFile, readInstruments, readRows } from "./demo-market.ts";

const instruments = readInstruments();
const typeOf = new Map(instruments.map(({ symbol, instrumentType }) => [symbol, instrumentType]));

/** What is wrong with a row, or null: the rules a reader of price files applies. */
function findFault(fields: readonly string[]): string | null {
  const [symbol = "", date = "", ...numbers] = fields;
  const [open = 0, high = 0, low = 0, close = 0, volume = -1, adjClose = 0] = numbers.map(Number);
  if (fields.length !== 9) return `${fields.length} fields`;
  if (parseIsoDay(date) === null) return `date ${date}`;
  if (![open, high, low, close, adjClose].every((price) => price > 0)) return "a price that is not above 0";
  if (high < Math.max(open, close)) return "high below open or close";
  if (low > Math.min(open, close)) return "low above open or close";
  if (!Number.isInteger(volume) || volume < 0) return `volume ${fields[6]}`;
  const type = typeOf.get(symbol);
  if (type !== "EQUITY") {
    if (type === "INDEX" ? volume !== 0 : volume <= 0) return `volume ${fields[6]} of ${type}`;
    return fields[7] === fields[5] && fields[8] === "" ? null : `columns of ${type}`;
  }
  const shares = Number(fields[8]);
  return Number.isInteger(shares) && shares > 0 ? null : `shares outstanding ${fields[8]}`;
}

describe.each(EXCHANGE_IDS)("the rows of %s", (id) => {
  const rows = readRows(id);

  it("satisfy every rule of the reader", () => {
    const faults = rows.flatMap((fields) => {
      const fault = findFault(fields);
      return fault === null ? [] : [`${fields.join(",")}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it("stand by symbol, then date, none twice", () => {
    const keys = rows.map(([symbol = "", date = ""]) => `${symbol} ${date}`);
    expect(keys.findIndex((key, row) => row > 0 && key <= (keys[row - 1] ?? ""))).toBe(-1);
  });

  it("belong to the instruments that instruments.csv names for the exchange", () => {
    const listed = instruments.filter(({ exchange }) => exchange === id).map(({ symbol }) => symbol);
    expect([...new Set(rows.map(([symbol]) => symbol))]).toEqual(listed);
  });

  it("fall on weekdays", () => {
    const dates = new Set(rows.map(([, date = ""]) => date));
    const weekdays = new Set([...dates].map((date) => ((parseIsoDay(date) ?? 0) + 4) % 7)); // 0 is Sunday
    expect(weekdays).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

describe("instruments.csv", () => {
  /** Large listed companies and indices, lest one of them comes up by chance. */
  const realTickers = (
    "RELIANCE TCS HDFCBANK INFY ICICIBANK SBIN ITC WIPRO TATASTEEL TATAMOTORS MARUTI SUNPHARMA HINDALCO CIPLA " +
    "BHARTIARTL ONGC NTPC COALINDIA ULTRACEMCO NESTLEIND TITAN LUPIN NIFTY NIFTY50 BANKNIFTY SENSEX AAPL MSFT " +
    "AMZN GOOG GOOGL META TSLA NVDA JPM BAC WMT XOM CVX PFE KO PEP DIS NFLX INTC CSCO ORCL IBM GE F GM T VZ " +
    "HD MCD NKE BA CAT MMM AMD ADBE CRM V MA SPY QQQ DIA SPX NDX COMP"
  ).split(" ");

  it("has a header and no figure for shares outstanding, which stand with the bars", () => {
    const lines = new TextDecoder().decode(readDatasetFile("demo/instruments.csv")).trimEnd().split("\n");
    expect(lines[0]).toBe("symbol,name,exchange,instrumentType,currency,sharesOutstanding,sector");
    expect(lines.slice(1).filter((line) => !/^[^,]+(,[^,]+){4},,[^,]*$/.test(line))).toEqual([]);
  });

  it("puts every company into the sector that its name says, and an index and a fund into none", () => {
    const wrong = instruments.filter(({ name, instrumentType, sector }) =>
      instrumentType === "EQUITY" ? name.split(" ").at(-2) !== sector : sector !== "",
    );
    expect(wrong).toEqual([]);
    expect(new Set(instruments.map(({ sector }) => sector)).size).toBe(SECTORS.length + 1);
  });

  it("names every symbol and every company once, over all exchanges", () => {
    expect(new Set(instruments.map(({ symbol }) => symbol)).size).toBe(instruments.length);
    expect(new Set(instruments.map(({ name }) => name)).size).toBe(instruments.length);
  });

  it("uses no well-known ticker, and none as short as the real ones of New York", () => {
    expect(instruments.filter(({ symbol }) => realTickers.includes(symbol))).toEqual([]);
    expect(instruments.filter(({ symbol }) => symbol.length < 6)).toEqual([]);
  });

  it.each([
    { exchange: "NSE", companies: 120, funds: 6, indices: 2, currency: "INR" },
    { exchange: "BSE", companies: 40, funds: 0, indices: 1, currency: "INR" },
    { exchange: "NYSE", companies: 40, funds: 0, indices: 1, currency: "USD" },
    { exchange: "NASDAQ", companies: 40, funds: 0, indices: 1, currency: "USD" },
  ])(
    "lists $companies companies, $funds funds and $indices indices on $exchange, in $currency",
    ({ exchange, companies, funds, indices, currency }) => {
      const listed = instruments.filter((line) => line.exchange === exchange);
      const types = listed.map(({ instrumentType }) => instrumentType);
      expect(types.filter((type) => type === "EQUITY")).toHaveLength(companies);
      expect(types.filter((type) => type === "FUND")).toHaveLength(funds);
      expect(types.filter((type) => type === "INDEX")).toHaveLength(indices);
      expect(new Set(listed.map((line) => line.currency))).toEqual(new Set([currency]));
    },
  );
});

/** JSON as vendors' programs answer with: what their bars come to, and what is refused with words. Invented figures. */
import { describe, expect, it } from "vitest";
import type { Answers } from "#workers/model/import-check.ts";
import { barsOfText, checkText } from "../check-support.ts";

/** Working days from Tuesday, 2 January 2024 on. */
const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
const MILLISECONDS = DAYS.map((day) => Date.parse(day));

/** Open, high, low, close and volume of the n-th day. */
function bar(at: number): [number, number, number, number, number] {
  return [10 + at, 12.5 + at, 9.25 + at, 11 + at, 1000 + at];
}

/** What must come out, whoever wrote it. */
function wanted(symbol: string, lot = 1): string[] {
  return DAYS.map((day, at) => {
    const [open, high, low, close, volume] = bar(at);
    return [symbol, day, open, high, low, close, volume * lot].join(",");
  });
}

function record(at: number, titles: string): Record<string, number> {
  return Object.fromEntries(titles.split(" ").map((title, column) => [title, bar(at)[column] ?? 0]));
}

const COLUMN = (column: number): number[] => DAYS.map((_, at) => bar(at)[column] ?? 0);
const LETTERS = "o h l c v";
const WORDS = "open high low close volume";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly json: unknown;
  readonly symbol: string;
  /** How many shares its volumes count as one; absent for 1. */
  readonly lot?: number;
  /** What the format begins with. */
  readonly vendor?: string;
}

const CASES: readonly Case[] = [
  {
    name: "Yahoo's chart",
    file: "chart.json",
    symbol: "ACME",
    vendor: "Yahoo chart",
    json: {
      chart: {
        result: [
          {
            meta: { symbol: "ACME", currency: "USD", gmtoffset: -18_000, dataGranularity: "1d" },
            timestamp: MILLISECONDS.map((ms) => ms / 1000 + 52_200), // 9:30 in New York
            indicators: {
              quote: [
                { open: COLUMN(0), high: COLUMN(1), low: COLUMN(2), close: COLUMN(3), volume: COLUMN(4) },
              ],
            },
          },
        ],
        error: null,
      },
    },
  },
  {
    name: "Yahoo's chart of an exchange whose day begins on the day before in UTC",
    file: "chart.json",
    symbol: "ACME.AX",
    json: {
      chart: {
        result: [
          {
            meta: { symbol: "ACME.AX", gmtoffset: 39_600, dataGranularity: "1d" },
            timestamp: MILLISECONDS.map((ms) => ms / 1000 - 3600), // 10:00 in Sydney
            indicators: {
              quote: [
                { open: COLUMN(0), high: COLUMN(1), low: COLUMN(2), close: COLUMN(3), volume: COLUMN(4) },
              ],
            },
          },
        ],
      },
    },
  },
  {
    name: "Alpha Vantage's days of money",
    file: "data.json",
    symbol: "BTC",
    vendor: "Alpha Vantage",
    json: {
      "Meta Data": { "1. Information": "Daily", "2. Digital Currency Code": "BTC" },
      "Time Series (Digital Currency Daily)": Object.fromEntries(
        DAYS.map((day, at) => [
          day,
          record(at, "1. open|2. high|3. low|4. close|5. volume".replaceAll(" ", "_").replaceAll("|", " ")),
        ]).map(([day, cells]) => [
          day,
          Object.fromEntries(
            Object.entries(cells ?? {}).map(([key, cell]) => [key.replace("_", " "), String(cell)]),
          ),
        ]),
      ),
    },
  },
  {
    name: "Tiingo's list",
    file: "ACME.json",
    symbol: "ACME",
    json: DAYS.map((day, at) => ({ date: `${day}T00:00:00.000Z`, ...record(at, WORDS) })),
  },
  {
    name: "Twelve Data, the latest first, as texts",
    file: "data.json",
    symbol: "ACME",
    vendor: "Twelve Data",
    json: {
      meta: { symbol: "ACME", interval: "1day", currency: "USD" },
      values: DAYS.map((day, at) => ({
        datetime: day,
        ...Object.fromEntries(Object.entries(record(at, WORDS)).map(([key, cell]) => [key, String(cell)])),
      })).toReversed(),
      status: "ok",
    },
  },
  {
    name: "Polygon",
    file: "data.json",
    symbol: "ACME",
    vendor: "Polygon",
    json: {
      ticker: "ACME",
      queryCount: 6,
      adjusted: false,
      results: MILLISECONDS.map((ms, at) => ({ ...record(at, LETTERS), vw: 10.5, t: ms + 18_000_000, n: 7 })),
    },
  },
  {
    name: "Alpaca",
    file: "data.json",
    symbol: "ACME",
    vendor: "Alpaca",
    json: {
      bars: {
        ACME: DAYS.map((day, at) => ({ t: `${day}T05:00:00Z`, ...record(at, LETTERS), n: 3, vw: 10.5 })),
      },
      next_page_token: null,
    },
  },
  {
    name: "Finnhub",
    file: "ACME.json",
    symbol: "ACME",
    vendor: "Finnhub",
    json: {
      c: COLUMN(3),
      h: COLUMN(1),
      l: COLUMN(2),
      o: COLUMN(0),
      s: "ok",
      t: MILLISECONDS.map((ms) => ms / 1000),
      v: COLUMN(4),
    },
  },
  {
    name: "Nasdaq Data Link",
    file: "data.json",
    symbol: "ACME",
    vendor: "Nasdaq Data Link",
    json: {
      dataset: {
        dataset_code: "ACME",
        column_names: ["Date", "Open", "High", "Low", "Close", "Volume"],
        data: DAYS.map((day, at) => [day, ...bar(at)]),
      },
    },
  },
  {
    name: "Tushare",
    lot: 100,
    file: "data.json",
    symbol: "600036.SH",
    vendor: "Tushare",
    json: {
      code: 0,
      data: {
        fields: ["ts_code", "trade_date", "open", "high", "low", "close", "vol"],
        items: DAYS.map((day, at) => ["600036.SH", day.replaceAll("-", ""), ...bar(at)]),
      },
    },
  },
  {
    name: "pandas, split",
    file: "ACME.json",
    symbol: "ACME",
    vendor: "pandas (split)",
    json: {
      columns: ["Open", "High", "Low", "Close", "Volume"],
      index: MILLISECONDS,
      data: DAYS.map((_, at) => bar(at)),
    },
  },
  {
    name: "pandas, index",
    file: "ACME.json",
    symbol: "ACME",
    vendor: "pandas (index)",
    json: Object.fromEntries(MILLISECONDS.map((ms, at) => [String(ms), record(at, WORDS)])),
  },
  {
    name: "pandas, columns",
    file: "ACME.json",
    symbol: "ACME",
    vendor: "pandas (columns)",
    json: Object.fromEntries(
      WORDS.split(" ").map((title, column) => [
        title,
        Object.fromEntries(MILLISECONDS.map((ms, at) => [String(ms), COLUMN(column)[at]])),
      ]),
    ),
  },
  {
    name: "pandas, columns whose rows are counted",
    file: "ACME.json",
    symbol: "ACME",
    vendor: "pandas (columns)",
    json: {
      Date: Object.fromEntries(DAYS.map((day, at) => [String(at), day])),
      ...Object.fromEntries(
        WORDS.split(" ").map((title, column) => [
          title,
          Object.fromEntries(DAYS.map((_, at) => [String(at), COLUMN(column)[at]])),
        ]),
      ),
    },
  },
  {
    name: "pandas, table",
    file: "ACME.json",
    symbol: "ACME",
    vendor: "pandas (table)",
    json: {
      schema: { fields: [{ name: "Date", type: "datetime" }], primaryKey: ["Date"] },
      data: DAYS.map((day, at) => ({ Date: `${day}T00:00:00.000`, ...record(at, WORDS) })),
    },
  },
  {
    name: "freqtrade's candles",
    file: "BTC_USDT-1d.json",
    symbol: "BTC_USDT",
    vendor: "freqtrade",
    json: MILLISECONDS.map((ms, at) => [ms, ...bar(at)]),
  },
  {
    name: "Coinbase's candles, low before high",
    file: "ACME.json",
    symbol: "ACME",
    json: MILLISECONDS.map((ms, at) => {
      const [open, high, low, close, volume] = bar(at);
      return [ms / 1000, low, high, open, close, volume];
    }),
  },
  {
    name: "Bitfinex's candles, close before high",
    file: "ACME.json",
    symbol: "ACME",
    json: MILLISECONDS.map((ms, at) => {
      const [open, high, low, close, volume] = bar(at);
      return [ms, open, close, high, low, volume];
    }),
  },
  {
    name: "Kraken's candles under their pair",
    file: "data.json",
    symbol: "XXBTZUSD",
    json: {
      error: [],
      result: {
        XXBTZUSD: MILLISECONDS.map((ms, at) => {
          const [open, high, low, close, volume] = bar(at).map(String);
          return [ms / 1000, open, high, low, close, "10.5", volume, 7];
        }),
        last: 1_704_758_400,
      },
    },
  },
  {
    name: "Bybit's candles, the latest first",
    file: "data.json",
    symbol: "BTCUSDT",
    json: {
      retCode: 0,
      result: {
        symbol: "BTCUSDT",
        list: MILLISECONDS.map((ms, at) => [String(ms), ...bar(at).map(String), "99999"]).toReversed(),
      },
    },
  },
];

describe("JSON of vendors", () => {
  it.each(CASES)("$name", async ({ file, json, symbol, lot, vendor = "" }) => {
    const text = JSON.stringify(json);
    const check = await checkText(file, text);
    expect({ verdict: check.verdict, message: check.message }).toEqual({
      verdict: "ok",
      message: check.message,
    });
    expect(check.format.startsWith(vendor)).toBe(true);
    expect(await barsOfText(file, text)).toEqual(wanted(symbol, lot));
  });

  it("reads two symbols of one answer", async () => {
    const rows = DAYS.map((day, at) => ({ datetime: day, ...record(at, WORDS) }));
    const json = {
      ACME: { meta: { symbol: "ACME" }, values: rows, status: "ok" },
      BETA: { meta: { symbol: "BETA" }, values: rows, status: "ok" },
    };
    expect(await barsOfText("data.json", JSON.stringify(json))).toEqual([
      ...wanted("ACME"),
      ...wanted("BETA"),
    ]);
  });

  it("takes no volume from CoinGecko, whose volumes are money, and says so as of its CSV", async () => {
    const json = {
      prices: MILLISECONDS.map((ms, at) => [ms, 11 + at]),
      market_caps: MILLISECONDS.map((ms, at) => [ms, 5000 + at]),
      total_volumes: MILLISECONDS.map((ms, at) => [ms, 700.5 + at]),
    };
    const csv = `snapped_at,price,market_cap,total_volume\n${DAYS.map((day, at) => `${day} 00:00:00 UTC,${11 + at},${5000 + at},${700.5 + at}`).join("\n")}\n`;
    for (const [file, text] of [
      ["BTC.json", JSON.stringify(json)],
      ["BTC.csv", csv],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const check = await checkText(file, text);
      expect([check.verdict, check.warnings]).toEqual([
        "ok",
        [
          "total_volume of CoinGecko counts money, not coins: it is left out.",
          "No volume column: every bar has volume 0.",
        ],
      ]);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await barsOfText(file, text)).toEqual(
        DAYS.map(
          (day, at) =>
            `BTC,${day},${Array(4)
              .fill(11 + at)
              .join(",")},0,${5000 + at}`,
        ),
      );
    }
  });

  it("reads a record a line", async () => {
    const lines = DAYS.map((day, at) => JSON.stringify({ date: day, ...record(at, WORDS) }));
    expect(await barsOfText("ACME.json", lines.join("\n"))).toEqual(wanted("ACME"));
  });

  it("keeps the pence that Yahoo's chart is in", async () => {
    const result = {
      meta: { symbol: "ACME.L", currency: "GBp", gmtoffset: 0, dataGranularity: "1d" },
      timestamp: MILLISECONDS.map((ms) => ms / 1000 + 28_800),
      indicators: {
        quote: [{ open: COLUMN(0), high: COLUMN(1), low: COLUMN(2), close: COLUMN(3), volume: COLUMN(4) }],
      },
    };
    const check = await checkText("chart.json", JSON.stringify({ chart: { result: [result] } }));
    expect(check.table?.currency).toMatch(/GBp|GBX/);
  });
});

describe("JSON that is refused", () => {
  const answers: Answers = {};
  it.each([
    [
      "an answer without data",
      '{"Note": "Thank you for asking. Our limit is 5 a minute."}',
      /answered instead.*limit is 5 a minute/,
    ],
    [
      "an error of Yahoo's",
      '{"chart": {"result": null, "error": {"code": "Not Found", "description": "No data found"}}}',
      /No data found/,
    ],
    ["cut off", JSON.stringify(MILLISECONDS.map((ms, at) => [ms, at])).slice(0, -9), /cut short or damaged/],
    ["NaN", '[{"date": "2024-01-02", "close": NaN}]', /NaN in it/],
    ["nested a million deep", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`, /^JSON/],
    [
      "lists of other lengths",
      '{"t": [1704153600, 1704240000], "c": [1], "o": [1, 2]}',
      /shape that can't be read/,
    ],
    [
      "candles whose highs fit no order",
      "[[1704153600000, 5, 4, 6, 5, 1], [1704240000000, 5, 6, 4, 5, 1]]",
      /shape that can't be read/,
    ],
  ])("%s", async (_, text, words) => {
    const check = await checkText("ACME.json", text, answers);
    expect(check.verdict).toBe("refuse");
    expect(check.message).toMatch(words);
  });
});

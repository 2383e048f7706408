/**
 * Every public price file beside the project: what the importer makes of it against what the manifest says.
 * One line a layout and verdict is printed; IMPORT_TABLE=all prints one a file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportCheck } from "#workers/model/import-check.ts";
import { SHARED_DATA, UNLESS_SHARED, hasSharedData } from "../support/shared-cases.ts";
import { barLines, checkAll, publicSource } from "./check-support.ts";
import type { PooledCheck } from "./check-support.ts";

interface ManifestRow {
  readonly format: string;
  readonly path: string;
  readonly rows: number;
  readonly dates: readonly string[];
}

/** What is no daily price file, or can't be stored without an answer: verdict and a word of the reason, by path. */
const OTHERWISE = new Map<string, readonly [verdict: string, reason: RegExp]>([
  ["mateoseveri__stock-dashboard/aapg.us.txt", ["ask", /rows say ABAT\.US/]],
  ["mateoseveri__stock-dashboard/aard.us.txt", ["ask", /rows say AAPG\.US/]],
  ["melo-r__nasdaq-with-finta/HistoricalQuotes.csv", ["ask", /which instrument/]],
  ["HoneyBadgerBytesMe__Appl_stock_predictor/HistoricalQuotes.csv", ["ask", /which instrument/]],
  ["matplotlib__mplfinance/examples/scratch_pad/issues/Issue101_data.csv", ["ask", /which instrument/]],
  ["habpygo__DeltaPlotting/EuroDollarDaily.txt", ["ask", /which instrument/]],
  ["diego1982chile__ta-4j/2010_D.csv", ["ask", /which instrument/]],
  ["akulkarnitbs__p/HistoricalPrices.csv", ["ask", /which instrument/]],
  ["twopirllc__pandas-ta/data/sample.csv", ["ask", /which instrument/]],
  ["mementum__backtrader/datas/2006-day-001.txt", ["ask", /which instrument/]],
  ["mementum__backtrader/datas/2006-volume-day-001.txt", ["ask", /which instrument/]],
  ["SvenKonermann__DataScience/Data/Archiv/Dax_aufbereitet.csv", ["ask", /which instrument/]],
  ["nautechsystems__nautilus_trader/tests/test_data/ADABTC-1m-2021-11-27.csv", ["ask", /Several bars a day/]],
  ["arabacibahadir__sup-res/supres/tests/BTCUSDT_15m.csv", ["ask", /Several bars a day/]],
  ["paulo-al-castro__datafiles/BBAS3.csv", ["ask", /Several bars a day/]],
  ["mementum__backtrader/datas/2006-week-001.txt", ["ask", /which instrument/]],
  ["kernc__backtesting.py/backtesting/test/BTCUSD.csv", ["ok", /156 bars/]], // of months
  ["vega__vega-datasets/data/stocks.csv", ["ok", /560 bars/]],
]);

/** The day is written before the month in these layouts; the others of three numbers have the month first. */
const DAY_FIRST = new Set(["semicolon-dmy", "no-volume-dmy", "german", "dukascopy", "symbol-in-header"]);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Said of a weekend that somebody filled in: the file may begin or end with its days. */
const FILLED = /have no trade and the close of the day before: left out\.$/;

describe.skipIf(!hasSharedData)(`public files${UNLESS_SHARED}`, () => {
  let manifest: ManifestRow[] = [];
  const checks = new Map<string, PooledCheck>();

  beforeAll(async () => {
    manifest = readManifest();
    for (const { path } of manifest) {
      // oxlint-disable-next-line no-await-in-loop -- file after file, as a person's folder is read
      const [check] = await checkAll([await publicSource(path)]);
      if (check) checks.set(path, check);
    }
    printTable(manifest, checks);
  }, 300_000);

  const checkOf = (path: string): ImportCheck => {
    const found = checks.get(path);
    if (!found) throw new Error(`no check of ${path}`);
    return found.check;
  };

  it("rows of every price file are the manifest's", () => {
    const wrong = manifest
      .filter(({ path }) => checkOf(path).kind !== "other")
      .filter(({ path, rows }) => checkOf(path).rows !== rows);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("first and last dates are the manifest's; of Dukascopy's evenings a warning says more", () => {
    const wrong = manifest
      .filter(({ path, dates }) => checkOf(path).kind === "prices" && dates.length > 0)
      .filter(({ path, dates }) => {
        const { first, last, warnings } = checkOf(path);
        if (warnings.some((warning) => FILLED.test(warning)))
          return (first ?? "") < (dates[0] ?? "") || (last ?? "") > (dates.at(-1) ?? "");
        return first !== dates[0] || last !== dates.at(-1);
      });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const dukascopy = manifest.find(({ format }) => format === "dukascopy")?.path ?? "";
    expect(checkOf(dukascopy).warnings.join()).toMatch(/belongs to the day after its date/);
  });

  it("daily files are ok; the others are asked about or refused for the right reason", () => {
    for (const { path, format } of manifest) {
      const { verdict, kind, message } = checkOf(path);
      const [expected, reason] = OTHERWISE.get(path) ?? expectedByFormat(path, format);
      expect.soft([path, verdict, kind], message).toEqual([path, expected, kindOf(path, format)]);
      expect.soft(message).toMatch(reason);
    }
  });

  it("bars have the values that the files have", () => {
    for (const [path, lines] of EXPECTED_BARS) {
      const check = checks.get(path);
      const bars = check ? barLines([check]) : [];
      for (const line of lines) expect.soft(bars, path).toContain(line);
    }
  });
});

function expectedByFormat(path: string, format: string): readonly [string, RegExp] {
  if (format === "lean-zip" && path.includes("factor_files")) return ["refuse", /factors/];
  if (format === "lean-zip" && path.includes("map_files")) return ["refuse", /earlier names/];
  if (format.startsWith("mcap-")) return ["ok", /list of \d+ instruments/];
  return ["ok", /\d+ bars from/];
}

function kindOf(path: string, format: string): string {
  if (format.startsWith("mcap-")) return "instruments";
  return /factor_files|map_files/.test(path) ? "other" : "prices";
}

/** Read by eye from the files: a line of each, the date and the figures put into canonical order. */
const EXPECTED_BARS: readonly (readonly [path: string, lines: readonly string[]])[] = [
  [
    "gbeced__pyalgotrade/samples/data/SPY-2007-yahoofinance.csv",
    ["SPY,2007-12-31,147.1,147.61,146.06,146.21,108126800,127.37"],
  ],
  [
    "raju1207__India-Stock-Market-Analysis/ADANIENT.csv",
    [
      "ADANIENT.NS,2002-07-01,1.3641480207443237,1.4017000198364258,1.334259033203125,1.3626149892807007,1080397,",
      "ADANIENT.NS,2024-11-22,2101,2289.699951171875,2025,2228,20936318,2228",
    ],
  ],
  [
    "rushilsingh__rsindex/stocks/01-01-2018-TO-31-12-201820MICRONSALLN.csv",
    ["20MICRONS,2018-01-02,58.75,60.55,57.65,58.05,173946"],
  ],
  [
    "tanvi1217__Time-series-analysis-and-forecasting-for-stock-market/Quote-Equity-TCS-EQ-04-07-2025-to-04-08-2025.csv",
    ["TCS,2025-08-01,3029.9,3036.8,3000,3003,2053847"],
  ],
  [
    "vishaln90__public_rep/all_scrips_bkup.csv",
    ["20MICRONS,2023-06-12,97.75,98.95,94.15,96.25,159546", "ZYDUSLIFE,2023-06-12,511,512.95,504,510,756873"],
  ],
  ["vishaln90__public_rep/bhavcopy.csv", ["ZYDUSWELL,2026-05-19,495.6,513.25,483.1,509.1,649868"]],
  [
    "adithyaphilip__stocks-analysis/sec_bhavdata_full.csv",
    ["3MINDIA,2017-03-31,11324,12000,11201.05,11567.55,2308"],
  ],
  [
    "jayjayswal__zerodha-bhavcopy-challenge/zips/EQ080719.CSV",
    ["500002,2019-07-08,1543,1558.6,1457.65,1484.85,14648"],
  ],
  [
    "valentinomario__HMM-Stock-Market-Prediction/datasets/csv/DELL.csv",
    ["DELL,2023-07-11,55,55.86,54.88,55.74,4597127", "DELL,2018-12-20,22.8652,23.8814,21.849,22.8652,0"],
  ],
  [
    "bishopston__elliott_wave/S&P 500 Historical Data.csv",
    ["S&P 500,2022-05-23,3919.42,3981.88,3909.04,3973.75,0"],
  ],
  [
    "wongkaho2626__spy500-breadth-backtest/SOXX.csv",
    ["SOXX,2026-05-20,507.73,520.49,506.65,520.08,8810000", "SOXX,2001-07-13,24.1,24.53,23.53,24.22,603300"],
  ],
  [
    "AnujRawat1__Stock-Price-Prediction-Using-Tiingo-/AAPL.csv",
    ["AAPL,2015-01-02,111.39,111.44,107.35,109.33,53204626,24.3192061522"],
  ],
  ["habpygo__DeltaPlotting/EURUSDDaily.csv", ["EURUSD,2003-02-19,1.0686,1.0769,1.0664,1.0749,10195"]],
  ["habpygo__DeltaPlotting/EuroDollarDaily.txt", ["EuroDollar,2003-02-20,1.0749,1.0838,1.074,1.0821,8715"]],
  ["diego1982chile__ta-4j/2010_D.csv", ["?,2009-12-30,1.4353,1.43608,1.42735,1.43393,0"]],
  ["bruceshuai__hackathon/sh600002.csv", ["sh600002,1998-04-08,5.47,5.48,5.2,5.25,128095648,10237500000"]],
  [
    "plotly__datasets/finance-charts-apple.csv",
    ["AAPL,2015-02-17,127.489998,128.880005,126.919998,127.830002,63152400,122.905254"],
  ],
  ["pmorissette__ffn/tests/data/test_data.csv", ["C,2004-03-10,492.1,492.1,492.1,492.1,0"]],
  [
    "QuantConnect__Lean/Data/equity/usa/daily/spy.zip",
    ["SPY,1998-01-02,97.31,97.53,96.53,97.36,2150000", "SPY,2021-03-31,395.35,398,395.33,396.33,90673494"],
  ],
  [
    "SvenKonermann__DataScience/Data/Archiv/Dax_aufbereitet.csv",
    ["Dax aufbereitet,2022-04-29,14095.93,14187.02,14038.55,14097.88,99058928"],
  ],
  [
    "LendieFollett__MALD/BTC_USD_2014-11-03_2022-01-12-CoinDesk.csv",
    ["BTC,2014-11-03,323.826186,333.539527,323.106623,324.467934,0"],
  ],
  [
    "stefan-jansen__zipline-reloaded/tests/resources/quandl_samples/QUANDL_ARCHIVE.zip",
    ["AAPL,2014-01-02,555.68,557.03,552.021,553.13,8381600,73.523423281972"],
  ],
];

function readManifest(): ManifestRow[] {
  const [, ...lines] = readFileSync(join(SHARED_DATA, "manifest.tsv"), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, format = "", path = "", , rows = "", first = "", last = ""] = line.split("\t");
    const dates = [first, last].map((text) => isoDate(text, format)).filter((date) => date !== "");
    return { format, path, rows: Number(rows), dates: dates.toSorted() };
  });
}

/** The manifest's date strings, by how each layout writes them. */
function isoDate(text: string, format: string): string {
  const [date = ""] = text.split(/T|\s\d\d:|\s\d+:\d\d:/);
  const yearFirst = /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})/.exec(date) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(date);
  if (yearFirst) return `${yearFirst[1] ?? ""}-${pad(yearFirst[2])}-${pad(yearFirst[3])}`;
  if (/^\d{13}$/.test(date)) return new Date(Number(date)).toISOString().slice(0, 10);
  const numbers = /^(\d{1,2})[-./](\d{1,2})[-./](\d{2,4})$/.exec(date);
  if (numbers) {
    const [, a, b, year = ""] = numbers;
    const [month, day] = DAY_FIRST.has(format) ? [b, a] : [a, b];
    return `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`;
  }
  const month = MONTHS.findIndex((name) => date.toLowerCase().includes(name)) + 1;
  const [day, year = ""] = date.match(/\d+/g) ?? [];
  if (month === 0) return "";
  return `${year.length === 2 ? `20${year}` : year}-${pad(String(month))}-${pad(day)}`;
}

function pad(part: string | undefined): string {
  return (part ?? "").padStart(2, "0");
}

function printTable(manifest: readonly ManifestRow[], checks: ReadonlyMap<string, PooledCheck>): void {
  const isFull = process.env["IMPORT_TABLE"] === "all";
  const lines = new Map<string, { count: number; line: string }>();
  for (const { format, path } of manifest) {
    const check = checks.get(path)?.check;
    if (!check) continue;
    const { verdict, kind, frequency, encoding, delimiter, rows, first, last, message } = check;
    const key = isFull ? path : [format, verdict, kind, frequency].join();
    const known = lines.get(key);
    const facts = [verdict, kind, frequency ?? "-", encoding, delimiter, rows, first ?? "-", last ?? "-"];
    const line = `${format.padEnd(22)} ${facts.join(" ")} | ${path.split("/").at(-1) ?? ""}: ${message.slice(0, 90)}`;
    lines.set(key, { count: (known?.count ?? 0) + 1, line: known?.line ?? line });
  }
  const text = [...lines.values()]
    .map(({ count, line }) => `${String(count).padStart(4)} ${line}`)
    .join("\n");
  process.stdout.write(`${text}\n`);
}

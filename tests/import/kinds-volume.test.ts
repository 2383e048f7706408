/** Volumes in lots, two counts of volume without a header, and CRSP's columns: told by their figures. */
import { describe, expect, it } from "vitest";
import { barsOfText } from "./check-support.ts";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const BARS = inventBars(40);
const [FIRST] = BARS;
const shares = FIRST?.v ?? NaN;

/** Of the first bar as it is stored. */
async function volumeOf(name: string, text: string): Promise<number> {
  const [bar = ""] = await barsOfText(name, text);
  return Number(bar.split(",")[6]);
}

/** What was paid on a day for all its shares. */
function turnover({ h, l, c, v }: InventedBar): number {
  return Math.round((v * (h + l + c)) / 3);
}

/** Ticks of trades of about 500 shares each. */
const ticks = ({ v }: InventedBar, at: number): number => Math.ceil(v / (480 + (at % 5) * 10));
const prices = ({ o, h, l, c }: InventedBar): string => [o, h, l, c].join(",");

describe("volumes in lots", () => {
  it.each([
    [
      "Chinese, of 100",
      "600887.csv",
      100,
      tableOf(
        "日期,开盘,收盘,最高,最低,成交量,成交额",
        BARS,
        (bar) => `${bar.iso},${bar.o},${bar.c},${bar.h},${bar.l},${bar.v / 100},${turnover(bar)}.00`,
      ),
    ],
    [
      "Vietnamese, of 10",
      "VNM.csv",
      10,
      tableOf(
        "Ngày;Mở;Cao;Thấp;Đóng cửa;Khối lượng;Giá trị",
        BARS,
        (bar) => `${bar.iso};${bar.o};${bar.h};${bar.l};${bar.c};${Math.round(bar.v / 10)};${turnover(bar)}`,
      ),
    ],
    [
      "in thousands, in English",
      "ABC.csv",
      1000,
      tableOf(
        "Date,Open,High,Low,Close,Volume,Value Traded",
        BARS,
        (bar) => `${bar.iso},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v / 1000},${turnover(bar)}`,
      ),
    ],
    [
      "under a word that nobody knows, with commas",
      "ABC.csv",
      100,
      tableOf("Datum;Eröffnung;Hoch;Tief;Schluss;Stück;Kursumsatz", BARS, (bar) =>
        [
          bar.iso,
          ...[bar.o, bar.h, bar.l, bar.c].map((price) => String(price).replace(".", ",")),
          Math.round(bar.v / 100),
          `${turnover(bar)},00`,
        ].join(";"),
      ),
    ],
    [
      "whose turnover counts millions",
      "ABC.csv",
      100,
      tableOf("date\topen\thigh\tlow\tclose\tvolume\tturnover (mn)", BARS, (bar) =>
        [bar.iso, bar.o, bar.h, bar.l, bar.c, bar.v / 100, turnover(bar) / 1e6].join("\t"),
      ),
    ],
  ])("are multiplied, and said: %s", async (_, name, lot, text) => {
    const check = await saidOf(name, text);
    expect(check.verdict).toBe("ok");
    expect(check.words).toContain(`counted in lots of ${lot.toLocaleString("en-US")}: `);
    expect(Math.abs((await volumeOf(name, text)) - shares)).toBeLessThanOrEqual(lot / 2);
  });

  it("of Tushare are those of its manual", async () => {
    const text = tableOf(
      "ts_code,trade_date,open,high,low,close,vol,amount",
      BARS,
      (bar) =>
        `600887.SH,${bar.iso.replaceAll("-", "")},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v / 100},${turnover(bar) / 1000}`,
    );
    expect((await saidOf("600887.SH.csv", text)).words).toContain("they are multiplied by 100");
    expect(await volumeOf("600887.SH.csv", text)).toBeCloseTo(shares, 6);
  });

  it.each([
    [
      "beside its turnover",
      tableOf(
        "Date,Open,High,Low,Close,Volume,Turnover",
        BARS,
        (bar) => `${bar.iso},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},${turnover(bar)}`,
      ),
    ],
    [
      "beside a count of trades",
      tableOf(
        "Date,Open,High,Low,Close,Volume,Trades",
        BARS,
        (bar) => `${bar.iso},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},${Math.ceil(bar.v / 300)}`,
      ),
    ],
    [
      "beside a turnover in thousands",
      tableOf(
        "Date,Open,High,Low,Close,Volume,Amount",
        BARS,
        (bar) => `${bar.iso},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},${turnover(bar) / 1000}`,
      ),
    ],
  ])("are not seen in single shares: %s", async (_, text) => {
    expect((await saidOf("ABC.csv", text)).words).not.toContain("lots");
    expect(await volumeOf("ABC.csv", text)).toBe(shares);
  });

  it("of a title that says so are counted once", async () => {
    const text = tableOf(
      "日期,开盘,收盘,最高,最低,成交量(手),成交额",
      BARS,
      (bar) => `${bar.iso},${bar.o},${bar.c},${bar.h},${bar.l},${bar.v / 100},${turnover(bar)}`,
    );
    expect(await volumeOf("600887.csv", text)).toBeCloseTo(shares, 6);
  });
});

describe("two counts behind prices without a header", () => {
  it.each([
    [
      "ticks, then volume",
      tableOf(
        "",
        BARS,
        (bar, at) => `${bar.iso.replaceAll("-", ".")},${prices(bar)},${ticks(bar, at)},${bar.v}`,
      ),
    ],
    [
      "ticks, volume and spread, with a time",
      tableOf(
        "",
        BARS,
        (bar, at) => `${bar.iso.replaceAll("-", ".")},00:00,${prices(bar)},${ticks(bar, at)},${bar.v},3`,
      ),
    ],
    [
      "semicolons and decimal commas",
      tableOf("", BARS, (bar, at) =>
        [
          bar.iso,
          ...[bar.o, bar.h, bar.l, bar.c].map((price) => String(price).replace(".", ",")),
          ticks(bar, at),
          bar.v,
        ].join(";"),
      ),
    ],
    [
      "no ticks at all",
      tableOf(
        "",
        BARS,
        (bar) => `${bar.iso.replaceAll("-", "")}\t${prices(bar).replaceAll(",", "\t")}\t0\t${bar.v}`,
      ),
    ],
    [
      "volume, then a spread",
      tableOf("", BARS, (bar, at) => `${bar.iso},${prices(bar)},${bar.v},${3 + (at % 2)}`),
    ],
    ["volume, then nothing", tableOf("", BARS, (bar) => `${bar.iso},${prices(bar)},${bar.v},0`)],
    [
      "volume, then turnover",
      tableOf("", BARS, (bar) => `${bar.iso},${prices(bar)},${bar.v},${turnover(bar)}`),
    ],
    [
      "volume, then open interest",
      tableOf("", BARS, (bar, at) => `${bar.iso},${prices(bar)},${bar.v},${2_000_000 + 1000 * (at % 7)}`),
    ],
  ])("give the volume: %s", async (_, text) => {
    expect(await volumeOf("ABC.csv", text)).toBe(shares);
  });
});

describe("CRSP's columns", () => {
  it.each([
    ["as WRDS writes them", "PERMNO,date,PRC,VOL,SHROUT,OPENPRC,ASKHI,BIDLO", ","],
    ["with other keys", "PERMCO;date;PRC;VOL;SHROUT;OPENPRC;ASKHI;BIDLO", ";"],
    ["in lower case", "permno\tdate\tprc\tvol\tshrout\topenprc\taskhi\tbidlo", "\t"],
  ])("are one instrument: %s", async (_, header, separator) => {
    const text = tableOf(header, BARS, ({ iso, o, h, l, c, v }, at) =>
      [20_231, iso, at === 5 ? -c : c, v, 51_200, o, h, l].join(separator),
    );
    const check = await saidOf("crsp.csv", text);
    expect([check.verdict, check.symbols, check.bars]).toEqual(["ok", ["20231"], 40]);
    expect(check.words).toContain("1 close has a minus");
    const [bar] = await barsOfText("crsp.csv", text);
    expect(bar).toMatch(new RegExp(`,${FIRST?.o},${FIRST?.h},${FIRST?.l},${FIRST?.c},${shares},`));
  });

  it("leave companies that are called like a field instruments of their own", async () => {
    const text = tableOf(
      "Date,LOW,HIGH,LAST,OPEN",
      BARS,
      ({ iso, c }) => `${iso},${c * 4},${c / 2},${c},${c * 7}`,
    );
    expect((await saidOf("closes.csv", text)).symbols).toEqual(["HIGH", "LAST", "LOW", "OPEN"]);
  });
});

const ohlc = ({ iso, o, h, l, c }: InventedBar): (string | number)[] => [iso, o, h, l, c];
const capped =
  (times: number) =>
  (bar: InventedBar): string =>
    [...ohlc(bar), bar.v * times, 1e9].join(",");

describe("volumes that are money", () => {
  it.each([
    ["a code", "Date,Open,High,Low,Close,Volume USDT", ",", "Volume USDT"],
    ["a word behind", "date;open;high;low;close;volume_quote", ";", "volume_quote"],
    ["a word before", "date\topen\thigh\tlow\tclose\tquote_asset_volume", "\t", "quote_asset_volume"],
    ["a currency in brackets", "Timestamp,Open,High,Low,Close,Volume_(Currency)", ",", "Volume_(Currency)"],
    ["a sign, in German", "Datum;Eröffnung;Hoch;Tief;Schluss;Umsatz in €", ";", "Umsatz in €"],
    ["a sign, in Russian", "Дата;Открытие;Максимум;Минимум;Закрытие;Объем (₽)", ";", "Объем (₽)"],
  ])("by their title are left out, and told: %s", async (_, header, separator, title) => {
    const text = tableOf(header, BARS, (bar) => [...ohlc(bar), turnover(bar)].join(separator));
    const check = await saidOf("ABCUSDT.csv", text);
    expect(check.verdict).toBe("ok");
    expect(check.warnings).toContain(`${title} counts money, not shares or coins: it is left out.`);
    expect(await volumeOf("ABCUSDT.csv", text)).toBe(0);
  });

  it.each([
    ["Poloniex's", "date,high,low,open,close,volume,quoteVolume", ",", "quoteVolume", "volume"],
    ["of a pair of coins", "date;high;low;open;close;Volume BTC;Volume LTC", ";", "Volume LTC", "Volume BTC"],
    ["in Spanish", "Fecha\tMáximo\tMínimo\tApertura\tCierre\tVolumen\tTítulos", "\t", "Títulos", "Volumen"],
  ])("by their figures stand beside those that count: %s", async (...[, header, separator, count, money]) => {
    const text = tableOf(header, BARS, (bar) =>
      [bar.iso, bar.h, bar.l, bar.o, bar.c, turnover(bar), bar.v].join(separator),
    );
    const check = await saidOf("ABC.csv", text);
    expect(check.verdict).toBe("ok");
    expect(check.words).toContain(
      `Volumes are those of ${count}: ${money} counts money, about ${count} at the day's price.`,
    );
    expect(check.words).not.toContain("left out");
    expect(await volumeOf("ABC.csv", text)).toBe(shares);
  });

  it.each([
    [
      "CoinMarketCap",
      "timeOpen;timeClose;name;open;high;low;close;volume;marketCap",
      (bar: InventedBar) =>
        [
          `${bar.iso}T00:00:00.000Z`,
          `${bar.iso}T23:59:59.999Z`,
          2781,
          ...ohlc(bar).slice(1),
          bar.v,
          9e6,
        ].join(";"),
    ],
    [
      "Yahoo",
      "Date,Open,High,Low,Close,Adj Close,Volume",
      (bar: InventedBar) => [...ohlc(bar), bar.c, bar.v].join(","),
    ],
    [
      "Yahoo",
      "Date\tOpen\tHigh\tLow\tClose\tVolume\tDividends\tStock Splits",
      (bar: InventedBar) => [...ohlc(bar), bar.v, 0, 0].join("\t"),
    ],
  ])("of %s are taken, and told", async (vendor, header, line) => {
    const check = await saidOf("ABC-USD.csv", tableOf(header, BARS, line));
    expect(check.words).toMatch(
      new RegExp(`[Vv]olume of ${vendor} counts money, not coins: it is stored as it is\\.`),
    );
  });

  it("beside market caps are told where they would be more than all of them", async () => {
    const header = "Date,Open,High,Low,Close,Volume,Market Cap";
    const money = await saidOf("ABC.csv", tableOf(header, BARS, capped(300)));
    expect(money.words).toContain("Volume likely counts money");
    expect((await saidOf("ABC.csv", tableOf(header, BARS, capped(1)))).words).not.toContain("money");
  });

  it.each([
    ["a share", "ABC.csv", "Date,Open,High,Low,Close,Adj Close,Volume", 1],
    ["a share with a dash", "BRK-B.csv", "Date,Open,High,Low,Close,Adj Close,Volume", 1],
    ["a coin on an exchange", "BTC-USD.csv", "time,open,high,low,close,vwap,volume", 1],
    ["a coin at a price of 1", "USDT-EUR.csv", "time,open,high,low,close,quote,volume", 1 / 50],
  ])("are not seen in %s", async (_, name, header, times) => {
    const text = tableOf(header, BARS, (bar) =>
      [bar.iso, bar.o * times, bar.h * times, bar.l * times, bar.c * times, bar.c * times, bar.v].join(","),
    );
    expect((await saidOf(name, text)).words).not.toContain("money");
    expect(await volumeOf(name, text)).toBe(shares);
  });
});

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

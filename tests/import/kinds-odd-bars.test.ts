/** Filled weekends, months before days, pence before pounds, lost zeros, and figures that are no prices; and what only looks so. */
import { describe, expect, it } from "vitest";
import { barsOfText } from "./check-support.ts";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const ALL_DAYS = (): boolean => true;
const BARS = inventBars(40);
const MONTHS = inventBars(900, { start: "2003-01-06", price: 80 }).filter((_, at) => at % 21 === 0);
const DAYS = inventBars(60, { start: "2019-01-02", price: 90 });

const plain = ({ iso, o, h, l, c, v }: InventedBar): string => [iso, o, h, l, c, v].join(",");
const HEADER = "Date,Open,High,Low,Close,Volume";

/** Each calendar day of the bars' time; a day without a bar gets what is said of the bar before it. */
function everyDay(
  bars: readonly InventedBar[],
  fill: (before: InventedBar, iso: string) => string,
  line = plain,
): string[] {
  const lines: string[] = [];
  for (const [at, bar] of bars.entries()) {
    lines.push(line(bar));
    const next = bars[at + 1];
    const end = next ? Date.parse(next.iso) : -Infinity;
    for (let day = Date.parse(bar.iso) + 86_400_000; day < end; day += 86_400_000)
      lines.push(fill(bar, new Date(day).toISOString().slice(0, 10)));
  }
  return lines;
}

const pounds = (price: number): string => (price / 100).toFixed(4);

const rows = (codes: readonly string[], separator: string): string =>
  BARS.flatMap(({ iso, c, v }) => codes.map((code) => [iso, code, c, v].join(separator))).join("\n");

/** A day without a trade, which says what the one before said. */
function idleAfter(bar: InventedBar, iso: string): InventedBar {
  return { ...bar, iso, v: 0 };
}

describe("weekends that somebody filled in", () => {
  it.each([
    [
      "repeated rows",
      `${HEADER}\n${everyDay(BARS, (bar, iso) => plain({ ...bar, iso })).join("\n")}\n`,
      /16 rows of Saturdays and Sundays repeat the row before/,
    ],
    [
      "the last close and no volume, in German",
      `Datum;Eröffnung;Hoch;Tief;Schluss;Volumen\n${everyDay(
        BARS,
        ({ c }, iso) => [iso, c, c, c, c, 0].join(";"),
        ({ iso, o, h, l, c, v }) => [iso, o, h, l, c, v].join(";"),
      ).join("\n")}\n`,
      /16 rows of Saturdays and Sundays have no trade/,
    ],
    [
      "rows of 0 but for the close",
      `${HEADER}\n${everyDay(BARS, ({ c }, iso) => [iso, 0, 0, 0, c, 0].join(",")).join("\n")}\n`,
      /16 rows of Saturdays and Sundays have no trade/,
    ],
    [
      "closes alone",
      `Datum\tSchlusskurs\n${everyDay(
        BARS,
        ({ c }, iso) => `${iso}\t${c}`,
        ({ iso, c }) => `${iso}\t${c}`,
      ).join("\n")}\n`,
      /16 rows of Saturdays and Sundays repeat the row before/,
    ],
    [
      "the newest first",
      `${HEADER}\n${everyDay(BARS, (bar, iso) => plain({ ...bar, iso }))
        .toReversed()
        .join("\n")}\n`,
      /16 rows of Saturdays and Sundays repeat the row before/,
    ],
  ])("are left out, and counted: %s", async (_, text, says) => {
    const check = await saidOf("MCD.csv", text);
    expect([check.verdict, check.bars]).toEqual(["ok", 40]);
    expect(check.words).toMatch(says);
    expect((await barsOfText("MCD.csv", text)).map((line) => line.split(",")[1])).toEqual(
      BARS.map(({ iso }) => iso),
    );
  });

  it.each([
    ["a coin", inventBars(40, { isOpen: ALL_DAYS })],
    ["a share that is traded on Saturdays", inventBars(40, { isOpen: (day) => day !== 0 })],
    ["an exchange that rests on Fridays and Saturdays", inventBars(40, { isOpen: (day) => day < 5 })],
    [
      "a share of it that is hardly traded",
      inventBars(40, { isOpen: (day) => day < 5 }).map((bar, at, all) =>
        at % 3 === 0 ? bar : idleAfter(all[at - (at % 3)] ?? bar, bar.iso),
      ),
    ],
  ])("are not seen where something is traded then: %s", async (_, bars) => {
    expect((await saidOf("ABC.csv", tableOf(HEADER, bars, plain))).bars).toBe(40);
  });
});

/** Rows of one of several instruments, at so many times the price. */
function under(bars: readonly InventedBar[], symbol: string, separator: string, times: number): string {
  return tableOf("", bars, ({ iso, o, h, l, c, v }) =>
    [symbol, iso, o * times, h * times, l * times, c * times, v].join(separator),
  );
}

describe("weekdays that somebody filled in", () => {
  const HOLIDAYS = new Set([14, 30]);
  /** A bar before, on days on which there was none. */
  const filled = (fill: (before: InventedBar, iso: string) => InventedBar): readonly InventedBar[] =>
    BARS.map((bar, at) => (HOLIDAYS.has(at) ? fill(BARS[at - 1] ?? bar, bar.iso) : bar));
  const noTrade = filled(({ c }, iso) => ({ iso, weekday: 1, o: c, h: c, l: c, c, v: 0 }));
  const repeated = filled((before, iso) => ({ ...before, iso }));
  const days = [...HOLIDAYS].map((at) => BARS[at]?.iso).join(", ");
  it.each([
    [
      "no volume, two instruments",
      `symbol,${HEADER}\n${under(noTrade, "AAA", ",", 1)}${under(noTrade, "BBB", ",", 2)}`,
      /every bar of all instruments/,
    ],
    [
      "whole rows repeated, in German",
      `Symbol;Datum;Eröffnung;Hoch;Tief;Schluss;Volumen\n${under(repeated, "AAA", ";", 1)}${under(repeated, "BBB", ";", 4)}`,
      /every bar of all instruments/,
    ],
    [
      "closes of three side by side, filled forward",
      tableOf("Date\tAAA\tBBB\tCCC", repeated, ({ iso, c }) => [iso, c, c * 2, c * 4].join("\t")),
      /every bar of all instruments/,
    ],
    [
      "rows of 0 but for the close, one instrument",
      tableOf(HEADER, noTrade, (bar) => (bar.v === 0 ? [bar.iso, 0, 0, 0, bar.c, 0].join(",") : plain(bar))),
      /the bar repeats the day before, or has no trade/,
    ],
  ])("are told: %s", async (_, text, says) => {
    const check = await saidOf("AAA.csv", text);
    expect(check.verdict).toBe("ok");
    expect(check.words).toMatch(says);
    expect(check.words).toContain(`On 2 weekdays `);
    expect(check.words).toContain(`a session all the same: ${days}.`);
  });

  it.each([
    [
      "one of two instruments without a trade",
      `symbol,${HEADER}\n${under(noTrade, "AAA", ",", 1)}${under(BARS, "BBB", ",", 2)}`,
    ],
    [
      "a share that is hardly traded",
      tableOf(
        HEADER,
        BARS.map((bar, at, all) => (at % 3 === 0 ? bar : idleAfter(all[at - (at % 3)] ?? bar, bar.iso))),
        ({ iso, c, v }) => [iso, c, c, c, c, v].join(","),
      ),
    ],
    ["bars with a trade each", tableOf(HEADER, BARS, plain)],
  ])("are not seen in %s", async (_, text) => {
    expect((await saidOf("AAA.csv", text)).words).not.toContain("weekday");
  });
});

describe("two frequencies in one file", () => {
  const weeks = inventBars(300, { start: "2016-01-04" }).filter((_, at) => at % 5 === 0);
  it.each([
    ["months, then days", tableOf(HEADER, [...MONTHS, ...DAYS], plain), /monthly bars from 2003-01-06/],
    [
      "weeks, then days, the newest first",
      tableOf("Datum;Schluss", [...weeks, ...DAYS].toReversed(), ({ iso, c }) => `${iso};${c}`),
      /weekly bars from 2016-01-04/,
    ],
    [
      "one of two instruments",
      tableOf("ticker\tdate\tclose", [...MONTHS, ...DAYS], ({ iso, c }) => `AEX\t${iso}\t${c}`) +
        tableOf("", DAYS, ({ iso, c }) => `DAX\t${iso}\t${c}`),
      /AEX has monthly bars/,
    ],
  ])("are asked about: %s", async (_, text, says) => {
    const check = await saidOf("AEX.csv", text);
    expect([check.verdict, check.questions.map(({ about }) => about)]).toEqual(["ask", ["stretch"]]);
    expect(check.words).toMatch(says);
    const dropped = await saidOf("AEX.csv", text, { stretch: "drop" });
    expect([dropped.verdict, dropped.frequency]).toEqual(["ok", "daily"]);
    expect(check.bars - dropped.bars).toBeGreaterThanOrEqual(Math.min(MONTHS.length, weeks.length) - 1);
    const kept = await saidOf("AEX.csv", text, { stretch: "keep" });
    expect([kept.verdict, kept.bars]).toEqual(["ok", check.bars]);
  });

  it.each([
    ["months, then days", tableOf(HEADER, [...MONTHS, ...DAYS], plain), MONTHS, "AEX MONTHLY"],
    [
      "days, then weeks, in German, the newest first",
      tableOf(
        "Datum;Schluss",
        [...inventBars(60, { start: "2015-01-05" }), ...weeks].toReversed(),
        ({ iso, c }) => `${iso};${c}`,
      ),
      weeks,
      "AEX WEEKLY",
    ],
    [
      "months, then weeks, with tabs",
      tableOf("date\tclose", [...MONTHS, ...weeks], ({ iso, c }) => `${iso}\t${c}`),
      MONTHS,
      "AEX MONTHLY",
    ],
  ])("can be cut in two, without losing a bar: %s", async (_, text, longer, name) => {
    const check = await saidOf("AEX.csv", text);
    expect(check.questions.map(({ about, choices }) => [about, choices])).toEqual([
      ["stretch", ["drop", "cut", "keep", "leave out"]],
    ]);
    expect(check.words).toContain(`as an instrument ${name}?`);
    const cut = await saidOf("AEX.csv", text, { stretch: "cut" });
    expect([cut.verdict, cut.symbols, cut.bars]).toEqual(["ok", ["AEX", name], check.bars]);
    expect(cut.words).toMatch(new RegExp(`${name} has .*, and AEX (?:daily|weekly) ones`));
    const days = (await barsOfText("AEX.csv", text, { stretch: "cut" }))
      .map((line) => line.split(","))
      .filter(([symbol]) => symbol === name)
      .map(([, day]) => day);
    expect(days).toEqual(longer.map(({ iso }) => iso));
  });

  it("of several instruments are told", async () => {
    const text = tableOf("ticker,date,close", MONTHS, ({ iso, c }) => `AEX,${iso},${c}`);
    const daily = tableOf("", DAYS, ({ iso, c }) => `DAX,${iso},${c}`);
    const check = await saidOf("prices.csv", text + daily);
    expect(check.verdict).toBe("ok");
    expect(check.words).toContain("AEX has monthly bars, and DAX daily ones: look-backs count bars");
    expect((await saidOf("prices.csv", text)).words).not.toContain("look-backs");
  });

  it.each([
    ["months alone", tableOf(HEADER, MONTHS, plain)],
    [
      "days with a pause of months",
      tableOf(HEADER, [...BARS, ...inventBars(40, { start: "2024-06-03" })], plain),
    ],
    [
      "a share that was traded now and then",
      tableOf(
        HEADER,
        inventBars(200).filter((_, at) => at % 7 < 4),
        plain,
      ),
    ],
  ])("are not seen in %s", async (_, text) => {
    expect((await saidOf("ABC.csv", text)).questions).toEqual([]);
  });
});

/** The bars from a place on, in pounds where those before are in pence. */
const inPounds =
  (from: number) =>
  (bar: InventedBar, at: number): string =>
    at < from
      ? plain(bar)
      : [bar.iso, pounds(bar.o), pounds(bar.h), pounds(bar.l), pounds(bar.c), bar.v].join(",");

describe("hundredfold jumps", () => {
  it.each([
    ["London", "TSCO.L.csv", tableOf(HEADER, BARS, inPounds(20))],
    ["Johannesburg, with semicolons", "NPN.JO.csv", tableOf(HEADER, BARS, inPounds(30)).replaceAll(",", ";")],
    [
      "Tel Aviv, from shekels on",
      "TEVA.TA.csv",
      tableOf(HEADER, BARS, (bar, at) => inPounds(at < 15 ? 0 : 99)(bar, at)),
    ],
    [
      "there and back",
      "TSCO.L.csv",
      tableOf(HEADER, BARS, (bar, at) => inPounds(at > 9 && at < 20 ? 0 : 99)(bar, at)),
    ],
  ])(
    "of exchanges that quote in hundredths are asked about, and can be mended: %s",
    async (_, name, text) => {
      const check = await saidOf(name, text);
      expect([check.verdict, check.questions.map(({ about }) => about)]).toEqual(["ask", ["hundredths"]]);
      expect(check.words).toMatch(/hundred/);
      const symbol = name.replace(".csv", "");
      const joined = await barsOfText(name, text, { hundredths: "join" });
      expect(joined).toEqual(BARS.map((bar) => `${symbol},${plain(bar)}`));
      expect((await saidOf(name, text, { hundredths: "keep" })).verdict).toBe("ok");
    },
  );

  it("of one bar are a bad bar, and no two splits", async () => {
    const text = tableOf(HEADER, BARS, (bar, at) =>
      at === 20
        ? plain({ ...bar, o: bar.o * 100, h: bar.h * 100, l: bar.l * 100, c: bar.c * 100 })
        : plain(bar),
    );
    const check = await saidOf("TSCO.L.csv", text);
    expect(check.verdict).toBe("ok");
    expect(check.words).toContain(
      `One bar at a hundred times its neighbours is a bad one and no split: TSCO.L ${BARS[20]?.iso}.`,
    );
    expect(check.quality.flatMap(({ splits }) => splits)).toEqual([]);
  });

  it.each([
    ["a share put together a hundred to one elsewhere", "ABC.csv", HEADER, ""],
    ["a split of London that its adjusted closes prove", "TSCO.L.csv", `${HEADER},Adj Close`, "adjusted"],
  ])("are told and no more where they may be true: %s", async (_, name, header, kind) => {
    const text = tableOf(
      header,
      BARS,
      (bar, at) => `${inPounds(20)(bar, at)}${kind === "" ? "" : `,${bar.c / 100}`}`,
    );
    const check = await saidOf(name, text);
    expect(check.verdict).toBe("ok");
    expect(check.quality.flatMap(({ splits }) => splits.map(({ fraction }) => fraction))).toEqual(["100:1"]);
  });
});

describe("codes that lost their zeros", () => {
  it.each([
    [
      "Shenzhen and Shanghai",
      `日期,股票代码,收盘,成交量\n${rows(["1", "333", "300750"], ",")}\n`,
      ["000001", "000333", "300750"],
    ],
    [
      "Korea, in English",
      `date;code;close;volume\n${rows(["5930", "660", "373220"], ";")}\n`,
      ["000660", "005930", "373220"],
    ],
    [
      "Hong Kong, as Yahoo ends them",
      `date\tticker\tclose\tvolume\n${rows(["5.HK", "9988.HK"], "\t")}\n`,
      ["0005.HK", "9988.HK"],
    ],
  ])("are asked about, padded first: %s", async (_, text, symbols) => {
    const check = await saidOf("daily.csv", text);
    expect([check.verdict, check.symbols, check.bars]).toEqual(["ask", symbols, 40 * symbols.length]);
    expect(check.questions.map(({ about, choices }) => [about, choices[0]])).toEqual([["codes", "pad"]]);
    expect([
      ...new Set((await barsOfText("daily.csv", text, { codes: "pad" })).map((line) => line.split(",")[0])),
    ]).toEqual(symbols);
    const kept = await saidOf("daily.csv", text, { codes: "keep" });
    expect([kept.verdict, kept.symbols.includes(symbols[0] ?? "")]).toEqual(["ok", false]);
  });

  it.each([
    ["a share with the symbol 1", ["1"]],
    ["codes of one length", ["600036", "300750"]],
    ["codes with their zeros", ["000001", "00700", "600036"]],
    ["letters beside digits", ["1", "ABC", "300750"]],
    ["keys of five digits", ["93436", "10107"]],
  ])("are not seen in %s", async (_, codes) => {
    const check = await saidOf("daily.csv", `date,code,close,volume\n${rows(codes, ",")}\n`);
    expect([check.questions, check.symbols.toSorted()]).toEqual([[], codes.toSorted()]);
  });
});

describe("figures that are no prices", () => {
  const sparse = inventBars(6000, { start: "2001-01-02", price: 4 }).filter((_, at) => at % 97 === 0);
  it.each([
    [
      "market values, a column an instrument",
      tableOf("Date,AAPL,MSFT,GOOG", BARS, ({ iso, c }) => `${iso},${c * 6e10},${c * 5e10},${c * 4e10}`),
      "large",
    ],
    [
      "a turnover, with semicolons",
      tableOf("Datum;Wert", BARS, ({ iso, c }) => `${iso};${c * 1e8}`),
      "large",
    ],
    [
      "market values under symbols",
      tableOf("symbol\tdate\tvalue", BARS, ({ iso, c }) => `ABC\t${iso}\t${c * 1e9}`),
      "large",
    ],
    ["volumes", tableOf("Date,Close", BARS, ({ iso, v }) => `${iso},${v % 100_003}`), "nights"],
    [
      "days of decisions",
      tableOf("Date,Level", sparse, ({ iso, c }) => `${iso},${c}`).replace("Level", "Close"),
      "sparse",
    ],
    ["the same, in German", tableOf("Datum;Kurs", sparse, ({ iso, c }) => `${iso};${c}`), "sparse"],
    [
      "the same of two countries",
      tableOf("date\tcode\tclose", sparse, ({ iso, c }) => `${iso}\tUSA\t${c}`) +
        tableOf("", sparse, ({ iso, c }) => `${iso}\tDEU\t${c}`),
      "sparse",
    ],
  ])("are asked about: %s", async (_, text, doubt) => {
    const check = await saidOf("ABC.csv", text);
    expect(check.verdict).toBe("ask");
    expect(check.questions.map((one) => one.doubt)).toContain(doubt);
  });

  it.each([
    [
      "a price of 0.0001 that doubles and halves",
      tableOf(
        HEADER,
        BARS,
        ({ iso, v }, at) =>
          `${iso},${at % 2 === 0 ? "0.0001,0.0001,0.0001,0.0001" : "0.0002,0.0002,0.0002,0.0002"},${v}`,
      ),
    ],
    [
      "a price of 600,000",
      tableOf(HEADER, BARS, ({ iso, o, h, l, c, v }) =>
        [iso, o * 12_000, h * 12_000, l * 12_000, c * 12_000, v].join(","),
      ),
    ],
    [
      "a share with one split",
      tableOf(HEADER, BARS, (bar, at) =>
        plain(at < 20 ? bar : { ...bar, o: bar.o / 2, h: bar.h / 2, l: bar.l / 2, c: bar.c / 2 }),
      ),
    ],
    [
      "a share with half of its days",
      tableOf(
        HEADER,
        inventBars(1200).filter((_, at) => at % 2 === 0),
        plain,
      ),
    ],
  ])("are not seen in %s", async (_, text) => {
    expect((await saidOf("ABC.csv", text)).questions).toEqual([]);
  });
});

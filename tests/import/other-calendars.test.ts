/** Days that are written by another calendar, as seconds before 1970, in a zone, or in an order that only distances tell. */
import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { jalaliDay } from "#workers/import/cells/other-calendars.ts";
import { formatIsoDay, parseIsoDay, toEpochDay } from "#workers/model/day.ts";
import { barsOfText, checkText } from "./check-support.ts";
import { INVENTED, ohlcv, tableOf } from "./kind-support.ts";

const HEADER = "date,open,high,low,close,volume";
const DAY_MS = 86_400_000;
const LAST = INVENTED.at(-1)?.day;

/** The invented bars with days in another writing. */
function written(write: (iso: string) => string, header: string | null = HEADER, delimiter = ","): string {
  return tableOf(header, (bar) => [write(bar.day), ...ohlcv(bar).slice(1)], { delimiter });
}

const PERSIAN = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** By the calendar of the machine, which knows nothing of ours. */
function persianOf(day: number): readonly [number, number, number] {
  const parts = PERSIAN.formatToParts(new Date(day * DAY_MS));
  const numberOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return [numberOf("year"), numberOf("month"), numberOf("day")];
}

function jalali(iso: string, sign: string): string {
  const [year, month, day] = persianOf(parseIsoDay(iso) ?? 0);
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join(sign);
}

const THAI = ["ม.ค.", "ก.พ.", "มี.ค."];

describe("days of other calendars", () => {
  it.each([
    [
      "of the Republic, compact",
      (iso: string) => String(Number(iso.replaceAll("-", "")) - 19_110_000),
      HEADER,
    ],
    ["of the Republic, parted", (iso: string) => iso.replace("2024", "113").replaceAll("-", "/"), HEADER],
    [
      "of the Republic, in words",
      (iso: string) => `民國113年${iso.slice(5, 7)}月${iso.slice(8)}日`,
      "日期,開盤價,最高價,最低價,收盤價,成交股數",
    ],
    ["of the Republic, without a header", (iso: string) => `113${iso.slice(5).replace("-", "")}`, null],
    ["of Iran", (iso: string) => jalali(iso, "/"), HEADER],
    [
      "of Iran, with hyphens, under a Persian word",
      (iso: string) => jalali(iso, "-"),
      HEADER.replace("date", "تاریخ"),
    ],
    ["of Iran, compact, without a header", (iso: string) => jalali(iso, ""), null],
    ["of Thailand", (iso: string) => iso.replace("2024", "2567"), HEADER],
    [
      "of Thailand, day first",
      (iso: string) => iso.replace("2024", "2567").split("-").toReversed().join("/"),
      HEADER,
    ],
    [
      "of Thailand, with its months",
      (iso: string) => `${Number(iso.slice(8))} ${THAI[Number(iso.slice(5, 7)) - 1] ?? ""} 2567`,
      "วันที่,เปิด,สูงสุด,ต่ำสุด,ปิด,ปริมาณ",
    ],
    ["of Japan's eras", (iso: string) => `R6/${Number(iso.slice(5, 7))}/${Number(iso.slice(8))}`, HEADER],
  ])("%s are read, and their calendar is named", async (_, write, header) => {
    const check = await checkText("2881.csv", written(write, header));
    expect(check).toMatchObject({ verdict: "ok", bars: 40, first: "2024-01-01", last: LAST });
    expect(check.warnings.join(" ")).toMatch(/(?:Republic of China|Jalali|Buddhist|Japan).* is 2024-01-01\./);
  });

  it("of the Islamic one are refused by name", async () => {
    const text = written((iso) => `1445/${iso.slice(5, 7)}/${iso.slice(8, 9)}${Number(iso.slice(9)) % 9}`);
    const check = await checkText("2222.csv", text);
    expect([check.verdict, check.message]).toEqual(["refuse", expect.stringMatching(/Islamic calendar/)]);
  });

  it("of Iran are those of the machine's own calendar, each day of 280 years", () => {
    assert(
      property(integer({ min: toEpochDay(1833, 1, 1), max: toEpochDay(2115, 1, 1) }), (day) => {
        expect(jalaliDay(...persianOf(day))).toBe(day);
      }),
    );
  });

  it("that Iran's calendar has not are none", () => {
    expect([jalaliDay(1402, 12, 30), jalaliDay(1402, 7, 31), jalaliDay(1402, 13, 1)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(jalaliDay(1403, 12, 30)).toBe(parseIsoDay("2025-03-20"));
  });

  it.each([
    ["days that Excel counts", (iso: string) => String((parseIsoDay(iso) ?? 0) + 25_569)],
    ["compact days", (iso: string) => iso.replaceAll("-", "")],
    ["six digits", (iso: string) => iso.slice(2).replaceAll("-", "")],
    ["seconds of today", (iso: string) => String((parseIsoDay(iso) ?? 0) * 86_400)],
  ])("are not seen in %s", async (_, write) => {
    const check = await checkText("ACME.csv", written(write));
    expect(check).toMatchObject({ bars: 40, first: "2024-01-01", last: LAST });
    expect(check.warnings.join(" ")).not.toMatch(/calendar|era|Republic/);
  });
});

describe("seconds before 1973", () => {
  it.each([
    ["around 1970, at half past two", "1969-12-01", "time", 52_200],
    ["with 4 to 8 digits", "1969-12-25", "time", 0],
    ["of 1871", "1871-01-02", "time", 0],
    ["in 1972", "1972-06-05", "timestamp", 3600],
  ])("%s are days", async (_, first, title, clock) => {
    const start = parseIsoDay(first) ?? 0;
    const text = tableOf(`${title},open,high,low,close,Volume`, (bar, at) => [
      (start + at) * 86_400 + clock,
      ...ohlcv(bar).slice(1),
    ]);
    const check = await checkText("SP_OLD, 1D.csv", text);
    expect(check).toMatchObject({ bars: 40, first, last: formatIsoDay(start + 39) });
  });
});

/** The day before, at a time. */
function evening(iso: string, clock: string): string {
  return `${formatIsoDay((parseIsoDay(iso) ?? 0) - 1)} ${clock}`;
}

describe("evenings", () => {
  it.each([
    "20:00:00-04:00",
    "19:00:00-05:00",
    "18:00:00 -0600",
    "19:00:00 EST",
    "19:00-05",
    "19:00-05:00[America/New_York]",
  ])("at %s are the next day", async (clock) => {
    const check = await checkText(
      "MNST.csv",
      written((iso) => evening(iso, clock)),
    );
    expect(check).toMatchObject({ verdict: "ok", bars: 40, first: "2024-01-01", last: LAST });
    expect(check.warnings.join(" ")).toMatch(/moved to the next day/);
  });

  it("in a zone that nobody wrote stay, and are told", async () => {
    const check = await checkText(
      "MNST.csv",
      written((iso) => evening(iso, "20:00:00")),
    );
    expect(check).toMatchObject({ first: "2023-12-31" });
    expect(check.warnings.join(" ")).toMatch(/stored under the date as it is written/);
  });

  it("of Monday to Friday are of their own day", async () => {
    const check = await checkText(
      "MNST.csv",
      written((iso) => `${iso} 20:00:00-04:00`),
    );
    expect(check).toMatchObject({ first: "2024-01-01", last: LAST });
    expect(check.warnings.join(" ")).not.toMatch(/next day/);
  });
});

describe("the order of day and month", () => {
  const monthly = Array.from({ length: 72 }, (_, at) => [2015 + Math.floor(at / 12), (at % 12) + 1] as const);
  const bar = "88.4,89.4,87.4,88.2,5";

  it.each([
    ["month first, the latest first", (year: number, month: number) => `${month}/1/${year}`, true],
    ["day first", (year: number, month: number) => `01.${String(month).padStart(2, "0")}.${year}`, false],
    ["month first, with hyphens", (year: number, month: number) => `${month}-3-${year}`, false],
  ])("of months is told by their distance: %s", async (_, write, isDown) => {
    const days = monthly.map(([year, month]) => write(year, month));
    const rows = (isDown ? days.toReversed() : days).map((day) => `${day},${bar}\n`);
    const check = await checkText("IBEX.csv", `${HEADER}\n${rows.join("")}`);
    expect(check).toMatchObject({ verdict: "ok", bars: 72, frequency: "monthly" });
    expect(check.first?.slice(0, 7)).toBe("2015-01");
  });

  it("of working days is told by the weekends that they leave out", async () => {
    const days = [1, 2, 3, 4, 7, 8, 9, 10, 11].map((day) => `${day}/10/2024`);
    const text = `${HEADER}\n${days.map((day) => `${day},${bar}\n`).join("")}`;
    const check = await checkText("IBEX.csv", text);
    expect(check).toMatchObject({ verdict: "ok", first: "2024-10-01", last: "2024-10-11" });
  });

  it("stays asked where twelve days are as likely as twelve months", async () => {
    const text = `${HEADER}\n${Array.from({ length: 12 }, (_, at) => `${at + 1}/5/2024,${bar}\n`).join("")}`;
    const check = await checkText("IBEX.csv", text);
    expect(check.questions.map(({ about }) => about)).toEqual(["date-order"]);
  });
});

describe("a day that is not the row's", () => {
  it.each([
    ["S No,Symbol,Exp Date,Traded Value", "25/01/2024"],
    ["Nr;Symbol;Verfallstag;Umsatz", "25.01.2024"],
    ["No,Symbol,Fecha de vencimiento,Importe", "2024-01-25"],
    ["序号,代码,到期日,成交额", "2024-01-25"],
  ])("is told by its name: %s", async (header, day) => {
    const delimiter = header.includes(";") ? ";" : ",";
    const rows = ["VEDL", "INFY", "TCS"].map((symbol, at) => [at + 1, symbol, day, 3e9 + at].join(delimiter));
    const check = await checkText("top03012024.csv", `${header}\n${rows.join("\n")}\n`);
    expect([check.verdict, check.message]).toEqual(["refuse", expect.stringMatching(/expiry/)]);
  });

  it("is no day of prices where a high was", async () => {
    const rows = ["VEDL", "INFY", "TCS"].map(
      (symbol, at) => `${symbol},${100 + at},${150 + at},2023-0${at + 3}-14`,
    );
    const check = await checkText("market.csv", `Symbol,Close,52W High,52W High Date\n${rows.join("\n")}\n`);
    expect([check.verdict, check.bars]).toEqual(["refuse", 0]);
    expect(check.message).toMatch(/52W High Date/);
  });

  it("is the row's where its name is that of days", async () => {
    const text = written((iso) => iso, HEADER.replace("date", "Trade Date"));
    expect((await barsOfText("EXP.csv", text)).length).toBe(40);
  });
});

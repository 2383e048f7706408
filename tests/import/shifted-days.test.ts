/** Dates that all lie some days off, or are turned in a part of a file: put right where it can be told, else refused. */
import { describe, expect, it } from "vitest";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { barsOfText, checkText } from "./check-support.ts";

const FIRST = parseIsoDay("2024-01-01") ?? 0;
const HEADER = "time,open,high,low,close,volume";
/** Working days from Monday, 2024-01-01. */
const workingDays = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => formatIsoDay(FIRST + Math.floor(at / 5) * 7 + (at % 5)));

const file = (days: readonly string[], date: (day: string, at: number) => string): string =>
  `${HEADER}\n${days.map((day, at) => `${date(day, at)},100,101,99,${100 + (at % 7) / 10},1000\n`).join("")}`;

async function daysOf(text: string): Promise<string[]> {
  const bars = await barsOfText("AAA.csv", text);
  return bars.map((bar) => bar.split(",")[1] ?? "");
}

/** The instant so many hours after a day's midnight of Greenwich. */
const instant = (day: string, hours: number): number => (parseIsoDay(day) ?? 0) * 86_400 + hours * 3600;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

function exchanged(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return Number(date) <= 12 ? `${year}-${date}-${month}` : day;
}

describe("midnights of exchanges far from Greenwich", () => {
  const days = workingDays(40);
  it.each([
    { title: "India's, in JavaScript's .000Z", date: (day: string) => iso(instant(day, -5.5)) },
    {
      title: "India's, with +00:00",
      date: (day: string) => iso(instant(day, -5.5)).replace("T", " ").replace(".000Z", "+00:00"),
    },
    {
      title: "India's, whose zone was cut off",
      date: (day: string) => iso(instant(day, -5.5)).replace("T", " ").replace(".000Z", ""),
    },
    { title: "Tokyo's, in seconds", date: (day: string) => String(instant(day, -9)) },
    {
      title: "Sydney's in summer and winter, in seconds",
      date: (day: string, at: number) => String(instant(day, at < 20 ? -11 : -10)),
    },
    {
      title: "Auckland's in summer and winter, in thousandths",
      date: (day: string, at: number) => String(instant(day, at < 20 ? -13 : -12) * 1000),
    },
    {
      title: "Berlin's in winter and summer",
      date: (day: string, at: number) => iso(instant(day, at < 20 ? -1 : -2)),
    },
    {
      title: "Berlin's, with +00:00 or +0000 in place of a Z",
      date: (day: string, at: number) =>
        iso(instant(day, at < 20 ? -1 : -2)).replace(".000Z", at % 2 === 0 ? "+00:00" : "+0000"),
    },
  ])("$title", async ({ date }) => {
    expect(await daysOf(file(days, date))).toEqual(days);
  });

  it("leaves bars alone that are stamped at a session's start or end", async () => {
    for (const hours of [0, 3.75, 5, 9.25, 14.5, 21]) {
      // oxlint-disable-next-line no-await-in-loop -- six small files
      expect(await daysOf(file(days, (day) => iso(instant(day, hours))))).toEqual(days);
    }
  });

  it("leaves a market alone that trades from Sunday to Thursday by day", async () => {
    const sundays = days.map((day) => formatIsoDay((parseIsoDay(day) ?? 0) - 1));
    expect(await daysOf(file(sundays, (day) => String(instant(day, 12))))).toEqual(sundays);
  });
});

describe("counts of days", () => {
  const days = workingDays(20);
  it("from 1970 are no spreadsheet's, whose bars would lie at weekends", async () => {
    expect(await daysOf(file(days, (day) => String(parseIsoDay(day) ?? 0)))).toEqual(days);
  });

  it("from 1904 are told in two weeks with a Monday", async () => {
    const few = workingDays(6);
    expect(await daysOf(file(few, (day) => String((parseIsoDay(day) ?? 0) + 25_569 - 1462)))).toEqual(few);
  });

  it("seconds of eight digits, before 1973, under a name that is a time's", async () => {
    const early = days.map((day) => day.replace("2024", "1972"));
    expect(await daysOf(file(early, (day) => String(instant(day, 14.5))))).toEqual(early);
  });

  it("that became dates from Tuesday to Saturday are refused, and special Saturdays are not", async () => {
    const off = days.map((day) => formatIsoDay((parseIsoDay(day) ?? 0) + 1));
    const check = await checkText("AAA.csv", file(off, String));
    expect(check).toMatchObject({ verdict: "refuse" });
    expect(check.message).toMatch(/from Tuesday to Saturday .* days are off/);
    const special = [...days, "2024-02-10"];
    expect(await checkText("AAA.csv", file(special, String))).toMatchObject({ verdict: "ok" });
  });
});

it("one evening's file of a whole market is taken where the exchange traded on a Saturday", async () => {
  const symbols = Array.from({ length: 40 }, (_, at) => `S${at}`);
  for (const days of [["2024-03-02"], ["2024-03-01", "2024-03-02"]]) {
    const rows = days.flatMap((day) => symbols.map((symbol) => `${symbol},${day},100,101,99,100,1000`));
    const text = `symbol,date,open,high,low,close,volume\n${rows.join("\n")}\n`;
    // oxlint-disable-next-line no-await-in-loop -- two files
    expect(await checkText("market.csv", text)).toMatchObject({ verdict: "ok" });
  }
});

describe("days and months exchanged in a part of the rows", () => {
  const long = workingDays(1200);
  it.each([
    { title: "the last rows of many", date: (day: string, at: number) => (at < 1150 ? day : exchanged(day)) },
    { title: "the first rows", date: (day: string, at: number) => (at < 60 ? exchanged(day) : day) },
    {
      title: "day first",
      date: (day: string, at: number) => (at < 1150 ? day : exchanged(day)).split("-").toReversed().join("/"),
    },
  ])("are refused: $title", async ({ date }) => {
    for (const days of [long, long.toReversed()]) {
      // oxlint-disable-next-line no-await-in-loop -- two files
      expect(await checkText("AAA.csv", file(days, date))).toMatchObject({ verdict: "refuse" });
    }
  });

  it("are refused where one instrument of several has them, by instrument or by day", async () => {
    const days = workingDays(120);
    const rows = ["AAA", "BBB", "CCC"].flatMap((symbol) =>
      days.map((day) => ({
        day,
        line: `${symbol === "BBB" ? exchanged(day) : day},${symbol},100,101,99,100`,
      })),
    );
    for (const sorted of [rows, rows.toSorted((a, b) => a.day.localeCompare(b.day))]) {
      const text = `date,symbol,open,high,low,close\n${sorted.map(({ line }) => line).join("\n")}\n`;
      // oxlint-disable-next-line no-await-in-loop -- two files
      expect(await checkText("all.csv", text)).toMatchObject({ verdict: "refuse" });
    }
  });

  it("are nothing in a few rows of no order, nor in years one after the other", async () => {
    const mixed = ["2024-01-02", "2024-01-05", "2024-01-03", "2024-01-04", "2024-01-08", "2024-01-09"];
    expect(await checkText("AAA.csv", file(mixed, String))).toMatchObject({ verdict: "ok" });
    const years = [...long.slice(260, 520), ...long.slice(0, 260)];
    expect(await checkText("AAA.csv", file(years, String))).toMatchObject({ verdict: "ok" });
  });
});

it("moves midnights in spite of a damaged time", async () => {
  const days = workingDays(60);
  const text = file(days, (day, at) => String(instant(day, at === 30 ? 4 : -1)));
  expect(await daysOf(text)).toEqual(days.filter((_, at) => at !== 30));
});

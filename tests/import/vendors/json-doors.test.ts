/** JSON whose answer says how its prices are, or has a key twice: it comes to what a table of the same rows does. */
import { describe, expect, it } from "vitest";
import { barsOfText, checkText } from "../check-support.ts";
import { inventBars } from "../invented-bars.ts";
import type { InventedBar } from "../invented-bars.ts";

const BARS = inventBars(40);
const WORDS = "open high low close volume";
const LINES = BARS.map(({ iso, o, h, l, c, v }) => ["ACME", iso, o, h, l, c, v].join(","));

const letters = ({ iso, o, h, l, c, v }: InventedBar) => ({ t: Date.parse(iso) + 18_000_000, o, h, l, c, v });
const named = ({ o, h, l, c, v }: InventedBar) => ({ open: o, high: h, low: l, close: c, volume: v });

type Day = readonly [day: string, cells: Readonly<Record<string, number>>];

/** The days, of which one comes a second time, its close and high so much higher. */
function again(more: number): readonly Day[] {
  const twice = BARS.slice(3, 4).map((bar) => Object.assign({}, bar, { c: bar.c + more, h: bar.h + more }));
  return [...BARS, ...twice].map((bar) => [bar.iso, named(bar)]);
}

function csvOf(days: readonly Day[]): string {
  const rows = days.map(([day, cells]) => [day, ...Object.values(cells)].join(","));
  return `date,${WORDS.replaceAll(" ", ",")}\n${rows.join("\n")}\n`;
}

/** A record of JSON that may have a key twice. @param items - values as JSON */
function recordOf(items: readonly (readonly [key: string, json: string])[]): string {
  return `{${items.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`;
}

function byDay(days: readonly Day[]): string {
  return recordOf(days.map(([day, cells]) => [day, JSON.stringify(cells)]));
}

const SHAPES: readonly (readonly [name: string, text: (days: readonly Day[]) => string])[] = [
  ["pandas, index", byDay],
  [
    "pandas, columns",
    (days) =>
      recordOf(
        WORDS.split(" ").map((title) => [
          title,
          recordOf(days.map(([day, cells]) => [day, String(cells[title])])),
        ]),
      ),
  ],
  ["Alpha Vantage", (days) => `{"Meta Data": {"2. Symbol": "ACME"}, "Time Series (Daily)": ${byDay(days)}}`],
  [
    "a symbol of Alpaca's",
    (days) =>
      `{"bars": ${recordOf(
        [days.slice(0, -1), days.slice(-1)].map((some) => [
          "ACME",
          JSON.stringify(
            some.map(([t, { open: o, high: h, low: l, close: c, volume: v }]) => ({ t, o, h, l, c, v })),
          ),
        ]),
      )}}`,
  ],
];

describe("JSON that says of itself that it is adjusted", () => {
  const results = BARS.map(letters);
  const records = BARS.map((bar) => Object.assign({ date: bar.iso }, named(bar)));
  const said = (adjusted: boolean) => records.map((one) => Object.assign({ adjusted }, one));
  it.each([
    ["Polygon's answer", { ticker: "ACME", adjusted: true, results }],
    ["an answer with a word", { symbol: "ACME", adjustment: "split", bars: results }],
    ["Twelve Data's meta", { meta: { symbol: "ACME", adjusted: true }, values: records }],
    ["a list under its symbol", { symbol: "ACME", adjusted: true, historical: records }],
    ["each record", said(true)],
  ])("is taken as a table that says so: %s", async (_, json) => {
    const check = await checkText("ACME.json", JSON.stringify(json));
    expect([check.verdict, check.adjusted]).toEqual(["ok", true]);
    expect(check.warnings.join(" ")).toMatch(/says that the prices are adjusted/);
    expect(check.warnings).toContain("Only adjusted prices: they are stored as the prices.");
    expect(await barsOfText("ACME.json", JSON.stringify(json))).toEqual(LINES);
  });

  it.each([
    ["Polygon's answer", { ticker: "ACME", adjusted: false, results }],
    ["Alpaca's word", { symbol: "ACME", adjustment: "raw", bars: results }],
    ["each record", said(false)],
  ])("is as traded where it says so: %s", async (_, json) => {
    const check = await checkText("ACME.json", JSON.stringify(json));
    expect([check.verdict, check.adjusted]).toEqual(["ok", false]);
    expect(check.warnings.join(" ")).not.toMatch(/adjusted/);
  });
});

describe("JSON in which a key stands twice", () => {
  it.each(SHAPES.flatMap(([name, text]) => [0, 1].map((more) => [name, more, text] as const)))(
    "is read as the same rows of a table: %s, a close %d higher",
    async (_, more, text) => {
      const days = again(more);
      const known = await checkText("ACME.csv", csvOf(days));
      const { verdict, bars, repeats, leftOutCount } = await checkText("ACME.json", text(days));
      expect({ verdict, bars, repeats, leftOutCount }).toEqual({
        verdict: known.verdict,
        bars: known.bars,
        repeats: known.repeats,
        leftOutCount: known.leftOutCount,
      });
      expect(known.leftOutCount + known.repeats).toBeGreaterThan(0);
      expect(await barsOfText("ACME.json", text(days))).toEqual(await barsOfText("ACME.csv", csvOf(days)));
    },
  );

  it("asks which of two figures of one name is meant", async () => {
    const text = `[${BARS.map(({ iso, c }) => `{"date": "${iso}", "close": ${c}, "close": ${c + 10}}`).join(",")}]`;
    const check = await checkText("ACME.json", text);
    expect([check.verdict, check.questions.map(({ doubt }) => doubt)]).toEqual(["ask", ["twice"]]);
  });
});

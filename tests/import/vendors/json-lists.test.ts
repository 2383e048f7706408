/** JSON whose bars are lists without titles: Tencent's, Gate.io's and pairs of a chart; and what only looks like them. Invented figures. */
import { describe, expect, it } from "vitest";
import { barsOfText, checkText } from "../check-support.ts";

/** Working days from Tuesday, 2 January 2024 on. */
const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
const SECONDS = DAYS.map((day) => Date.parse(day) / 1000);
const open = (at: number): number => 10 + at;
const high = (at: number): number => 12.5 + at;
const low = (at: number): number => 9.25 + at;
const close = (at: number): number => 11 + at;
const volume = (at: number): number => 1000 + at;

/** @param lot - how many shares a volume counts as one */
function wanted(symbol: string, lot = 1): string[] {
  return DAYS.map((day, at) =>
    [symbol, day, open(at), high(at), low(at), close(at), volume(at) * lot].join(","),
  );
}

function closesOnly(symbol: string): string[] {
  return DAYS.map((day, at) => [symbol, day, close(at), close(at), close(at), close(at), 0].join(","));
}

/** As Tencent writes them: close before high, all as texts, and more behind of Hong Kong. */
const tencent = (behind: readonly unknown[] = []): unknown[][] =>
  DAYS.map((day, at) => [
    day,
    open(at).toFixed(3),
    close(at).toFixed(3),
    high(at).toFixed(3),
    low(at).toFixed(3),
    `${volume(at)}.000`,
    ...behind,
  ]);

const answer = (data: unknown): unknown => ({ code: 0, msg: "", data });
const QUOTE = { qt: { sh600519: ["1", "x"] }, prec: "9.9", version: "16" };

const gate = (cells: number): unknown[][] =>
  DAYS.map((_, at) =>
    [
      String(SECONDS[at]),
      `${900_000 + at}.5`,
      String(close(at)),
      String(high(at)),
      String(low(at)),
      String(open(at)),
      String(volume(at)),
      at < 5 ? "true" : "false",
    ].slice(0, cells),
  );

describe("bars without titles", () => {
  it.each([
    {
      title: "Tencent's days",
      symbol: "sh600519",
      lot: 100,
      json: answer({ sh600519: { day: tencent(), ...QUOTE } }),
    },
    {
      title: "of the STAR market, in shares",
      symbol: "sh688981",
      lot: 1,
      json: answer({ sh688981: { day: tencent() } }),
    },
    {
      title: "of Hong Kong, with more behind",
      symbol: "hk00700",
      lot: 1,
      json: answer({ hk00700: { day: tencent([{}, "0.123", "456.789", ""]), ...QUOTE } }),
    },
    {
      title: "a dividend behind one of them",
      symbol: "sz000001",
      lot: 100,
      json: answer({
        sz000001: { day: tencent().map((row, at) => (at === 3 ? row.concat({ nd: "2023" }) : row)) },
      }),
    },
    {
      title: "as traded, and adjusted beside it",
      symbol: "sz300750",
      lot: 100,
      json: answer({
        sz300750: { qfqday: tencent().map(([day]) => [day, "1", "1", "1", "1", "1"]), day: tencent() },
      }),
    },
    { title: "Gate.io's, eight cells", symbol: "BTC_USDT", lot: 1, json: gate(8) },
    {
      title: "Gate.io's, seven cells, the latest first",
      symbol: "BTC_USDT",
      lot: 1,
      json: gate(7).toReversed(),
    },
  ])("are read: $title", async ({ symbol, lot, json }) => {
    const [name, text] = [`${symbol}.json`, JSON.stringify(json)];
    expect(await checkText(name, text)).toMatchObject({ verdict: "ok", symbols: [symbol] });
    expect(await barsOfText(name, text)).toEqual(wanted(symbol, lot));
  });

  it("of two boards are counted in shares both", async () => {
    const text = JSON.stringify(answer({ sh600519: { day: tencent() }, sh688981: { day: tencent() } }));
    expect(await barsOfText("d.json", text)).toEqual([...wanted("sh600519", 100), ...wanted("sh688981")]);
  });

  it.each([
    ["qfqday", true],
    ["hfqday", true],
    ["day", false],
  ])("are adjusted prices where Tencent says so: %s", async (key, adjusted) => {
    const check = await checkText("d.json", JSON.stringify(answer({ sh600519: { [key]: tencent() } })));
    expect(check).toMatchObject({ verdict: "ok", adjusted });
  });

  it.each([
    ["a variable", "kline_dayqfq=", ""],
    ["a variable that is declared", "var kline_day = ", ";\n"],
    ["a callback", "jQuery1124_17(", ");"],
  ])("are read as a program's text has them, in %s", async (_, before, after) => {
    const text = `${before}${JSON.stringify(answer({ sh600519: { day: tencent() } }))}${after}`;
    expect(await barsOfText("d.json", text)).toEqual(wanted("sh600519", 100));
  });

  it("of Gate.io without a volume of the coin have none", async () => {
    const text = JSON.stringify(gate(6));
    expect(
      (await barsOfText("BTC_USDT.json", text)).map((line) => line.split(",").slice(2, 6).join()),
    ).toEqual(DAYS.map((_, at) => [open(at), high(at), low(at), close(at)].join()));
    expect((await barsOfText("BTC_USDT.json", text)).every((line) => line.endsWith(",0"))).toBe(true);
  });

  it.each([
    [
      "Kraken's, of as many cells",
      SECONDS.map((time, at) => [time, open(at), high(at), low(at), close(at), 10.5, volume(at), 7]),
    ],
    [
      "those of freqtrade",
      SECONDS.map((time, at) => [time, open(at), high(at), low(at), close(at), volume(at)]),
    ],
  ])("are still read in their order: %s", async (_, json) => {
    expect(await barsOfText("ACME.json", JSON.stringify(json))).toEqual(wanted("ACME"));
  });
});

describe("pairs of a time and a close", () => {
  it.each([
    ["thousandths of a second", SECONDS.map((time, at) => [time * 1000, close(at)])],
    ["seconds, the latest first", SECONDS.map((time, at) => [time, close(at)]).toReversed()],
    ["days, and texts", DAYS.map((day, at) => [day, String(close(at))])],
    ["under data", { data: SECONDS.map((time, at) => [time * 1000, close(at)]) }],
    ["under prices", { prices: SECONDS.map((time, at) => [time * 1000, close(at)]) }],
    [
      "a day without one",
      [...SECONDS.map((time, at) => [time * 1000, close(at)]), [1_704_844_800_000, null]],
    ],
  ])("are read: %s", async (_, json) => {
    const text = JSON.stringify(json);
    expect(await checkText("ACME.json", text)).toMatchObject({ verdict: "ok", closeOnly: true, bars: 6 });
    expect(await barsOfText("ACME.json", text)).toEqual(closesOnly("ACME"));
  });

  it.each([
    ["two figures a row", DAYS.map((_, at) => [open(at), close(at)])],
    ["words", DAYS.map((day) => [day, "up"])],
    ["nothing", DAYS.map((day) => [day, null])],
  ])("are not seen in %s", async (_, json) => {
    expect((await checkText("ACME.json", JSON.stringify(json))).verdict).toBe("refuse");
  });
});

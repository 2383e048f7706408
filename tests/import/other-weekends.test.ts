/** Weekends of other days than Saturday and Sunday that somebody filled in, as of the Gulf and Israel; and what only looks so. */
import { describe, expect, it } from "vitest";
import { barsOfText } from "./check-support.ts";
import { inventBars, saidOf, tableOf } from "./invented-bars.ts";
import type { InventedBar } from "./invented-bars.ts";

const DAY_MS = 86_400_000;
const HEADER = "Date,Open,High,Low,Close,Volume";
const plain = ({ iso, o, h, l, c, v }: InventedBar): string => [iso, o, h, l, c, v].join(",");

/** Trading from Sunday to Thursday, as of Riyadh since 2013, Kuwait and Tel Aviv, and from Saturday to Wednesday. */
const SUNDAY_TO_THURSDAY = inventBars(40, { isOpen: (day) => day < 5 });
const SATURDAY_TO_WEDNESDAY = inventBars(40, { isOpen: (day) => day < 4 || day === 6 });

/** Each calendar day of the bars' time; a day without a bar has what is made of the bar before it. */
function everyDay(
  bars: readonly InventedBar[],
  fill: (before: InventedBar) => InventedBar,
): readonly InventedBar[] {
  return bars.flatMap((bar, at) => {
    const next = bars[at + 1];
    const gap = next ? Math.round((Date.parse(next.iso) - Date.parse(bar.iso)) / DAY_MS) : 1;
    const filled = Array.from({ length: gap - 1 }, (_, place) => {
      const day = new Date(Date.parse(bar.iso) + (place + 1) * DAY_MS);
      return { ...fill(bar), iso: day.toISOString().slice(0, 10), weekday: day.getUTCDay() };
    });
    return [bar, ...filled];
  });
}

const repeated = (bar: InventedBar): InventedBar => bar;
const noTrade = ({ iso, weekday, c }: InventedBar): InventedBar => ({
  iso,
  weekday,
  o: c,
  h: c,
  l: c,
  c,
  v: 0,
});

const semicolons = (bar: InventedBar): string => plain(bar).replaceAll(",", ";");
const closeAlone = ({ iso, c }: InventedBar): string => `${iso}\t${c}`;

const ALL_DAYS = inventBars(56, { isOpen: () => true });

/** What the bar at `from` said, on another day and without a trade. */
function idle(bars: readonly InventedBar[], at: number, from: number): InventedBar {
  const [bar, before] = [bars[at], bars[from]];
  if (!bar || !before) throw new Error("no such bar");
  return { ...before, iso: bar.iso, weekday: bar.weekday, v: 0 };
}

/** Two of three days say what the one before said. */
const HARDLY_TRADED = SUNDAY_TO_THURSDAY.map((bar, at, bars) =>
  at % 3 === 0 ? bar : idle(bars, at, at - (at % 3)),
);
const NO_THURSDAYS = SUNDAY_TO_THURSDAY.map((bar, at, bars) =>
  bar.weekday === 4 ? idle(bars, at, at - 1) : bar,
);
const ONE_SATURDAY = inventBars(48, { isOpen: (day) => day !== 0 })
  .filter(({ weekday }, at) => weekday !== 6 || at < 8)
  .map((bar, at, bars) => (bar.weekday > 4 ? idle(bars, at, at - 1) : bar));

describe("weekends of other days that somebody filled in", () => {
  it.each([
    {
      title: "Riyadh, repeated rows",
      name: "2222.SR.csv",
      bars: SUNDAY_TO_THURSDAY,
      text: tableOf(HEADER, everyDay(SUNDAY_TO_THURSDAY, repeated), plain),
      says: /rows of Fridays and Saturdays repeat the row before/,
    },
    {
      title: "Tel Aviv, the last close and no volume, with semicolons",
      name: "POLI.TA.csv",
      bars: SUNDAY_TO_THURSDAY,
      text: tableOf(
        "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen",
        everyDay(SUNDAY_TO_THURSDAY, noTrade),
        semicolons,
      ),
      says: /rows of Fridays and Saturdays have no trade/,
    },
    {
      title: "Kuwait, closes alone, the newest first",
      name: "ZAIN.csv",
      bars: SUNDAY_TO_THURSDAY,
      text: tableOf("Date\tClose", everyDay(SUNDAY_TO_THURSDAY, repeated).toReversed(), closeAlone),
      says: /rows of Fridays and Saturdays repeat the row before/,
    },
    {
      title: "Riyadh before 2013",
      name: "2222.SR.csv",
      bars: SATURDAY_TO_WEDNESDAY,
      text: tableOf(HEADER, everyDay(SATURDAY_TO_WEDNESDAY, repeated), plain),
      says: /rows of Thursdays and Fridays repeat the row before/,
    },
  ])("are left out, and counted: $title", async ({ name, bars, text, says }) => {
    const check = await saidOf(name, text);
    expect([check.verdict, check.bars]).toEqual(["ok", 40]);
    expect(check.words).toMatch(says);
    expect((await barsOfText(name, text)).map((line) => line.split(",")[1])).toEqual(
      bars.map(({ iso }) => iso),
    );
  });

  it.each([
    { title: "a market that is open on all days", bars: ALL_DAYS },
    { title: "one that rests on Fridays", bars: ALL_DAYS.filter(({ weekday }) => weekday !== 5) },
    { title: "one from Sunday to Thursday", bars: SUNDAY_TO_THURSDAY },
    { title: "one from Saturday to Wednesday", bars: SATURDAY_TO_WEDNESDAY },
    { title: "a share that is hardly traded", bars: HARDLY_TRADED },
    { title: "a share without a trade on Thursdays", bars: NO_THURSDAYS },
    { title: "a share without one on Fridays and on the one Saturday", bars: ONE_SATURDAY },
  ])("are not seen in $title", async ({ bars }) => {
    const check = await saidOf("ABC.csv", tableOf(HEADER, bars, plain));
    expect(check.bars).toBe(bars.length);
    expect(check.words).not.toMatch(/left out/);
  });
});

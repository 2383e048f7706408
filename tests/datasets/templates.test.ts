/**
 * Every template without weights on the demo market: it trades, and each of its trades is one that its rules ask for. What they ask for
 * is said in templates/expected-trades.ts in plain code that shares nothing with the engine.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { parseIsoDay } from "#workers/model/day.ts";
import { apartFromSplits } from "#workers/model/run-warnings.ts";
import type { Market } from "#workers/model/market.ts";
import { toResultFile, type Position, type ResultFile } from "#workers/model/report.ts";
import { lastRowOn, openExchange, rowOf, type Spot } from "./templates/demo-shares.ts";
import { expectTrades, type Expected } from "./templates/expected-trades.ts";
import { close, isAtLeast, isAtMost } from "./templates/plain-figures.ts";
import { readDemoMarket, runTemplate } from "./templates/run-template.ts";
import { isPortfolio, readCards, readTemplate } from "./templates/template-files.ts";

const STOP_LOSS = 8;
const TAKE_PROFIT = 25;

const exchange = openExchange("NSE");
const { dates, shares } = exchange;
const shareBySymbol = new Map(shares.map((share) => [share.symbol, share]));
const sessionByDate = new Map(dates.map((date, session) => [date, session]));
const cards = readCards().filter(({ file }) => !isPortfolio(file));
const expected = expectTrades(exchange);

let market: Market | null = null;
beforeAll(async () => {
  market = await readDemoMarket();
});

function run(file: string): ResultFile {
  if (!market) throw new Error("the demo market was not read");
  return toResultFile(runTemplate(file, market));
}

const sessionOf = (date: string): number => sessionByDate.get(date) ?? -1;

/** The evening on which a buy was decided: that of the session before the fill. */
function buyingSpot({ instrument, entryDate }: Position): Spot | null {
  const share = shareBySymbol.get(instrument);
  const row = share ? rowOf(share, sessionOf(entryDate) - 1) : -1;
  return share && row >= 0 ? { share, row } : null;
}

/** The evening on which a sale was decided: that of the share's bar before the fill, for a sale waits while it is halted. */
function sellingSpot({ instrument, exitDate }: Position): Spot | null {
  const share = shareBySymbol.get(instrument);
  const row = share ? lastRowOn(share.session, sessionOf(exitDate) - 1) : -1;
  return share && row >= 0 ? { share, row } : null;
}

const sessionAt = ({ share, row }: Spot): number => share.session[row] ?? -1;

/** Sessions from the entry to the open after a spot. */
const heldAt = (spot: Spot, { entryDate }: Position): number => sessionAt(spot) + 1 - sessionOf(entryDate);

function isFirstOf(period: Expected["schedule"], spot: Spot): boolean {
  const [today = "", before] = [dates[sessionAt(spot)], dates[sessionAt(spot) - 1]];
  return before === undefined || periodOf(period, today) !== periodOf(period, before);
}

/** A name for the week, month or quarter of a date; that of no schedule is the date. */
function periodOf(period: Expected["schedule"], date: string): string {
  switch (period) {
    case undefined:
      return date;
    case "week":
      return String(Math.floor(((parseIsoDay(date) ?? 0) + 3) / 7)); // 1970-01-01 was a Thursday, weeks begin on Monday
    case "month":
      return date.slice(0, 7);
    case "quarter":
      return `${date.slice(0, 4)} ${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
  }
}

const show = ({ instrument, entryDate, exitDate, exitReason }: Position): string =>
  `${instrument} ${entryDate} ${exitDate} ${exitReason}`;

/** The positions for which a statement does not hold. */
const without = (positions: readonly Position[], holds: (position: Position) => boolean): string[] =>
  positions.filter((position) => !holds(position)).map(show);

describe("the templates", () => {
  it("are all spoken of", () => {
    expect(Object.keys(expected).toSorted()).toEqual(cards.map(({ id }) => id).toSorted());
  });
});

describe.each(cards)("$name", ({ id, file }) => {
  const statement = expected[id];
  if (!statement) throw new Error(`expected-trades.ts does not speak of ${id}`);
  const { buys, sells, reasons, size, schedule } = statement;
  let result: ResultFile | null = null;
  let positions: readonly Position[] = [];
  beforeAll(() => {
    result = run(file);
    ({ positions } = result);
  });
  const soldFor = (reason: string): readonly Position[] =>
    positions.filter(({ exitReason }) => exitReason === reason);

  it("trades on the demo market, and nothing is missing there", () => {
    expect(apartFromSplits(result?.warnings ?? []).others).toEqual([]); // the built-in one runs on prices as traded
    expect(positions.length).toBeGreaterThan(10);
    const closed = positions.filter(({ exitReason }) => reasons.includes(exitReason));
    expect(closed.length).toBeGreaterThan(reasons.length === 0 ? -1 : 5);
  });

  it("buys only what its rules allow on the evening before", () => {
    const wrong = without(positions, (position) => {
      const spot = buyingSpot(position);
      return spot !== null && buys(spot);
    });
    expect(wrong).toEqual([]);
  });

  it("buys and sells by rule only on the days on which it decides", () => {
    const spots = [...positions.map(buyingSpot), ...soldFor("rule").map(sellingSpot)];
    expect(spots.filter((spot) => !spot || !isFirstOf(schedule, spot))).toEqual([]);
  });

  it("sells by rule only what its rules say on the evening before", () => {
    const wrong = without(soldFor("rule"), (position) => {
      const spot = sellingSpot(position);
      return spot !== null && sells(spot, heldAt(spot, position));
    });
    expect(wrong).toEqual([]);
  });

  it("sells for no other reasons than those it has, each with cause", () => {
    const ended = new Set(positions.map(({ exitReason }) => exitReason));
    const others = [...ended].filter((reason) => reason !== "open" && reason !== "no-data");
    expect(others.toSorted()).toEqual([...reasons].toSorted());
    const lost = without(soldFor("stop-loss"), (position) => {
      const spot = sellingSpot(position);
      return spot !== null && isAtMost(close(spot), position.entryPrice * (1 - STOP_LOSS / 100));
    });
    const won = without(soldFor("take-profit"), (position) => {
      const spot = sellingSpot(position);
      return spot !== null && isAtLeast(close(spot), position.entryPrice * (1 + TAKE_PROFIT / 100));
    });
    expect([lost, won]).toEqual([[], []]);
  });

  it("puts no more into a position than its size", () => {
    const places = readTemplate(file).simulation.maxPositions;
    const values = new Map(result?.equity.dates.map((date, row) => [date, result?.equity.values[row]]));
    const parts = positions.map((position) => {
      const spot = buyingSpot(position);
      if (!spot) return Number.NaN;
      const account = values.get(dates[sessionAt(spot)] ?? "") ?? Number.NaN;
      const slot = account * (size ? size(spot) : 1 / places);
      return (position.quantity * position.entryPrice) / slot;
    });
    expect(Math.max(...parts)).toBeLessThan(1 + 1e-9);
    expect(Math.max(...parts)).toBeGreaterThan(0.9);
  });
});

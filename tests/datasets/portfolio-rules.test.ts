/**
 * Every template whose weights hang on prices, on the demo market: what it held, session by session, against what its idea says
 * in plain code that shares nothing with the engine.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Market } from "#workers/model/market.ts";
import { rowOf, type Spot } from "./templates/demo-shares.ts";
import { openPlaces } from "./templates/places.ts";
import { ago, close, growth, isAtMost, isOver, isUnder, sma, volatility } from "./templates/plain-figures.ts";
import {
  A_DAY,
  dates,
  DECIDING,
  exchange,
  FIVE,
  isNear,
  isTradedFrom,
  LAST,
  MONTHS,
  reasonsOf,
  runPortfolio,
  SESSIONS,
  shareOf,
  spotAt,
  without,
  type Ran,
} from "./templates/portfolio-runs.ts";
import { readDemoMarket } from "./templates/run-template.ts";
import { readTemplate } from "./templates/template-files.ts";

const { shares, funds } = exchange;

let market: Market | null = null;
beforeAll(async () => {
  market = await readDemoMarket();
});

function run(id: string): Ran {
  if (!market) throw new Error("the demo market was not read");
  return runPortfolio(id, market);
}

const isAboveLine = (spot: Spot): boolean => isOver(close(spot), sma(210)(spot));
const risen = (spot: Spot): number => growth(231)(ago(spot, 21));
/** The evening on which what was filled on a session was decided: a month's first, later where it waited for a bar. */
const decidedFor = (session: number): number => MONTHS.findLast((first) => first < session) ?? -1;

/** Of a template that holds a part of each of some symbols while a rule is true, looking once a month. */
function expectHeldWhile(
  { percentOf, heldOn }: Ran,
  { symbols, places, rule }: { symbols: readonly string[]; places: number; rule: (spot: Spot) => boolean },
): void {
  const percent = 100 / places;
  const wanted = (session: number): string[] =>
    symbols.filter((symbol) => {
      const share = shareOf(symbol);
      const row = rowOf(share, session);
      return row >= 0 && rule({ share, row });
    });
  // halted ones stay what they are, and keep their place, until their next bar
  const wrong = without(DECIDING, (session) => {
    const chosen = wanted(session).filter(isTradedFrom(session));
    const held = heldOn(session + 1);
    const halted = held.filter((symbol) => !isTradedFrom(session)(symbol));
    const others = held.filter(isTradedFrom(session));
    const areChosen = others.every((symbol) => chosen.includes(symbol));
    return areChosen && others.length === Math.min(chosen.length, places - halted.length);
  });
  expect(wrong).toEqual([]);
  const counts = DECIDING.map((session) => wanted(session).length);
  expect([Math.min(...counts), Math.max(...counts) === places]).toEqual([0, true]);
  const uneven = without(DECIDING, (session) =>
    heldOn(session + 1)
      .filter(isTradedFrom(session))
      .every((symbol) => isNear(percentOf(session + 1, symbol), percent, percent / 4)),
  );
  expect(uneven).toEqual([]);
}

describe("The ten-month line", () => {
  it("has a fifth in each that is above its average on a month's first evening, and nothing in the others", () => {
    const ran = run("five-worlds-ten-month-line");
    expectHeldWhile(ran, { symbols: FIVE, places: 5, rule: isAboveLine });
    expect(reasonsOf(ran.trades)).toEqual(["rebalance", "weight"]);
    const most = SESSIONS.flatMap((session) => FIVE.map((symbol) => ran.percentOf(session, symbol)));
    expect(Math.max(...most)).toBeLessThan(27); // a fifth, and what a month adds to it
  });

  it("is in cash at the bottom of the great falls", () => {
    const { closes, report } = run("five-worlds-ten-month-line");
    const { close: prices } = shareOf("TIDESHARES");
    for (const year of ["2001", "2008", "2011"]) {
      const sessions = SESSIONS.filter((session) => dates[session]?.startsWith(year));
      const bottom = sessions.reduce((low, at) => ((prices[at] ?? 0) < (prices[low] ?? 0) ? at : low));
      expect(closes[bottom]?.worth.has("TIDESHARES")).toBe(false);
    }
    expect(report.money?.interest).toBeGreaterThan(0);
  });
});

describe("Market timing by the ten-month line", () => {
  it("has a ninth in each symbol above its average on a month's first evening, and nothing in the others", () => {
    const symbols = readTemplate("ten-month-line.json").scanner.symbols ?? [];
    expect(symbols).toHaveLength(9);
    expectHeldWhile(run("ten-month-line"), { symbols, places: 9, rule: isAboveLine });
  });
});

describe("Dual momentum", () => {
  it("has a third in each of the best three that have risen over a year, and the rest in cash", () => {
    const symbols = readTemplate("dual-momentum.json").scanner.symbols ?? [];
    const placeOf = openPlaces(symbols.map(shareOf));
    const year = growth(252);
    const ran = run("dual-momentum");
    const rule = (spot: Spot): boolean => isOver(year(spot), 0) && placeOf(spot, year).place <= 3;
    expectHeldWhile(ran, { symbols, places: 3, rule });
    expect(Math.max(...SESSIONS.map((session) => ran.heldOn(session).length))).toBe(3);
  });
});

/** What two worlds and a refuge should hold after a session; [] while a year is not over. */
const worldOf = (session: number): string[] => {
  const [home, abroad, money] = ["TIDESHARES", "TIDEWORLD", "TIDELIQUID"].map((symbol) =>
    growth(252)(spotAt(symbol, session)),
  );
  if (home === undefined || abroad === undefined || money === undefined || Number.isNaN(money)) return [];
  if (isAtMost(Math.max(home, abroad), money)) return ["TIDEBONDS"];
  return [home >= abroad ? "TIDESHARES" : "TIDEWORLD"];
};

describe("Two worlds and a refuge", () => {
  it("holds the stronger of two if it beats money over the year, else bonds, and nothing but one", () => {
    const { heldOn, percentOf } = run("two-worlds");
    expect(without(DECIDING, (session) => String(heldOn(session + 1)) === String(worldOf(session)))).toEqual(
      [],
    );
    const chosen = new Set(DECIDING.flatMap(worldOf));
    expect([...chosen].toSorted()).toEqual(["TIDEBONDS", "TIDESHARES", "TIDEWORLD"]);
    const known = DECIDING.filter((session) => worldOf(session).length > 0);
    expect(without(known, (session) => percentOf(session + 1, heldOn(session + 1)[0] ?? "") > 96)).toEqual(
      [],
    );
  });
});

describe("Simple risk parity", () => {
  it("has the more of each the calmer its 60 days were, after each month's first session", () => {
    const { percentOf, heldOn, report } = run("inverse-volatility");
    const swings = volatility(60);
    const wrong = without(
      DECIDING.filter((session) => session >= 60),
      (session) => {
        const weights = FIVE.map((symbol) => 1 / swings(spotAt(symbol, session)));
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        return FIVE.every((symbol, at) =>
          isNear(percentOf(session + 1, symbol), (100 * (weights[at] ?? 0)) / all, A_DAY),
        );
      },
    );
    expect(wrong).toEqual([]);
    expect(heldOn(59)).toEqual([]);
    expect(percentOf(LAST, "TIDEBONDS")).toBeGreaterThan(percentOf(LAST, "TIDESHARES"));
    expect(report.performance.exposure).toBeGreaterThan(98);
  });
});

describe("Momentum ten, with a buffer", () => {
  const placeOf = openPlaces(shares);
  const placeAt = (symbol: string, session: number): number => placeOf(spotAt(symbol, session), risen).place;
  it("lets in the best ten and no other, and never holds more than ten", () => {
    const { trades, closes } = run("momentum-ten");
    const entries = trades.filter(
      ({ side, symbol, session }) => side === "buy" && !closes[session - 1]?.worth.has(symbol),
    );
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(({ symbol, session }) => placeAt(symbol, decidedFor(session)) > 10)).toEqual([]);
    expect(Math.max(...closes.map(({ worth }) => worth.size))).toBe(10);
  });

  it("lets go what has left the best twenty, and keeps the places between", () => {
    const { trades, heldOn } = run("momentum-ten");
    const left = trades.filter(({ reason }) => reason === "weight");
    expect(left.length).toBeGreaterThan(100);
    expect(left.filter(({ symbol, session }) => placeAt(symbol, decidedFor(session)) <= 20)).toEqual([]);
    const kept = DECIDING.flatMap((session) =>
      heldOn(session + 1)
        .filter((symbol) => heldOn(session).includes(symbol) && rowOf(shareOf(symbol), session + 1) >= 0)
        .map((symbol) => placeAt(symbol, session)),
    );
    expect(kept.filter((place) => place > 20)).toEqual([]);
    expect(kept.filter((place) => place > 10).length).toBeGreaterThan(50);
  });

  it("has equal parts after each month's first session", () => {
    const { percentOf, heldOn } = run("momentum-ten");
    const known = DECIDING.filter((session) => heldOn(session + 1).length > 0);
    const uneven = without(known, (session) => {
      const held = heldOn(session + 1).filter((symbol) => rowOf(shareOf(symbol), session + 1) >= 0);
      return held.every((symbol) => isNear(percentOf(session + 1, symbol), 10, 5));
    });
    // dear shares come whole or not at all, and one that is halted keeps its part
    expect(uneven.length).toBeLessThan(known.length / 50);
  });
});

describe("Strongest three sectors", () => {
  it("has a third in each of the three that rose most over half a year", () => {
    const { percentOf, heldOn } = run("strongest-three-sectors");
    const half = growth(126);
    const wanted = (session: number): string[] =>
      funds
        .map(({ symbol }) => ({ symbol, rise: half(spotAt(symbol, session)) }))
        .filter(({ rise }) => !Number.isNaN(rise))
        .toSorted((left, right) => right.rise - left.rise)
        .slice(0, 3)
        .map(({ symbol }) => symbol)
        .toSorted();
    expect(without(DECIDING, (session) => String(heldOn(session + 1)) === String(wanted(session)))).toEqual(
      [],
    );
    const known = DECIDING.filter((session) => session >= 126);
    const uneven = without(known, (session) =>
      wanted(session).every((symbol) => isNear(percentOf(session + 1, symbol), 100 / 3, 2 * A_DAY)),
    );
    expect(uneven).toEqual([]);
  });
});

describe("The 200-day line with room", () => {
  /** Whether it is in at each close: in from 3 % above the line until 3 % below. */
  const isIn = (() => {
    const line = sma(200);
    let state = false;
    return dates.map((_, session) => {
      const spot = spotAt("TIDESHARES", session);
      if (isOver(close(spot), 1.03 * line(spot))) state = true;
      else if (isUnder(close(spot), 0.97 * line(spot))) state = false;
      return state;
    });
  })();

  it("holds the fund whole from the day behind the signal to the day behind the other", () => {
    const { heldOn, percentOf } = run("two-hundred-day-line");
    const sessions = SESSIONS.slice(1);
    const wrong = without(sessions, (session) => heldOn(session).length === Number(isIn[session - 1]));
    expect(wrong).toEqual([]);
    const held = sessions.filter((session) => isIn[session - 1]);
    expect(without(held, (session) => percentOf(session, "TIDESHARES") > 98.5)).toEqual([]);
    const changes = isIn.filter((state, session) => session > 0 && state !== isIn[session - 1]).length;
    expect([changes > 10, changes < 100]).toEqual([true, true]);
  });

  it("earns what the liquid fund does while it is out", () => {
    const { report } = run("two-hundred-day-line");
    const { close: prices } = shareOf("TIDELIQUID");
    const { value } = report.equity;
    const off = SESSIONS.slice(2)
      .filter((session) => !isIn[session - 1] && !isIn[session - 2])
      .map((session) => {
        const earned = (value[session] ?? 0) / (value[session - 1] ?? 1);
        return Math.abs(earned - (prices[session] ?? 0) / (prices[session - 1] ?? 1));
      });
    expect(off.length).toBeGreaterThan(1000);
    expect(Math.max(...off)).toBeLessThan(1e-9);
  });
});

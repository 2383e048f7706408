/** What a deployment records as its dataset changes, what makes it wait, and what it says. */
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf, dayOf } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { startDeployment } from "#workers/deploy/start.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { isOver } from "#workers/model/deployment.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { joinCopies } from "#workers/model/deployment-copies.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { filterMarket, marketUpTo } from "./filter-market.ts";
import {
  NOW,
  SMALL_CLOSES,
  goneOn,
  seriesOf,
  smallMarket,
  smallSeries,
  smallStart,
} from "./small-deployment.ts";

const whole = goneOn(smallStart());
const half: Deployment = { ...whole, ledger: whole.ledger.slice(0, 4) };

function append(deployment: Deployment, market: Market) {
  return appendSessions(deployment, deployMarket(market), NOW);
}

function refused(deployment: Deployment, market: Market): string {
  const appended = append(deployment, market);
  if (appended.ok) throw new Error("it went on");
  return appended.problem.message;
}

function warned(deployment: Deployment, market: Market) {
  return valueOf(append(deployment, market)).warnings.map(({ code, session, message }) => ({
    code,
    session,
    message,
  }));
}

function without(symbol: string, keeps: (day: number) => boolean): Market {
  return filterMarket(
    smallMarket,
    (instrument, day) => itemAt(smallMarket.instruments, instrument).symbol !== symbol || keeps(day),
  );
}

function scores(value: number): FactSeries[] {
  return [
    {
      name: "score",
      kind: "fact",
      stepOffset: Int32Array.of(0, 1, 2, 3),
      day: Int32Array.of(dayOf(1), dayOf(1), dayOf(1)),
      value: Float64Array.of(value, 1, 1),
    },
  ];
}

/** EF's closes times a factor. */
function adjusted(factor: number): Market {
  return buildMarket(
    smallSeries.map(({ symbol, bars }) => ({
      symbol,
      bars: bars.map(
        ([when, open, close]) =>
          [when, open, close, { volume: 1000, adjClose: symbol === "EF" ? close * factor : close }] as const,
      ),
    })),
  );
}

describe("the sessions of a deployment", () => {
  it("begin after `begins` with cash alone, and are replayed up to `replayedTo`", () => {
    const [first, second] = whole.ledger;
    expect(first).toMatchObject({
      session: dateOf(2),
      fills: [],
      cash: 10_000,
      equity: 10_000,
      positions: [],
    });
    expect(first?.decisions.buys.map(({ instrument, slotValue }) => [instrument, slotValue])).toEqual([
      ["AB", 5000],
    ]);
    // 5,000 buy 48 shares at 103 and a commission of 0.1 %
    expect(second?.fills).toEqual([
      { instrument: "AB", side: "buy", reason: null, quantity: 48, price: 103, commission: 48 * 103 * 0.001 },
    ]);
    expect(whole.ledger.map(({ replayed }) => replayed)).toEqual([true, true, true, ...Array(5).fill(false)]);
  });

  it("are recorded once: nothing is appended where nothing is new", () => {
    const again = valueOf(append(whole, smallMarket));
    expect(again.entries).toEqual([]);
    expect(again.deployment).toEqual(whole);
    const early = { ...smallStart(), begins: dateOf(30) };
    expect(valueOf(append(early, smallMarket)).deployment).toEqual(early);
  });

  it("don't look at the strategy's own margin and dates", () => {
    const simulation = { startMargin: 5, startDate: "1999-01-01", endDate: "1999-12-31" };
    const other = goneOn(smallStart({ simulation }));
    expect(other.ledger.map(({ equity }) => equity)).toEqual(whole.ledger.map(({ equity }) => equity));
  });

  it("take market caps as known only from the session on which one is", () => {
    const caps = smallSeries.map(({ symbol, bars }, place) => ({
      symbol,
      bars: bars.map(([when, open, close], at) =>
        at < 5
          ? ([when, open, close, { volume: 1000 }] as const)
          : ([when, open, close, { volume: 1000, marketCap: 100 - place }] as const),
      ),
    }));
    const start = smallStart({ scanner: { match: "all", marketCapRank: 20 } });
    const atOnce = goneOn(start, buildMarket(caps));
    const byOnes = Array.from({ length: 10 }, (_, at) => at).reduce(
      (now, at) => goneOn(now, marketUpTo(buildMarket(caps), dayOf(at))),
      start,
    );
    expect(byOnes).toEqual(atOnce);
    const ordered = atOnce.ledger.map(({ decisions }) => decisions.buys.map(({ instrument }) => instrument));
    expect(ordered.slice(0, 3).flat()).toContain("CD"); // the rank is left out as long as nobody has a market cap
    expect(new Set(ordered.slice(3).flat())).toEqual(new Set(["AB"])); // then only the largest may be bought
  });

  it("wait for a fact, a symbol and a benchmark that the strategy names, and are then all recorded", () => {
    const rule = smallStart({ buy: { rules: ["score > 0"] } });
    expect(refused(rule, smallMarket)).toContain("score is not known");
    const score: FactSeries = {
      name: "score",
      kind: "fact",
      stepOffset: Int32Array.of(0, 1, 1, 1),
      day: Int32Array.of(dayOf(4)),
      value: Float64Array.of(1),
    };
    const known = goneOn(rule, { ...smallMarket, facts: [score] });
    expect(known.ledger.map(({ session }) => session)).toEqual(whole.ledger.map(({ session }) => session));
    expect(known.ledger.flatMap(({ decisions }) => decisions.buys).length).toBeGreaterThan(0);
    const of = smallStart({ buy: { rules: ['of("GH", close > 0)'] } });
    expect(refused(of, smallMarket)).toContain('no bar of "GH"');
    expect(
      goneOn(of, buildMarket([...smallSeries, { ...seriesOf("GH", [1], 7), exchange: "NYSE" }])).ledger
        .length,
    ).toBe(8);
    expect(refused(smallStart({ simulation: { benchmark: "IDX" } }), smallMarket)).toContain("IDX");
    expect(refused(smallStart({ simulation: { priceBasis: "adjusted" } }), smallMarket)).toContain(
      "adjClose",
    );
    expect(refused(smallStart({ scanner: { exchange: "BSE" } }), smallMarket)).toContain("BSE");
  });
});

describe("a dataset that changed", () => {
  it("makes the deployment wait where it lost a session of the ledger", () => {
    const lost = filterMarket(smallMarket, (_, day) => day !== dayOf(4));
    expect(refused(half, lost)).toContain(`has lost sessions of the ledger: ${dateOf(4)}`);
    expect(goneOn(half)).toEqual(whole);
  });

  it("makes it wait where it lost an instrument of the ledger, held or long sold", () => {
    expect(
      refused(
        half,
        without("AB", () => false),
      ),
    ).toContain("instruments of the ledger: AB");
    const moved = [
      { ...seriesOf("AB", itemAt(Object.values(SMALL_CLOSES), 0)), exchange: "BSE" },
      ...smallSeries.slice(1),
    ];
    expect(refused(half, buildMarket(moved))).toContain("AB");
    expect(
      goneOn(
        half,
        without("EF", (day) => day < dayOf(4)),
      ).ledger.length,
    ).toBe(8);
  });

  it("goes on where a symbol has no further bars, and sells it after 20 sessions without one", () => {
    const rising = Array.from({ length: 40 }, (_, at) => 100 + at);
    const other = Array.from({ length: 40 }, () => 50);
    const market = buildMarket([seriesOf("AB", rising.slice(0, 6)), seriesOf("CD", other)]);
    const gone = goneOn(smallStart(), market);
    const sale = gone.ledger.find(({ fills }) => fills.some(({ side }) => side === "sell"));
    expect(sale?.session).toBe(dateOf(25));
    expect(sale?.fills[0]).toMatchObject({ instrument: "AB", reason: "no-data", price: 105 });
    const stale = warned(smallStart(), marketUpTo(market, dayOf(10)));
    expect(stale).toMatchObject([{ code: "stale", session: dateOf(6) }]);
    expect(stale[0]?.message).toContain(`on ${dateOf(6)} AB, which is held, has no bar`);
    expect(stale[0]?.message).toContain(dateOf(5));
  });

  it("tells of what had no bar for a while, also where it has one again or is sold at the last session", () => {
    const gap = without("AB", (day) => day !== dayOf(4)); // bought at the open of 3
    const found = warned(smallStart({ sell: { rules: [] } }), gap);
    expect(found.map(({ code, session }) => [code, session])).toEqual([["stale", dateOf(4)]]);
    const rising = Array.from({ length: 40 }, (_, at) => 100 + at);
    const market = buildMarket([
      seriesOf("AB", rising.slice(0, 6)),
      seriesOf(
        "CD",
        Array.from({ length: 40 }, () => 50),
      ),
    ]);
    const sold = warned(smallStart(), market);
    expect(sold.map(({ code, session }) => [code, session])).toEqual([["stale", dateOf(6)]]);
  });

  it("tells of days without a session, behind what is replayed", () => {
    const lost = filterMarket(smallMarket, (_, day) => day !== dayOf(3) && day !== dayOf(7));
    const found = warned(smallStart(), lost);
    expect(found.map(({ code, session }) => [code, session])).toEqual([["missing-sessions", dateOf(8)]]);
    expect(found[0]?.message).toContain(`no session on ${dateOf(7)}:`);
  });

  it("tells that the clock went back, and keeps its word", () => {
    const back = valueOf(appendSessions(half, deployMarket(smallMarket), "2020-01-20T17:59:59Z"));
    expect(back.entries[0]?.recorded).toBe("2020-01-20T17:59:59Z");
    expect(back.warnings.map(({ code, session }) => [code, session])).toEqual([["clock-back", dateOf(6)]]);
    expect(back.warnings[0]?.message).toContain(`the entry of ${dateOf(5)} was recorded at ${NOW}`);
    expect(valueOf(append(half, smallMarket)).warnings).toEqual([]);
  });

  it("tells of a held share that was put on another basis, and of no dividend", () => {
    const adjustedFrom = goneOn(
      smallStart({ simulation: { priceBasis: "adjusted" } }),
      marketUpTo(adjusted(1), dayOf(6)),
    );
    expect(adjustedFrom.ledger.at(-1)?.positions.map(({ instrument }) => instrument)).toContain("EF");
    expect(warned(adjustedFrom, adjusted(0.98))).toEqual([]);
    const [warning, ...others] = warned(adjustedFrom, adjusted(0.25));
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: "rebased", session: dateOf(7) });
    expect(warning?.message).toContain(
      `EF: 23 was recorded for its close of ${dateOf(6)}, and the dataset has 5.75 now`,
    );
  });

  it("gives no entry to a session that came late, says so, and counts sessions in entries", () => {
    const late = filterMarket(smallMarket, (_, day) => day !== dayOf(4));
    const strategy = { sell: { rules: [], maxHoldingDays: 4 } };
    const before = goneOn(smallStart(strategy), marketUpTo(late, dayOf(5)));
    expect(before.ledger.map(({ session }) => session)).toEqual([2, 3, 5].map(dateOf));
    const after = valueOf(append(before, smallMarket));
    expect(after.deployment.ledger.slice(0, 3)).toEqual(before.ledger);
    expect(after.entries.map(({ session }) => session)).toEqual([6, 7, 8, 9].map(dateOf));
    expect(after.warnings.map(({ code, session }) => [code, session])).toEqual([
      ["session-added", dateOf(4)],
    ]);
    // bought on session 3; 3, 5, 6 and 7 are four sessions in entries, so that it is sold on 8
    const sale = after.entries.find(({ fills }) => fills.some(({ reason }) => reason === "max-holding"));
    expect(sale?.session).toBe(dateOf(8));
    const differences = valueOf(verifyAgainst(after.deployment, deployMarket(smallMarket))).differences;
    expect(differences[0]).toMatchObject({ kind: "session-added", session: dateOf(4) });
  });

  it("keeps what was recorded of prices that were changed, and says which", () => {
    const changed = { ...smallMarket, close: smallMarket.close.slice(), open: smallMarket.open.slice() };
    changed.close[3] = 103.5; // AB on session 3
    const report = valueOf(verifyAgainst(half, deployMarket(changed)));
    expect(report.verdict).toBe("different");
    expect(report.cause).toBe("bars");
    expect(report.differences[0]).toMatchObject({ session: dateOf(3), kind: "bars", instrument: "AB" });
    const gone = goneOn(half, changed);
    expect(gone.ledger.slice(0, 4)).toEqual(half.ledger);
    expect(gone.ledger.slice(4)).toEqual(whole.ledger.slice(4)); // nothing of the future hangs on that close
  });

  it("tells prices that hold from a program, facts or market caps that do not", () => {
    const same = valueOf(verifyAgainst(whole, deployMarket(smallMarket)));
    expect(same).toMatchObject({ verdict: "same", differences: [], cause: null, entries: 8, next: null });
    const next = valueOf(verifyAgainst(half, deployMarket(smallMarket))).next;
    expect(next).toBe(dateOf(6));
    const scored = goneOn(smallStart({ buy: { rules: ["score > 0"] } }), {
      ...smallMarket,
      facts: scores(1),
    });
    const other = valueOf(verifyAgainst(scored, deployMarket({ ...smallMarket, facts: scores(-1) })));
    expect(other.cause).toBe("beyond-bars");
    expect(other.differences[0]).toMatchObject({ kind: "account", instrument: "AB", session: dateOf(2) });
    const near = {
      ...whole,
      ledger: whole.ledger.map((entry) => ({ ...entry, cash: entry.cash * (1 + 1e-12) })),
    };
    expect(valueOf(verifyAgainst(near, deployMarket(smallMarket))).verdict).toBe("near");
  });

  it("names positions of which the adjusted close of their entry's day is another today", () => {
    const gone = goneOn(smallStart({ simulation: { priceBasis: "adjusted" } }), adjusted(1));
    expect(gone.ledger.at(-1)?.positions.map(({ instrument }) => instrument)).toContain("EF");
    expect(valueOf(verifyAgainst(gone, deployMarket(adjusted(1)))).rebased).toEqual([]);
    const [rebased] = valueOf(verifyAgainst(gone, deployMarket(adjusted(0.5)))).rebased;
    expect(rebased?.instrument).toBe("EF");
    expect(rebased && rebased.today / rebased.recorded).toBeCloseTo(0.5, 12);
  });

  it("warns of a day with under half of the instruments, of jumps and of facts that stopped", () => {
    const holiday = filterMarket(smallMarket, (instrument, day) => day !== dayOf(7) || instrument === 0);
    expect(warned(half, holiday)).toMatchObject([{ code: "few-bars", session: dateOf(7) }]);
    const split = buildMarket(
      Object.entries(SMALL_CLOSES).map(([symbol, closes]) =>
        seriesOf(symbol, symbol === "CD" ? closes.map((close, at) => (at >= 8 ? close / 2 : close)) : closes),
      ),
    );
    expect(warned(half, split)).toMatchObject([{ code: "jump", session: dateOf(8) }]);
    expect(warned(goneOn(half, split), split)).toEqual([]); // it was told
    const score: FactSeries = {
      name: "Score",
      kind: "fact",
      stepOffset: Int32Array.of(0, 3, 3, 3),
      day: Int32Array.of(dayOf(-3), dayOf(-1), dayOf(1)),
      value: Float64Array.of(1, 2, 3),
    };
    const scored = smallStart({ buy: { rules: ["score > 0"] } });
    const stopped = warned(scored, { ...smallMarket, facts: [score] });
    expect(stopped).toMatchObject([{ code: "facts-stopped", session: dateOf(9) }]);
    expect(stopped[0]?.message).toContain(`came last on ${dateOf(1)}, 8 days before ${dateOf(9)}`);
    expect(stopped[0]?.message).toContain("never more than 2 days");
  });
});

describe("a person's stop", () => {
  const STOP = "2020-01-06T20:00:00Z";

  it("lets buys lapse and sells all at the next session, which is the last", () => {
    const stopped = goneOn({ ...half, stop: STOP });
    expect(half.ledger.at(-1)?.positions.length).toBeGreaterThan(0);
    expect(stopped.ledger.length).toBe(5);
    const last = itemAt(stopped.ledger, 4);
    expect(last).toMatchObject({ stop: STOP, positions: [], decisions: { sells: [], buys: [] } });
    const held = itemAt(half.ledger, 3).positions.map(({ instrument }) => instrument);
    expect(last.fills.map(({ instrument }) => instrument)).toEqual(held);
    const decided = new Map(
      itemAt(half.ledger, 3).decisions.sells.map((sell) => [sell.instrument, sell.reason]),
    );
    for (const { instrument, side, reason } of last.fills) {
      expect(side).toBe("sell");
      expect(reason).toBe(decided.get(instrument) ?? "stopped");
    }
    expect(isOver(stopped)).toBe(true);
    expect(goneOn(stopped)).toEqual(stopped);
    expect(valueOf(verifyDeployment(deploymentText(stopped)))).toEqual(stopped);
    expect(valueOf(verifyAgainst(stopped, deployMarket(smallMarket))).verdict).toBe("same");
  });

  it("waits for the bar of a position that has none, and for nothing where nothing is held", () => {
    const held = itemAt(itemAt(half.ledger, 3).positions, 0).instrument;
    const gap = without(held, (day) => day !== dayOf(6));
    const stopped = goneOn({ ...half, stop: STOP }, gap);
    expect(stopped.ledger.length).toBe(6);
    expect(itemAt(stopped.ledger, 4).decisions.sells).toMatchObject([{ instrument: held }]);
    const empty = goneOn({ ...smallStart(), stop: STOP });
    expect(empty.ledger).toMatchObject([{ session: dateOf(2), stop: STOP, fills: [], cash: 10_000 }]);
  });

  it("is the end also where market caps become known on the session after", () => {
    const [first, ...others] = smallSeries;
    if (!first) throw new Error("no series");
    const bars = first.bars.map(
      ([when, open, close], at) =>
        [when, open, close, at < 3 ? { volume: 1 } : { volume: 1, marketCap: 9 }] as const,
    );
    const market = buildMarket([{ ...first, bars }, ...others]);
    const start = { ...smallStart({ scanner: { marketCapRank: 50 } }), stop: STOP };
    expect(goneOn(start, market).ledger.map(({ session }) => session)).toEqual([dateOf(2)]);
  });
});

describe("copies of a deployment", () => {
  const real = {
    session: dateOf(3),
    instrument: "AB",
    side: "buy",
    reason: null,
    quantity: 48,
    price: 103.2,
    commission: 5,
  } as const;

  it("become one where a chain begins with the other, with what people wrote into either", () => {
    const mine = { ...half, real: [real], stop: "2020-01-06T20:00:00Z" };
    for (const joined of [joinCopies(mine, whole), joinCopies(whole, mine)]) {
      expect(joined).toEqual({
        type: "one",
        deployment: { ...whole, real: [real], stop: "2020-01-06T20:00:00Z" },
      });
    }
    expect(joinCopies(whole, whole)).toEqual({ type: "one", deployment: whole });
  });

  it("are both kept where they parted, with the session", () => {
    const other = goneOn(half, smallMarket, "2020-01-21T18:00:00Z");
    expect(joinCopies(whole, other)).toEqual({ type: "parted", session: dateOf(6) });
    expect(joinCopies(whole, { ...whole, startMargin: 5 })).toEqual({ type: "parted", session: null });
    expect(joinCopies(whole, { ...whole, id: "other" })).toEqual({ type: "others" });
  });
});

describe("a first file", () => {
  it("gets what it lacks, and keeps what it has", () => {
    const { format, name, strategy, begins, startMargin } = smallStart();
    const first = { format, name, strategy, begins, startMargin };
    const started = valueOf(startDeployment(first, deployMarket(smallMarket), "new-id"));
    expect(started).toEqual({
      ...first,
      id: "new-id",
      dataset: null,
      replayedTo: dateOf(9),
      stop: null,
      real: [],
      ledger: [],
    });
    const own = { ...first, id: "mine", replayedTo: dateOf(4) };
    expect(valueOf(startDeployment(own, deployMarket(smallMarket), "new-id"))).toMatchObject({
      id: "mine",
      replayedTo: dateOf(4),
    });
  });
});

/** Stretches of time in which the same instruments were held. */
import { describe, expect, it } from "vitest";
import { longestInWords, regimesInWords, regimesOf } from "#src/pages/results/portfolio/regimes.ts";
import { toEpochDay } from "#workers/model/day.ts";
import type { Holdings } from "#workers/model/holdings.ts";

/** At the ends of months from January 2020 on; what no instrument has is cash. */
function heldAtEnds(shares: Readonly<Record<string, readonly number[]>>): Holdings {
  const points = Object.values(shares)[0]?.length ?? 0;
  const day = Int32Array.from({ length: points }, (_, at) => toEpochDay(2020, 2 + at, 1) - 1);
  const held = Object.entries(shares).map(([instrument, share]) => ({
    instrument,
    label: instrument,
    share: Float64Array.from(share),
  }));
  return {
    day,
    every: "month",
    held,
    others: null,
    cash: Float64Array.from(day, (_, at) => 100 - held.reduce((sum, { share }) => sum + (share[at] ?? 0), 0)),
    setBacks: [],
    figures: { ordersAYear: null, meanOrder: null, turnover: null, costs: null, offPlan: null },
  };
}

/** So many in equal parts, one of them sold at last. */
function many(count: number): Holdings {
  const shares = Array.from({ length: count }, (_, at) => [14, 14, 14, at === 0 ? 14 : 0]);
  return heldAtEnds(Object.fromEntries(shares.map((share, at) => [`S${at}`, share])));
}

const worlds = heldAtEnds({
  HOME: [100, 100, 100, 0, 0, 0, 0, 99],
  BONDS: [0, 0, 0.4, 100, 100, 0, 0, 0],
});

describe("regimes", () => {
  it("last as long as the same are held, a rest under a percent aside", () => {
    expect(regimesOf(worlds)).toEqual([
      { from: 0, to: 2, held: [0] },
      { from: 3, to: 4, held: [1] },
      { from: 5, to: 6, held: [] },
      { from: 7, to: 7, held: [0] },
    ]);
  });

  it("begin with the run where the first close was before the first purchase", () => {
    const late = heldAtEnds({ HOME: [0, 100, 100, 0, 0], BONDS: [0, 0, 0, 100, 100] });
    expect(regimesOf(late)[0]).toEqual({ from: 0, to: 2, held: [0] });
  });

  it("are none where the same are held throughout, others are held beside, or they change all the time", () => {
    expect(regimesOf(heldAtEnds({ HOME: [60, 62, 61], BONDS: [40, 38, 39] }))).toEqual([]);
    expect(regimesOf(heldAtEnds({ HOME: [100, 0, 100, 0], BONDS: [0, 100, 0, 100] }))).toEqual([]);
    expect(regimesOf({ ...worlds, others: { count: 2, share: new Float64Array(8) } })).toEqual([]);
  });

  it("are none of more than six instruments together", () => {
    expect(regimesOf(many(7))).toEqual([]);
    expect(regimesOf(many(6))).toHaveLength(2);
  });

  it("are told with the share of the time that each had, and the longest of them", () => {
    // to 31 August 213 days: HOME up to 31 March 60 and in August 31, BONDS to 31 May 61, cash to 31 July 61
    expect(regimesInWords(regimesOf(worlds), worlds)).toBe(
      "What was held changed 3 times: HOME 43% of the time, BONDS 29%, Cash 29%.",
    );
    expect(longestInWords(regimesOf(worlds), worlds)).toBe(
      "Longest without a change: HOME, from 31/01/2020 to 31/03/2020.",
    );
    expect(longestInWords([], worlds)).toBe("");
    expect(regimesInWords([], worlds)).toBe("");
  });
});

import { expect, it } from "vitest";
import {
  formatProbability,
  leadRange,
  orderFacts,
  significanceFacts,
} from "#src/pages/results/luck-facts.ts";
import { handReport } from "./results-report.ts";
import { measureLuck } from "#workers/analysis/luck.ts";
import type { Luck } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { openRandom } from "#workers/model/random.ts";

/** An account that beats the average share on nearly every day: no formula leaves a doubt of it. */
const steady: Report = {
  ...handReport,
  equity: {
    value: Float64Array.from({ length: 900 }, (_, row) => 1000 * 1.002 ** row * (1 + 0.001 * Math.sin(row))),
    day: Int32Array.from({ length: 900 }, (_, row) => 18_000 + row),
    benchmark: new Float64Array(900).fill(1),
    universe: Float64Array.from({ length: 900 }, (_, row) => 1000 * 1.0005 ** row),
    positions: new Int32Array(900),
  },
};

function luckOf({ equity, metadata }: Report, trials: number): Luck {
  const luck = measureLuck(equity, {
    terms: { riskFreePercent: 0, sessionsOfYear: 252 },
    trials,
    benchmark: metadata.benchmark,
    seed: "test",
    random: openRandom("test"),
  });
  if (!luck) throw new Error("too short");
  return luck;
}

function factsOf(trials: number) {
  return significanceFacts(steady, luckOf(steady, trials));
}

it("never calls a result certain", () => {
  expect(formatProbability(100)).toBe("over 99.9%");
  expect(formatProbability(99.97)).toBe("over 99.9%");
  expect(formatProbability(99.9)).toBe("99.9%");
  expect(formatProbability(0)).toBe("under 0.1%");
  expect(formatProbability(97.34)).toBe("97.3%");
  expect(formatProbability(null)).toBe("–");
  const facts = factsOf(1);
  for (const name of ["Probabilistic Sharpe", "Deflated Sharpe"]) {
    const fact = facts.find((one) => one.name === name);
    expect(fact?.value).toBe("over 99.9%");
    expect(fact?.explanation).not.toContain("100.0%");
  }
});

it("counts every variant of the family, and says that its copies and the builder's pictures count", () => {
  const [, , tried] = factsOf(3);
  expect(tried).toMatchObject({ name: "Variants tried", value: "3" });
  expect(tried?.explanation).toContain("Its copies count, and what came from the same link or file");
  expect(tried?.explanation).toContain("or drawn by the builder beside its form");
  expect(tried?.explanation).toContain("The same settings count once");
});

it("shows how probable the Sharpe ratio is with the numbers that it comes from, and above what", () => {
  const [probabilistic, deflated] = factsOf(12);
  expect(probabilistic?.explanation).toContain("the returns above the average share");
  expect(probabilistic?.explanation).toMatch(/Φ\(.* × √898 \/ √\(1 − .*\)\) = over 99\.9%$/);
  // 1 / √898 = 0.03337
  expect(deflated?.explanation).toContain("12 variants were tried on this data.");
  expect(deflated?.explanation).toContain("differ by 0.03337 (standard deviation)");
});

it("says of a result of an earlier version what it has none of, and what to do", () => {
  const { universe: _none, ...equity } = steady.equity;
  const earlier: Report = { ...steady, equity };
  const facts = significanceFacts(earlier, luckOf(earlier, 5));
  expect(facts.map(({ value }) => value)).toEqual(["–", "–", "–"]);
  for (const { explanation } of facts.slice(0, 2))
    expect(explanation).toContain(
      "This result is of an earlier version, which did not work it out. Run it again",
    );
  const [lead] = orderFacts(earlier, luckOf(earlier, 5));
  expect(lead?.name).toBe(`Lead over ${earlier.metadata.benchmark}, 95% interval`);
});

it("says what other draws of its days make of the lead over the hardest yardstick", () => {
  const luck: Luck = {
    ...luckOf(steady, 1),
    lead: { yardstick: "average share", lead: 2, low: -2.94, high: 6.46, shareBelowZero: 22.35 },
  };
  const [lead] = orderFacts(steady, luck);
  expect(lead?.name).toBe("Lead over the average share, 95% interval");
  expect(lead?.value).toBe("−2.9 to +6.5 points a year");
  expect(lead?.explanation).toContain(
    "This run's own lead: +2.0 points a year. 22% of the draws are below 0.",
  );
  expect(leadRange(luck.lead, "INDEX")).toBe("95%: −2.9 to +6.5 points over the average share");
  expect(leadRange(null, "INDEX")).toBe("95%: –");
  expect(orderFacts(steady, { ...luck, lead: null }).map(({ name }) => name)).toEqual([
    "CAGR, 95% interval",
    "Sharpe Ratio, 95% interval",
  ]);
});

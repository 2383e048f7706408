import { expect, it } from "vitest";
import { formatProbability, significanceFacts } from "#src/pages/results/luck-facts.ts";
import { measureLuck } from "#workers/analysis/luck.ts";
import { openRandom } from "#workers/model/random.ts";

/** An account that rises on nearly every day: no formula leaves a doubt of it. */
function steadyLuck(trials: readonly (number | null)[]) {
  const value = Float64Array.from(
    { length: 900 },
    (_, row) => 1000 * 1.002 ** row * (1 + 0.001 * Math.sin(row)),
  );
  const day = Int32Array.from(value, (_, row) => 18_000 + row);
  const flat = new Float64Array(900).fill(1);
  const equity = { day, value, benchmark: flat, positions: new Int32Array(900) };
  const luck = measureLuck(equity, { riskFreePercent: 0, trials, seed: "test", random: openRandom("test") });
  if (!luck) throw new Error("too short");
  return luck;
}

it("never calls a result certain", () => {
  expect(formatProbability(100)).toBe("over 99.9%");
  expect(formatProbability(99.97)).toBe("over 99.9%");
  expect(formatProbability(99.9)).toBe("99.9%");
  expect(formatProbability(0)).toBe("under 0.1%");
  expect(formatProbability(97.34)).toBe("97.3%");
  expect(formatProbability(null)).toBe("–");
  const facts = significanceFacts(steadyLuck([12]));
  for (const name of ["Probabilistic Sharpe", "Deflated Sharpe"]) {
    const fact = facts.find((one) => one.name === name);
    expect(fact?.value).toBe("over 99.9%");
    expect(fact?.explanation).not.toContain("100.0%");
  }
});

it("counts every variant of the family, and says that its copies count", () => {
  const [, , tried] = significanceFacts(steadyLuck([12, 11, null]));
  expect(tried).toMatchObject({ name: "Variants tried", value: "3" });
  expect(tried?.explanation).toContain("of its copies and of what was imported from the same link or file");
  expect(tried?.explanation).toContain("Runs of the same settings count once");
});

it("shows how probable the Sharpe ratio is with the numbers that it comes from", () => {
  const [probabilistic] = significanceFacts(steadyLuck([12]));
  expect(probabilistic?.explanation).toMatch(/Φ\(.* × √898 \/ √\(1 − .*\)\) = over 99\.9%$/);
});

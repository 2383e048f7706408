/** Sources that hide what they know of later bars behind numbers so large, or differences so small, that a check may forgive them. */
import { describe, expect, it } from "vitest";
import { closesOnly } from "#tests/rules/small-markets.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainRooms } from "#tests/support/plain-room.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { backtest } from "#workers/run/backtest.ts";
import { computeFields } from "#workers/code/computed-fields.ts";
import { createKeptFields } from "#workers/code/kept-fields.ts";
import type { Market } from "#workers/model/market.ts";
import { ownNumberStrategy } from "./own-number-strategy.ts";
import type { OwnNumber } from "./own-number-strategy.ts";

/** Thirty instruments of forty bars, each its own wave, and an index. */
const waves = buildMarket([
  ...Array.from({ length: 30 }, (_, at) => ({
    symbol: `S${String(at).padStart(2, "0")}`,
    bars: closesOnly(Array.from({ length: 40 }, (__, bar) => 50 + at + 10 * Math.sin(bar / (2 + at)))),
  })),
  { symbol: "^IDX", type: "INDEX", bars: closesOnly(Array.from({ length: 40 }, (_, bar) => 1000 + bar)) },
]);

/** Of these S150 is not among the 24 that are asked again before a run. */
const many = buildMarket(
  Array.from({ length: 200 }, (_, at) => ({
    symbol: `S${String(at).padStart(3, "0")}`,
    bars: closesOnly([100, 101, 99, 100, 101, 130, 150, 149, 150, 151]),
  })),
);

const tools = () => ({ openRoom: plainRooms().open, now: () => 0, engine: "tests" });

const found = (own: OwnNumber, market: Market = waves) =>
  computeFields(ownNumberStrategy(own), market, tools());

const LOOKS_AHEAD = { ok: false, problem: { code: "code-looks-ahead", place: "computed[0].source" } };

describe("a giant number forgives nothing on another bar", () => {
  it.each([
    ["a mark on the first bar", "i === 0 ? 1e20 : close[i + 5] > x ? 1 : 0"],
    ["a mark below 0", "i === 0 ? -1e20 : close[i + 5] > x ? 1 : 0"],
    ["the largest number there is", "i === 0 ? Number.MAX_VALUE : close[i + 5] > x ? 1 : 0"],
    ["a division by almost nothing", "1 / (i === 0 ? 1e-25 : close[i + 5] > x ? 1 : 2)"],
  ])("%s", async (_, number) => {
    const source = `const compute = ({ close }) => close.map((x, i) => ${number})`;
    expect(await found({ source, rules: ["own > 0"] })).toMatchObject(LOOKS_AHEAD);
  });

  it("is not held against a source that looks at no later bar", async () => {
    const source =
      "const compute = ({ close }) => close.map((x, i) => (i === 0 ? 1e20 : close[i - 1] > x ? 1 : 0))";
    expect(await found({ source, rules: ["own > 0"] })).toMatchObject({ ok: true });
  });
});

/** Tells of tomorrow by a ten-billionth of its size, which is forgiven as rounding. */
const WHISPERS = "const compute = ({ close }) => close.map((x, i) => (close[i + 1] > x ? 1 + 1e-10 : 1))";
const HEARD = "(own - 1) * 10000000000";

describe("a difference as small as rounding", () => {
  it.each<[string, Omit<OwnNumber, "source">]>([
    ["a buy rule", { rules: [`${HEARD} > 0.5`] }],
    ["a sell rule", { rules: ["close > 0"], sellRules: [`${HEARD} > 0.5`] }],
    ["a sell rule of the position", { rules: ["close > 0"], sellRules: [`profit < ${HEARD}`] }],
    ["a sell rule where nothing is held", { rules: ["close < 0"], sellRules: [`${HEARD} > 0.5`] }],
    ["the distance that sizes go by", { rules: ["close > 0"], riskDistance: `1 + ${HEARD}` }],
    ["rank()", { rules: [`rank(${HEARD}) < 5`] }],
    ["breadth()", { rules: [`breadth(${HEARD} > 0.5) > 50`] }],
    ["the order of buying", { rules: ["close > 0"], sortBy: HEARD }],
  ])("is look-ahead where it changes what is decided: by %s", async (_, rules) => {
    const answer = await found({ source: WHISPERS, ...rules });
    expect(answer).toMatchObject(LOOKS_AHEAD);
    expect(answer.ok ? "" : answer.problem.message).toMatch(
      /^number "own": .* decide otherwise about S\d\d on 2020-\d\d-\d\d/,
    );
  });

  it("also through market()", async () => {
    const source = `const compute = ({ close, symbol }) =>
      close.map((x, i) => symbol === "^IDX" && close[i + 1] > x ? 1 + 1e-10 : 1)`;
    const market = buildMarket([
      { symbol: "A", bars: closesOnly(Array.from({ length: 40 }, (_, bar) => 50 + bar)) },
      { symbol: "^IDX", type: "INDEX", bars: closesOnly(Array.from({ length: 40 }, (_, bar) => 90 + bar)) },
    ]);
    const rules = [`market(${HEARD}) > 0.5`];
    expect(await found({ source, rules }, market)).toMatchObject(LOOKS_AHEAD);
  });

  it("is forgiven where all is decided alike", async () => {
    expect(await found({ source: WHISPERS, rules: ["own > 0.5"] })).toMatchObject({ ok: true });
  });

  it("is looked at again with other rules, though the numbers are kept", async () => {
    const kept = { fields: createKeptFields(Infinity), dataset: "waves" };
    const withRules = (rule: string) =>
      computeFields(ownNumberStrategy({ source: WHISPERS, rules: [rule] }), waves, { ...tools(), kept });
    expect(await withRules("own > 0.5")).toMatchObject({ ok: true });
    expect(await withRules(`${HEARD} > 0.5`)).toMatchObject(LOOKS_AHEAD);
    expect(await withRules("own > 0.5")).toMatchObject({ ok: true });
  });

  it("of an instrument that only the check of all looks at is found there", async () => {
    const source = `const compute = ({ close, symbol }) =>
      close.map((x, i) => symbol === "S150" && close[i + 1] > x ? 1 + 1e-10 : 1)`;
    const computed = valueOf(await found({ source, rules: [`${HEARD} > 0.5`] }, many));
    expect(await computed.checkAll(() => {})).toMatchObject(LOOKS_AHEAD);
  });
});

describe("at a run's largest gains nothing is forgiven", () => {
  it.each([
    ["a difference as small as rounding", "close[i + 1] > x * 1.2 ? 1 + 1e-10 : 1", `${HEARD} > 0.5`],
    ["one behind a giant number", "i === 0 ? 1e20 : close[i + 1] > x * 1.2 ? 1 : 0", "own > 0 and own < 2"],
    [
      "one in the last bit",
      "close[i + 1] > x * 1.2 ? 1 + 2 ** -52 : 1",
      "(own - 1) * 1000000000000000 > 0.1",
    ],
  ])("%s", async (_, number, rule) => {
    const own = {
      source: `const compute = ({ close, symbol }) => close.map((x, i) => symbol === "S150" ? ${number} : 0)`,
      rules: [rule],
    };
    const computed = valueOf(await found(own, many));
    const { positions } = valueOf(backtest(ownNumberStrategy(own), computed.market));
    expect(positions).toMatchObject([{ instrument: "S150", entryDate: "2020-01-06" }]);
    const checked = await computed.checkGains(positions);
    expect(checked).toMatchObject(LOOKS_AHEAD);
    expect(checked.ok ? "" : checked.problem.message).toContain("S150: on 2020-01-05 it gives");
    expect(await computed.checkRuns([ownNumberStrategy(own)])).toMatchObject(LOOKS_AHEAD);
  });
});

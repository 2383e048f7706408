import { describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainRooms } from "#tests/support/plain-room.ts";
import { closesOnly, withFact } from "#tests/rules/small-markets.ts";
import { backtest } from "#workers/run/backtest.ts";
import { computeFields } from "#workers/code/computed-fields.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const HALF = "function compute({ close, length }) { return close.map((price) => price / 2) }";

/** Thirty instruments of forty bars, each its own wave, and an index. */
const wide: Market = buildMarket([
  ...Array.from({ length: 30 }, (_, at) => ({
    symbol: `S${String(at).padStart(2, "0")}`,
    bars: closesOnly(Array.from({ length: 40 }, (__, bar) => 50 + at + 10 * Math.sin(bar / (2 + at)))),
  })),
  { symbol: "^IDX", type: "INDEX", bars: closesOnly(Array.from({ length: 40 }, (_, bar) => 1000 + bar)) },
]);

function strategyOf(computed: readonly Partial<ComputedField>[], rules: readonly string[]): Strategy {
  const plain = defaultStrategy;
  const read = readWholeStrategy({
    ...plain,
    format: "strategy/2",
    scanner: {
      ...plain.scanner,
      match: "all",
      priceGrowth: null,
      minPrice: null,
      marketCapRank: null,
      avgDailyValue: null,
    },
    buy: { ...plain.buy, lastPriceVsClose: false, lastPriceVsMA: false, rules },
    sell: { ...plain.sell, maxHoldingDays: 3, minHoldingDays: 0 },
    simulation: { ...plain.simulation, startDate: "2020-01-01", endDate: "2020-02-28" },
    computed: computed.map((field, at) => ({ name: `own${at}`, language: "javascript", ...field })),
  });
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

let clock = 0;

async function compute(source: string, rules: readonly string[] = ["own0 > 0"], market = wide, more = {}) {
  const rooms = plainRooms();
  const strategy = strategyOf([{ source, ...more }], rules);
  const found = await computeFields(strategy, market, {
    openRoom: rooms.open,
    now: () => clock,
    engine: "tests",
  });
  return { strategy, rooms, found };
}

function factsNamed(name: string, { facts = [] }: Market): FactSeries[] {
  return facts.map((fact) => Object.assign(structuredClone(fact), { name }));
}

async function problemOf(...given: Parameters<typeof compute>) {
  const { found } = await compute(...given);
  return found.ok ? null : found.problem;
}

describe("a field of a person's own", () => {
  it("is a number for each bar of each member, by name in rules", async () => {
    const { found, strategy } = await compute(HALF, ["own0 > 30"]);
    if (!found.ok) throw new Error(found.problem.message);
    const series = found.value.market.facts?.find(({ name }) => name === "own0");
    const members = wide.close.subarray(0, 30 * 40);
    expect([...(series?.value.subarray(0, 30 * 40) ?? [])]).toEqual([...members].map((price) => price / 2));
    expect(series?.value.subarray(30 * 40).every(Number.isNaN)).toBe(true);
    const own = backtest(strategy, found.value.market);
    const plain = backtest(strategyOf([], ["close / 2 > 30"]), wide);
    expect(own.ok && own.value.positions.length).toBeGreaterThan(0);
    expect(own.ok && own.value.positions).toEqual(plain.ok && plain.value.positions);
  });

  it("is not run where no rule in use names it, or it is off", async () => {
    const unused = await compute(HALF, ["close > 0"]);
    expect(unused.rooms.asked).toEqual([]);
    const off = await compute(HALF, ["own0 > 0"], wide, { off: true });
    expect(off.rooms.asked).toEqual([]);
    const run = off.found.ok ? backtest(off.strategy, off.found.value.market) : null;
    expect(run).toMatchObject({ problem: { code: "rules-unknown-name" } });
  });

  it("hides a fact of its name in any case of letters, and sees the fact itself", async () => {
    const market = withFact(wide, "fact", [[0, 7]]);
    const source = "function compute(bars) { return bars.fact('EPS').map((eps) => eps * 2) }";
    const { found } = await compute(source, ["eps > 0"], market, { name: "Eps" });
    const facts = found.ok ? found.value.market.facts : [];
    expect(facts?.map(({ name, computed }) => [name, computed?.signals])).toEqual([["Eps", []]]);
    expect([...(facts?.[0]?.value.subarray(0, 3) ?? [])]).toEqual([NaN, 14, 14]);
  });

  it.each([
    ["marketCap", "function compute({ marketCap }) { return marketCap }", ["market-cap-missing"]],
    ["a signal", "function compute({ fact }) { return fact('mood') }", ["signals-trusted"]],
    ["a fact", "function compute({ fact }) { return fact('eps') }", []],
  ])("brings the warning of what its source names: %s", async (_, source, codes) => {
    const [mood, eps] = [withFact(wide, "signal", [[0, 7]]), withFact(wide, "fact", [[0, 7]])];
    const market = { ...wide, facts: [...factsNamed("mood", mood), ...factsNamed("eps", eps)] };
    const { found, strategy } = await compute(source, ["own0 > 0"], market);
    const run = found.ok ? backtest(strategy, found.value.market) : found;
    expect(run.ok ? run.value.warnings.map(({ code }) => code) : run.problem).toEqual(codes);
  });

  it.each([
    ["forgiven a billionth of its largest number", 0.9e-9, null],
    ["told of more than that", 1.1e-9, expect.objectContaining({ code: "code-looks-ahead" })],
  ])("is %s where the bars end earlier", async (_, more, problem) => {
    const source = `const compute = ({ length }) => new Float64Array(length).fill(length === 40 ? 1 : 1 + ${more})`;
    expect(await problemOf(source)).toEqual(problem);
  });

  it("is given the benchmark as of its last bar, and asked about the benchmark inside market()", async () => {
    const source = "function compute({ market, close }) { return market.close.map((x) => x / 1000) }";
    const { found } = await compute(source, ["market(own0) > 0"]);
    const value = found.ok ? found.value.market.facts?.[0]?.value : null;
    expect([...(value?.subarray(30 * 40, 30 * 40 + 2) ?? [])]).toEqual([1, 1.001]);
  });

  it("is given the benchmark's last bar on or before each of its own, with its day, and NaN before the first", async () => {
    const market = buildMarket([
      { symbol: "X", bars: [-2, -1, 0, 1, 2, 3].map((session) => [session, 10, 10] as const) },
      {
        symbol: "^IDX",
        type: "INDEX",
        bars: [
          [0, 100, 100], // the run's first session
          [2, 104, 104],
        ],
      },
    ]);
    const valuesOf = async (expression: string) => {
      const source = `function compute({ market, date }) { return market.close.map((_, at) => ${expression}) }`;
      const { simulation, ...sections } = strategyOf([{ source }], ["own0 > 0"]);
      const strategy = { ...sections, simulation: { ...simulation, benchmark: "^IDX" } };
      const tools = { openRoom: plainRooms().open, now: () => clock, engine: "tests" };
      const found = await computeFields(strategy, market, tools);
      return found.ok ? [...(found.value.market.facts?.[0]?.value.subarray(0, 6) ?? [])] : found.problem;
    };
    expect(await valuesOf("market.close[at]")).toEqual([NaN, NaN, 100, 100, 104, 104]);
    expect(await valuesOf("date[at] - market.date[at]")).toEqual([NaN, NaN, 0, 1, 0, 1]);
  });

  it("is on the run's price basis", async () => {
    const market = buildMarket([
      {
        symbol: "X",
        bars: [
          [0, 10, 10, { adjClose: 5 }],
          [1, 12, 12, { adjClose: 6 }],
        ],
      },
    ]);
    const rooms = plainRooms();
    const strategy = strategyOf(
      [{ source: "const compute = ({ open, rawClose }) => open.map((o, i) => o + rawClose[i])" }],
      ["own0 > 0"],
    );
    const adjusted: Strategy = {
      ...strategy,
      simulation: { ...strategy.simulation, priceBasis: "adjusted" },
    };
    const found = await computeFields(adjusted, market, {
      openRoom: rooms.open,
      now: () => 0,
      engine: "tests",
    });
    expect([...(found.ok ? (found.value.market.facts?.[0]?.value ?? []) : [])]).toEqual([15, 18]);
  });
});

describe("what is wrong with a source is told at its place", () => {
  it.each([
    ["function compute(bars) {\n  return close +\n}", "code-failed", 'number "own0", line 3, column 1: '],
    [
      "function compute() { return nothing }",
      "code-failed",
      'number "own0", S00: ReferenceError: nothing is not defined',
    ],
  ])("%s", async (source, code, text) => {
    expect(await problemOf(source)).toMatchObject({
      code,
      place: "computed[0].source",
      message: expect.stringContaining(text),
    });
  });

  it("types are taken for blanks in TypeScript alone", async () => {
    const source = "function compute(bars: any): number[] { return [...bars.close] as number[] }";
    expect(await problemOf(source, undefined, wide, { language: "typescript" })).toBeNull();
    expect(await problemOf(source)).toMatchObject({ code: "code-failed" });
  });

  it("ends after two minutes of all", async () => {
    const rooms = plainRooms();
    const found = await computeFields(strategyOf([{ source: HALF }], ["own0 > 0"]), wide, {
      openRoom: rooms.open,
      now: () => (clock += 70_000),
      engine: "tests",
    });
    clock = 0;
    expect(found).toMatchObject({ ok: true });
    const slow = await computeFields(strategyOf([{ source: HALF }], ["own0 > 0"]), wide, {
      openRoom: rooms.open,
      now: () => (clock += 121_000),
      engine: "tests",
    });
    expect(slow).toMatchObject({ problem: { code: "code-too-slow" } });
  });
});

/** Sources that look ahead in ways of their own. */
const CHEATS = [
  ["the next bar", "const compute = ({ close }) => close.map((_, i) => close[i + 1] ?? close[i])"],
  [
    "the best of all",
    "const compute = ({ close }) => { const most = Math.max(...close); return close.map((x) => x / most) }",
  ],
  ["how many bars come", "const compute = ({ length, close }) => close.map((_, i) => length - i)"],
  [
    "its place in a sort of all",
    "const compute = ({ close }) => { const all = [...close].sort(); return close.map((x) => all.indexOf(x)) }",
  ],
  [
    "a mean of all",
    "const compute = ({ close }) => { const sum = close.reduce((a, b) => a + b); return close.map((x) => x * close.length / sum) }",
  ],
  [
    "the last bar alone",
    "const compute = ({ close }) => close.map((x, i) => i === close.length - 1 ? x : close[i + 1] > x ? 1 : 0)",
  ],
  [
    "the market's next bar",
    "const compute = ({ market }) => market.close.map((x, i) => market.close[i + 1] > x ? 1 : 0)",
  ],
] as const;

describe("a source that looks ahead", () => {
  it.each(CHEATS)("at %s is found", async (_, source) => {
    const problem = await problemOf(source);
    expect(problem).toMatchObject({ code: "code-looks-ahead", place: "computed[0].source" });
    expect(problem?.message).toMatch(/^number "own0", S\d\d: on 2020-\d\d-\d\d it gives /);
  });

  it("at one good trade alone is found by the run's largest gains", async () => {
    const source = `const compute = ({ close, symbol }) =>
      close.map((x, i) => symbol === "S07" && i > 2 && close[i + 1] > x * 1.02 ? 1 : 0)`;
    const market = buildMarket(
      Array.from({ length: 200 }, (_, at) => ({
        symbol: `S${String(at).padStart(2, "0")}`,
        bars: closesOnly([100, 101, 99, 100, 101, 130, 150, 149, 150, 151]),
      })),
    );
    const { found, strategy } = await compute(source, ["own0 > 0"], market);
    if (!found.ok) throw new Error(found.problem.message); // S07 is not among the 24
    const run = backtest(strategy, found.value.market);
    if (!run.ok) throw new Error(run.problem.message);
    expect(run.value.positions.map(({ instrument }) => instrument)).toContain("S07");
    expect(await found.value.checkGains(run.value.positions)).toMatchObject({
      problem: { code: "code-looks-ahead", message: expect.stringContaining("S07") },
    });
  });
});

describe("a source that looks ahead in a series that the rules ask elsewhere", () => {
  const NEXT_OF_INDEX = `const compute = ({ close, symbol }) =>
    close.map((x, i) => symbol === "^IDX" && close[i + 1] > x * 1.2 ? 1 : 0)`;
  const market = buildMarket([
    ...Array.from({ length: 200 }, (_, at) => ({
      symbol: `S${String(at).padStart(3, "0")}`,
      bars: closesOnly([100, 101, 99, 100, 101, 130, 150, 149, 150, 151]),
    })),
    { symbol: "^IDX", type: "INDEX", bars: closesOnly([100, 101, 99, 100, 101, 130, 150, 149, 150, 151]) },
  ]);

  it.each([
    ["of()", 'of("^IDX", own0) > 0'],
    ["market()", "market(own0) > 0"],
  ])("by %s is found by the run's largest gains", async (_, rule) => {
    const { found, strategy } = await compute(NEXT_OF_INDEX, [rule], market);
    if (!found.ok) throw new Error(found.problem.message); // the index is not among the 24
    const run = backtest(strategy, found.value.market);
    if (!run.ok) throw new Error(run.problem.message);
    const [first] = run.value.positions;
    // On the fifth day the number knows the sixth day's close of the index; so the sixth day's open buys.
    expect(first).toMatchObject({ entryDate: "2020-01-06" });
    expect(first?.profit).toBeGreaterThan(0);
    expect(await found.value.checkGains(run.value.positions)).toMatchObject({
      problem: {
        code: "code-looks-ahead",
        message: expect.stringContaining(
          "^IDX: on 2020-01-05 it gives 1, and 0 where the bars end on 2020-01-05",
        ),
      },
    });
  });
});

describe("a source that gives other numbers when it is asked again", () => {
  it.each([
    [
      "keeps something from instrument to instrument",
      "let seen = 0; const compute = ({ close }) => { seen++; return close.map(() => seen) }",
    ],
    ["draws by chance", "const compute = ({ close }) => close.map(() => Math.random())"],
  ])("because it %s", async (_, source) => {
    expect(await problemOf(source)).toMatchObject({ code: "code-not-repeatable" });
  });
});

it("asks 24 instruments again, each alone and on cuts that grow", async () => {
  const { rooms } = await compute(HALF);
  const again = rooms.asked.slice(30).filter((asked) => asked.endsWith(" 40"));
  expect(new Set(again).size).toBe(24);
  const [first = ""] = again;
  const own = rooms.asked.slice(30).filter((asked) => asked.startsWith(first.slice(0, 4)));
  const lengths = own.map((asked) => Number(asked.slice(4)));
  expect(lengths).toHaveLength(9);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b)); // it has seen no later bar
  expect(lengths.slice(-2)).toEqual([39, 40]);
});

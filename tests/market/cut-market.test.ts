import { expect, it } from "vitest";
import { cutMarket, marketUpTo } from "#workers/run/cut-market.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { factsOf } from "./facts-support.ts";
import { readTexts } from "./text-sources.ts";

it("a cut market knows what was known on the day, whatever became known later", async () => {
  const { market } = await readTexts({
    "p.csv": "symbol,date,close\nA,2020-01-02,10\nB,2020-01-02,20\nC,2020-01-02,30\n",
    "facts.csv":
      "symbol,date,eps\nA,2020-01-01,1\nA,2020-01-05,2\nA,2020-01-06,3\nB,2020-01-06,4\nC,2020-01-04,5\n",
    "signals.csv": "symbol,date,model\nB,2020-01-05,0.5\nB,2020-01-07,0.7\n",
  });
  const day = parseIsoDay("2020-01-05") ?? 0;
  expect(factsOf(cutMarket(market, day, 0))).toEqual([
    [
      "eps",
      "fact",
      [
        ["A", "2020-01-01", 1],
        ["A", "2020-01-05", 2],
        ["C", "2020-01-04", 5],
      ],
    ],
    ["model", "signal", [["B", "2020-01-05", 0.5]]],
  ]);
  expect("facts" in cutMarket((await readTexts({ "p.csv": "symbol,date,close\n" })).market, day, 0)).toBe(
    false,
  );
});

it("a market up to a day has of a number from own code the steps of its own bars", async () => {
  const { market } = await readTexts({
    "p.csv":
      "symbol,date,close\nA,2020-01-02,10\nA,2020-01-03,11\nA,2020-01-06,12\nB,2020-01-06,20\nC,2020-01-03,30\nC,2020-01-06,31\n",
  });
  const computed = {
    name: "own",
    kind: "signal",
    stepOffset: market.barOffset,
    day: new Int32Array(0),
    value: Float64Array.of(1, 2, 3, 4, 5, 6),
    computed: { marketCap: false, signals: [] },
  } as const;
  const { computed: from, ...others } = computed;
  const plain = { ...others, name: "known", day: market.day };
  const cut = marketUpTo({ ...market, facts: [computed, plain] }, parseIsoDay("2020-01-03") ?? 0);
  expect(Array.from(cut.barOffset)).toEqual([0, 2, 2, 3]);
  const [own, other] = cut.facts ?? [];
  expect(Array.from(own?.stepOffset ?? [])).toEqual([0, 2, 2, 3]);
  expect(Array.from(own?.value ?? [])).toEqual([1, 2, 5]);
  expect(own?.computed).toEqual(from);
  expect(other).toEqual(plain);
});

import { bitAt } from "#workers/sessions/bits.ts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { RANDOM_VOCABULARY, ruleMarkets } from "#tests/rules/random-rule-market.ts";
import type { RuleMarket } from "#tests/rules/random-rule-market.ts";
import { ruleTexts } from "#tests/rules/random-rules.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { toEpochDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { groundOfSession } from "#workers/analysis/session-ground.ts";
import type { AskedGround } from "#workers/engine/rule-ground.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { topByCap } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { tries } from "#tests/support/tries.ts";

const TEXTS = ruleTexts(RANDOM_VOCABULARY);
/** Those that look across the universe, on the session itself and before it. */
const ACROSS = fc.constantFrom(
  "rank(growth(2)) < 50",
  "rank(trend(3)) < 50",
  'rank(close, "sector") >= 50 or rank(volume) = 0',
  "place(growth(2)) <= 2",
  'place(close, "sector") > 1 and place(close)[1] <= place(close)',
  "breadth(close > close[1]) > 40",
  "rank(close)[1] < 50",
  "once(rank(close) < 20, 3)",
  "sma(breadth(close > open), 2) > 50",
  "rank(close) crosses below 50",
  "rank(weekly(close)) < 50",
  "latch(rank(close) < 40, rank(close) > 60)",
);

function planOf({ market, run }: RuleMarket): Plan | null {
  const { priceBasis, benchmark, symbols, sectors } = run;
  const plan = planRun(
    strategyOf({
      format: "strategy/2",
      scanner: { marketCapRank: 40, ...(symbols && { symbols }), ...(sectors && { sectors }) },
      simulation: { startDate: "2019-01-01", endDate: "2039-12-31", priceBasis, benchmark },
    }),
    market,
    { shortcuts: [] },
  );
  return plan.ok ? plan.value : null;
}

/** NaN, or null of a rule, is unknown. */
function worthOn(
  { columns, evaluator }: AskedGround,
  expression: Expression,
  { member, bar }: { member: number; bar: number },
) {
  columns.putMember(member);
  if (expression.kind === "number") return evaluator.numbers(expression)()[bar];
  const { yes, no } = evaluator.truths(expression)();
  return bitAt(yes, bar) === 1 ? true : bitAt(no, bar) === 1 ? false : null;
}

/** By session and member with a bar: the worth on the session alone, and in the run. */
function worths(
  plan: Plan | null,
  expressions: readonly Expression[],
): { alone: unknown[]; inRun: unknown[] } {
  const found: { alone: unknown[]; inRun: unknown[] } = { alone: [], inRun: [] };
  if (plan === null) return found;
  const { calendar, sessionDay } = plan;
  for (const session of [0, sessionDay.length >> 1, sessionDay.length - 1]) {
    const groundFor = groundOfSession(plan, session);
    for (let member = 0; member < calendar.members; member++) {
      const row = rowOn(calendar, member, session);
      if (row === NO_BAR) continue;
      const bar = row - (calendar.fromRow[member] ?? 0);
      for (const expression of expressions) {
        found.alone.push(worthOn(groundFor(expression), expression, { member, bar }));
        found.inRun.push(worthOn(plan.ground(), expression, { member, bar }));
      }
    }
  }
  return found;
}

function expressionsOf(text: string): readonly Expression[] {
  return [checkRule(text), checkNumber(text)].flatMap((read) => (read.ok ? [read.expression] : []));
}

it("what is worked out for one session alone is what a run works out on it", () => {
  fc.assert(
    fc.property(fc.oneof(ACROSS, TEXTS.rule, TEXTS.expression), ruleMarkets(), (text, market) => {
      const { alone, inRun } = worths(planOf(market), expressionsOf(text));
      expect(alone).toEqual(inRun);
    }),
    { numRuns: tries(300) },
  );
});

it("so it is of trends over years of prices, with stretches that have no logarithm and jumps", () => {
  const bars = 1500;
  const members = 12;
  const market = wavyMarket(members, bars);
  const texts = ["rank(trend(90))", "rank(trend(close - 100, 20))", "rank(trend(close - 80, 300))"];
  const { alone, inRun } = worths(
    planOf({ market, run: { exchange: "NSE", type: "EQUITY", priceBasis: "as-traded", benchmark: null } }),
    texts.flatMap(expressionsOf),
  );
  expect(alone).toEqual(inRun);
  expect(new Set(inRun).size).toBeGreaterThan(members);
});

/** Closes that swing about 100, and jump for a day now and then. */
function wavyMarket(members: number, bars: number): Market {
  const close = Float64Array.from({ length: members * bars }, (_, row) => {
    const [member, bar] = [Math.floor(row / bars), row % bars];
    const jump = bar % (400 + member) === 0 ? 5000 : 0;
    return 100 + 30 * Math.sin((bar / 300) * (member + 1)) + ((bar * 7) % 11) + jump;
  });
  const first = toEpochDay(2019, 1, 1);
  return {
    instruments: Array.from({ length: members }, (_, member) => ({
      symbol: `M${member}`,
      name: "",
      exchange: "NSE",
      instrumentType: "EQUITY",
      currency: "",
      marketCapLooksAhead: false,
    })),
    barOffset: Int32Array.from({ length: members + 1 }, (_, member) => member * bars),
    day: Int32Array.from(close, (_, row) => first + (row % bars)),
    open: close,
    high: close,
    low: close,
    close,
    volume: new Float64Array(close.length).fill(1000),
    adjClose: null,
    marketCap: null,
  };
}

it("the top by market cap too", () => {
  fc.assert(
    fc.property(ruleMarkets(), fc.constantFrom(10, 40, 100), (market, percent) => {
      const { alone, inRun } = worths(planOf(market), [topByCap(percent)]);
      expect(alone).toEqual(inRun);
    }),
    { numRuns: tries(100) },
  );
});

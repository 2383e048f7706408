/** Evaluators whose columns lie in the kernels' rooms, which those made later take over. */
import { Session } from "node:inspector/promises";
import { expect, it, vi } from "vitest";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import type { Loops } from "#workers/engine/evaluate.ts";
import { makeRuleGround, surroundingsOf } from "#workers/engine/rule-ground.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import type { Market } from "#workers/model/market.ts";
import { checkNumber } from "#workers/rules/check.ts";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import { WIDE_LOOPS } from "#workers/shortcuts/wide-loops.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";

const TEXTS = [
  "ema(close, 5) - ema(close, 12)",
  "rsi(4) + highest(high, 7)",
  "close / sma(20) * 2",
  "atr(5) + stochK(6) - mfi(4)",
  "adx(5) + volatility(9) + macdHistogram(3, 7, 4)",
];

function groundOn(market: Market, loops: Loops): RuleGround {
  const universe = Int32Array.from(market.instruments.keys());
  const calendar = buildCalendar(market, universe);
  const of = { market, universe, calendar, isAdjusted: false, benchmark: 0, sessionsOfYear: 252 };
  return makeRuleGround(of, surroundingsOf(of, { loops }));
}

function pullsOf({ columns, evaluator }: RuleGround): ((member: number) => readonly number[])[] {
  return TEXTS.map((text) => {
    const number = checkNumber(text);
    if (!number.ok) throw new Error(text);
    const pull = evaluator.numbers(number.expression);
    return (member) => {
      columns.putMember(member);
      return [...pull().subarray(0, columns.bars)];
    };
  });
}

it("a ground that lost its room to others gives the same columns, on the member that was in place and on others", () => {
  const market = syntheticMarket({ instruments: 5, sessions: 400 });
  const plain = pullsOf(groundOn(market, PLAIN_LOOPS));
  const grounds: ReturnType<typeof pullsOf>[] = [];
  for (let round = 0; round < 6; round++) {
    grounds.push(pullsOf(groundOn(market, WIDE_LOOPS)));
    for (const own of grounds) {
      for (const member of [round % 5, (round + 1) % 5]) {
        for (const [at, pull] of own.entries()) expect(pull(member)).toEqual(plain[at]?.(member));
      }
    }
    // the first ones again, on the member that the next ground finds in place
    for (const own of grounds) for (const pull of own) pull((round + 1) % 5);
  }
});

it("more columns than a room holds lie elsewhere", () => {
  const room = WIDE_LOOPS.takeRoom();
  const bars = 100_000;
  const [first, ...others] = Array.from({ length: 20 }, () => room?.column(bars));
  expect(first?.length).toBe(bars);
  expect(others.at(-1)).toBeNull();
  expect(room?.column(200_000)).toBeNull();
  const elsewhere = new Float64Array(bars);
  const isLost = () => [first, elsewhere].map((column) => column && room?.isLost(column));
  WIDE_LOOPS.takeRoom();
  expect(isLost()).toEqual([false, false]);
  WIDE_LOOPS.takeRoom();
  expect(isLost()).toEqual([true, false]);
  expect(room?.column(10)).toBeNull();
});

it("a room keeps no market that nobody else has", async () => {
  const known = askedOnce();
  await new Promise((resolve) => setTimeout(resolve, 0)); // a weak reference holds until its turn has ended
  // The flag that gives a program the collector would hold for every thread of the tests, and for people's code in them.
  const inspector = new Session();
  inspector.connect();
  // The collector may need more than one turn: code that was just made fast can hold what it last looked at.
  await vi.waitFor(async () => {
    await inspector.post("HeapProfiler.collectGarbage");
    // Asked for a truth value: an error that has the market in it would keep it for the next look.
    expect(known.deref() === undefined).toBe(true);
  }, 20_000);
  inspector.disconnect();
});

/** Of 40 markets, of which one and its columns have 2.2 MB. */
const MOST_BYTES = 2e7;
const MOST_COLLECTIONS = 100;

it("many runs in one turn don't keep their markets until it ends", async () => {
  const answers: Promise<unknown>[] = [];
  const inspector = new Session();
  inspector.connect();
  const bytesOf = (markets: number, most: number): number => {
    for (let at = 0; at < markets; at++) askOnce(syntheticMarket({ instruments: 20, sessions: 2000 }));
    let bytes = Infinity;
    // What one collection finds another thread gives back: it is there for a later one, on a busy machine not the next.
    for (let time = 0; time < 2 || (time < MOST_COLLECTIONS && bytes > most); time++) {
      answers.push(inspector.post("HeapProfiler.collectGarbage"));
      bytes = process.memoryUsage().arrayBuffers;
    }
    return bytes;
  };
  // On a busy machine the collector may keep some for longer; what a run keeps it keeps each time.
  let grown = Infinity;
  for (let time = 0; time < 3 && grown >= MOST_BYTES; time++) {
    const before = bytesOf(2, Infinity);
    grown = bytesOf(40, before + MOST_BYTES) - before;
  }
  await Promise.all(answers);
  inspector.disconnect();
  expect(grown).toBeLessThan(MOST_BYTES);
});

function askedOnce(): WeakRef<object> {
  const market = syntheticMarket({ instruments: 2, sessions: 300 });
  askOnce(market);
  return new WeakRef(market);
}

function askOnce(market: Market): void {
  for (const pull of pullsOf(groundOn(market, WIDE_LOOPS))) pull(1);
}

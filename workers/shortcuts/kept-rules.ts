/**
 * Keeps what rules say of the bars, by their text, for the next run on the market: a strategy in which one number was
 * changed costs the evaluation of that rule alone, and not of all. Gains three quarters of a run again: 0.08 s in place of 0.37
 * (four rules, one of them rank(growth(126)) < 40, on 500 x 6,500, with another number in close > sma(200)).
 */
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { Surroundings } from "#workers/engine/evaluate.ts";
import { makeRuleGround, surroundingsOf } from "#workers/engine/rule-ground.ts";
import type { RuleGround, RuleMarket } from "#workers/engine/rule-ground.ts";
import type { Shortcut } from "#workers/engine/run-plan.ts";
import type { AskedSessions } from "#workers/sessions/schedule.ts";
import { looksAcrossOnTheDay, surroundingsOn } from "./asked-sessions.ts";
import { fastFactsOf } from "./fast-facts.ts";
import type { FastFacts } from "./fast-facts.ts";
import { boundedBits } from "./figure-bounds.ts";
import { withRankTops } from "./rank-tops.ts";
import type { RankedGround } from "./rank-tops.ts";
import { withSessionRules } from "./session-rules.ts";
import { WIDE_LOOPS } from "./wide-loops.ts";
import type { Expression, NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { partsOf } from "#workers/rules/expression.ts";

export const keptRules: Shortcut = { name: "rules kept by their text", ruleGround: groundFor };

/** The same on all sessions: for runs that ask on sessions of their own each, and share what they ask. */
export const rulesOnAllSessions: Shortcut = {
  name: "rules kept on all sessions",
  ruleGround: (facts, of) => groundFor(facts, of, null),
};

function groundFor(facts: PriceFacts, of: RuleMarket, asked: AskedSessions | null): RuleGround {
  const key = `${of.benchmark ?? NO_SERIES} ${of.sessionsOfYear} ${asked?.name ?? "daily"}`;
  return groundsOf(facts)(key, of, asked).forRun();
}

/** Benchmarks and schedules for which grounds are kept. */
const GROUNDS_KEPT = 2;
/** Stands for a benchmark that is the universe itself. */
const NO_SERIES = -1;
/** What the bits of the rules that are kept may take. */
const BITS_BYTES = 64e6;
/** Rules whose bits are kept however much they take. */
const LEAST_KEPT = 8;
/** What columns and ranks that rules were worked out on may take before they are let go. */
const COLUMN_BYTES = 200e6;

/** On so few sessions all market caps are put in order sooner than bounds of them are. */
const FEW_SESSIONS = 64;

interface KeptGround {
  /** For one run; its bits are there for the next ones. */
  readonly forRun: () => RankedGround;
}

type Grounds = (key: string, of: RuleMarket, asked: AskedSessions | null) => KeptGround;

const known = new WeakMap<PriceFacts, Grounds>();

function groundsOf(facts: PriceFacts): Grounds {
  const grounds: Grounds =
    known.get(facts) ??
    keepLast(GROUNDS_KEPT, (_key: string, of: RuleMarket, asked: AskedSessions | null) =>
      keepRules(of, asked?.sessions ?? null, fastFactsOf(facts)),
    );
  known.set(facts, grounds);
  return grounds;
}

/** @param asked - the sessions on which answers are asked for; null where on all */
function keepRules(of: RuleMarket, asked: Int32Array | null, facts: FastFacts): KeptGround {
  let ground = makeGround(of, asked);
  /** What the ground has worked out, by key, and the bytes that it takes. */
  let workedOut = new Set<string>();
  let bytes = 0;

  function count(expression: Expression): void {
    for (const part of partsOf(expression)) {
      if (workedOut.has(part.key)) continue;
      workedOut.add(part.key);
      bytes += bytesOf(part, of.calendar);
    }
  }

  /** Counts the values of a number that is kept for all members at once. */
  function countAll(number: NumberExpression, bytesAValue: number): void {
    count(number);
    const key = `${number.key} in ${bytesAValue} bytes`;
    if (!workedOut.has(key)) bytes += of.calendar.longest * of.calendar.members * bytesAValue;
    workedOut.add(key);
  }

  /** For the next run a ground that may keep more. What still needs the one before keeps it. */
  function roomyGround(): RankedGround {
    if (bytes <= COLUMN_BYTES) return ground;
    ground = makeGround(of, asked);
    workedOut = new Set();
    bytes = 0;
    return ground;
  }

  const areFew = asked !== null && asked.length <= FEW_SESSIONS;
  const most = Math.max(LEAST_KEPT, Math.floor(BITS_BYTES / (of.calendar.present.byteLength + 1)));
  /** All of a run are worked out on its one ground: what two of them share is there, and is not worked out on another. */
  const bitsOf = keepLast(most, (_key: string, rule: TruthExpression, own: RuleGround) => {
    if (rule.op === "top" && !areFew) return facts.capTop(rule.percent);
    count(rule);
    return boundedBits(rule, facts, of.calendar, own.bitsOf) ?? own.bitsOf(rule);
  });
  const aboveZero = keepLast(most, (_key: string, number: NumberExpression, own: RuleGround) => {
    count(number);
    return own.aboveZero(number);
  });
  return {
    forRun() {
      const own = roomyGround();
      return {
        ...own,
        evaluator: {
          numbers(expression) {
            count(expression);
            return own.evaluator.numbers(expression);
          },
          truths(expression) {
            count(expression);
            return own.evaluator.truths(expression);
          },
        },
        bitsOf: (rule) => bitsOf(rule.key, rule, own),
        singlesOf(number) {
          countAll(number, Float32Array.BYTES_PER_ELEMENT);
          return own.singlesOf(number);
        },
        columnOf(number) {
          countAll(number, Float64Array.BYTES_PER_ELEMENT);
          return own.columnOf(number);
        },
        aboveZero: (number) => aboveZero(number.key, number, own),
        keysOf(number) {
          countAll(number, Float32Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT);
          return own.keysOf(number);
        },
      };
    },
  };
}

/** Ranks and the like that are asked for on some sessions alone are worked out on these. */
function makeGround(of: RuleMarket, asked: Int32Array | null): RankedGround {
  const whole = groundIn(of, surroundingsOf(of, { loops: WIDE_LOOPS }));
  if (asked === null) return withRankTops(whole, of.calendar, null);
  const few = groundIn(of, surroundingsOn(of, asked));
  const groundOf = (expression: Expression): RuleGround => (looksAcrossOnTheDay(expression) ? few : whole);
  const either: RuleGround = {
    ...whole,
    bitsOf: (rule) => groundOf(rule).bitsOf(rule),
    aboveZero: (number) => groundOf(number).aboveZero(number),
    singlesOf: (number) => groundOf(number).singlesOf(number),
    columnOf: (number) => groundOf(number).columnOf(number),
  };
  return withRankTops(either, of.calendar, asked);
}

function groundIn(of: RuleMarket, around: Surroundings): RuleGround {
  return withSessionRules(makeRuleGround(of, around), of.calendar, around);
}

/** What a part alone takes: a column or bits of one instrument's bars, or something of each bar of the universe. */
function bytesOf({ kind, op }: Expression, { longest, members, sessionDay }: Calendar): number {
  if (op === "rank") return members * sessionDay.length * Float32Array.BYTES_PER_ELEMENT;
  return kind === "number" ? longest * Float64Array.BYTES_PER_ELEMENT : longest / 4;
}

/** Mistakes in what is seen at a close: looking ahead, and the conditions. */
import type { MemberBits } from "#workers/engine/member-bits.ts";
import { compareFixed, figure, literal } from "#workers/rules/expression.ts";
import type { CapPart } from "#workers/shortcuts/cap-top.ts";
import { mistake, peek } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

/** Each session passes where the one after it does. */
function tomorrow({ bits, ready }: MemberBits): MemberBits {
  const next = new Int32Array(bits.length);
  return {
    bits: next,
    ready(member) {
      ready(member);
      for (let at = 0; at < bits.length; at++)
        next[at] = ((bits[at] ?? 0) >>> 1) | ((bits[at + 1] ?? 0) << 31);
    },
  };
}

export const lookAheads: readonly Mutant[] = [
  peek("what passes today is what passes tomorrow", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, asked) {
      const { every, some } = makeConditions(premises, asked);
      return { every: every.map(tomorrow), some: some.map(tomorrow) };
    },
  })),
  peek("the moving average is that of tomorrow", "rules/functions/averages.ts", ({ sma }) => ({
    sma(pass, out) {
      sma(pass, out);
      out.copyWithin(0, 1, pass.bars);
    },
  })),
  peek("positions are marked at tomorrow's close", "engine/plan.ts", ({ planOn }) => ({
    planOn(strategy, facts, shortcuts) {
      const plan = planOn(strategy, facts, shortcuts);
      if (!plan.ok) return plan;
      const { priceOf, calendar } = plan.value;
      const last = (member: number) => (calendar.toRow[member] ?? 0) - 1;
      const close = (row: number, member: number) => priceOf.close(Math.min(row + 1, last(member)), member);
      return { ok: true, value: { ...plan.value, priceOf: { ...priceOf, close } } };
    },
  })),
  peek("fills are at the open of the day after", "engine/plan.ts", ({ planOn }) => ({
    planOn(strategy, facts, shortcuts) {
      const plan = planOn(strategy, facts, shortcuts);
      if (!plan.ok) return plan;
      const { priceOf, calendar } = plan.value;
      const last = (member: number) => (calendar.toRow[member] ?? 0) - 1;
      const open = (row: number, member: number) => priceOf.open(Math.min(row + 1, last(member)), member);
      return { ok: true, value: { ...plan.value, priceOf: { ...priceOf, open } } };
    },
  })),
  peek("candidates are sorted by tomorrow's key", "engine/priority.ts", ({ makePriorityKey }) => ({
    makePriorityKey(ground) {
      const keyOf = makePriorityKey(ground);
      const last = (member: number) => (ground.calendar.toRow[member] ?? 0) - 1;
      return (row, member) => keyOf(Math.min(row + 1, last(member)), member);
    },
  })),
  peek("who will never trade again is no candidate", "engine/candidates.ts", ({ findCandidates }) => ({
    *findCandidates(plan) {
      const found = yield* findCandidates(plan);
      const { members, words, present } = plan.calendar;
      for (let member = 0; member < members; member++) {
        const own = present.subarray(member * words, (member + 1) * words);
        const word = own.findLastIndex((bits) => bits !== 0);
        const last = word * 32 + 31 - Math.clz32(own[word] ?? 0);
        for (let session = Math.max(plan.firstSession, last - 3); session < plan.lastSession; session++) {
          const at = session - found.firstSession + (member >> 5) * found.stride;
          found.bits[at] = (found.bits[at] ?? 0) & ~(1 << (member & 31));
        }
      }
      return found;
    },
  })),
];

export const conditions: readonly Mutant[] = [
  mistake("comparisons do not forgive rounding", "model/forgive.ts", () => ({
    leastFor: (b) => b,
    mostFor: (b) => b,
    atLeast: (a, b) => a >= b,
    atMost: (a, b) => a <= b,
  })),
  mistake("the fixed conditions do not forgive rounding", "engine/compare-columns.ts", () => ({
    holdAtLeast({ left, right }, bars, out) {
      for (let bar = 0; bar < bars; bar++) {
        const holds = (left[bar] ?? NaN) >= (right[bar] ?? NaN);
        out.yes[bar >> 5] = (out.yes[bar >> 5] ?? 0) | (Number(holds) << (bar & 31));
      }
    },
  })),
  mistake("an earlier close is that of a bar later", "engine/column-arithmetic.ts", ({ shiftColumn }) => ({
    shiftColumn: (values, by, bars, out) => shiftColumn(values, by - 1, bars, out),
  })),
  mistake("the minimum price looks at adjusted prices", "rules/fixed-fields.ts", ({ fixedScannerRules }) => ({
    fixedScannerRules(strategy) {
      const { minPrice } = strategy.scanner;
      const rule = compareFixed(figure("close", "price"), literal(minPrice ?? 0));
      const others = { ...strategy, scanner: { ...strategy.scanner, minPrice: null } };
      const own = fixedScannerRules(strategy).filter(({ field }) => field === "minPrice");
      return [...fixedScannerRules(others), ...own.map((fixed) => Object.assign(fixed, { rule }))];
    },
  })),
  mistake("a mean takes in a bar too many", "rules/functions/averages.ts", ({ sma }) => ({
    sma: (pass, out) => sma({ ...pass, n: pass.n + 1 }, out),
  })),
  mistake("the moving average is that of a bar less", "rules/functions/averages.ts", ({ sma }) => ({
    sma: (pass, out) => sma({ ...pass, n: Math.max(pass.n - 1, 1) }, out),
  })),
  mistake("an 'any' group asks for all of its conditions", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, asked) {
      const { every, some } = makeConditions(premises, asked);
      return { every: [...every, ...some], some: [] };
    },
  })),
  mistake("an 'any' group asks its first condition alone", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, asked) {
      const { every, some } = makeConditions(premises, asked);
      return { every, some: some.slice(0, 1) };
    },
  })),
  mistake("an 'any' group does without the buy rules", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, asked) {
      const { every, some } = makeConditions(premises, asked);
      return { every: some.length > 0 ? [] : every, some };
    },
  })),
  mistake("verdicts are not moved past missing bars", "sessions/bits.ts", () => ({
    spread: (packed, places) => packed & places,
  })),
  mistake("an instrument with holes has every session", "sessions/calendar.ts", ({ buildCalendar }) => ({
    buildCalendar(market, universe) {
      const calendar = buildCalendar(market, universe);
      const whole = calendar.present.map((bits) => (bits === 0 ? 0 : -1));
      return { ...calendar, present: whole };
    },
  })),
  mistake("the rank takes one more at its edge", "shortcuts/cap-top.ts", ({ makeCapTop }) => ({
    makeCapTop: (percent, members, sessions) => makeCapTop(percent + 100 / members, members, sessions),
  })),
  mistake(
    "the rank without shortcuts takes one more at its edge",
    "engine/cross-section.ts",
    ({ topOf }) => ({
      topOf: (value, columns, calendar, { percent, asked }) =>
        topOf(value, columns, calendar, { percent: percent + 100 / calendar.members, asked }),
    }),
  ),
  mistake(
    "the last of equal caps at the edge of the rank is out",
    "shortcuts/cap-top.ts",
    ({ makeCapTop }) => ({
      makeCapTop(percent, members, sessions) {
        const top = makeCapTop(percent, members, sessions);
        return { ...top, bitsOf: (part) => top.bitsOf({ ...part, firstMember: part.firstMember + 1 }) };
      },
    }),
  ),
  mistake(
    "the rank is cut between the lowest caps of 32 sessions",
    "shortcuts/cap-top.ts",
    ({ makeCapTop }) => ({
      makeCapTop(percent, members, sessions) {
        const top = makeCapTop(percent, members, sessions);
        return { ...top, bound: (part) => top.bound(withoutRises(part)) };
      },
    }),
  ),
  mistake("the rank counts instruments without a market cap", "shortcuts/cap-top.ts", ({ makeCapTop }) => ({
    makeCapTop(percent, members, sessions) {
      const top = makeCapTop(percent, members, sessions);
      return {
        ...top,
        bound: (part) => top.bound(withCaps(part)),
        gather: (part) => top.gather(withCaps(part)),
      };
    },
  })),
  mistake("who is in the top on a session is there for 32", "shortcuts/cap-top.ts", ({ makeCapTop }) => ({
    makeCapTop(percent, members, sessions) {
      const top = makeCapTop(percent, members, sessions);
      return {
        ...top,
        bitsOf(part) {
          const { bits, ready } = top.bitsOf(part);
          return {
            bits,
            ready(member) {
              ready(member);
              for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) bits[at] = -1;
            },
          };
        },
      };
    },
  })),
];

/** A cap rises above its lowest of 32 sessions on none of them. */
function withoutRises(part: CapPart): CapPart {
  const { zones } = part;
  if (zones === null) return part;
  const wordsOf = (member: number) => {
    const { least } = zones.wordsOf(member);
    return { least, most: least };
  };
  return { ...part, zones: { wordsOf } };
}

/** Each bar has a cap. */
function withCaps(part: CapPart): CapPart {
  const capsOf: CapPart["capsOf"] = (member, from, to) =>
    part.capsOf(member, from, to).map((cap) => (cap > 0 ? cap : 1e-300));
  return { ...part, capsOf, zones: null };
}

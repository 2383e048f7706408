/** Mistakes in what is seen at a close: looking ahead, and the conditions. */
import type { Condition } from "#workers/engine/condition.ts";
import { mistake, peek } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

/** Each session passes where the one after it does. */
function tomorrow(condition: Condition): Condition {
  return (member, need, verdict) => {
    const own = new Int32Array(need.length).fill(-1);
    condition(member, own, own);
    for (let word = 0; word < need.length; word++) {
      const next = ((own[word] ?? 0) >>> 1) | ((own[word + 1] ?? 0) << 31);
      verdict[word] = (need[word] ?? 0) & next;
    }
    return false;
  };
}

export const lookAheads: readonly Mutant[] = [
  peek("what passes today is what passes tomorrow", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, span) {
      const { every, some } = makeConditions(premises, span);
      return { every: every.map(tomorrow), some: some.map(tomorrow) };
    },
  })),
  peek("buy rules look at tomorrow's closes", "shortcuts/buy-rules.ts", ({ passBuyRules }) => ({
    passBuyRules: (closes, zones, rules) =>
      passBuyRules(
        {
          ...closes,
          id: -1 - closes.id,
          copy(member, span, into) {
            closes.copy(member, span, into);
            into.copyWithin(0, 1, span.to - span.from);
          },
        },
        zones,
        rules,
      ),
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
    holdAtLeast(left, right, bars, out) {
      for (let bar = 0; bar < bars; bar++) {
        const holds = (left[bar] ?? NaN) >= (right[bar] ?? NaN);
        out.yes[bar >> 5] = (out.yes[bar >> 5] ?? 0) | (Number(holds) << (bar & 31));
      }
    },
  })),
  mistake("an earlier close is that of a bar later", "engine/column-arithmetic.ts", ({ shiftColumn }) => ({
    shiftColumn: (values, by, bars, out) => shiftColumn(values, by - 1, bars, out),
  })),
  mistake("the minimum price looks at adjusted prices", "shortcuts/fast-facts.ts", ({ fastFactsOf }) => ({
    fastFactsOf(facts) {
      const known = fastFactsOf(facts);
      return { ...known, fileCloses: known.closes, fileCloseZones: known.closeZones };
    },
  })),
  mistake("a mean takes in a bar too many", "shortcuts/rolling.ts", ({ rollingMean }) => ({
    rollingMean: (column, rows, n, out) => rollingMean(column, rows, n + 1, out),
  })),
  mistake("the moving average is that of a bar less", "shortcuts/buy-rules.ts", ({ passBuyRules }) => ({
    passBuyRules: (closes, zones, rules) =>
      passBuyRules(closes, zones, { ...rules, meanDays: Math.max(rules.meanDays - 1, 0) }),
  })),
  mistake("the earlier close is that of a bar later", "shortcuts/buy-rules.ts", ({ passBuyRules }) => ({
    passBuyRules: (closes, zones, rules) =>
      passBuyRules(closes, zones, { ...rules, closeDays: Math.max(rules.closeDays - 1, 0) }),
  })),
  mistake("daily values are means of a day more", "shortcuts/daily-values.ts", ({ dailyValues }) => ({
    dailyValues: (calendar, traded, days) => dailyValues(calendar, traded, days + 1),
  })),
  mistake("bounds of gains speak for bars with too few before them", "shortcuts/zones.ts", (own) => ({
    boundsOfGains(calendar, zones, days) {
      const bounds = own.boundsOfGains(calendar, zones, days);
      return {
        ...bounds,
        wordsOf(member) {
          const { least, most } = bounds.wordsOf(member);
          return { least: least.map((bound, at) => (bound === -Infinity ? (most[at] ?? 0) : bound)), most };
        },
      };
    },
  })),
  mistake("bounds of daily values speak for bars with too few before them", "shortcuts/zones.ts", (own) => ({
    windowsByWord(calendar, zones, days) {
      const windows = own.windowsByWord(calendar, zones, days);
      return {
        wordsOf(member) {
          const { least, most } = windows.wordsOf(member);
          return { least: least.map((bound, at) => (bound === -Infinity ? (most[at] ?? 0) : bound)), most };
        },
      };
    },
  })),
  mistake("an 'any' group asks for all of its conditions", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, span) {
      const { every, some } = makeConditions(premises, span);
      return { every: [...every, ...some], some: [] };
    },
  })),
  mistake("an 'any' group asks its first condition alone", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, span) {
      const { every, some } = makeConditions(premises, span);
      return { every, some: some.slice(0, 1) };
    },
  })),
  mistake("an 'any' group does without the buy rules", "engine/conditions.ts", ({ makeConditions }) => ({
    makeConditions(premises, span) {
      const { every, some } = makeConditions(premises, span);
      return { every: some.length > 0 ? [] : every, some };
    },
  })),
  mistake("verdicts are not moved past missing bars", "sessions/bits.ts", () => ({
    spread: (packed, places) => packed & places,
  })),
  mistake("the words of bars are judged a bar too late", "shortcuts/judge-word.ts", ({ judgeWord }) => ({
    judgeWord: (calendar, member, word, judge) =>
      judgeWord(calendar, member, word, (run) => judge({ ...run, row: run.row + 1 })),
  })),
  mistake("an instrument with holes has every session", "sessions/calendar.ts", ({ buildCalendar }) => ({
    buildCalendar(market, universe) {
      const calendar = buildCalendar(market, universe);
      const whole = calendar.present.map((bits) => (bits === 0 ? 0 : -1));
      return { ...calendar, present: whole };
    },
  })),
  mistake("the rank takes one more at its edge", "shortcuts/cap-rank.ts", ({ makeCapRank }) => ({
    makeCapRank: (caps, percent) => makeCapRank(caps, percent + 100 / caps.calendar.members),
  })),
  mistake(
    "the rank without shortcuts takes one more at its edge",
    "engine/cross-section.ts",
    ({ topOf }) => ({
      topOf: (value, columns, calendar, percent) =>
        topOf(value, columns, calendar, percent + 100 / calendar.members),
    }),
  ),
  mistake("the floor of the rank's caps is that of a place less", "shortcuts/cap-floors.ts", (own) => ({
    findCapFloors: (caps, places) => own.findCapFloors(caps, places - 1),
  })),
  mistake("the edge of the rank is looked for a place too high", "shortcuts/rank-edges.ts", (own) => ({
    findEdges: (counts, floors, places) =>
      own.findEdges(
        counts,
        floors,
        places.map((place) => Math.max(0, place - 1)),
      ),
  })),
  mistake("caps as large as those at the edge of the rank are out", "shortcuts/rank-sizes.ts", (own) => ({
    mostSize: (sizes) => own.mostSize(sizes) - 1,
  })),
  mistake("the rank counts instruments without a market cap", "shortcuts/rank-sizes.ts", (own) => ({
    measureCaps(caps, open, sizes) {
      const counts = own.measureCaps(caps, open, sizes);
      return { ...counts, missing: counts.missing.map(() => 0), absent: counts.absent.map(() => 0) };
    },
  })),
  mistake("who is in the top on a session is there for 32", "shortcuts/cap-rank.ts", ({ makeCapRank }) => ({
    makeCapRank(caps, percent) {
      const rank = makeCapRank(caps, percent);
      return { ...rank, inTop: (member, word) => (rank.inTop(member, word) === 0 ? 0 : -1) };
    },
  })),
];

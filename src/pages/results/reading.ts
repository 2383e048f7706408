/**
 * What a result tells, in words: one table of findings, each with the cases in which it is said, its sentence and the
 * chapter that shows it. Nothing here advises to buy or to sell.
 */
import { formatDay } from "#src/format/day.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import { countOf, formatDecimal, formatPercent, formatPercentSetting } from "#src/format/number.ts";
import type { LeadSpread } from "#workers/model/analysis.ts";
import { FEW_TRADES } from "#workers/model/performance-figures.ts";
import type { ChapterId } from "./chapter-list.ts";
import { leadInWords } from "./luck-facts.ts";
import { excessOf, isLevel, rateAgainst, USUAL_COST } from "./robustness-words.ts";
import type { BearableCost } from "./bearable-cost.ts";
import { effectInWords } from "./portfolio/set-back-effect.ts";
import type { HalfPair, RatePair, ReadingFacts } from "./reading-facts.ts";

/** Whether it speaks for the strategy, against it, or neither. */
export type Weight = "for" | "against" | "neither";

/** How a weight is shown: the sign, and the same in a word. */
export const WEIGHTS: Readonly<Record<Weight, { readonly sign: string; readonly name: string }>> = {
  for: { sign: "+", name: "For it" },
  against: { sign: "−", name: "Against it" },
  neither: { sign: "·", name: "To know" },
};

export interface Finding {
  readonly id: string;
  readonly weight: Weight;
  readonly words: string;
  /** Where it is shown. */
  readonly chapter: ChapterId;
}

/** A line of the table, and of a result: what it is about, and the first of its cases that holds. */
type Line = (facts: ReadingFacts) => Finding | null;

interface Case<Fact> {
  readonly when: (fact: Fact, facts: ReadingFacts) => boolean;
  readonly weight: Weight;
  readonly words: (fact: Fact, facts: ReadingFacts) => string;
}

interface LineOf<Fact> {
  readonly id: string;
  readonly chapter: ChapterId;
  /** null where nothing can be said. */
  readonly about: (facts: ReadingFacts) => Fact | null;
  readonly cases: readonly Case<Fact>[];
}

/** The findings of a result, in the order of the table; those of which nothing is known are left out. */
export function readingOf(facts: ReadingFacts): readonly Finding[] {
  return TABLE.flatMap((lineOf) => lineOf(facts) ?? []);
}

function line<Fact>({ id, chapter, about, cases }: LineOf<Fact>): Line {
  return (facts) => {
    const fact = about(facts);
    if (fact === null) return null;
    const found = cases.find(({ when }) => when(fact, facts));
    return found ? { id, chapter, weight: found.weight, words: found.words(fact, facts) } : null;
  };
}

/** One of the figures, where it is known. */
type Known<Name extends keyof ReadingFacts> = NonNullable<ReadingFacts[Name]>;

const always = () => true;

/** Percent of all profit: with more of it from one instrument, the rest is the smaller part. */
const MOST_OF_IT = 50;

/** Less of it is more cash than shares. */
const HALF_INVESTED = 50;

const TABLE: readonly Line[] = [
  line({
    id: "yardstick",
    chapter: "years",
    about: ({ whole }) => knownPair(whole),
    cases: [
      { when: isAhead, weight: "for", words: madeInWords },
      { when: isBehind, weight: "against", words: madeInWords },
      { when: always, weight: "neither", words: madeInWords },
    ],
  }),
  line({
    id: "costs",
    chapter: "robustness",
    // Of a run without costs the line above says already that it is behind.
    about: ({ bearable, paid }) => (bearable?.type === "none" && paid === 0 ? null : bearable),
    cases: [
      {
        when: ({ type }) => type === "none",
        weight: "against",
        words: (_, { yardstick }) => `Even without any costs it is not ahead of ${yardstick}.`,
      },
      { when: isAboveUsual, weight: "for", words: bearableInWords },
      { when: always, weight: "against", words: bearableInWords },
    ],
  }),
  line({
    id: "halves",
    chapter: "years",
    about: ({ halves }) => (halves && knownPair(halves.first) && knownPair(halves.second) ? halves : null),
    cases: [
      {
        when: ({ first, second }) => isAhead(first) && isAhead(second),
        weight: "for",
        words: (halves, { yardstick }) =>
          `It was ahead of ${yardstick} in both halves: ${halvesInWords(halves)}.`,
      },
      {
        when: ({ first, second }) => isAhead(first) && !isAhead(second),
        weight: "against",
        words: (halves, { yardstick }) =>
          `It was ahead of ${yardstick} in the first half only: ${halvesInWords(halves)}. What worked then did not work afterwards.`,
      },
      {
        when: ({ second }) => isAhead(second),
        weight: "neither",
        words: (halves, { yardstick }) =>
          `It was ahead of ${yardstick} in the second half only: ${halvesInWords(halves)}.`,
      },
      {
        when: always,
        weight: "against",
        words: (halves, { yardstick }) =>
          `It was ahead of ${yardstick} in neither half: ${halvesInWords(halves)}.`,
      },
    ],
  }),
  line({
    id: "set-back",
    chapter: "robustness",
    about: ({ setBack }) => setBack,
    cases: [
      { when: ({ points, shallower }) => points > 0 && shallower >= 0, weight: "for", words: effectInWords },
      {
        when: ({ points, shallower }) => points < 0 && shallower <= 0,
        weight: "against",
        words: effectInWords,
      },
      { when: always, weight: "neither", words: effectInWords },
    ],
  }),
  line({
    id: "trades",
    chapter: "trades",
    about: ({ trades }) => (trades !== null && trades < FEW_TRADES ? trades : null),
    cases: [
      {
        when: always,
        weight: "against",
        words: (trades) =>
          `${trades === 0 ? "No trade was" : `Only ${countOf(trades, "trade")} ${trades === 1 ? "was" : "were"}`} closed: under ${FEW_TRADES}, chance says more than the rules.`,
      },
    ],
  }),
  line({
    id: "chance",
    chapter: "robustness",
    about: ({ lead, trades }) => (trades === null || trades >= FEW_TRADES ? lead : null),
    cases: [
      { when: ({ low }) => low > 0, weight: "for", words: drawnAlone },
      { when: ({ high }) => high < 0, weight: "against", words: drawnAlone },
      {
        when: ({ lead }) => lead > 0,
        weight: "against",
        words: (lead, facts) => `The lead may be chance: ${drawnInWords(lead, facts)}.`,
      },
      {
        when: always,
        weight: "neither",
        words: (lead, facts) => `The difference may be chance: ${drawnInWords(lead, facts)}.`,
      },
    ],
  }),
  line({
    id: "few-positions",
    chapter: "robustness",
    about: ({ withoutBest }) => withoutBest,
    cases: withoutCases<Known<"withoutBest">>(
      ({ count }) => `its ${count} best positions, run again with them left out,`,
    ),
  }),
  line({
    id: "instrument",
    chapter: "trades",
    about: ({ bestInstrument }) => bestInstrument,
    cases: [
      {
        when: ({ share }) => share > 100,
        weight: "against",
        words: ({ symbol }) =>
          `${symbol}, its best instrument, brought more than all profit: the others lost money together.`,
      },
      { when: ({ share }) => share > MOST_OF_IT, weight: "against", words: broughtInWords },
      { when: always, weight: "neither", words: broughtInWords },
    ],
  }),
  line({
    id: "year",
    chapter: "years",
    about: ({ withoutYear }) => withoutYear,
    cases: withoutCases<Known<"withoutYear">>(({ year }) => `${year}, its best year (left out of both),`),
  }),
  line({
    id: "invested",
    chapter: "risk",
    about: ({ invested }) => invested,
    cases: [
      {
        when: (invested) => invested < HALF_INVESTED,
        weight: "against",
        words: (invested, { idleEarns }) =>
          `Only ${formatPercent(invested, 0)} of the money was invested on average: the rest was cash, which ${idleEarns ? "earns what the settings say" : "earns nothing here"} and makes falls look small.`,
      },
      {
        when: always,
        weight: "neither",
        words: (invested) => `${formatPercent(invested, 0)} of the money was invested on average.`,
      },
    ],
  }),
];

function madeInWords({ own, other }: RatePair, { yardstick, paid }: ReadingFacts): string {
  const made = rateAgainst(own, other, yardstick);
  return paid > 0
    ? `After costs of ${formatPercentSetting(paid)} a side it made ${made}.`
    : `It paid no costs, and made ${made}.`;
}

function broughtInWords({ symbol, share }: Known<"bestInstrument">): string {
  return `${symbol}, its best instrument, brought ${formatPercent(share, 0)} of all profit.`;
}

function drawnInWords(lead: LeadSpread, { yardstick }: ReadingFacts): string {
  return `with its days drawn again, 95 of 100 draws have its lead over ${yardstick} ${leadInWords(lead)}`;
}

function drawnAlone(lead: LeadSpread, facts: ReadingFacts): string {
  return `${upperFirst(drawnInWords(lead, facts))}.`;
}

function isAboveUsual(bearable: BearableCost): boolean {
  return bearable.type === "all" || (bearable.type === "up-to" && bearable.side > USUAL_COST);
}

function bearableInWords(bearable: BearableCost, { yardstick }: ReadingFacts): string {
  switch (bearable.type) {
    case "none":
      return "";
    case "all":
      return `With costs of ${formatPercentSetting(bearable.dearest)} a side, the highest that were run, it is still ahead of ${yardstick}.`;
    case "up-to": {
      const [low, high] = bearable.between.map(formatPercentSetting);
      return `It stays ahead of ${yardstick} up to costs of about ${formatDecimal(bearable.side, 2)}% a side (estimated from its runs with ${low} and ${high}).`;
    }
  }
}

function halvesInWords({ first, second, from }: HalfPair): string {
  const day = formatDay(from);
  return `${pairInWords(first)} a year up to ${day}, ${pairInWords(second)} after it`;
}

/** "20.1 against 11.9%". */
function pairInWords({ own, other }: RatePair): string {
  return `${formatDecimal(own, 1)} against ${formatPercent(other, 1)}`;
}

/** What is left without something: ahead, no longer ahead, or nothing. @param of - what is left out */
function withoutCases<Fact extends { readonly rates: RatePair }>(
  of: (fact: Fact) => string,
): readonly Case<Fact>[] {
  const words = (fact: Fact, { yardstick }: ReadingFacts) =>
    `Without ${of(fact)} it would have made ${rateAgainst(fact.rates.own, fact.rates.other, yardstick)}.`;
  return [
    {
      when: ({ rates }) => rates.own === null,
      weight: "against",
      words: (fact) => `Without ${of(fact)} nothing would be left of the account.`,
    },
    { when: ({ rates }, { whole }) => isAhead(whole) && !isAhead(rates), weight: "against", words },
    { when: ({ rates }) => isAhead(rates), weight: "for", words },
    { when: always, weight: "neither", words },
  ];
}

function knownPair(pair: RatePair | null): RatePair | null {
  return pair?.own == null || pair.other === null ? null : pair;
}

/** Whether the account is ahead by a tenth of a point or more. */
function isAhead(pair: RatePair | null): boolean {
  const points = pair && excessOf(pair.own, pair.other);
  return points !== null && points > 0 && !isLevel(points);
}

function isBehind(pair: RatePair): boolean {
  const points = excessOf(pair.own, pair.other);
  return points !== null && points < 0 && !isLevel(points);
}

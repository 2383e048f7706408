/**
 * The last pass over a market that is read in parts: each part is judged by the very conditions of a run in memory,
 * and leaves what the day loop needs of it, some bytes for each 32 sessions of an instrument. Gains, for runs in parts: a part's
 * columns are let go before the next one is read.
 */
import { WORD, wordsFor } from "#workers/sessions/bits.ts";
import { barsColumn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeCandidateBits } from "#workers/engine/candidate-bits.ts";
import type { CandidateBits, Candidates } from "#workers/engine/candidate-bits.ts";
import { makeJudge, spanOf } from "#workers/engine/candidates.ts";
import { factsOn } from "#workers/engine/facts.ts";
import type { PriceBasis, PriceFacts, UniverseFacts } from "#workers/engine/facts.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import { splitsInPrices } from "#workers/sessions/splits-in-prices.ts";
import type { AdjustedOf, SplitInPrices } from "#workers/sessions/splits-in-prices.ts";
import type { RunTerms, Weighing } from "#workers/engine/run-plan.ts";
import type { PartedMarket, PriceColumn } from "#workers/model/market.ts";
import type { CapTop } from "#workers/shortcuts/cap-top.ts";
import { fastFactsOf } from "#workers/shortcuts/fast-facts.ts";
import { makeGrowthSum } from "#workers/shortcuts/mean-growth.ts";
import type { GrowthSum } from "#workers/shortcuts/mean-growth.ts";
import { makeBestKeys, makeDistanceBounder, makeKeyBounder } from "./bounds.ts";
import type { BoundedKeys, Bounder } from "./bounds.ts";
import { capPartOf } from "./caps.ts";
import type { RulePart, RulesInParts } from "./rules.ts";
import type { DistanceBounds, SizedField } from "#workers/shortcuts/sized-orders.ts";
import { membersOfPart } from "./survey.ts";
import type { PartedSurvey } from "./survey.ts";
import { zonesInMemory } from "#workers/shortcuts/zones.ts";

export interface PartedGround extends SizedField {
  readonly candidates: Candidates;
  /** Of all members; rows as if all parts lay one after the other. */
  readonly calendar: Calendar;
  /** As from MeanGrowth, since the period's first session; of "held" only where the benchmark asks for it. */
  readonly growth: (weighing: Weighing) => Float64Array;
  /** Splits that show in the prices of a run on prices as traded. */
  readonly splits: readonly SplitInPrices[];
}

const MOST_BARS = 2 ** 31 - 1;

/** What the parts leave behind, member after member. */
interface Gathered {
  readonly terms: RunTerms;
  readonly rules: RulesInParts;
  readonly calendar: Calendar;
  readonly candidates: CandidateBits;
  /** The candidates' words of 32 members, one after the other: those of the group that is not placed yet. */
  readonly group: Int32Array;
  readonly least: Float32Array;
  readonly most: Float32Array;
  readonly keys: BoundedKeys;
  /** null where all candidates of a session have the same slot value, or any slot value buys some of a share. */
  readonly distances: DistanceBounds | null;
  /** null where the run does not rank by market cap. */
  readonly capTop: CapTop | null;
  /** By weighing; "held" only where the benchmark is of equal weight. */
  readonly growths: ReadonlyMap<Weighing, GrowthSum>;
  readonly splits: SplitInPrices[];
  /** Adjusted closes of some of an instrument's own bars, as PartedMarket.readBars. */
  readonly adjustedOf: AdjustedOf;
}

export interface Surveyed {
  readonly survey: PartedSurvey;
  /** Settled; null where the run does not rank by market cap. */
  readonly capTop: CapTop | null;
  readonly rules: RulesInParts;
}

/**
 * Without meaning where a part turns out to be damaged that the survey took as whole; every part is read nonetheless.
 *
 * @param onPart - called with every part that was read
 */
export function judgeParts(
  terms: RunTerms,
  market: PartedMarket,
  surveyed: Surveyed,
  onPart: () => void,
): PartedGround {
  const { survey, rules } = surveyed;
  const gathered = startGathering(terms, market, surveyed);
  const columns = columnsFor(terms, gathered.capTop !== null, rules);
  const damaged = market.damaged().length;
  let firstMember = 0;
  for (let at = 0; at < market.parts; at++) {
    const part = market.readPart(at, columns);
    onPart();
    if (market.damaged().length > damaged) continue;
    const { places, calendar: own } = membersOfPart(part.market, terms.strategy, survey);
    rules.across.hold(at);
    if (places.length > 0) gatherFrom(gathered, { ...part, places, calendar: own, firstMember });
    firstMember += places.length;
  }
  const { calendar, candidates, least, most, keys, distances, growths } = gathered;
  const span = spanOf(terms.firstSession, terms.lastSession + 1);
  return {
    calendar,
    candidates: { firstSession: span.first * WORD, ...candidates.found },
    closeZones: zonesInMemory(calendar, { least, most }),
    keyBounds: { most: keys.most, sharpen: () => {} },
    keys: null,
    distances,
    growth: (weighing) => {
      const sum = growths.get(weighing);
      if (sum === undefined) throw new RangeError(`nobody summed up the ${weighing} growth`);
      return sum.growth();
    },
    splits: gathered.splits,
  };
}

function columnsFor({ strategy }: RunTerms, ranks: boolean, rules: RulesInParts): readonly PriceColumn[] {
  const { scanner, simulation } = strategy;
  const columns: PriceColumn[] = [...rules.columns.judged];
  if (scanner.avgDailyValue !== null || simulation.sortingType === "volume-desc") columns.push("volume");
  if (ranks || simulation.sortingType === "market-cap-desc") columns.push("marketCap");
  return [...new Set(columns)];
}

function startGathering(
  terms: RunTerms,
  market: PartedMarket,
  { survey, capTop, rules }: Surveyed,
): Gathered {
  const { universe, numbers, sessions } = survey;
  const members = universe.length;
  const words = wordsFor(terms.sessionDay.length);
  const rowsBefore = new Int32Array(market.bars.length);
  for (let at = 1; at < rowsBefore.length; at++) rowsBefore[at] = rowsBefore[at - 1] + market.bars[at - 1];
  if (market.bars.reduce((sum, bars) => sum + bars, 0) > MOST_BARS) {
    throw new RangeError("more bars than rows have numbers");
  }
  const fromRow = universe.map((place) => rowsBefore[numbers[place]]);
  const toRow = universe.map((place, member) => fromRow[member] + market.bars[numbers[place]]);
  const longest = fromRow.reduce((most, from, member) => Math.max(most, toRow[member] - from), 0);
  const { positionSizing, fractionalShares } = terms.strategy.simulation;
  const weighings: readonly Weighing[] =
    terms.benchmark.type === "equal-weight" ? ["monthly", "held"] : ["monthly"];
  const bounds = (): Float32Array => new Float32Array(members * words);
  const span = spanOf(terms.firstSession, terms.lastSession + 1);
  return {
    terms,
    rules,
    calendar: {
      members,
      sessionDay: sessions.sessionDay,
      fromRow,
      toRow,
      longest,
      words,
      present: new Int32Array(members * words),
      barsBefore: barsColumn(longest, members * words),
    },
    candidates: makeCandidateBits(members, span.words),
    group: new Int32Array(WORD * span.words),
    least: bounds(),
    most: bounds(),
    keys: { most: bounds().fill(-Infinity), bestKeys: makeBestKeys(words) },
    distances: positionSizing === "risk" && !fractionalShares ? { least: bounds(), most: bounds() } : null,
    capTop,
    growths: new Map(
      weighings.map((weighing) => [
        weighing,
        makeGrowthSum(sessions.sessionDay, weighing, terms.firstSession),
      ]),
    ),
    splits: [],
    adjustedOf: (number, from, to) => market.readBars(number, ["adjClose"], from, to).adjClose,
  };
}

/** Takes from one part what is kept of all parts until the last one was read. */
function gatherFrom(gathered: Gathered, part: RulePart): void {
  const { terms, capTop } = gathered;
  const { strategy } = terms;
  const { market, places, calendar, firstMember } = part;
  keepCalendar(gathered.calendar, calendar, firstMember);
  const known = factsOn(market, places, calendar, capTop === null ? undefined : true);
  const facts = factsOnBasis(known, strategy.simulation.priceBasis);
  const { closes, closeZones } = fastFactsOf(facts);
  for (let place = 0; place < places.length; place++) {
    const { least, most } = closeZones.wordsOf(place);
    gathered.least.set(least, (firstMember + place) * calendar.words);
    gathered.most.set(most, (firstMember + place) * calendar.words);
  }
  for (let member = 0; member < calendar.members; member++) {
    for (const sum of gathered.growths.values()) sum.add(closes, member);
  }
  if (strategy.simulation.priceBasis === "as-traded") {
    const adjustedOf: AdjustedOf = (place, from, to) => gathered.adjustedOf(part.numbers[place], from, to);
    gathered.splits.push(...splitsInPrices(market, places, calendar, adjustedOf));
  }
  let ground: RuleGround | null = null;
  const groundOnce = (): RuleGround => (ground ??= groundOf(gathered, part));
  judgeMembers(gathered, { calendar, facts, ground: groundOnce }, firstMember);
}

/** The top by market cap is that of all parts. */
function groundOf({ rules, capTop }: Gathered, part: RulePart): RuleGround {
  const ground = rules.ofPart(part);
  const { market, places, calendar, firstMember } = part;
  const caps = capPartOf(market, places, calendar, firstMember);
  const top = capTop && caps && capTop.bitsOf(caps);
  const nobody: MemberBits = { bits: new Int32Array(calendar.present.length), ready: () => {} };
  return { ...ground, bitsOf: (rule) => (rule.op === "top" ? (top ?? nobody) : ground.bitsOf(rule)) };
}

/** A part without any adjClose stays as traded. */
function factsOnBasis({ onBasis }: UniverseFacts, basis: PriceBasis): PriceFacts {
  const facts = onBasis(basis) ?? onBasis("as-traded");
  if (facts === null) throw new RangeError("prices as traded are always there");
  return facts;
}

/** Puts a part's calendar to its place in that of all. */
function keepCalendar(all: Calendar, part: Calendar, firstMember: number): void {
  all.present.set(part.present, firstMember * part.words);
  all.barsBefore.set(part.barsBefore, firstMember * part.words);
}

interface Part {
  readonly calendar: Calendar;
  readonly facts: PriceFacts;
  readonly ground: () => RuleGround;
}

/** Finds each member's candidates, and the bounds of what they are ordered by. */
function judgeMembers(gathered: Gathered, part: Part, firstMember: number): void {
  const { terms, candidates, group } = gathered;
  const { firstSession, lastSession, strategy, rules } = terms;
  const { words } = spanOf(firstSession, lastSession + 1);
  const judge = makeJudge(
    { strategy, rules, universe: part.facts.universe, market: part.facts.market, ...part },
    { first: firstSession, stop: lastSession + 1, looked: null },
  );
  const bounders = boundersOf(gathered, part, firstMember);
  const last = gathered.calendar.members - 1;
  for (let place = 0; place < part.calendar.members; place++) {
    const member = firstMember + place;
    const at = member % WORD;
    const own = group.subarray(at * words, (at + 1) * words);
    judge(place, own);
    for (const bound of bounders) bound(place, own);
    if (at === WORD - 1 || member === last) candidates.place(group, Math.floor(member / WORD));
  }
}

function boundersOf(
  { terms, keys, distances, calendar }: Gathered,
  part: Part,
  firstMember: number,
): readonly Bounder[] {
  const bounded = { ...part, terms, firstMember, members: calendar.members };
  const boundKeys = makeKeyBounder(bounded, keys);
  return distances === null ? [boundKeys] : [boundKeys, makeDistanceBounder(bounded, distances)];
}

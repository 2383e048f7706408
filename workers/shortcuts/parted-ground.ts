/**
 * The last pass over a market that is read in parts: each part is judged by the very conditions of a run in memory,
 * and leaves what the day loop needs of it, some bytes for each 32 sessions of an instrument. Gains, for runs in parts: a part's
 * columns are let go before the next one is read.
 */
import { WORD, wordsFor } from "#workers/sessions/bits.ts";
import { alignBars, barsColumn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeCandidateBits } from "#workers/engine/candidate-bits.ts";
import type { Candidates } from "#workers/engine/candidate-bits.ts";
import { makeJudge, makeNarrowing, spanOf } from "#workers/engine/candidates.ts";
import { fromBits } from "#workers/engine/condition.ts";
import { factsOn } from "#workers/engine/facts.ts";
import type { PriceBasis, PriceFacts, UniverseFacts } from "#workers/engine/facts.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import { splitsInPrices } from "#workers/sessions/splits-in-prices.ts";
import type { AdjustedOf, SplitInPrices } from "#workers/sessions/splits-in-prices.ts";
import type { Premises, RunTerms, Shortcut, Weighing } from "#workers/engine/run-plan.ts";
import { membersAmong } from "#workers/model/universe.ts";
import type { MarketPart, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { dayBitsOf } from "#workers/model/price-zones.ts";
import { allShortcuts } from "./all-shortcuts.ts";
import { makeBestKeys } from "./best-keys.ts";
import { judgeCaps, makeCapBand } from "./cap-band.ts";
import type { BandCaps, CapBand, CapBands, CapVerdicts } from "./cap-band.ts";
import { fastFactsOf } from "./fast-facts.ts";
import { makeGrowthSum } from "./mean-growth.ts";
import type { GrowthSum } from "./mean-growth.ts";
import { makeDistanceBounder, makeKeyBounder } from "./parted-bounds.ts";
import type { BoundedKeys, Bounder } from "./parted-bounds.ts";
import { bandCapsOf } from "./parted-caps.ts";
import type { RulesInParts } from "./parted-rules.ts";
import type { DistanceBounds, SizedField } from "./sized-orders.ts";
import type { PartedSurvey } from "./parted-survey.ts";
import { zonesInMemory } from "./zones.ts";

export interface PartedGround extends SizedField {
  /** Of the sessions of the period but its last. */
  readonly candidates: Candidates;
  /** Of all members; rows as if all parts lay one after the other. */
  readonly calendar: Calendar;
  /** As from MeanGrowth, since the period's first session; of "held" only where the benchmark asks for it. */
  readonly growth: (weighing: Weighing) => Float64Array;
  /** Of a run on prices as traded. */
  readonly splits: readonly SplitInPrices[];
}

const MOST_BARS = 2 ** 31 - 1;

/** What the parts leave behind, member after member. */
interface Harvest {
  readonly terms: RunTerms;
  readonly rules: RulesInParts;
  readonly calendar: Calendar;
  /** The candidates' words by member. */
  readonly passing: Int32Array;
  readonly least: Float32Array;
  readonly most: Float32Array;
  readonly keys: BoundedKeys;
  /** null where all candidates of a session have the same slot value, or any slot value buys some of a share. */
  readonly distances: DistanceBounds | null;
  readonly bands: CapBands | null;
  readonly band: CapBand | null;
  /** By weighing; "held" only where the benchmark is of equal weight. */
  readonly growths: ReadonlyMap<Weighing, GrowthSum>;
  readonly splits: SplitInPrices[];
  /** Adjusted closes of some of an instrument's own bars, as PartedMarket.readBars. */
  readonly adjustedOf: AdjustedOf;
}

export interface Surveyed {
  readonly survey: PartedSurvey;
  /** Of the market cap rank; null where the run does not rank. */
  readonly bands: CapBands | null;
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
  const harvest = startHarvest(terms, market, surveyed);
  const columns = columnsFor(terms, harvest.bands !== null, rules);
  const damaged = market.damaged().length;
  let firstMember = 0;
  for (let at = 0; at < market.parts; at++) {
    const part = market.readPart(at, columns);
    onPart();
    if (market.damaged().length > damaged) continue;
    const places = membersAmong(terms.strategy.scanner, part.market.instruments);
    rules.across.hold(at);
    if (places.length > 0) reap(harvest, { ...part, places, firstMember }, survey);
    firstMember += places.length;
  }
  const { calendar, passing, least, most, keys, distances, band, growths } = harvest;
  const span = spanOf(terms.firstSession, terms.lastSession + 1);
  band?.settle((member, session) => {
    passing[member * span.words + (session >> 5) - span.first] |= 1 << (session & 31);
  });
  return {
    calendar,
    candidates: { firstSession: span.first * WORD, ...turnedRound(passing, calendar.members, span.words) },
    closeZones: zonesInMemory(calendar, { least, most }),
    keyBounds: { most: keys.most, sharpen: () => {} },
    keys: null,
    distances,
    growth: (weighing) => {
      const sum = growths.get(weighing);
      if (sum === undefined) throw new RangeError(`nobody summed up the ${weighing} growth`);
      return sum.growth();
    },
    splits: harvest.splits,
  };
}

/** The words of sessions of all members, one after the other, by session. */
function turnedRound(
  passing: Int32Array,
  members: number,
  spanWords: number,
): Omit<Candidates, "firstSession"> {
  const { found, place } = makeCandidateBits(members, spanWords);
  for (let group = 0; group < found.memberWords; group++) {
    place(passing.subarray(group * WORD * spanWords), group);
  }
  return found;
}

function columnsFor({ strategy }: RunTerms, ranks: boolean, rules: RulesInParts): readonly PriceColumn[] {
  const { scanner, simulation } = strategy;
  const columns: PriceColumn[] = [...rules.columns.judged];
  if (scanner.avgDailyValue !== null || simulation.sortingType === "volume-desc") columns.push("volume");
  if (ranks || simulation.sortingType === "market-cap-desc") columns.push("marketCap");
  return [...new Set(columns)];
}

function startHarvest(terms: RunTerms, market: PartedMarket, { survey, bands, rules }: Surveyed): Harvest {
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
    passing: new Int32Array(members * spanOf(terms.firstSession, terms.lastSession + 1).words),
    least: bounds(),
    most: bounds(),
    keys: { most: bounds().fill(-Infinity), bestKeys: makeBestKeys(words) },
    distances: positionSizing === "risk" && !fractionalShares ? { least: bounds(), most: bounds() } : null,
    bands,
    band: bands === null ? null : makeCapBand(bands),
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

/** A part's instruments that the run trades. */
interface PartMembers extends MarketPart {
  /** Of the universe's instruments in the part. */
  readonly places: Int32Array;
  readonly firstMember: number;
}

/** Takes from one part what the harvest keeps. */
function reap(harvest: Harvest, part: PartMembers, survey: PartedSurvey): void {
  const { terms, bands, rules } = harvest;
  const { strategy } = terms;
  const { market, places, firstMember } = part;
  const calendar = alignBars(market, places, {
    days: market.zones?.days ?? dayBitsOf(market, places),
    sessions: survey.sessions,
  });
  keepCalendar(harvest.calendar, calendar, firstMember);
  const caps = bandCapsOf(market, places, calendar);
  const known = factsOn(market, places, calendar, bands === null ? undefined : caps !== null);
  const facts = factsOnBasis(known, strategy.simulation.priceBasis);
  const { closes, closeZones } = fastFactsOf(facts);
  for (let place = 0; place < places.length; place++) {
    const { least, most } = closeZones.wordsOf(place);
    harvest.least.set(least, (firstMember + place) * calendar.words);
    harvest.most.set(most, (firstMember + place) * calendar.words);
  }
  for (let member = 0; member < calendar.members; member++) {
    for (const sum of harvest.growths.values()) sum.add(closes, member);
  }
  if (strategy.simulation.priceBasis === "as-traded") {
    const adjustedOf: AdjustedOf = (place, from, to) => harvest.adjustedOf(part.numbers[place], from, to);
    harvest.splits.push(...splitsInPrices(market, places, calendar, adjustedOf));
  }
  const ranks = bands && caps && { ...caps, verdicts: judgeCaps(calendar, caps, bands) };
  let ground: RuleGround | null = null;
  const groundOnce = (): RuleGround => (ground ??= rules.ofPart({ ...part, calendar }));
  judgeMembers(harvest, { calendar, facts, ranks, ground: groundOnce }, firstMember);
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
  /** null where the run does not rank. */
  readonly ranks: RankedCaps | null;
  readonly ground: () => RuleGround;
}

interface RankedCaps extends BandCaps {
  readonly verdicts: CapVerdicts;
}

/**
 * Writes each member's candidates. Where the rank is not settled yet, they are those that pass whatever it will be;
 * the band is told where it makes a difference.
 */
function judgeMembers(harvest: Harvest, part: Part, firstMember: number): void {
  const { terms, passing, band } = harvest;
  const { calendar, ranks } = part;
  const { firstSession, lastSession } = terms;
  const span = spanOf(firstSession, lastSession + 1);
  const likelyPremises = premisesOf(terms, part, ranks?.verdicts.likely ?? null);
  const judgeLikely = makeJudge(likelyPremises, { first: firstSession, stop: lastSession + 1, looked: null });
  const narrowSure = makeNarrowing(premisesOf(terms, part, ranks?.verdicts.sure ?? null), span);
  const bounders = boundersOf(harvest, part, firstMember);
  const open = new Int32Array(span.words);
  const passingAnyway = new Int32Array(span.words);
  for (let place = 0; place < calendar.members; place++) {
    const member = firstMember + place;
    const own = passing.subarray(member * span.words, (member + 1) * span.words);
    judgeLikely(place, own);
    for (const bound of bounders) bound(place, own);
    if (band === null || ranks === null) continue;
    const { likely, sure } = ranks.verdicts;
    let isAnyOpen = 0;
    for (let word = 0, at = place * calendar.words + span.first; word < span.words; word++, at++) {
      open[word] = own[word] & likely[at] & ~sure[at];
      isAnyOpen |= open[word];
    }
    if (isAnyOpen !== 0) {
      passingAnyway.set(open);
      narrowSure(place, passingAnyway);
      for (let word = 0; word < span.words; word++) {
        open[word] &= ~passingAnyway[word];
        own[word] &= ~open[word];
      }
    }
    const matters = (word: number): number =>
      word < span.first || word >= span.stop ? 0 : open[word - span.first];
    band.add(calendar, ranks.capsOf, ranks.verdicts, { place, member, matters });
  }
}

/** @param ranked - the bars that the rank lets pass; null where it is not asked */
function premisesOf(
  { strategy, rules }: RunTerms,
  { calendar, facts, ground }: Part,
  ranked: Int32Array | null,
): Premises {
  const shortcuts = ranked === null ? allShortcuts : [rankedBy(ranked), ...allShortcuts];
  return { strategy, rules, ground, calendar, facts, shortcuts };
}

function boundersOf(
  { terms, keys, distances, calendar }: Harvest,
  part: Part,
  firstMember: number,
): readonly Bounder[] {
  const bounded = { ...part, terms, firstMember, members: calendar.members };
  const boundKeys = makeKeyBounder(bounded, keys);
  return distances === null ? [boundKeys] : [boundKeys, makeDistanceBounder(bounded, distances)];
}

/** The rank among the instruments of all parts. */
function rankedBy(bits: Int32Array): Shortcut {
  return {
    name: "the rank in parts",
    condition: ([field], { calendar }, span) =>
      field === "marketCapRank" ? fromBits(calendar, span, { bits, ready: () => {} }) : null,
  };
}

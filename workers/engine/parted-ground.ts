/**
 * The last pass over a market that is read in parts: each part is judged by the very conditions of a run in memory,
 * and leaves what the day loop needs of it, some bytes for each 32 sessions of an instrument.
 */
import type { Market, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { dayBitsOf } from "#workers/model/price-zones.ts";
import { pricesInMemory } from "./bar-prices.ts";
import { makeGrowthSum } from "./benchmark.ts";
import type { GrowthSum } from "./benchmark.ts";
import { makeBestKeys } from "./best-keys.ts";
import type { BestKeys } from "./best-keys.ts";
import { WORD, countBits, firstBits, lowestBit, wordsFor } from "./bits.ts";
import { alignBars, barsColumn } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import { bySession, makeJudge, makeNarrowing, spanOf } from "./candidates.ts";
import { judgeCaps, makeCapBand } from "./cap-band.ts";
import type { BandCaps, CapBand, CapBands, CapVerdicts } from "./cap-band.ts";
import type { Premises } from "./conditions.ts";
import { factsOn } from "./facts.ts";
import type { PriceFacts } from "./facts.ts";
import type { Ground } from "./ground.ts";
import { bandCapsOf } from "./parted-caps.ts";
import type { PartedSurvey } from "./parted-survey.ts";
import type { RunTerms } from "./plan.ts";
import { boundOfKey, makePriorityKey } from "./priority.ts";
import { zonesInMemory } from "./zones.ts";
import { membersAmong } from "./universe.ts";

export interface PartedGround extends Ground {
  /** Of all members; rows as if all parts lay one after the other. */
  readonly calendar: Calendar;
  /** As from EqualWeight, since the period's first session; without meaning where the benchmark is a series. */
  readonly growth: Float64Array;
}

const MOST_BARS = 2 ** 31 - 1;

/** What the parts leave behind, member after member. */
interface Harvest {
  readonly terms: RunTerms;
  readonly calendar: Calendar;
  /** The candidates' words by member. */
  readonly passing: Int32Array;
  readonly least: Float32Array;
  readonly most: Float32Array;
  /** Bounds of the order priority's keys, as in KeyBounds. */
  readonly keys: Float32Array;
  readonly bestKeys: BestKeys;
  readonly bands: CapBands | null;
  readonly band: CapBand | null;
  readonly growth: GrowthSum;
}

export interface Surveyed {
  readonly survey: PartedSurvey;
  /** Of the market cap rank; null where the run does not rank. */
  readonly bands: CapBands | null;
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
  const { survey } = surveyed;
  const harvest = startHarvest(terms, market, surveyed);
  const columns = columnsFor(terms, harvest.bands !== null);
  const damaged = market.damaged().length;
  let firstMember = 0;
  for (let at = 0; at < market.parts; at++) {
    const part = market.readPart(at, columns);
    onPart();
    if (market.damaged().length > damaged) continue;
    const places = membersAmong(terms.strategy.scanner, part.market.instruments);
    if (places.length > 0) reap(harvest, part.market, places, { survey, firstMember });
    firstMember += places.length;
  }
  const { calendar, passing, least, most, keys, band, growth } = harvest;
  const span = spanOf(terms.firstSession, terms.lastSession);
  band?.settle((member, session) => {
    passing[member * span.words + (session >> 5) - span.first] |= 1 << (session & 31);
  });
  return {
    calendar,
    candidates: { firstSession: span.first * WORD, ...bySession(passing, calendar.members, span.words) },
    closeZones: zonesInMemory(calendar, { least, most }),
    keyBounds: { most: keys, sharpen: () => {} },
    growth: growth.mean(),
  };
}

function columnsFor({ strategy }: RunTerms, ranks: boolean): readonly PriceColumn[] {
  const { scanner, simulation } = strategy;
  const columns: PriceColumn[] = ["day", "close"];
  if (scanner.avgDailyValue !== null || simulation.sortingType === "volume-desc") columns.push("volume");
  if (ranks || simulation.sortingType === "market-cap-desc") columns.push("marketCap");
  if (simulation.priceBasis === "adjusted") columns.push("adjClose");
  return columns;
}

function startHarvest(terms: RunTerms, market: PartedMarket, { survey, bands }: Surveyed): Harvest {
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
  return {
    terms,
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
    passing: new Int32Array(members * spanOf(terms.firstSession, terms.lastSession).words),
    least: new Float32Array(members * words),
    most: new Float32Array(members * words),
    keys: new Float32Array(members * words).fill(-Infinity),
    bestKeys: makeBestKeys(words),
    bands,
    band: bands === null ? null : makeCapBand(bands),
    growth: makeGrowthSum(sessions.sessionDay.length, terms.firstSession),
  };
}

/** Takes from one part what the harvest keeps. @param places - of the universe's instruments in the part */
function reap(
  harvest: Harvest,
  market: Market,
  places: Int32Array,
  { survey, firstMember }: { readonly survey: PartedSurvey; readonly firstMember: number },
): void {
  const { terms, bands } = harvest;
  const { strategy, benchmark } = terms;
  const calendar = alignBars(market, places, {
    days: market.zones?.days ?? dayBitsOf(market, places),
    sessions: survey.sessions,
  });
  keepCalendar(harvest.calendar, calendar, firstMember);
  const facts = factsOf(market, places, calendar, strategy.simulation.priceBasis);
  for (let place = 0; place < places.length; place++) {
    const { least, most } = facts.closeZones.wordsOf(place);
    harvest.least.set(least, (firstMember + place) * calendar.words);
    harvest.most.set(most, (firstMember + place) * calendar.words);
  }
  if (benchmark.type === "equal-weight") {
    for (let member = 0; member < calendar.members; member++) harvest.growth.add(facts.closes, member);
  }
  const caps = bandCapsOf(market, places, calendar);
  const ranks = bands && caps && { ...caps, verdicts: judgeCaps(calendar, caps, bands) };
  judgeMembers(harvest, { calendar, facts, ranks }, firstMember);
}

function factsOf(
  market: Market,
  places: Int32Array,
  calendar: Calendar,
  basis: RunTerms["strategy"]["simulation"]["priceBasis"],
): PriceFacts {
  const { onBasis } = factsOn(market, places, calendar);
  const facts = onBasis(basis);
  if (facts.prices !== null) return facts;
  const asTraded = onBasis("as-traded"); // no adjClose in this part
  if (asTraded.prices === null) throw new RangeError("prices as traded are always there");
  return asTraded;
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
  const span = spanOf(firstSession, lastSession);
  const judgeLikely = makeJudge(
    premisesOf(terms, part, ranks?.verdicts.likely ?? null),
    firstSession,
    lastSession,
  );
  const narrowSure = makeNarrowing(premisesOf(terms, part, ranks?.verdicts.sure ?? null), span);
  const boundKeys = makeKeyBounder(harvest, part, firstMember);
  const open = new Int32Array(span.words);
  const passingAnyway = new Int32Array(span.words);
  for (let place = 0; place < calendar.members; place++) {
    const member = firstMember + place;
    const own = passing.subarray(member * span.words, (member + 1) * span.words);
    judgeLikely(place, own);
    boundKeys(place, own);
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
function premisesOf({ strategy }: RunTerms, { calendar, facts }: Part, ranked: Int32Array | null): Premises {
  const capRank =
    ranked === null
      ? null
      : () => ({
          mayBeIn: () => true,
          inTop: (member: number, word: number) => ranked[member * calendar.words + word],
        });
  return { strategy, calendar, facts: { ...facts, capRank } };
}

/** Writes bounds of the keys of a member's candidates in each word. */
function makeKeyBounder({ terms, keys, bestKeys, calendar: all }: Harvest, part: Part, firstMember: number) {
  const { calendar, facts } = part;
  const { members, words, present, fromRow, barsBefore } = calendar;
  const { strategy } = terms;
  const span = spanOf(terms.firstSession, terms.lastSession);
  const keyOf = makePriorityKey({ strategy, calendar, priceOf: pricesInMemory(facts.prices) });
  const isByGain = strategy.simulation.sortingType === "300-days-top-gainer-first";
  const bounds = isByGain ? facts.topGainerBounds(null).most : null;

  function highestKey(place: number, word: number, passing: number): number {
    const at = place * words + word;
    let highest = -Infinity;
    for (let rest = passing; rest !== 0; rest &= rest - 1) {
      const row = fromRow[place] + barsBefore[at] + countBits(present[at] & firstBits(lowestBit(rest)));
      const key = keyOf(row, place);
      if (key > highest) highest = key;
    }
    return highest;
  }

  return (place: number, passing: Int32Array): void => {
    for (let word = span.first; word < span.stop; word++) {
      const own = passing[word - span.first];
      if (own === 0) continue;
      let bound = bounds?.[word * members + place] ?? Infinity;
      if (bound > bestKeys.least(word)) {
        bound = highestKey(place, word, own);
        bestKeys.add(word, bound);
      }
      keys[word * all.members + firstMember + place] = boundOfKey(bound);
    }
  };
}

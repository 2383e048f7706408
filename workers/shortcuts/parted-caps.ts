/**
 * The market caps of a market that is read in parts: between which caps the edge of each session's rank lies. Gains, for runs in
 * parts: few caps of a part are kept for the next ones.
 */
import { rowsOf } from "#workers/model/late-column.ts";
import type { Market, PartedMarket } from "#workers/model/market.ts";
import { dayBitsOf } from "#workers/model/price-zones.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { alignBars } from "#workers/sessions/calendar.ts";
import type { Calendar, Sessions } from "#workers/sessions/calendar.ts";
import type { BandCaps, CapBands } from "./cap-band.ts";
import { makeCapCensus } from "./cap-census.ts";
import { makeCapEdges } from "./cap-edges.ts";
import { membersAmong } from "#workers/model/universe.ts";
import { knownZones, zonesByWord } from "./zones.ts";

export interface CapSurvey {
  readonly scanner: Strategy["scanner"];
  readonly percent: number;
  readonly sessions: Sessions;
}

/**
 * Goes through the parts twice: for the zones alone, and for the caps near the edges that these give.
 *
 * @param onPart - called with every part that was read
 * @returns null where no bar of the universe has a market cap
 */
export function surveyCaps(
  market: PartedMarket,
  { scanner, percent, sessions }: CapSurvey,
  onPart: () => void,
): CapBands | null {
  const count = sessions.sessionDay.length;
  const words = wordsFor(count);

  function addPart(at: number, withCaps: boolean, to: (calendar: Calendar, caps: BandCaps) => void): void {
    const { market: part } = market.outlinePart(at, withCaps ? ["marketCap"] : []);
    if (part.zones && part.zones.marketCap === null) return;
    if (!withCaps && !tellAllCaps(part)) {
      addPart(at, true, to);
      return;
    }
    const places = membersAmong(scanner, part.instruments);
    const calendar = alignBars(part, places, { days: part.zones?.days ?? dayBitsOf(part, places), sessions });
    const caps = bandCapsOf(part, places, calendar);
    if (caps !== null) to(calendar, caps);
  }

  const census = makeCapCensus(count, words);
  for (let at = 0; at < market.parts; at++) {
    addPart(at, false, census.count);
    onPart();
  }
  const rough = census.edgesOf(percent);
  if (rough === null) return null;
  const edges = makeCapEdges(rough, words);
  for (let at = 0; at < market.parts; at++) {
    addPart(at, true, edges.count);
    onPart();
  }
  return edges.bands();
}

function tellAllCaps({ zones }: Market): boolean {
  return zones?.marketCap?.least.every((cap) => cap > 0) ?? false;
}

/** null where the part was read without market caps and has no zones of them. */
export function bandCapsOf(market: Market, places: Int32Array, calendar: Calendar): BandCaps | null {
  const rows = rowsOf(market, "marketCap");
  const bounds = market.zones?.marketCap ?? null;
  if (rows === null && bounds === null) return null;
  const zoneOffset = places.map((place) => market.zones?.zoneOffset[place] ?? 0);
  return {
    capsOf(member, from, to) {
      if (rows === null) throw new RangeError("market caps of bars that were not read");
      return rows(places[member], from, to);
    },
    zones: bounds && zonesByWord(calendar, knownZones(bounds, zoneOffset)),
  };
}

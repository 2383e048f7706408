/**
 * The market caps of a market that is read in parts: who is in the top by them is found before the parts are judged. Gains, for runs
 * in parts: few caps of a part are kept for the next ones.
 */
import { rowsOf } from "#workers/model/late-column.ts";
import type { Market, PartedMarket } from "#workers/model/market.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { makeCapTop } from "#workers/shortcuts/cap-top.ts";
import type { CapPart, CapTop } from "#workers/shortcuts/cap-top.ts";
import { membersOfPart } from "./survey.ts";
import type { PartedSurvey } from "./survey.ts";
import { knownZones, zonesByWord } from "#workers/shortcuts/zones.ts";

/** How many caps may have to be compared, and goes through the parts once more for these: then the top is settled. */
export interface CapSurvey {
  readonly compared: number;
  readonly settle: () => CapTop;
}

/**
 * Goes through the parts for the bounds of caps alone.
 *
 * @param onPart - called with every part that was read
 * @returns null where no bar of the universe has a market cap
 */
export function surveyCaps(
  market: PartedMarket,
  strategy: Pick<Strategy, "scanner">,
  survey: PartedSurvey,
  onPart: () => void,
): CapSurvey | null {
  const { universe, sessions } = survey;
  const top = makeCapTop(strategy.scanner.marketCapRank ?? 0, universe.length, sessions.sessionDay.length);

  function eachPart(withCaps: boolean, take: (part: CapPart) => void): void {
    let firstMember = 0;
    for (let at = 0; at < market.parts; at++) {
      let { market: part } = market.outlinePart(at, withCaps ? ["marketCap"] : []);
      if (!withCaps && part.zones?.marketCap !== null && !tellAllCaps(part))
        ({ market: part } = market.outlinePart(at, ["marketCap"]));
      const { places, calendar } = membersOfPart(part, strategy, survey);
      const caps = capPartOf(part, places, calendar, firstMember);
      if (caps !== null) take(caps);
      firstMember += places.length;
      onPart();
    }
  }

  eachPart(false, top.bound);
  const compared = top.place();
  if (compared === null) return null;
  return {
    compared,
    settle: () => {
      eachPart(true, top.gather);
      top.settle();
      return top;
    },
  };
}

function tellAllCaps({ zones }: Market): boolean {
  return zones?.marketCap?.least.every((cap) => cap > 0) ?? false;
}

/** null where the part was read without market caps and has no zones of them. */
export function capPartOf(
  market: Market,
  places: Int32Array,
  calendar: Calendar,
  firstMember: number,
): CapPart | null {
  const rows = rowsOf(market, "marketCap");
  const bounds = market.zones?.marketCap ?? null;
  if (rows === null && bounds === null) return null;
  const zoneOffset = places.map((place) => market.zones?.zoneOffset[place] ?? 0);
  return {
    calendar,
    firstMember,
    capsOf(member, from, to) {
      if (rows === null) throw new RangeError("market caps of bars that were not read");
      return rows(places[member], from, to);
    },
    zones: bounds && zonesByWord(calendar, knownZones(bounds, zoneOffset)),
  };
}

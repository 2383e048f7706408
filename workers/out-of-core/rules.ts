/**
 * What rules are worked out on where a market is read in parts: the members of a part, or one that is read alone. Gains, for runs in
 * parts: the day loop asks a rule of one member without its part.
 */
import type { Calendar } from "#workers/sessions/calendar.ts";
import { columnsOfInstrument, columnsOfPlaced } from "#workers/engine/instrument-columns.ts";
import { groundOn } from "#workers/engine/rule-ground.ts";
import type { Remember, RuleGround } from "#workers/engine/rule-ground.ts";
import type { RunTerms } from "#workers/engine/run-plan.ts";
import { makeSurroundings } from "#workers/engine/surroundings.ts";
import type { Market, PartedMarket } from "#workers/model/market.ts";
import type { AcrossParts } from "./across.ts";
import { columnsOfRules } from "./needs.ts";
import type { RuleColumns } from "./needs.ts";
import { membersOfPart } from "./survey.ts";
import type { PartedSurvey } from "./survey.ts";
import { withSessionRules } from "#workers/shortcuts/session-rules.ts";
import { WIDE_LOOPS } from "#workers/shortcuts/wide-loops.ts";

export interface RulesInParts {
  readonly across: AcrossParts;
  readonly columns: RuleColumns;
  readonly ofPart: (part: RulePart) => RuleGround;
  /** Reads each member that is asked for. @param calendar - of all members */
  readonly alone: (calendar: Calendar) => RuleGround;
}

/** Members that are in memory together. */
export interface RulePart {
  readonly market: Market;
  /** The number, among all of the whole market, of each of the part's instruments. */
  readonly numbers: Int32Array;
  /** Places in the part of the instruments that belong to the universe. */
  readonly places: Int32Array;
  readonly calendar: Calendar;
  readonly firstMember: number;
}

export interface RuleSources {
  readonly market: PartedMarket;
  readonly terms: RunTerms;
  readonly survey: PartedSurvey;
  readonly across: AcrossParts;
  /** What the columns of members that are read alone may take. */
  readonly keptBytes: number;
}

export function makeRulesInParts({ market, terms, survey, across, keptBytes }: RuleSources): RulesInParts {
  const { strategy, rules, benchmark, sessionDay, sessionsOfYear } = terms;
  const { instruments, numbers, universe } = survey;
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  const columns = columnsOfRules(strategy, rules);

  function numberOf(symbol: string | null): number {
    if (symbol !== null) return numbers[instruments.findIndex((each) => each.symbol === symbol)];
    if (benchmark.type !== "series") throw new RangeError("rules: no benchmark series; look it up first");
    return numbers[benchmark.instrument];
  }

  const around = makeSurroundings({
    loops: WIDE_LOOPS,
    sessionsOfYear,
    facts: market.facts,
    sessionDay,
    seriesOf: (symbol) => {
      const instrument = numberOf(symbol);
      const alone = market.readInstrument(instrument, columns.elsewhere);
      return columnsOfInstrument({ market: alone, place: 0, instrument }, isAdjusted);
    },
    across,
  });

  return {
    across,
    columns,
    ofPart: (part) => {
      const { calendar, firstMember, places } = part;
      const own = columnsOfPlaced({ isAdjusted, calendar, firstMember }, (member) => {
        const place = places[member];
        return { market: part.market, place, instrument: part.numbers[place] };
      });
      return withSessionRules(groundOn(own, calendar, around, rememberWithin(keptBytes)), calendar, around);
    },
    alone: (calendar) => {
      const own = columnsOfPlaced({ isAdjusted, calendar, firstMember: 0 }, (member) => {
        const instrument = numbers[universe[member]];
        return { market: market.readInstrument(instrument, columns.alone), place: 0, instrument };
      });
      return withSessionRules(groundOn(own, calendar, around, rememberWithin(keptBytes)), calendar, around);
    },
  };
}

/**
 * Goes through the parts for what looks across the universe.
 *
 * @param onPart - called with every part that was read
 * @returns false where a part turns out to be damaged that the survey took as whole
 */
export function gatherAcross(
  { market, terms, survey }: RuleSources,
  rules: RulesInParts,
  onPart: () => void,
): boolean {
  const damaged = market.damaged().length;
  let firstMember = 0;
  for (let at = 0; at < market.parts; at++) {
    const part = market.readPart(at, rules.columns.across);
    onPart();
    if (market.damaged().length > damaged) return false;
    const { places, calendar } = membersOfPart(part.market, terms.strategy, survey);
    rules.across.add(rules.ofPart({ ...part, places, calendar, firstMember }), {
      part: at,
      calendar,
      firstMember,
    });
    firstMember += places.length;
  }
  rules.across.settle();
  return market.damaged().length === damaged;
}

/** All that it remembers is let go when there is no more room for it. */
function rememberWithin(mostBytes: number): Remember {
  const all: Map<number, unknown>[] = [];
  let bytes = 0;
  return <T>(workOut: (member: number) => T, bytesOf: (answer: T) => number) => {
    const kept = new Map<number, T>();
    all.push(kept);
    return (member: number) => {
      const known = kept.get(member);
      if (known !== undefined) return known;
      const answer = workOut(member);
      bytes += bytesOf(answer);
      if (bytes > mostBytes) {
        for (const each of all) each.clear();
        bytes = bytesOf(answer);
      }
      kept.set(member, answer);
      return answer;
    };
  };
}

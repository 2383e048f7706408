/**
 * What rules say of all members at once, where a market is read in parts: ranks and breadths, by a pass of their own. Gains, for runs
 * in parts: no more than one part's columns are in memory for them.
 */
import { countHolding, countNone, shareHolding } from "#workers/engine/cross-section.ts";
import type { HoldingCounts } from "#workers/engine/cross-section.ts";
import { sectorsOf } from "#workers/engine/rule-ground.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import type { AcrossUniverse } from "#workers/engine/surroundings.ts";
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import type { Pieces } from "./pieces.ts";
import { makePartedRanks } from "./ranks.ts";
import type { PartedRanks, PartOfRanks } from "./ranks.ts";
import type { PartedSurvey } from "./survey.ts";
import type { CrossExpressions, RankExpression } from "./needs.ts";

export interface AcrossParts extends AcrossUniverse {
  /** Takes in a part's members; parts come in their order. */
  readonly add: (ground: RuleGround, part: Omit<PartOfRanks, "columns">) => void;
  /** Once, after all parts: from then on it answers. */
  readonly settle: () => void;
  /** Has the ranks of a part's members at hand. */
  readonly hold: (part: number) => void;
}

export interface AcrossShape {
  readonly survey: PartedSurvey;
  readonly pieces: Pieces;
  /** What a block of a rank's sessions may take in memory. */
  readonly blockBytes: number;
}

interface GatheredRank {
  readonly expression: RankExpression;
  readonly ranks: PartedRanks;
}

interface GatheredBreadth {
  readonly rule: TruthExpression;
  readonly counts: HoldingCounts;
}

export function makeAcrossParts(
  asked: CrossExpressions,
  { survey, pieces, blockBytes }: AcrossShape,
): AcrossParts {
  const { instruments, universe, sessions } = survey;
  const count = sessions.sessionDay.length;
  const makeRanks = (bySector: boolean): PartedRanks => {
    const sectorOf = bySector ? sectorsOf(instruments, universe) : null;
    return makePartedRanks({ members: universe.length, sessions: count, sectorOf, blockBytes }, pieces);
  };
  const ranks = asked.ranks.map((expression): GatheredRank => ({
    expression,
    ranks: makeRanks(expression.bySector),
  }));
  const breadths = asked.breadths.map((rule): GatheredBreadth => ({ rule, counts: countNone(count) }));
  return {
    add({ evaluator, columns }, part) {
      for (const each of ranks) {
        each.ranks.add(evaluator.numbers(each.expression.of), { ...part, columns });
      }
      for (const { rule, counts } of breadths) {
        countHolding(evaluator.truths(rule), columns, { calendar: part.calendar, asked: null }, counts);
      }
    },
    settle: () => ranks.forEach((each) => each.ranks.settle()),
    hold: (part) => ranks.forEach((each) => each.ranks.hold(part)),
    placesOf: ({ key }: NumberExpression) => found(ranks, ({ expression }) => expression.key === key).ranks,
    breadthOf: ({ key }) => shareHolding(found(breadths, ({ rule }) => rule.key === key).counts),
    topOf: () => {
      throw new RangeError("parts: the rank by market caps is settled before rules are asked");
    },
  };
}

function found<T>(list: readonly T[], isIt: (each: T) => boolean): T {
  const own = list.find(isIt);
  if (own === undefined) throw new RangeError("parts: what looks across the universe is gathered first");
  return own;
}

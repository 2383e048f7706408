/** What the checks of a run found, in words and figures. */
import {
  countOf,
  DASH,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentSetting,
} from "#src/format/number.ts";
import { joinWords } from "#src/format/join-words.ts";
import { costWords } from "#src/format/strategy-parts.ts";
import type {
  CostRung,
  LaterStart,
  LookAheadOutcome,
  RandomOutcome,
  RobustnessParts,
  RunGist,
} from "#src/storage/robustness-record.ts";
import { BEST_POSITIONS } from "#workers/model/robustness.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { yardstickNames } from "./average-share.ts";
import { startAhead } from "./check-rows.ts";
import { lines } from "./formula.ts";
import { yardstickOf } from "./yardstick.ts";

export interface RobustnessFact {
  readonly name: string;
  readonly value: string;
  readonly explanation: string;
}

/** Percent a side: what delivery trades cost about, taxes and slippage included. */
export const USUAL_COST = 0.25;

/** The most important of what was found, a sentence each; "" before anything is. */
export function findingOf(parts: RobustnessParts, report: Report): string {
  const { costs, random, late, lookAhead } = parts;
  const usual = costs?.find(({ side }) => side === USUAL_COST);
  const warning = lookAheadWarning(lookAhead);
  return [
    warning === null ? undefined : `Look-ahead found. ${warning}`,
    random && `It did ${betterThan(random)} that bought at random on the same days.`,
    usual && `With costs of ${formatPercentSetting(USUAL_COST)} a side ${againstYardstick(usual, report)}.`,
    late && `With every order a session later ${againstYardstick(late, report)}.`,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
}

/** "Paid 0.23% commission and 0.1% slippage a side." */
export function paidInWords({ simulation }: Strategy): string {
  const costs = costWords(simulation);
  return `Paid ${costs === "" ? "no costs" : `${costs} a side`}.`;
}

/** "With costs of 0.1% a side 14.2%, of 0.25% 12.1%": CAGRs of real runs; null without them. */
export function costsInWords(costs: readonly CostRung[]): string | null {
  const [low, usual] = [0.1, USUAL_COST].map((side) => costs.find((rung) => rung.side === side));
  if (!low || !usual) return null;
  const [side, rate] = [formatPercentSetting(low.side), formatPercent(low.cagr, 1)];
  return `With costs of ${side} a side ${rate}, of ${formatPercentSetting(usual.side)} ${formatPercent(usual.cagr, 1)}`;
}

/** "better than 168 of 200 runs (84%)", never 100 %. */
export function betterThan({ runs, worse }: RandomOutcome): string {
  if (worse === runs) return `better than all ${formatCount(runs)} runs`;
  if (worse === 0) return `better than none of ${formatCount(runs)} runs`;
  return `better than ${formatCount(worse)} of ${formatCount(runs)} runs (${shareText(worse / runs)})`;
}

/** Whole percent, but never 0 or 100: those would be all or none. */
function shareText(share: number): string {
  return formatPercent(Math.min(99, Math.max(1, Math.round(share * 100))), 0);
}

/** "it makes 12.1% a year, 1.8 points more than the average share". */
function againstYardstick({ cagr }: RunGist, report: Report): string {
  const { name, performance } = yardstickOf(report);
  return `it makes ${rateAgainst(cagr, performance.cagr, name)}`;
}

/** "12.1% a year, 1.8 points more than TIDAL120": yearly rates in percent. */
export function rateAgainst(rate: number | null, other: number | null, yardstick: string): string {
  const first = `${formatPercent(rate, 1)} a year`;
  const ahead = excessOf(rate, other);
  if (ahead === null) return first;
  if (isLevel(ahead)) return `${first}, as much as ${yardstick}`;
  const points = formatDecimal(Math.abs(ahead), 1);
  return `${first}, ${points} points ${ahead > 0 ? "more" : "less"} than ${yardstick}`;
}

/** Whether points are 0 to the digit that is shown. */
export function isLevel(points: number): boolean {
  return !/[1-9]/.test(formatDecimal(points, 1));
}

export function excessOf(cagr: number | null, other: number | null): number | null {
  return cagr === null || other === null ? null : cagr - other;
}

/** "+5.3"; a loss has its minus, what rounds to zero no sign. */
export function pointsText(points: number | null): string {
  if (points === null) return DASH;
  const text = formatDecimal(points, 1);
  return points > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** In the order of the page; those that are not found yet have the dash. */
export function robustnessFacts(parts: RobustnessParts, report: Report): readonly RobustnessFact[] {
  const { random, late, withoutBest, starts, lookAhead } = parts;
  const own = report.performance.cagr;
  return [
    {
      name: "Against random entries",
      value: random ? betterThan(random).replace(/ runs\b/, "") : random === null ? "not asked" : DASH,
      explanation: lines(
        RANDOM_MEANING,
        random ? randomFigures(random, report) : "",
        random === null ? NOT_DRAWN : "",
      ),
    },
    {
      name: "Every order a session later",
      value: late ? rateAndPoints(late, own) : DASH,
      explanation: lines(
        "Each decision is carried out as if it came at the next session's close, and is filled the session after that. Places and account are those of the later day, weights those of the earlier close. Money comes and goes on its own days, and stops that rest in the market are not moved.",
        `CAGR, and its points against this run's ${formatPercent(own, 1)}.`,
      ),
    },
    {
      name: `Without its ${BEST_POSITIONS} best positions`,
      value: withoutBest
        ? rateAndPoints(withoutBest, own)
        : withoutBest === null
          ? "too few positions"
          : DASH,
      explanation: lines(
        `The run repeated without its ${BEST_POSITIONS} most profitable positions: their instruments can't be bought from the deciding close until the sale. Places and money go where the rules send them then. A result that falls apart hangs on a few lucky positions.`,
        `CAGR, and its points against this run's ${formatPercent(own, 1)}.`,
      ),
    },
    {
      name: "Started up to a year later",
      value: starts ? startsRange(starts) : DASH,
      explanation: lines(
        "The same run, started a month later up to twelve months later; each ends on the same day. A result that depends on its first day changes a lot.",
        starts ? startsAhead(starts, report) : "",
      ),
    },
    {
      name: "Look-ahead",
      value: lookAhead ? lookAheadText(lookAhead) : DASH,
      explanation:
        "The run is repeated with the data cut off at each of 50 sessions and a day of nonsense prices put after it. A decision that changes must have used later prices.",
    },
  ];
}

/** "11.0% (−3.3 points)": a run's CAGR, and how far it is from this run's own. */
function rateAndPoints({ cagr }: RunGist, own: number | null): string {
  return `${formatPercent(cagr, 1)} (${pointsText(excessOf(cagr, own))} points)`;
}

/** Why a run by weights has no random entries. */
export const NOT_DRAWN =
  "The weights of this strategy say what is held, not only how much of it: drawn at random it would be another strategy. It is held against the index and the average share.";

const RANDOM_MEANING =
  "Each of these runs opens as many positions on the same days (later where no place is free), but picks the instruments at random. It sells, sizes its positions and pays costs as the strategy does. A result in the middle of them means that the rules pick no better than chance. The days are the run's own, so this says nothing about when to buy.";

function randomFigures({ cagr, meanPositions }: RandomOutcome, { positions, performance }: Report): string {
  const at = (share: number) => formatPercent(cagr[Math.round(share * (cagr.length - 1))] ?? null, 1);
  return `Half of them make more than ${at(0.5)} a year, nine of ten between ${at(0.05)} and ${at(0.95)}; this run ${formatPercent(performance.cagr, 1)}. They opened ${formatCount(Math.round(meanPositions))} positions on average, this run ${formatCount(positions.length)}.`;
}

function startsRange(starts: readonly LaterStart[]): string {
  const rates = starts.flatMap(({ cagr }) => (cagr === null ? [] : [cagr]));
  if (rates.length === 0) return "too short to say";
  return `${formatPercent(Math.min(...rates), 1)} to ${formatPercent(Math.max(...rates), 1)}`;
}

function startsAhead(starts: readonly LaterStart[], report: Report): string {
  const known = starts.flatMap((start) => startAhead(report, start) ?? []);
  if (known.length === 0) return "";
  const ahead = known.filter((points) => points > 0);
  const names = joinWords(yardstickNames(report), "and");
  return `${formatCount(ahead.length)} of ${countOf(known.length, "start")} did better than ${names} on the same days.`;
}

/** What it means that the check found some; null where it found none, or has not looked. */
export function lookAheadWarning(found: LookAheadOutcome | undefined): string | null {
  if (!found || found.changed === 0) return null;
  return `At ${formatCount(found.changed)} of ${countOf(found.sessions, "session")} that were checked, what had been decided changed once later prices were changed. The result hangs on prices that nobody had yet.`;
}

function lookAheadText({ sessions, changed }: LookAheadOutcome): string {
  if (sessions === 0) return "no verdict";
  return changed === 0
    ? `none at ${countOf(sessions, "session")}`
    : `found at ${countOf(changed, "session")}`;
}

/**
 * Two outcomes of one run, compared: choices, dates, counts and codes exactly, figures within 1e-9 relative.
 * Gives the first differences as lines of text; none means equal.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import { plainOrders } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { itemAt } from "../support/reference-series.ts";
import type { Outcome } from "./engine-run.ts";

const PERCENT_OR_RATIO = /percent|cagr|ratio|drawdown|volatility|winRate|exposure/i;
const MONEY = /value|growth|profit|benchmark/i;
/**
 * Times its start margin an account may grow to and be compared. An overdraft of 1e-9 of the start margin is forgiven;
 * from here on that is less than what the last bits of the account's money come to, so that chance says what overdraws.
 */
const MOST_GROWTH = 1e6;

export function compareOutcomes(expected: Result<Outcome>, actual: Result<Outcome>): string[] {
  if (!expected.ok || !actual.ok) {
    // of several reasons to refuse, the contract does not say which comes first
    const [wanted, found] = [expected, actual].map((each) => (each.ok ? "a report" : "a refusal"));
    return wanted === found ? [] : [`outcome: expected ${wanted}, found ${found}`];
  }
  const startMargin = expected.value.report.performance.startValue;
  if (expected.value.report.equity.value.some((money) => money > MOST_GROWTH * startMargin)) return [];
  const differences: string[] = [];
  const compare = (path: string, wanted: unknown, found: unknown) => {
    if (isBranch(wanted) && isBranch(found)) {
      for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
        compare(`${path}.${key}`, wanted[key], found[key]);
      }
    } else if (!isSame(wanted, found, (figure) => slackOf(path, figure, startMargin))) {
      differences.push(`${path}: expected ${show(wanted)}, found ${show(found)}`);
    }
  };
  compare("", comparable(expected.value), comparable(actual.value));
  const { report } = actual.value;
  return [...differences, ...checkDrawdown(report)].slice(0, 8);
}

/** Decisions of a day by kind and symbol, so that the order within a step does not matter. */
export function sortDecisions(decisions: readonly Decision[]): Decision[] {
  const kinds: Decision["type"][] = ["sell", "buy", "lapse", "exit", "candidate"];
  return decisions
    .filter((each) => each.type !== "exit" || (each.reason !== "no-data" && each.reason !== "open"))
    .toSorted(
      (a, b) =>
        a.day - b.day ||
        kinds.indexOf(a.type) - kinds.indexOf(b.type) ||
        compareSymbols(a.instrument, b.instrument),
    );
}

function comparable({ report, decisions }: Outcome) {
  const { drawdown: _drawdown, warnings, equity, ...sections } = report;
  return {
    ...sections,
    next: sections.next && plainOrders(sections.next),
    warnings: warnings.map((warning) => warning.code).toSorted(),
    equity: {
      dates: Array.from(equity.day, formatIsoDay),
      values: [...equity.value],
      benchmark: [...equity.benchmark],
      universeValues: [...(equity.universe ?? [])],
      positions: [...equity.positions],
    },
    decisions: sortDecisions(decisions),
  };
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  return isBranch(value) ? JSON.stringify(value) : String(value);
}

/** Differences of large figures are small figures with the large ones' error. */
function slackOf(path: string, wanted: number, startMargin: number): number {
  const name = path.slice(path.lastIndexOf(".", path.search(/\.\d+$|$/) - 1) + 1);
  // a ratio of tiny returns has their error, and is large because they are tiny
  if (PERCENT_OR_RATIO.test(name)) return 1e-7 + 1e-12 * wanted ** 2;
  return MONEY.test(name) ? 1e-9 * startMargin : 0;
}

function isSame(wanted: unknown, found: unknown, slackFor: (wanted: number) => number): boolean {
  if (typeof wanted !== "number" || typeof found !== "number") return Object.is(wanted, found);
  return wanted === found || Math.abs(wanted - found) <= 1e-9 * Math.abs(wanted) + slackFor(wanted);
}

/** Equally deep falls may be told apart by rounding, so the span is held against the curve it describes. */
function checkDrawdown({ drawdown, equity, performance }: Report): string[] {
  const depth = -performance.maxDrawdown / 100;
  if (drawdown === null) return depth < 1e-12 ? [] : [`drawdown: null, but the curve falls by ${depth}`];
  const dates = Array.from(equity.day, formatIsoDay);
  const values = [...equity.value];
  const [peak, trough] = [dates.indexOf(drawdown.peakDate), dates.indexOf(drawdown.troughDate)];
  const peakValue = itemAt(values, peak);
  const firstAfter = (least: number) => {
    const place = values.findIndex((value, i) => i > trough && value >= least);
    return place === -1 ? values.length : place;
  };
  const recovery = drawdown.recoveryDate === null ? values.length : dates.indexOf(drawdown.recoveryDate);
  const facts = {
    "the peak comes before the trough": peak < trough,
    "the peak is the highest so far": peakValue >= Math.max(...values.slice(0, trough + 1)) * (1 - 1e-9),
    "the peak is the last session at the high": values
      .slice(peak + 1, trough)
      .every((one) => one < peakValue),
    "trough and peak give the depth": Math.abs(1 - itemAt(values, trough) / peakValue - depth) < 1e-9,
    "the recovery is no sooner than the value": recovery >= firstAfter(peakValue * (1 - 1e-9)),
    "the recovery is no later than the value": recovery <= firstAfter(peakValue * (1 + 1e-9)),
  };
  return Object.entries(facts).flatMap(([fact, holds]) => (holds ? [] : [`drawdown: untrue that ${fact}`]));
}

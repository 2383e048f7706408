/**
 * A market small enough to work out by hand, a strategy, and what must come of it. Sessions are numbers: 0 is
 * 2020-01-01, each next number the next calendar day. Expectations name only what a case is about.
 */
import { parseIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { Market } from "#workers/model/market.ts";
import type { ProblemCode, Result } from "#workers/model/problem.ts";
import type { Position, Report, WarningCode } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { buildMarket, dateOf, sessionOf, withFacts } from "../../support/market-builder.ts";
import type { BarSpec, FactSpec, SeriesSpec } from "../../support/market-builder.ts";
import { sortDecisions } from "../compare-outcomes.ts";
import type { Outcome } from "../engine-run.ts";

export interface StrategyParts {
  readonly name?: string;
  readonly scanner?: Partial<Strategy["scanner"]>;
  readonly buy?: Partial<Strategy["buy"]>;
  readonly sell?: Partial<Strategy["sell"]>;
  readonly simulation?: Partial<Strategy["simulation"]>;
  readonly computed?: Strategy["computed"];
}

type Parts<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Parts<T[K]> }
    : T;

export interface Expected {
  readonly refused?: ProblemCode;
  /** Parts of what the refusal says, in its message or its details. */
  readonly says?: readonly string[];
  /** Sessions at whose close the instrument was a candidate; instruments not named are not looked at. */
  readonly candidates?: Readonly<Record<string, readonly number[]>>;
  /** The whole log, as in logLines. */
  readonly log?: readonly string[];
  /** As in positionLine. */
  readonly positions?: readonly string[];
  readonly equity?: readonly number[];
  readonly benchmark?: readonly number[];
  /** The average share. */
  readonly universe?: readonly number[];
  readonly open?: readonly number[];
  readonly warnings?: readonly WarningCode[];
  readonly report?: Parts<Omit<Report, "equity" | "positions" | "warnings">> & {
    /** All of them, in their order. */
    readonly warnings?: readonly { readonly message: string }[];
  };
}

export interface WorkedCase {
  readonly title: string;
  readonly series: readonly SeriesSpec[];
  readonly facts?: readonly FactSpec[];
  readonly strategy?: StrategyParts;
  readonly expected: Expected;
}

export type Runner = (strategy: Strategy, market: Market) => Result<Outcome>;

/** One number a session; null: no bar. A single number stands for every session. */
interface Columns extends Omit<SeriesSpec, "symbol" | "bars"> {
  readonly close: readonly (number | null)[];
  /** Default: the close. */
  readonly open?: readonly (number | null)[];
  readonly high?: readonly number[];
  readonly low?: readonly number[];
  readonly volume?: number | readonly number[];
  readonly marketCap?: number | readonly (number | null)[];
  readonly adjClose?: readonly (number | null)[];
  /** Session of the first number; default 0. */
  readonly from?: number;
}

export function prices(symbol: string, columns: Columns): SeriesSpec {
  const { close, open, high, low, volume, marketCap, adjClose, from = 0, ...rest } = columns;
  const bars = close.flatMap((price, i): BarSpec[] => {
    if (price === null) return [];
    const pick = (column: number | readonly (number | null)[] | undefined) =>
      (typeof column === "number" ? column : column?.[i]) ?? null;
    const extras = Object.entries({ high, low, volume, marketCap, adjClose })
      .map(([name, column]) => [name, pick(column)] as const)
      .filter(([, value]) => value !== null);
    return [[from + i, open?.[i] ?? price, price, Object.fromEntries(extras)]];
  });
  return { symbol, ...rest, bars };
}

/** Keeps the calendar going at a price of 1, below the minimum price of every case that buys. */
export function clock(sessions: number): SeriesSpec {
  return prices("~", { close: Array<number>(sessions).fill(1) });
}

/** No condition, no exit rule, no costs, one position, 1,000 to start with, prices from 10. */
export function plainStrategy(parts: StrategyParts = {}): Strategy {
  const parsed = parseStrategy({
    name: parts.name ?? "Worked by hand",
    scanner: {
      match: "all",
      priceGrowth: null,
      minPrice: 10,
      marketCapRank: null,
      avgDailyValue: null,
      ...parts.scanner,
    },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, ...parts.buy },
    sell: { trailingStopLoss: null, minHoldingDays: 0, ...parts.sell },
    simulation: {
      startMargin: 1000,
      startDate: dateOf(0),
      endDate: "2039-12-31",
      maxPositions: 1,
      sortingType: "volume-desc",
      ...parts.simulation,
    },
    ...(parts.computed && { computed: parts.computed }),
  });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

/** What is wrong with a run of the case, as lines of text; nothing when all expectations hold. */
export function checkCase({ series, facts, strategy, expected }: WorkedCase, run: Runner): string[] {
  const bare = buildMarket(series);
  const outcome = run(plainStrategy(strategy), facts ? withFacts(bare, facts) : bare);
  if (!outcome.ok) {
    const { code, message, details = [] } = outcome.problem;
    const words = [message, ...details].join("\n");
    const missing = (expected.says ?? []).filter((part) => !words.includes(part));
    return [
      ...compareParts("refused", expected.refused ?? "no", code),
      ...missing.map((part) => `refused: "${words}" does not say "${part}"`),
    ];
  }
  if (expected.refused !== undefined) return [`refused: expected ${expected.refused}, found a report`];
  const { report, decisions } = outcome.value;
  const found = {
    candidates: Object.fromEntries(
      Object.keys(expected.candidates ?? {}).map((symbol) => [symbol, candidateSessions(decisions, symbol)]),
    ),
    log: logLines(decisions),
    positions: report.positions.map(positionLine),
    equity: [...report.equity.value],
    benchmark: [...report.equity.benchmark],
    universe: [...(report.equity.universe ?? [])],
    open: [...report.equity.positions],
    warnings: report.warnings.map((warning) => warning.code).toSorted(),
    report,
  };
  return compareParts("", expected, found);
}

function candidateSessions(decisions: readonly Decision[], symbol: string): number[] {
  return decisions
    .filter((each) => each.type === "candidate" && each.instrument === symbol)
    .map((each) => sessionOf(each.day));
}

function figure(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** "0 candidate A #1 ordered", "1 buy A 10 @ 100", "2 lapse B noBar", "3 exit A stop-loss", "4 sell A 10 @ 90". */
export function logLines(decisions: readonly Decision[]): string[] {
  return sortDecisions(decisions).map((each) => {
    const start = `${sessionOf(each.day)} ${each.type} ${each.instrument}`;
    switch (each.type) {
      case "candidate":
        return `${start} #${each.rank} ${each.outcome}`;
      case "exit":
      case "lapse":
        return `${start} ${each.reason}`;
      case "part":
        return `${start} ${figure(each.quantity)} ${each.reason}`;
      case "more":
        return `${start} for ${figure(each.money)}`;
      case "buy":
      case "sell":
        return `${start} ${figure(each.quantity)} @ ${figure(each.price)}`;
    }
  });
}

/** "A 1-4 held 3: 10 @ 100 -> 90, -100 (-10 %), stop-loss". */
function positionLine(position: Position): string {
  const [entry, exit] = [position.entryDate, position.exitDate].map((date) =>
    sessionOf(parseIsoDay(date) ?? Number.NaN),
  );
  const { quantity, entryPrice, exitPrice, profit, profitPercent } = position;
  const trade = `${figure(quantity)} @ ${figure(entryPrice)} -> ${figure(exitPrice)}`;
  const gain = `${figure(profit)} (${figure(profitPercent)} %)`;
  return `${position.instrument} ${entry}-${exit} held ${position.daysHeld}: ${trade}, ${gain}, ${position.exitReason}`;
}

/** Holds only what `expected` names against `found`; figures within 1e-9 relative (1e-12 near 0). */
function compareParts(path: string, expected: unknown, found: unknown): string[] {
  if (typeof expected === "object" && expected !== null && typeof found === "object" && found !== null) {
    if (Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length) {
      return [`${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`];
    }
    const values = new Map<string, unknown>(Object.entries(found));
    return Object.entries(expected).flatMap(([key, value]) =>
      compareParts(path === "" ? key : `${path}.${key}`, value, values.get(key)),
    );
  }
  const isNear =
    typeof expected === "number" && typeof found === "number"
      ? Math.abs(expected - found) <= 1e-9 * Math.abs(expected) + 1e-12
      : Object.is(expected, found);
  return isNear ? [] : [`${path}: expected ${String(expected)}, found ${String(found)}`];
}

/** What the page shows of a run: the part that the address names, and a fall that is marked on its curve. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { ask } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { GrowthSpan } from "#src/ui/growth-drawing.ts";
import { spanOfRange, YEARS_OF_RANGE } from "#src/ui/growth-range.ts";
import type { Analysis, DrawdownPeriod, RunPeriod } from "#workers/model/analysis.ts";
import { sessionsOfYearIn } from "#workers/model/bar-length.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { namedPeriod, resultAddress } from "./result-address.ts";
import { checkRange, rangeText, readRange, WHOLE_RUN } from "./shown-range.ts";
import type { ShownRange } from "./shown-range.ts";

export interface View {
  readonly range: ShownRange;
  readonly span: GrowthSpan;
  /** What is wrong with the period that the address names: the whole run is shown then. */
  readonly refused: string | null;
  /** Puts it into the address: Back leads to the one before. */
  readonly choose: (range: ShownRange) => void;
  readonly showWhole: () => void;
  /** The fall that is shown on the curve, until another part of the run is chosen. */
  readonly marked: DrawdownPeriod | null;
  readonly mark: (fall: DrawdownPeriod) => void;
}

export function useView(runId: string, { equity }: Report): View {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const asked = namedPeriod(params);
  const [fall, setFall] = useState<{ readonly on: string | null; readonly period: DrawdownPeriod } | null>(
    null,
  );
  const choose = useCallback(
    (range: ShownRange) => {
      setFall(null);
      navigate(resultAddress(runId, null, rangeText(range)));
    },
    [runId, navigate],
  );
  const showWhole = useCallback(() => choose(WHOLE_RUN), [choose]);
  const mark = useCallback((period: DrawdownPeriod) => setFall({ on: asked, period }), [asked]);
  const shown = useMemo(() => readView(asked, equity.day), [asked, equity]);
  const marked = fall?.on === asked ? fall.period : null;
  return useMemo(
    () => ({ ...shown, choose, showWhole, mark, marked }),
    [shown, choose, showWhole, mark, marked],
  );
}

/** @param asked - what the address says; null for nothing */
function readView(asked: string | null, day: Int32Array): Pick<View, "range" | "span" | "refused"> {
  const asIs = (refused: string) => ({ range: WHOLE_RUN, span: spanOfRange(day, "Max"), refused });
  const range = readRange(asked);
  if (!range) return asIs("The period in the address can't be read. Choose one here.");
  const checked = checkRange(range, day);
  return checked.ok ? { range, span: checked.span, refused: null } : asIs(checked.message);
}

interface ShownPeriod {
  /** The whole run's, where that is chosen or a part isn't measured. */
  readonly shown: Report;
  readonly isPart: boolean;
  /** Why a part can't be measured; null where nothing is wrong. */
  readonly unmeasured: string | null;
}

/** The figures of what is shown. @param analysis - null while it is being worked out */
export function useShownPeriod(
  run: RunRecord,
  report: Report,
  analysis: Analysis | null,
  { range, span }: View,
): ShownPeriod {
  const measured = useMeasured(run, report, range.type === "days" && analysis !== null ? span : null);
  const period =
    range.type === "days"
      ? measured?.ok && measured.value
      : (analysis?.trailing.find(({ years }) => years === YEARS_OF_RANGE[range.range]) ?? null);
  const shown = useMemo(() => (period ? reportOfPeriod(report, period) : report), [report, period]);
  return {
    shown,
    isPart: shown !== report,
    unmeasured: measured?.ok === false ? measured.problem.message : null,
  };
}

/** The worker's figures of a part of the run; null while there are none. @param span - null: there is no such part */
function useMeasured(run: RunRecord, report: Report, span: GrowthSpan | null): Result<RunPeriod> | null {
  const [measured, setMeasured] = useState<{
    readonly span: GrowthSpan;
    readonly result: Result<RunPeriod>;
  } | null>(null);
  useEffect(() => {
    if (!span) return undefined;
    let isWaiting = true;
    const wait = async () => {
      const { equity, positions, performance, account } = report;
      const { fromRow, toRow } = span;
      const { riskFreePercent } = run.strategy.simulation;
      const result = await ask("measurePeriod", {
        report: { equity, positions, performance, ...(account && { account }) },
        fromRow,
        toRow,
        riskFreePercent,
        sessionsOfYear: sessionsOfYearIn(report),
      });
      if (isWaiting) setMeasured({ span, result });
    };
    void wait();
    return () => {
      isWaiting = false;
    };
  }, [run, report, span]);
  return span && measured?.span === span ? measured.result : null;
}

/**
 * A part of a run as a report of its own, for the figures that follow the chart's range.
 * Benchmark and average share begin at the account's value. Positions are those that ended between the period's closes, as its trades
 * are, and those that are open where it ends with the run. What the weights ordered at its first close is of it, and what they
 * ordered at its last one is not.
 */
export function reportOfPeriod(report: Report, period: RunPeriod): Report {
  const { fromRow, toRow, performance, benchmarkPerformance, yearlyPerformance, drawdown } = period;
  const { growth, money, account } = period;
  const { day, value, benchmark, universe, positions } = report.equity;
  const end = toRow + 1;
  const fromStart = (curve: Float64Array) => {
    const first = curve[fromRow] ?? Number.NaN;
    return curve.subarray(fromRow, end).map((close) => (close / first) * performance.startValue);
  };
  const { universePerformance: _average, money: _money, account: _account, rebalances, ...others } = report;
  const from = formatIsoDay(day[fromRow] ?? 0);
  const to = formatIsoDay(day[toRow] ?? 0);
  const isToEnd = toRow === day.length - 1;
  const isWithin = ({ exitDate, exitReason }: Position) =>
    exitReason === "open" ? isToEnd : exitDate > from && exitDate <= to;
  return {
    ...others,
    metadata: {
      ...report.metadata,
      backtestStart: from,
      backtestEnd: to,
      sessions: toRow - fromRow + 1,
    },
    performance,
    benchmarkPerformance,
    ...(period.universePerformance && { universePerformance: period.universePerformance }),
    yearlyPerformance,
    drawdown,
    positions: report.positions.filter(isWithin),
    ...(rebalances && { rebalances: rebalances.filter(({ date }) => date >= from && date < to) }),
    ...(money && { money }),
    ...(account && { account }),
    equity: {
      day: day.subarray(fromRow, end),
      value: value.subarray(fromRow, end),
      benchmark: fromStart(benchmark),
      ...(universe && { universe: fromStart(universe) }),
      ...(growth && { growth }),
      positions: positions.subarray(fromRow, end),
    },
  };
}

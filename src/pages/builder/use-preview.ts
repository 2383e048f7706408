/** What the rules of the form let pass, kept up to date with what is typed. */
import { createContext, startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { consentSettled } from "#src/code/own-consent.ts";
import { askOfStrategy } from "#src/run/ask.ts";
import type { BenchmarkSeries, Preview } from "#workers/model/preview.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { numberLines } from "#workers/model/rule-lines.ts";
import { fieldsInUse } from "./number-uses.ts";
import type { FormOutcome } from "./form-values.ts";
import { createPreviewQueue } from "./preview-queue.ts";
import type { PreviewQueue } from "./preview-queue.ts";
import type { StepKey } from "./steps.ts";

export interface PreviewView {
  /** The last counts; while newer ones are being made, still those. null where there are none that could hold. */
  readonly preview: Preview | null;
  readonly problem: Problem | null;
  readonly isCounting: boolean;
  readonly countAgain: () => void;
  /** What may serve as the benchmark, as the last counts found it; empty before. */
  readonly series: readonly BenchmarkSeries[];
  /** Steps with a field that can't be read: counts of theirs mean nothing. */
  readonly faultySteps: ReadonlySet<StepKey>;
  /** A portfolio of which nothing to hold was counted: whatever passes, none is a candidate. */
  readonly isUnnamed: boolean;
}

const NOTHING: PreviewView = {
  preview: null,
  problem: null,
  isCounting: false,
  countAgain: () => {},
  series: [],
  faultySteps: new Set(),
  isUnnamed: false,
};

/** For the condition rows, which are many levels below the form. */
export const PreviewContext = createContext<PreviewView>(NOTHING);

interface Answered {
  readonly key: string;
  readonly answer: Result<Preview>;
}

/** @param wanted - null where the form can't be counted as it stands: then nothing is shown or asked */
export function usePreview(
  wanted: FormOutcome | null,
  { faultySteps, isPortfolio }: { readonly faultySteps: ReadonlySet<StepKey>; readonly isPortfolio: boolean },
): PreviewView {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [series, setSeries] = useState<readonly BenchmarkSeries[]>([]);
  const queue = useRef<PreviewQueue>(undefined);
  useEffect(() => {
    const made = createPreviewQueue({
      count: async ({ strategy, datasetId }, signal) => {
        if (strategy.computed) await consentSettled();
        return askOfStrategy("preview", { strategy, datasetId }, (request) => request, { signal });
      },
      // some hundred rows are drawn anew: bit by bit, and behind what is typed meanwhile
      onAnswer: (key, answer) =>
        startTransition(() => {
          setAnswered({ key, answer });
          if (answer.ok) setSeries(answer.value.series);
        }),
    });
    queue.current = made;
    return () => made.stop();
  }, []);
  const key = useMemo(() => wanted && keyOf(wanted), [wanted]);
  useEffect(() => {
    if (wanted && key !== null) queue.current?.ask({ key, outcome: wanted });
  }, [wanted, key]);
  const countAgain = useCallback(() => {
    setAnswered(null);
    queue.current?.askAgain();
  }, []);
  // one object for as long as nothing changes: some hundred rows read it
  return useMemo((): PreviewView => {
    if (key === null) return { ...NOTHING, series, faultySteps };
    const isCurrent = answered?.key === key;
    const preview = answered?.answer.ok ? answered.answer.value : null;
    return {
      preview,
      problem: isCurrent && !answered.answer.ok ? answered.answer.problem : null,
      isCounting: !isCurrent,
      countAgain,
      series,
      faultySteps,
      isUnnamed: isPortfolio && preview !== null && preview.held === undefined,
    };
  }, [key, answered, countAgain, series, faultySteps, isPortfolio]);
}

/** Everything that the counts, or the refusal to count, hang on. */
function keyOf({ strategy, datasetId }: FormOutcome): string {
  const { startDate, endDate, priceBasis, benchmark, sortingType, positionSizing } = strategy.simulation;
  const { weights = [], cash } = strategy.simulation;
  return JSON.stringify([
    datasetId,
    strategy.scanner,
    strategy.buy,
    strategy.sell.rules,
    strategy.sell.stopOrders,
    startDate,
    endDate,
    priceBasis,
    benchmark,
    sortingType,
    positionSizing,
    numberLines(strategy),
    weights.map(({ symbol }) => symbol),
    cash,
    fieldsInUse(strategy),
  ]);
}

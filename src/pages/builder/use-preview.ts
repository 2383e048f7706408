/** What the rules of the form let pass, kept up to date with what is typed. */
import { createContext, useEffect, useRef, useState } from "react";
import { previewStrategy } from "#src/run/preview-strategy.ts";
import type { BenchmarkSeries, Preview } from "#workers/model/preview.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { FormOutcome } from "./form-values.ts";
import { createPreviewQueue } from "./preview-queue.ts";
import type { PreviewQueue } from "./preview-queue.ts";

export interface PreviewView {
  /** The last counts; while newer ones are being made, still those. null where there are none that could hold. */
  readonly preview: Preview | null;
  readonly problem: Problem | null;
  readonly isCounting: boolean;
  readonly countAgain: () => void;
  /** What may serve as the benchmark, as the last counts found it; empty before. */
  readonly series: readonly BenchmarkSeries[];
}

const NOTHING: PreviewView = {
  preview: null,
  problem: null,
  isCounting: false,
  countAgain: () => {},
  series: [],
};

/** For the condition rows, which are many levels below the form. */
export const PreviewContext = createContext<PreviewView>(NOTHING);

interface Answered {
  readonly key: string;
  readonly answer: Result<Preview>;
}

/** @param wanted - null where the form can't be counted as it stands: then nothing is shown or asked */
export function usePreview(wanted: FormOutcome | null): PreviewView {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [series, setSeries] = useState<readonly BenchmarkSeries[]>([]);
  const queue = useRef<PreviewQueue>(undefined);
  useEffect(() => {
    const made = createPreviewQueue({
      count: ({ strategy, datasetId }, signal) => previewStrategy(strategy, datasetId, signal),
      onAnswer: (key, answer) => {
        setAnswered({ key, answer });
        if (answer.ok) setSeries(answer.value.series);
      },
    });
    queue.current = made;
    return () => made.stop();
  }, []);
  const key = wanted ? keyOf(wanted) : null;
  useEffect(() => {
    if (wanted && key !== null) queue.current?.ask({ key, outcome: wanted });
  }, [wanted, key]);
  if (key === null) return { ...NOTHING, series };
  const isCurrent = answered?.key === key;
  return {
    preview: answered?.answer.ok ? answered.answer.value : null,
    problem: isCurrent && !answered.answer.ok ? answered.answer.problem : null,
    isCounting: !isCurrent,
    countAgain: () => {
      setAnswered(null);
      queue.current?.askAgain();
    },
    series,
  };
}

/** Everything that the counts, or the refusal to count, hang on. */
function keyOf({ strategy, datasetId }: FormOutcome): string {
  const { startDate, endDate, priceBasis, benchmark, positionSizing, riskDistance } = strategy.simulation;
  return JSON.stringify([
    datasetId,
    strategy.scanner,
    strategy.buy,
    strategy.sell.rules,
    positionSizing,
    riskDistance,
    startDate,
    endDate,
    priceBasis,
    benchmark,
  ]);
}

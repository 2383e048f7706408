import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { askOfStrategy } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import type { Report } from "#workers/model/report.ts";
import { mostRestrictive, whyNotBought } from "./no-positions-text.ts";

interface NoPositionsProps {
  readonly run: RunRecord;
  readonly report: Report;
}

/** In place of the positions of a run that opened none: what kept everything out. */
export function NoPositions({ run, report }: NoPositionsProps): ReactElement {
  const { currency } = report.metadata;
  const known = whyNotBought(report.passedOver, run.strategy, currency);
  const counted = useMostRestrictive(run, currency, known === null);
  return (
    <EmptyState
      title="No position was opened"
      text={known ?? `No instrument met the scanner and the buy rules in this period. ${counted}`}
    >
      <Link href={`/simulation-steps?id=${run.strategyId}&step=scanner`} className={buttonClass("primary")}>
        Change the conditions
      </Link>
    </EmptyState>
  );
}

/** A sentence that follows when the worker has counted, or says why it can't: the data may be gone. */
function useMostRestrictive(run: RunRecord, currency: string, isWanted: boolean): string {
  const { strategy, datasetId } = run;
  const [text, setText] = useState("Counting what each condition lets through...");
  useEffect(() => {
    if (!isWanted) return undefined;
    let isWaiting = true;
    const count = async () => {
      const preview = await askOfStrategy("preview", { strategy, datasetId }, (request) => request);
      if (isWaiting)
        setText(preview.ok ? mostRestrictive(strategy, preview.value, currency) : preview.problem.message);
    };
    void count();
    return () => {
      isWaiting = false;
    };
  }, [strategy, datasetId, currency, isWanted]);
  return text;
}

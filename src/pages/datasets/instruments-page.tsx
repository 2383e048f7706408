/** One dataset's instruments with what their bars show, and the chart of the one that the URL names. */
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { askOfDataset } from "#src/run/ask.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { InstrumentSummary } from "#workers/model/instruments.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { InstrumentTable } from "./instrument-table.tsx";
import { InstrumentView } from "./instrument-view.tsx";

interface InstrumentsPageProps {
  readonly datasetId: string;
  /** "" for none. */
  readonly symbol: string;
}

export function InstrumentsPage({ datasetId, symbol }: InstrumentsPageProps): ReactElement | null {
  const { dataset: found, rows, problem, reading } = useInstruments(datasetId);
  if (found === null) return null;
  if (!found.ok) return <NoDataset text={found.problem.message} />;
  const dataset = found.value;
  const chosen = rows?.find((row) => row.symbol === symbol);
  return (
    <div className={page["apart"]}>
      <PageHeading
        title={dataset.title}
        tabTitle={symbol === "" ? dataset.title : `${symbol} · ${dataset.title}`}
        lead={`${countOf(dataset.instruments, "instrument")}, ${formatDayRange(dataset.firstDate, dataset.lastDate)}`}
      >
        <Link href="/data" className={buttonClass()}>
          All datasets
        </Link>
      </PageHeading>
      {dataset.note !== "" && <p className={page["soft"]}>{dataset.note}</p>}
      {problem && <WarningBanner message={problem.message} />}
      {rows === null && !problem && <output>Reading the prices…</output>}
      {rows !== null && symbol !== "" && !chosen && (
        <WarningBanner message={`${symbol} is not in this dataset. Choose one of its instruments.`} />
      )}
      {chosen && <InstrumentView key={symbol} dataset={dataset} instrument={chosen} reading={reading} />}
      {rows !== null && (
        <Panel title="Instruments">
          <InstrumentTable datasetId={datasetId} rows={rows} decisions={dataset.splits} chosen={symbol} />
        </Panel>
      )}
    </div>
  );
}

function NoDataset({ text }: { readonly text: string }): ReactElement {
  return (
    <div className={page["apart"]}>
      <PageHeading title="Data" />
      <EmptyState title="This dataset can't be shown" text={text}>
        <Link href="/data" className={buttonClass("primary")}>
          Look at the datasets
        </Link>
      </EmptyState>
    </div>
  );
}

/** A dataset's entry and its instruments, read again when a split is accepted or undone. */
interface Instruments {
  /** null while it is looked up. */
  readonly dataset: Result<Dataset> | null;
  /** The last that were read, null before the first; of an earlier state of the splits while others are read. */
  readonly rows: readonly InstrumentSummary[] | null;
  readonly problem: Problem | null;
  /** Goes up with each list that was read, so that bars are read after it. */
  readonly reading: number;
}

function useInstruments(datasetId: string): Instruments {
  const dataset = useLiveQuery(() => loadDataset(datasetId), [datasetId]) ?? null;
  const [list, setList] = useState<Omit<Instruments, "dataset">>({ rows: null, problem: null, reading: 0 });
  const applied = dataset?.ok === true ? JSON.stringify(dataset.value.appliedSplits) : null;
  useEffect(() => {
    if (applied === null) return undefined;
    let isWanted = true;
    const readList = async (): Promise<void> => {
      const read = await askOfDataset("listInstruments", datasetId, (source) => source);
      if (!isWanted) return;
      setList((before) =>
        read.ok
          ? { rows: read.value, problem: null, reading: before.reading + 1 }
          : { ...before, problem: read.problem },
      );
    };
    void readList();
    return () => {
      isWanted = false;
    };
  }, [datasetId, applied]);
  return { dataset, ...list };
}

import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatMoment } from "#src/format/day.ts";
import { formatCount } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import type { PassedOver, Report } from "#workers/model/report.ts";
import styles from "./results-page.module.css";

/** Candidates that were not bought, by reason: why a rule that fired led to no position. */
export function PassedOverPanel({ passedOver }: { readonly passedOver: PassedOver }): ReactElement {
  const { unaffordable, noSlot, noCash, noBar } = passedOver;
  return (
    <Panel title="Passed-over signals" note="Candidates that met the rules and were not bought, over the run">
      <FactList
        facts={[
          { name: "One share too dear for its place", value: formatCount(unaffordable) },
          { name: "All places taken", value: formatCount(noSlot) },
          { name: "Not enough cash at the fill", value: formatCount(noCash) },
          { name: "No price on the day of the fill", value: formatCount(noBar) },
        ]}
      />
    </Panel>
  );
}

interface SettingsPanelProps {
  readonly run: RunRecord;
  readonly report: Report;
}

/** What was run on what: the strategy as it was then, and the data by its fingerprint. */
export function SettingsPanel({ run, report }: SettingsPanelProps): ReactElement {
  const { currency, sessions, instruments, bars } = report.metadata;
  return (
    <Panel title="Settings and data of this run" note="As they were then; later edits don't change them">
      <div className={styles["stack"]}>
        <StrategySummary strategy={run.strategy} currency={currency} />
        <FactList
          facts={[
            { name: "Started", value: formatMoment(run.startedAt) },
            { name: "Dataset", value: run.datasetTitle },
            { name: "Trading days", value: formatCount(sessions) },
            { name: "Instruments", value: formatCount(instruments) },
            { name: "Bars", value: formatCount(bars) },
            { name: "Engine", value: run.engineVersion },
          ]}
        />
        <p className={styles["fingerprint"]}>
          <span className={styles["soft"]}>Fingerprint of the data:</span> {run.datasetFingerprint}
        </p>
        <p>
          <Link href={`/look-ahead?run=${run.id}`}>Check this run for look-ahead</Link>: does it use prices
          that it could not have known?
        </p>
        <p>
          <Link href={`/optimise?strategy=${run.strategyId}`}>Optimise the strategy</Link>: what changes with
          other figures?
        </p>
      </div>
    </Panel>
  );
}

import { useContext } from "react";
import type { ReactElement } from "react";
import { formatCount } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { FactList } from "#src/ui/fact-list.tsx";
import { SavedPage } from "#src/ui/saved-page.ts";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import type { PassedOver, Report } from "#workers/model/report.ts";
import { Part } from "./part.tsx";
import styles from "./results-page.module.css";

/** Candidates that were not bought, by reason: why a rule that fired led to no position. */
export function PassedOverPart({ passedOver }: { readonly passedOver: PassedOver }): ReactElement {
  const { unaffordable, noSlot, noCash, noBar } = passedOver;
  return (
    <Part title="Passed-over signals" note="Met the rules and were not bought">
      <FactList
        inColumns
        facts={[
          { name: "One share too expensive for its place", value: formatCount(unaffordable) },
          { name: "All places taken", value: formatCount(noSlot) },
          { name: "Not enough cash at the fill", value: formatCount(noCash) },
          { name: "No price on the day of the fill", value: formatCount(noBar) },
        ]}
      />
    </Part>
  );
}

interface SettingsPartsProps {
  readonly run: RunRecord;
  readonly report: Report;
}

/** The strategy as it was run, folded away but in a saved report, and the data by its fingerprint. */
export function SettingsParts({ run, report }: SettingsPartsProps): ReactElement {
  const { currency, bars, benchmark } = report.metadata;
  const isSaved = useContext(SavedPage);
  const settings = (
    <div className={styles["stack"]}>
      <StrategySummary strategy={run.strategy} currency={currency} benchmark={benchmark} />
      <p className={styles["fingerprint"]}>
        <span className={page["quiet"]}>Bars:</span> {formatCount(bars)}.{" "}
        <span className={page["quiet"]}>Engine:</span> {run.engineVersion}.{" "}
        <span className={page["quiet"]}>Fingerprint of the data:</span> <span>{run.datasetFingerprint}</span>
      </p>
    </div>
  );
  return (
    <Part title="Settings and data of this run">
      {isSaved ? (
        settings
      ) : (
        <Disclosure summary="All settings, and the data's fingerprint">{settings}</Disclosure>
      )}
    </Part>
  );
}

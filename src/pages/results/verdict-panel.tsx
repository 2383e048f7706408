/** The first thing that a result says: its verdict, by which rules, and what to look closer at. */
import type { ReactElement, ReactNode } from "react";
import { lowerFirst } from "#src/format/first-letter.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import page from "#src/ui/page.module.css";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import type { Report } from "#workers/model/report.ts";
import { leftOutOf } from "#workers/model/run-warnings.ts";
import { yardsticksOf } from "#workers/words/verdict.ts";
import { costsInWords, lookAheadWarning, paidInWords } from "./robustness-words.ts";
import { RunAgain } from "./run-again.tsx";
import { fallsInWords } from "./yardstick.ts";
import styles from "./verdict-panel.module.css";

interface VerdictPanelProps {
  readonly run: RunRecord;
  /** Report of the period that is shown. */
  readonly report: Report;
  /** Whether that is not the whole run. */
  readonly isPart: boolean;
  /** What the checks of the run found so far. */
  readonly parts: RobustnessParts;
  /** What the figures are of, where that is not the whole run. */
  readonly period: ReactNode;
  /** The notes. */
  readonly children: ReactNode;
}

export function VerdictPanel(props: VerdictPanelProps): ReactElement {
  const { run, report, isPart, parts, period, children } = props;
  const warning = lookAheadWarning(parts.lookAhead);
  const known = yardsticksOf(report, {
    ...parts,
    random: isPart ? undefined : (parts.random ?? run.headline?.random),
  });
  return (
    <div className={styles["panel"]}>
      <section className={styles["verdict"]} aria-label="Verdict">
        <p className={styles["words"]}>
          <VerdictSentence verdict={shownVerdict(known)} />{" "}
          <span className={page["quiet"]}>{fallsInWords(report)}</span>
        </p>
        {known.average === null && (
          <div className={styles["again"]}>
            <RunAgain run={run} size="small" />
          </div>
        )}
        {warning !== null && (
          <p className={styles["warning"]}>
            <strong>⚠ Look-ahead found.</strong> {warning} <a href="#robustness">Robustness</a>
          </p>
        )}
        {period}
      </section>
      <div className={styles["further"]}>
        <Rules run={run} report={report} />
        <Costs run={run} isPart={isPart} parts={parts} />
        {children}
      </div>
    </div>
  );
}

/** What it paid, and what the whole run comes to with other costs, once the checks have found it. */
function Costs({ run, isPart, parts }: Pick<VerdictPanelProps, "run" | "isPart" | "parts">): ReactElement {
  const words = parts.costs && costsInWords(parts.costs);
  return (
    <p className={styles["costs"]}>
      {paidInWords(run.strategy)}
      {words && ` ${isPart ? `Whole run: ${lowerFirst(words)}` : words}.`}
    </p>
  );
}

/** The first sentence in a line, which opens to all. */
function Rules({ run, report }: Pick<VerdictPanelProps, "run" | "report">): ReactElement {
  const { currency, benchmark } = report.metadata;
  const leftOut = leftOutOf(run.strategy, report.warnings);
  const sentences = strategySentences(run.strategy, currency, { leftOut, ownBenchmark: benchmark });
  return (
    <details className={styles["rules"]}>
      <summary className={styles["line"]}>
        <span className={styles["label"]}>Rules</span>
        <span className={styles["all"]}>{sentences[0]} …</span>
      </summary>
      <div className={styles["sentences"]}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          Every setting is in <a href="#setup">Setup</a>.
        </p>
      </div>
    </details>
  );
}

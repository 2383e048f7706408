/** What the whole run tells, a sentence a finding with the way to its chapter, and what to try next. */
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { startVariant } from "#src/run/start-run.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useStages } from "#src/ui/use-stages.ts";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { Analysis } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { titleOf } from "../chapter-list.ts";
import { nextSteps } from "./next-steps.ts";
import type { NextStep } from "./next-steps.ts";
import { readingFacts } from "../reading-facts.ts";
import { readingOf, WEIGHTS } from "../reading.ts";
import type { Finding } from "../reading.ts";
import styles from "./reading-part.module.css";

interface ReadingPartProps {
  readonly run: RunRecord;
  /** Report of the whole run, whichever years are shown. */
  readonly report: Report;
  /** null while it is being worked out. */
  readonly analysis: Analysis | null;
  /** What the checks of the run found so far. */
  readonly parts: RobustnessParts;
  /** The page's figures are those of some years: that these are not is said. */
  readonly isPart: boolean;
}

/** Folded at first: what it says is worked out when the page has drawn what is in sight. */
export function ReadingPart(props: ReadingPartProps): ReactElement {
  const isReady = useStages(2) === 2;
  return (
    <details className={styles["reading"]} data-printed="">
      <summary className={styles["line"]}>
        What {props.isPart ? "the whole run" : "this"} tells, what to try
      </summary>
      {isReady && <Reading {...props} />}
    </details>
  );
}

function Reading({ run, report, analysis, parts }: ReadingPartProps): ReactElement {
  const { strategy } = run;
  const facts = useMemo(
    () => readingFacts({ report, strategy, analysis, parts }),
    [report, strategy, analysis, parts],
  );
  const findings = readingOf(facts);
  const steps = nextSteps({ run, halves: facts.halves, map: parts.map ?? null });
  const isWhole = analysis !== null && parts.costs !== undefined && parts.map !== undefined;
  return (
    <div className={styles["content"]}>
      <ul className={styles["findings"]} aria-label="What this tells">
        {findings.map((finding) => (
          <FindingLine key={finding.id} finding={finding} />
        ))}
      </ul>
      {!isWhole && (
        <p className={styles["soft"]}>
          More follows once the remaining figures and the checks under Robustness are worked out.
        </p>
      )}
      {steps.length > 0 && <Steps run={run} steps={steps} />}
      <p className={styles["soft"]}>
        All of this is about the whole run. What a strategy made in the past is no promise of what it will
        make.
      </p>
    </div>
  );
}

function FindingLine({ finding: { weight, words, chapter } }: { readonly finding: Finding }): ReactElement {
  const { sign, name } = WEIGHTS[weight];
  return (
    <li className={styles["finding"]}>
      <span className={classNames(styles["sign"], styles[weight])} aria-hidden="true">
        {sign}
      </span>
      <span>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {words}{" "}
        <a className={styles["way"]} href={`#${chapter}`}>
          {titleOf(chapter)}
        </a>
      </span>
    </li>
  );
}

interface StepsProps {
  readonly run: RunRecord;
  readonly steps: readonly NextStep[];
}

function Steps({ run, steps }: StepsProps): ReactElement {
  const [isStarting, setStarting] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const start = async (variant: Strategy) => {
    setStarting(true);
    const started = await startVariant(run.strategyId, variant).finally(() => setStarting(false));
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else showStatus(started.problem.message);
  };
  return (
    <section aria-label="What to try">
      <h3 className={styles["heading"]}>What to try</h3>
      <ul className={styles["steps"]}>
        {steps.map(({ title, reason, act }) => (
          <li key={title} className={styles["step"]}>
            {act.type === "run" ? (
              <Button size="small" disabled={isStarting} onClick={() => void start(act.variant)}>
                {title}
              </Button>
            ) : (
              <Link href={act.address} className={buttonClass("secondary", "small")}>
                {title}
              </Link>
            )}
            <span className={styles["reason"]}>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who passes scanner and buy rules on the last session, by name; a click shows the chart with the days on which it does. */
import { lazy, Suspense, useContext, useState } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { NamedInstrument } from "#workers/model/instruments.ts";
import styles from "./candidates-panel.module.css";
import type { FormOutcome } from "./form-values.ts";
import type { StepKey } from "./steps.ts";
import { UNNAMED } from "./places-words.ts";
import { PreviewContext } from "./use-preview.ts";

const CandidateDialog = lazy(async () => ({
  default: (await import("./candidate-dialog.tsx")).CandidateDialog,
}));

interface CandidatesPanelProps {
  /** What is counted; null while that can't be read. */
  readonly counted: FormOutcome | null;
  readonly step: StepKey;
  readonly currency: string;
}

/** More stand behind a click: a list is looked through from its beginning. */
const FIRST_SHOWN = 12;

export function CandidatesPanel({ counted, step, currency }: CandidatesPanelProps): ReactElement | null {
  const { preview, isCounting, faultySteps, isUnnamed } = useContext(PreviewContext);
  const [isAll, setIsAll] = useState(false);
  const [shown, setShown] = useState<NamedInstrument | null>(null);
  if (!preview || !counted || faultySteps.has("scanner") || faultySteps.has("buy")) return null;
  const { together, date } = preview;
  const candidates = isUnnamed ? [] : preview.candidates;
  const listed = isAll ? candidates : candidates.slice(0, FIRST_SHOWN);
  return (
    <Panel title={`Candidates on ${formatDay(date)}`}>
      <div className={styles["panel"]} aria-busy={isCounting}>
        {isUnnamed ? (
          <p className={page["small"]}>None yet. {UNNAMED}</p>
        ) : together === 0 ? (
          <p className={page["small"]}>None: nothing would be bought that day.</p>
        ) : (
          <Disclosure summary={countOf(together, "instrument")}>
            <div className={styles["panel"]}>
              <ul className={styles["names"]} data-part="candidates">
                {listed.map((each) => (
                  <li key={each.symbol}>
                    <button
                      type="button"
                      className={styles["name"]}
                      title={shownName(each.name)}
                      onClick={() => setShown(each)}
                    >
                      <bdi>{shownName(each.symbol)}</bdi>
                    </button>
                  </li>
                ))}
              </ul>
              {listed.length < candidates.length && (
                <button type="button" className={styles["name"]} onClick={() => setIsAll(true)}>
                  {formatCount(candidates.length - listed.length)} more
                </button>
              )}
              {isAll && together > candidates.length && (
                <p className={page["small"]}>The first {formatCount(candidates.length)} by symbol.</p>
              )}
            </div>
          </Disclosure>
        )}
      </div>
      {shown && (
        <Suspense>
          <CandidateDialog
            instrument={shown}
            outcome={counted}
            step={step}
            currency={currency}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

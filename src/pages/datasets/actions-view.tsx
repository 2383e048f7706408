/** What files of corporate actions come to: adjusted closes, and the actions that are not taken, each with its place. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { shownFinding } from "#src/format/finding.ts";
import { countOf } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import type { ActionFault, ActionsPreview } from "#workers/model/import-plan.ts";
import styles from "./import.module.css";

const FAULTS_SHOWN = 20;

export function ActionsView({ actions }: { readonly actions: ActionsPreview }): ReactElement {
  const { sentences, faults, faultCount } = actions;
  const told = faults.slice(0, FAULTS_SHOWN);
  return (
    <section className={styles["facts"]} aria-label="Corporate actions">
      <h4 className={styles["groupTitle"]}>Corporate actions</h4>
      <ul className={styles["findings"]}>
        {sentences.map((sentence) => (
          <li key={sentence}>{shownFinding(sentence)}</li>
        ))}
      </ul>
      {told.length > 0 && (
        <>
          <p>
            {countOf(faultCount, "action is", "actions are")} not taken
            {faultCount > told.length && `, the first ${told.length} of them`}:
          </p>
          <ul className={styles["reasons"]}>
            {told.map((fault) => (
              <li key={describe(fault)}>{shown(describe(fault))}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function describe({ place, symbol, date, what, reason }: ActionFault): string {
  return `${place}: ${symbol} ${formatDay(date)}, ${what}. ${reason}`;
}

import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Position } from "#workers/model/report.ts";
import { BuyRules, ScannerRules, SellRules } from "../day-rules.tsx";
import { explainInWords } from "../why-text.ts";
import styles from "./position-panel.module.css";

interface PositionDecisionsProps {
  readonly run: RunRecord;
  readonly position: Position;
  readonly path: PositionPath;
}

/** The rules with their values on the days on which the buy and the sale were decided. */
export function PositionDecisions({ run, position, path }: PositionDecisionsProps): ReactElement {
  const { entryDecision, exitDecision } = path;
  const { strategy } = run;
  return (
    <div className={styles["decisions"]}>
      <section className={styles["decision"]} aria-label="Decision to buy">
        <h4>Decision to buy, {formatDay(entryDecision.date)}</h4>
        <p>{explainInWords(entryDecision, strategy).join(" ")}</p>
        <ScannerRules why={entryDecision} strategy={strategy} />
        <BuyRules why={entryDecision} strategy={strategy} />
      </section>
      <section className={styles["decision"]} aria-label="Decision to sell">
        {exitDecision === null ? (
          <>
            <h4>No decision to sell</h4>
            <p>
              No sell rule ended this position: its prices did. After 20 sessions without one it was presumed
              delisted, on {formatDay(position.exitDate)}.
            </p>
          </>
        ) : (
          <>
            <h4>
              {position.exitReason === "open" ? "Last day of the run" : "Decision to sell"},{" "}
              {formatDay(exitDecision.date)}
            </h4>
            <p>{explainInWords(exitDecision, strategy).join(" ")}</p>
            {exitDecision.position && (
              <SellRules position={exitDecision.position} currency={exitDecision.currency} />
            )}
          </>
        )}
      </section>
    </div>
  );
}

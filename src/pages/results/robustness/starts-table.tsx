import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatPercent } from "#src/format/number.ts";
import type { LaterStart } from "#src/storage/robustness-record.ts";
import { Change } from "#src/ui/change.tsx";
import type { Report } from "#workers/model/report.ts";
import { yardstickNames } from "../average-share.ts";
import { aheadTitle, startRows } from "../check-rows.ts";
import { pointsText } from "../robustness-words.ts";
import styles from "./robustness.module.css";

interface StartsTableProps {
  readonly report: Report;
  readonly starts: readonly LaterStart[];
}

/** The same run begun on other days. */
export function StartsTable({ report, starts }: StartsTableProps): ReactElement {
  const names = yardstickNames(report);
  return (
    <div className={styles["part"]}>
      <table className={styles["table"]} aria-label="Started up to a year later">
        <thead>
          <tr>
            <th scope="col">Started on</th>
            <th scope="col">CAGR</th>
            <th scope="col">{aheadTitle(names)}</th>
            <th scope="col">{nameAtEnds("Max drawdown", report.metadata.frequency)}</th>
          </tr>
        </thead>
        <tbody>
          {startRows(report, starts).map(({ from, cagr, maxDrawdown, ahead, isOwn }) => (
            <tr key={from}>
              <th scope="row">
                {formatDay(from)}
                {isOwn && " (this run)"}
              </th>
              <td>{formatPercent(cagr, 1)}</td>
              <td>
                <Change value={ahead} text={pointsText(ahead)} />
              </td>
              <td>{formatPercent(maxDrawdown, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles["soft"]}>Each against what {joinWords(names, "or")} made from that day on.</p>
    </div>
  );
}

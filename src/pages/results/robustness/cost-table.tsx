import type { ReactElement } from "react";
import { upperFirst } from "#src/format/first-letter.ts";
import { formatMoneyCompact } from "#src/format/money.ts";
import { formatPercent } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { CostRung } from "#src/storage/robustness-record.ts";
import { Change } from "#src/ui/change.tsx";
import type { Report } from "#workers/model/report.ts";
import { costRows } from "../check-rows.ts";
import { excessOf, pointsText } from "../robustness-words.ts";
import { yardstickOf } from "../yardstick.ts";
import styles from "./robustness.module.css";

interface CostTableProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly costs: readonly CostRung[];
}

/** The same run with other costs: each a run of its own. */
export function CostTable({ run, report, costs }: CostTableProps): ReactElement {
  const { name: yardstick, performance } = yardstickOf(report);
  return (
    <section className={styles["part"]} aria-label="Costs">
      <h3>Costs</h3>
      <table className={styles["table"]} aria-label="Costs">
        <thead>
          <tr>
            <th scope="col">Costs a side</th>
            <th scope="col">CAGR</th>
            <th scope="col">Against {yardstick}, points a year</th>
            <th scope="col">End value</th>
          </tr>
        </thead>
        <tbody>
          {costRows(run.strategy, report, costs).map(({ name, cagr, endValue }) => {
            const ahead = excessOf(cagr, performance.cagr);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatPercent(cagr, 1)}</td>
                <td>
                  <Change value={ahead} text={pointsText(ahead)} />
                </td>
                <td>{formatMoneyCompact(endValue, report.metadata.currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles["soft"]}>
        Percent of the value of each buy and each sell, instead of the run&apos;s own costs.{" "}
        {upperFirst(yardstick)} pays none.
      </p>
    </section>
  );
}

import type { ReactElement } from "react";
import { formatPercent } from "#src/format/number.ts";
import { targetName, valueText } from "#src/format/target-text.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { NumbersMap } from "#src/storage/robustness-record.ts";
import { classNames } from "#src/ui/class-names.ts";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { Report } from "#workers/model/report.ts";
import { axisValues, fieldValue } from "#workers/model/variant-grid.ts";
import { excessOf, pointsText } from "../robustness-words.ts";
import { yardstickOf } from "../yardstick.ts";
import styles from "./robustness.module.css";

interface NumbersMapProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly map: NumbersMap;
}

/** The strategy with other numbers in place of the two that move its CAGR most; the yardstick's CAGR has no colour. */
export function NumbersMapPart({ run, report, map }: NumbersMapProps): ReactElement {
  const [rows, columns] = map.axes;
  if (!rows) {
    return (
      <section className={styles["part"]} aria-label="Other numbers">
        <h3>Other numbers</h3>
        <p className={styles["soft"]}>The strategy has no number to vary.</p>
      </section>
    );
  }
  const { strategy } = run;
  const { metadata } = report;
  const { name: yardstick, performance } = yardstickOf(report);
  const across = columns ? axisValues(columns) : [Number.NaN];
  const ahead = map.cagr.map((cagr) => excessOf(cagr, performance.cagr));
  const most = Math.max(1e-9, ...ahead.map((points) => Math.abs(points ?? 0)));
  const [ownRow, ownColumn] = [fieldValue(strategy, rows), columns ? fieldValue(strategy, columns) : null];
  const isOwn = (row: number, column: number) => row === ownRow && (!columns || column === ownColumn);
  const names = [rows, ...(columns ? [columns] : [])].map((axis) => targetName(axis, strategy));
  return (
    <section className={styles["part"]} aria-label="Other numbers">
      <h3>Other numbers</h3>
      <table className={styles["map"]} aria-label="Other numbers">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Down and across</VisuallyHidden>
            </th>
            {across.map((column) => (
              <th key={column} scope="col">
                {columns ? valueText(columns, column, metadata.currency) : "Points"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axisValues(rows).map((row, r) => (
            <tr key={row}>
              <th scope="row">{valueText(rows, row, metadata.currency)}</th>
              {across.map((column, c) => {
                const points = ahead[r * across.length + c] ?? null;
                return (
                  <td
                    key={column}
                    className={classNames(groundOf(points, most), isOwn(row, column) && styles["own"])}
                  >
                    {isOwn(row, column) && <VisuallyHidden>this run: </VisuallyHidden>}
                    {pointsText(points)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles["soft"]}>
        Points a year above the {formatPercent(performance.cagr, 1)} of {yardstick}, or below it. Down:{" "}
        {names[0]}
        {columns ? `; across: ${names[1]}` : ""}.{" "}
        {columns
          ? "One step of these two numbers moves the CAGR most."
          : "One step of this number moves the CAGR most."}{" "}
        The framed one is this run.
      </p>
    </section>
  );
}

const LEVELS = 5;

/** Light enough for the text on it in both themes; what rounds to zero has none. */
function groundOf(points: number | null, most: number): string {
  if (points === null || !/[1-9]/.test(pointsText(points))) return "";
  const level = Math.max(1, Math.ceil((Math.abs(points) / most) * LEVELS));
  return classNames(styles[points > 0 ? "gain" : "loss"], styles[`level${level}`]);
}

import type { ReactElement } from "react";
import { formatDay, formatMonth } from "#src/format/day.ts";
import { formatMoneyChange } from "#src/format/money.ts";
import { formatCount, formatPercentChange } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { Panel } from "#src/ui/panel.tsx";
import type { Streak } from "#workers/model/analysis.ts";
import { saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import type { SectionProps } from "./section.ts";

const NAMES: Readonly<Record<Streak["of"], Readonly<Record<Streak["kind"], string>>>> = {
  trades: { gains: "Winning trades in a row", losses: "Losing trades in a row" },
  sessions: { gains: "Rising days in a row", losses: "Falling days in a row" },
  months: { gains: "Gaining months in a row", losses: "Losing months in a row" },
};

/** The longest runs of gains and of losses. */
export function StreaksSection({ report, analysis }: SectionProps): ReactElement {
  const { streaks } = analysis;
  const { currency } = report.metadata;
  return (
    <Panel title="Streaks" note="The longest of each kind; trades by their exit">
      <div className={styles["part"]}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable */}
        <section className={styles["scroll"]} aria-label="Streaks, scrolling" tabIndex={0}>
          <table className={styles["plain"]} aria-label="Streaks">
            <thead>
              <tr>
                <th scope="col">Longest run of</th>
                <th scope="col">Length</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col">Together</th>
              </tr>
            </thead>
            <tbody>
              {streaks.map((streak) => (
                <tr key={`${streak.of} ${streak.kind}`}>
                  <th scope="row">{NAMES[streak.of][streak.kind]}</th>
                  <td>{formatCount(streak.length)}</td>
                  <td>{whenText(streak, streak.from)}</td>
                  <td>{whenText(streak, streak.to)}</td>
                  <td>
                    <Change value={streak.result} text={resultText(streak, currency)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <div>
          <Button
            size="small"
            aria-label="Save as CSV: Streaks"
            onClick={() =>
              saveTable(
                report,
                "streaks",
                CSV_FIELDS,
                streaks.map((streak) => CSV_FIELDS.map((field) => streak[field])),
              )
            }
          >
            Save as CSV
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const CSV_FIELDS = [
  "of",
  "kind",
  "length",
  "from",
  "to",
  "result",
] as const satisfies readonly (keyof Streak)[];

function whenText({ of }: Streak, when: string): string {
  return of === "months" ? formatMonth(when) : formatDay(when);
}

function resultText({ of, result }: Streak, currency: string): string {
  return of === "trades" ? formatMoneyChange(result, currency, 0) : formatPercentChange(result, 2);
}

import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { uncoveredSeries } from "#src/format/uncovered-series.ts";
import { NoteBanner, WarningBanner } from "./banner.tsx";
import styles from "./replay-verdict.module.css";
import type { ReplayReport } from "#workers/model/deployment-report.ts";
import type { Result } from "#workers/model/problem.ts";

/** Differences, as many as one reads. */
const MOST_SHOWN = 20;

interface ReplayVerdictProps {
  readonly checked: Result<ReplayReport>;
  /** The deployment's own: what of it no hash of its entries covers is named. */
  readonly strategy: unknown;
}

/** Whether a deployment's account follows from prices of today, and since when not. */
export function ReplayVerdict({ checked, strategy }: ReplayVerdictProps): ReactElement {
  if (!checked.ok) return <WarningBanner message={`It can't be replayed: ${checked.problem.message}`} />;
  const { entries, verdict, differences, cause, rebased } = checked.value;
  return (
    <>
      {verdict === "different" ? (
        <WarningBanner
          message={`The account does not follow from these prices: ${countOf(differences.length, "session")} of ${entries} differ. ${causeWords(cause, uncoveredSeries(strategy))}`}
        >
          <ul className={styles["list"]}>
            {differences.slice(0, MOST_SHOWN).map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
            {differences.length > MOST_SHOWN && <li>and {differences.length - MOST_SHOWN} more</li>}
          </ul>
        </WarningBanner>
      ) : (
        <NoteBanner
          message={`✓ The account follows from these prices, ${verdict === "same" ? "to the bit" : "within a billionth"}: all ${countOf(entries, "session")} come out the same.`}
        />
      )}
      {rebased.length > 0 && (
        <NoteBanner message="The dataset has other adjusted prices for these days than were recorded; the ledger keeps its own:">
          <ul className={styles["list"]}>
            {rebased.map(({ instrument, entryDate, recorded, today }) => (
              <li key={`${instrument} ${entryDate}`}>
                {instrument}, {entryDate}: {recorded} was recorded, {today} today
              </li>
            ))}
          </ul>
        </NoteBanner>
      )}
    </>
  );
}

function causeWords(cause: ReplayReport["cause"], uncovered: readonly string[]): string {
  const series = uncovered.length === 0 ? "" : `, and ${uncovered.join("; ")}`;
  return cause === "bars"
    ? "Prices, or sessions, of the past are not those that were recorded."
    : `Prices of the account's sessions are those that were recorded. So the program has changed, or what they don't cover: facts, market caps, sectors, prices from before the account${series}.`;
}

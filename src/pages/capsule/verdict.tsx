import type { ReactElement } from "react";
import { DASH } from "#src/format/number.ts";
import { differences, isIdentical } from "#src/share/capsule.ts";
import type { Capsule, Difference } from "#src/share/capsule.ts";
import page from "#src/ui/page.module.css";
import styles from "./capsule-page.module.css";

interface VerdictProps {
  readonly theirs: Capsule;
  readonly ours: Capsule;
}

/** "Identical", or everything that differs. */
export function Verdict({ theirs, ours }: VerdictProps): ReactElement {
  const found = differences(theirs, ours);
  return (
    <section aria-label="Verdict" aria-live="polite" className={page["close"]}>
      <p className={styles["verdict"]}>
        {isIdentical(theirs, ours)
          ? "Identical: every position and every day's equity is the same, to the last digit."
          : "Not the same. The differences:"}
      </p>
      {found.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable
        <section className={styles["scroll"]} aria-label="Differences, scrolling" tabIndex={0}>
          <table className={styles["table"]} aria-label="Differences">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Capsule</th>
                <th scope="col">Here</th>
              </tr>
            </thead>
            <tbody>
              {found.map((difference) => (
                <tr key={difference.what}>
                  <th scope="row">{difference.what}</th>
                  <td>{valueText(difference, difference.theirs)}</td>
                  <td>{valueText(difference, difference.ours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

/** Numbers in full: a difference may be in the last digit. */
function valueText({ what }: Difference, value: string | number | null): string {
  if (value === null) return DASH;
  return typeof value === "string" && what !== "Engine" ? `${value.slice(0, 16)}…` : String(value);
}

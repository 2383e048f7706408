import type { ReactElement } from "react";
import { Badge } from "#src/ui/badge.tsx";
import { Button } from "#src/ui/button.tsx";
import type { Advice } from "./advice.ts";
import styles from "./advice-list.module.css";
import { STEPS } from "./steps.ts";
import type { StepKey } from "./steps.ts";

interface AdviceListProps {
  readonly advice: readonly Advice[];
  readonly step: StepKey;
  readonly onGoTo: (step: StepKey) => void;
}

/** What to look at on this step; on the last one, before the start, of every step. */
export function AdviceList({ advice, step, onGoTo }: AdviceListProps): ReactElement | null {
  const isLast = step === STEPS.at(-1)?.key;
  const shown = advice.filter((one) => isLast || one.step === step);
  if (shown.length === 0) return null;
  return (
    <div className={styles["advice"]} role="note" aria-label="Worth a look">
      <ul className={styles["list"]}>
        {shown.map((one) => (
          <li key={one.message} className={styles["item"]}>
            {one.stopsStart && <Badge tone="danger">Can't start</Badge>}
            <span className={styles["text"]}>{one.message}</span>
            {one.step !== step && (
              <Button kind="quiet" size="small" onClick={() => onGoTo(one.step)}>
                Go to {STEPS.find(({ key }) => key === one.step)?.title}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

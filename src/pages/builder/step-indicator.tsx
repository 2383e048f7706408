import type { ReactElement } from "react";
import { classNames } from "#src/ui/class-names.ts";
import { CheckIcon } from "#src/ui/icons.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import styles from "./step-indicator.module.css";
import { STEPS } from "./steps.ts";
import type { StepKey } from "./steps.ts";

interface StepIndicatorProps {
  readonly current: StepKey;
  readonly isInError: (step: StepKey) => boolean;
  readonly onGoTo: (step: StepKey) => void;
}

/** Where in the four steps the form is; every step can be gone to at any time. */
export function StepIndicator({ current, isInError, onGoTo }: StepIndicatorProps): ReactElement {
  const place = STEPS.findIndex(({ key }) => key === current);
  return (
    <nav aria-label="Steps">
      <ol className={styles["steps"]}>
        {STEPS.map(({ key, title }, index) => {
          const isDone = index < place;
          const isWrong = isInError(key);
          return (
            <li key={key} className={styles["item"]}>
              <button
                type="button"
                className={classNames(
                  styles["step"],
                  isDone && styles["done"],
                  key === current && styles["current"],
                  isWrong && styles["wrong"],
                )}
                aria-current={key === current ? "step" : undefined}
                onClick={() => onGoTo(key)}
              >
                <span className={styles["number"]} aria-hidden="true">
                  {isWrong ? "!" : isDone ? <CheckIcon /> : index + 1}
                </span>
                {title}
                {isWrong ? (
                  <VisuallyHidden> (needs attention)</VisuallyHidden>
                ) : (
                  isDone && <VisuallyHidden> (done)</VisuallyHidden>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

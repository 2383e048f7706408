import type { ReactElement } from "react";
import { shown } from "#src/format/shown.ts";
import { Badge } from "#src/ui/badge.tsx";
import { Button } from "#src/ui/button.tsx";
import { Toolbar } from "#src/ui/toolbar.tsx";
import type { Advice } from "./advice-item.ts";
import styles from "./advice-list.module.css";
import { STEPS } from "./steps.ts";
import type { StepKey } from "./steps.ts";
import type { Mend } from "./mend.ts";

interface AdviceListProps {
  readonly advice: readonly Advice[];
  readonly step: StepKey;
  readonly onGoTo: (step: StepKey) => void;
  readonly onMend: (mend: Mend) => void;
}

/** What to look at on this step; on the last one, before the start, of every step. */
export function AdviceList({ advice, step, onGoTo, onMend }: AdviceListProps): ReactElement | null {
  const isLast = step === STEPS.at(-1)?.key;
  const here = advice.filter((one) => isLast || one.step === step);
  if (here.length === 0) return null;
  const list = (
    <ul>
      {here.map((one) => (
        <li key={one.message} className={styles["item"]}>
          {one.stopsStart && <Badge tone="danger">Can't start</Badge>}
          <span className={styles["text"]}>{shown(one.message)}</span>
          <MendButton mend={one.mend} onMend={onMend} />
          {one.step !== step && (
            <Button kind="quiet" size="small" onClick={() => onGoTo(one.step)}>
              Go to {STEPS.find(({ key }) => key === one.step)?.title}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
  const hasButtons = here.some((one) => one.mend !== null || one.step !== step);
  return (
    <div className={styles["advice"]} role="note" aria-label="Worth a look">
      {hasButtons ? <Toolbar label="What can be done about it">{list}</Toolbar> : list}
    </div>
  );
}

interface MendButtonProps extends Pick<AdviceListProps, "onMend"> {
  readonly mend: Mend | null;
}

/** Nothing for no mend. */
export function MendButton({ mend, onMend }: MendButtonProps): ReactElement | null {
  if (!mend) return null;
  return (
    <Button size="small" onClick={() => onMend(mend)}>
      {mend.label}
    </Button>
  );
}

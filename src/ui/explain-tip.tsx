import { Tooltip } from "radix-ui";
import { useState } from "react";
import type { ReactElement } from "react";
import styles from "./explain-tip.module.css";
import { HelpIcon } from "./icons.tsx";

interface ExplainTipProps {
  /** What is explained: "CAGR". */
  readonly subject: string;
  readonly text: string;
}

/**
 * An explanation that hover, focus and tap open, and leaving or Esc closes; it stays on the screen at its edges. The
 * pointer may go onto it: to React it is inside the span, wherever it is drawn.
 */
export function ExplainTip({ subject, text }: ExplainTipProps): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <Tooltip.Provider delayDuration={0} skipDelayDuration={0}>
      <Tooltip.Root open={open} onOpenChange={setOpen}>
        <span
          className={styles["host"]}
          onPointerEnter={() => setOpen(true)}
          onPointerLeave={(event) => {
            if (event.pointerType === "mouse") setOpen(false);
          }}
        >
          <Tooltip.Trigger
            type="button"
            className={styles["button"]}
            aria-label={`What ${subject} means`}
            onPointerDown={(event) => event.preventDefault()} // a press would close it; a finger has no other way
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          >
            <HelpIcon />
          </Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Content className={styles["tip"]} side="top" collisionPadding={8}>
              {text}
            </Tooltip.Content>
          </Tooltip.Portal>
        </span>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

import { Tooltip } from "radix-ui";
import { useContext, useState } from "react";
import type { ReactElement } from "react";
import { SavedPage } from "./saved-page.ts";
import styles from "./explain-tip.module.css";

interface ExplainTipProps {
  /** The term itself, which stands there: "CAGR". */
  readonly subject: string;
  readonly text: string;
}

/**
 * A term with a dotted line under it, and the explanation that hover, focus and tap open; leaving or Esc closes it. It
 * stays on the screen at its edges. The pointer may go onto it: to React it is inside the span, wherever it is drawn.
 */
export function ExplainTip({ subject, text }: ExplainTipProps): ReactElement {
  const [open, setOpen] = useState(false);
  if (useContext(SavedPage)) return <>{subject}</>;
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
            className={styles["term"]}
            data-term="" // stays on paper, where nothing can be pressed
            aria-label={`What ${subject} means`}
            onPointerDown={(event) => event.preventDefault()} // a press would close it; a finger has no other way
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          >
            {subject}
          </Tooltip.Trigger>
          <Tooltip.Portal container={document.querySelector("main")}>
            <Tooltip.Content className={styles["tip"]} side="top" collisionPadding={8}>
              {text}
            </Tooltip.Content>
          </Tooltip.Portal>
        </span>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

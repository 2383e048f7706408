import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./booth.module.css";
import { GUIDE_STEPS, GUIDED_STRATEGY_ID } from "./guide-steps.ts";

/** A card at the foot of the screen that leads from page to page; the pages stay usable around it. */
export function GuidedDemo({ onEnd }: { readonly onEnd: () => void }): ReactElement | null {
  const [place, setPlace] = useState(0);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const show = async (to: number) => {
    const address = GUIDE_STEPS[to]?.address ?? (await startGuidedRun(showStatus));
    if (address === null) return;
    setPlace(to);
    navigate(address);
  };
  const begin = useRef(show);
  useEffect(() => void begin.current(0), []);
  const step = GUIDE_STEPS[place];
  if (!step) return null;
  const isLast = place === GUIDE_STEPS.length - 1;
  const isStart = GUIDE_STEPS[place + 1]?.address === null;
  return (
    <section className={styles["guide"]} aria-labelledby="guide-title">
      <h2 key={place} id="guide-title" ref={takeFocus} tabIndex={-1}>
        {step.title}
      </h2>
      <p>{step.text}</p>
      <div className={styles["actions"]}>
        <span className={styles["place"]}>
          {place + 1} of {GUIDE_STEPS.length}
        </span>
        {place > 0 && (
          <Button size="small" onClick={() => void show(place - 1)}>
            Back
          </Button>
        )}
        {!isLast && (
          <Button size="small" kind="primary" onClick={() => void show(place + 1)}>
            {isStart ? "Start the simulation" : "Next"}
          </Button>
        )}
        <Button size="small" kind={isLast ? "primary" : "quiet"} onClick={onEnd}>
          {isLast ? "Done" : "End the demo"}
        </Button>
      </div>
    </section>
  );
}

/** Read out at each stop; the keys go on from here. */
function takeFocus(title: HTMLElement | null): void {
  title?.focus();
}

/** The address of its result, which shows how far it is until then; null where it can't be started. */
async function startGuidedRun(tell: (text: string) => void): Promise<string | null> {
  const { startRun } = await import("#src/run/start-run.ts");
  const started = await startRun(GUIDED_STRATEGY_ID);
  if (started.ok) return `/simulation-result?run=${started.value.runId}`;
  tell(started.problem.message);
  return null;
}

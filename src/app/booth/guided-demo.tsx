import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./booth.module.css";

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

/** The guided demo: one strategy of the app's own from its rules to its result, a page at a time. */

interface GuideStep {
  readonly title: string;
  readonly text: string;
  /** Where it is shown; null for the result of the simulation that the step itself starts. */
  readonly address: string | null;
}

/** A built-in strategy, which needs no prices but the demo market's. */
const GUIDED_STRATEGY_ID = "builtin-1";

const stepOf = (step: string) => `/simulation-steps?id=${GUIDED_STRATEGY_ID}&step=${step}`;

const GUIDE_STEPS: readonly GuideStep[] = [
  {
    title: "What would your rules have done?",
    text: "Tidemark answers with 20 years of daily prices of a whole market. This takes two minutes and six stops.",
    address: "/",
  },
  {
    title: "1. Scanner",
    text: "Which shares does the strategy look at each day? Size, sector, price against its average: what passes goes on.",
    address: stepOf("scanner"),
  },
  {
    title: "2. Buy rules",
    text: "When is a share bought, and which first when more of them qualify than there is money for?",
    address: stepOf("buy"),
  },
  {
    title: "3. Sell rules",
    text: "When is it sold again: at a loss that is too large, at a gain that is enough, or after so many days?",
    address: stepOf("sell"),
  },
  {
    title: "4. Simulation",
    text: "With how much money, from when to when, at what costs? All of it can be changed: try another number.",
    address: stepOf("simulation"),
  },
  {
    title: "The result",
    text: "Every day of the period was walked through, with orders filled at the next day's prices. Scroll down: growth against the market, the worst falls, each trade, and how every figure was worked out.",
    address: null,
  },
];

import type { ReactElement } from "react";
import { Link } from "wouter";
import { strategySentences } from "#src/format/strategy-text.ts";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./answer.module.css";
import { OnThisDevice } from "./claim.tsx";
import { CodeSection } from "./code-section.tsx";
import { OwnCodeSection } from "./own-code-section.tsx";

/** In the order of strategySentences: what each part of a strategy is for. The last one has all sentences that follow. */
const PARTS = [
  { name: "Smart instrument selection", purpose: "The scanner says which instruments may be bought at all." },
  { name: "Precision entry rules", purpose: "The buy rules say on which day an instrument is bought." },
  { name: "Risk-managed exits", purpose: "The sell rules say when it goes: stop-loss, take-profit, time." },
  {
    name: "Rigorous strategy testing",
    purpose: "The simulation settings say with how much money, over which years, at which costs.",
  },
] as const;

export function GetStartedAnswer(): ReactElement {
  return (
    <>
      <StrategyExplanations />
      <Walkthrough />
      <CodeSection />
      <OwnCodeSection />
      <Tutorials />
    </>
  );
}

function StrategyExplanations(): ReactElement {
  const sentences = strategySentences(fairStrategy, "INR");
  return (
    <section className={styles["section"]} aria-labelledby="explanations">
      <h3 id="explanations">Strategy explanations</h3>
      <p>A strategy has four parts. Under each is what the built-in “{fairStrategy.name}” says.</p>
      <ol className={styles["steps"]}>
        {PARTS.map(({ name, purpose }, index) => (
          <li key={name}>
            <strong>{name}.</strong> {purpose}
            <p>{sentences.slice(index, index === PARTS.length - 1 ? undefined : index + 1).join(" ")}</p>
          </li>
        ))}
      </ol>
      <OnThisDevice>
        All four parts work. Every decision uses the prices up to that day’s close and is filled on a later
        day, so that no simulation looks ahead.
      </OnThisDevice>
    </section>
  );
}

function Walkthrough(): ReactElement {
  return (
    <section className={styles["section"]} aria-labelledby="walkthrough">
      <h3 id="walkthrough">Web-tool walkthrough</h3>
      <ol className={styles["steps"]}>
        <li>
          Open <Link href="/strategy">Strategies</Link>. Enter a name and press BEGIN, or open a built-in
          strategy.
        </li>
        <li>
          Go through Scanner, Buy Rules, Sell Rules and Simulation. Continue and Back move between the steps.
        </li>
        <li>Press Save Strategy to go on later, or Start Simulation to run it now.</li>
        <li>Watch it run, then read the result: growth, drawdown, every position, every year.</li>
        <li>Press Duplicate Strategy to try a change without losing what you have.</li>
      </ol>
      <OnThisDevice>
        The built-in strategies run at once on the invented demo market. You need no import and no account.
      </OnThisDevice>
    </section>
  );
}

function Tutorials(): ReactElement {
  const showStatus = useStatus();
  return (
    <section className={styles["section"]} aria-labelledby="tutorials">
      <h3 id="tutorials">Video tutorials and blog posts</h3>
      <div className={page["actions"]}>
        <Button size="small" onClick={() => showStatus("Coming soon!")}>
          Video Tutorials
        </Button>
        <Button size="small" onClick={() => showStatus("Coming soon!")}>
          Blog Posts
        </Button>
      </div>
      <OnThisDevice>Neither exists yet. The explanations in the builder are there already.</OnThisDevice>
    </section>
  );
}

import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { showAround } from "#src/app/show-around.ts";
import { SURVEY_URL } from "#src/product.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { ExternalIcon } from "#src/ui/icons.tsx";
import page from "#src/ui/page.module.css";
import { FirstWords } from "./first-words.tsx";
import { FEATURES, STEPS } from "./landing-content.ts";
import type { Point } from "./landing-content.ts";
import styles from "./landing-page.module.css";
import { ResultFigure } from "./result-figure.tsx";

export function LandingPage(): ReactElement {
  useScrollToHash();
  return (
    <div className={styles["page"]}>
      <Hero />
      <Survey />
      <section id="features" className={styles["part"]} aria-labelledby="features-title">
        <h2 id="features-title">Features</h2>
        <ul className={styles["features"]}>
          {FEATURES.map((feature) => (
            <FeatureCard key={feature.title} point={feature} />
          ))}
        </ul>
      </section>
      <section id="how-it-works" className={styles["part"]} aria-labelledby="how-it-works-title">
        <h2 id="how-it-works-title">How it Works</h2>
        <ol className={styles["steps"]}>
          {STEPS.map((step, place) => (
            <StepCard key={step.title} point={step} number={place + 1} />
          ))}
        </ol>
        <OpenSource />
      </section>
      <section className={styles["closing"]} aria-labelledby="closing-title">
        <h2 id="closing-title">Your first result is a minute away</h2>
        <p>No account, no upload, no prices to find first: the demo market is already here.</p>
        <Link href="/strategy" className={buttonClass("primary", "large")}>
          Create Your First Strategy
        </Link>
      </section>
    </div>
  );
}

function Hero(): ReactElement {
  return (
    <section className={styles["hero"]} aria-label="What it is">
      <FirstWords>
        <div className={styles["ways"]}>
          <Link href="/strategy" className={buttonClass("primary", "large")}>
            Start Building
          </Link>
          <TryIt />
          <div className={styles["around"]}>
            <Button size="large" kind="quiet" onClick={showAround}>
              Show me around, 2 minutes
            </Button>
          </div>
        </div>
        <p className={page["soft"]}>
          Everything runs on this device. What you make stays here, and nothing is sent anywhere.
        </p>
      </FirstWords>
      <ResultFigure />
    </section>
  );
}

function Survey(): ReactElement {
  return (
    <aside className={styles["survey"]} aria-label="Survey">
      <p>
        <strong>Tell us what you need next.</strong> Our survey takes 2 minutes; it opens in a new tab and
        needs the internet.
      </p>
      <a className={buttonClass()} href={SURVEY_URL} target="_blank" rel="noopener noreferrer">
        Take the survey
        <ExternalIcon />
      </a>
    </aside>
  );
}

function FeatureCard({ point }: { readonly point: Point }): ReactElement {
  const { icon: PointIcon, title, text } = point;
  return (
    <li className={styles["feature"]}>
      <span className={styles["icon"]}>
        <PointIcon />
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}

interface StepCardProps {
  readonly point: Point;
  readonly number: number;
}

function StepCard({ point, number }: StepCardProps): ReactElement {
  const { icon: PointIcon, title, text } = point;
  return (
    <li className={styles["step"]}>
      <span className={styles["number"]}>
        <PointIcon />
        Step {number}
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}

function OpenSource(): ReactElement {
  return (
    <p className={styles["source"]}>
      <strong>Strategy templates are open source, and you may write your own code.</strong> Rules can name
      numbers of your own, in JavaScript, TypeScript or Python, that run on this device. A strategy is a small
      JSON file that you can export, edit and simulate from the command line. The engine behind it is readable
      TypeScript under the MIT licence. <Link href="/questions">The FAQ shows how</Link>.
    </p>
  );
}

/** An address with #features in it was opened before the page had that part. */
function useScrollToHash(): void {
  useEffect(() => {
    const id = globalThis.location.hash.slice(1);
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
}

const loadPanel = () => import("./try-panel.tsx");

/** Brings everything that runs a simulation, which reading about it needs nothing of. */
const TryPanel = lazy(async () => ({ default: (await loadPanel()).TryPanel }));

/** Runs the page's strategy where the page is, so that its figures can be checked with one click. */
function TryIt(): ReactElement {
  const [run, setRun] = useState(0);
  return (
    <>
      <Button
        size="large"
        onClick={() => setRun((count) => count + 1)}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
      >
        Try it now
      </Button>
      {run > 0 && (
        <Suspense fallback={<p>Starting…</p>}>
          <TryPanel key={run} />
        </Suspense>
      )}
    </>
  );
}

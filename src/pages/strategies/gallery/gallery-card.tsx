import { memo, useMemo } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDayRange } from "#src/format/day.ts";
import { formatCount, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { shownVerdict, sketchYardsticks } from "#src/format/verdict-words.ts";
import { Badge } from "#src/ui/badge.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { SmallCurves } from "#src/ui/small-curves.tsx";
import { VerdictPhrase } from "#src/ui/verdict-text.tsx";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { hasYearlyRate } from "#workers/words/verdict.ts";
import type { TemplateCard } from "#src/run/templates/template-cards.ts";
import { useTemplate } from "#src/run/use-template.ts";
import { KIND_NAMES } from "./filter-templates.ts";
import type { FittedTemplate } from "#src/run/templates/fit-template.ts";
import styles from "./gallery.module.css";

interface GalleryCardProps {
  readonly card: TemplateCard;
  readonly strategy: Strategy;
  /** What the data lacks; [] where the template can be run. */
  readonly lacks: readonly string[];
  readonly whyNothing: FittedTemplate["whyNothing"];
  readonly datasetId: string;
  /** What it is run on here. */
  readonly priceBasis: RunSketch["priceBasis"];
  /** null while it is not known. */
  readonly sketch: Result<RunSketch> | null;
  /** Nothing more is worked out. */
  readonly hasEnded: boolean;
  readonly onProblem: (problem: Problem | null) => void;
}

/** One template: its idea, what it made of the chosen data, and the two ways on. */
export const GalleryCard = memo(function GalleryCard(props: GalleryCardProps): ReactElement {
  const { card, strategy, lacks, whyNothing, datasetId, priceBasis, sketch, hasEnded, onProblem } = props;
  const kept = useMemo(
    () => ({ strategy: { ...strategy, simulation: { ...strategy.simulation, priceBasis } }, datasetId }),
    [strategy, priceBasis, datasetId],
  );
  const { busy, run, edit } = useTemplate(kept, onProblem);
  const canRun = lacks.length === 0 && sketch?.ok !== false;
  return (
    <li className={styles["card"]}>
      <div className={styles["top"]}>
        <h3>{card.name}</h3>
        <Badge>{KIND_NAMES[card.kind]}</Badge>
      </div>
      <p className={styles["idea"]}>{card.idea}</p>
      <div className={styles["outcome"]}>
        <Outcome lacks={lacks} whyNothing={whyNothing} sketch={sketch} hasEnded={hasEnded} />
      </div>
      <div className={styles["why"]}>
        <Disclosure summary="Why, when it fails, source, data">
          {() => (
            <>
              <p className={styles["wholeIdea"]}>{card.idea}</p>
              <Background card={card} />
            </>
          )}
        </Disclosure>
      </div>
      <div className={page["actions"]}>
        {canRun && (
          <Button
            size="small"
            kind="primary"
            aria-label={`Run: ${card.name}`}
            aria-disabled={busy}
            onClick={() => void run()}
          >
            Run
          </Button>
        )}
        <Button
          size="small"
          aria-label={`Use this: ${card.name}`}
          aria-disabled={busy}
          onClick={() => void edit()}
        >
          Use this
        </Button>
      </div>
    </li>
  );
});

type OutcomeProps = Pick<GalleryCardProps, "lacks" | "whyNothing" | "sketch" | "hasEnded">;

function Outcome({ lacks, whyNothing, sketch, hasEnded }: OutcomeProps): ReactElement {
  if (lacks.length > 0) {
    return (
      <div className={styles["lacks"]}>
        {lacks.map((lack) => (
          <p key={lack}>{lack}</p>
        ))}
        <Link href="/data">Open the Data screen</Link>
      </div>
    );
  }
  if (sketch === null)
    return <p className={page["soft"]}>{hasEnded ? "Not worked out." : "Waiting for its turn."}</p>;
  if (!sketch.ok)
    return <p className={styles["lacks"]}>It can&apos;t be run here: {sketch.problem.message}</p>;
  return sketch.value.positions === 0 ? (
    <Nothing sketch={sketch.value} whyNothing={whyNothing} />
  ) : (
    <Figures sketch={sketch.value} />
  );
}

interface NothingProps {
  readonly sketch: RunSketch;
  readonly whyNothing: FittedTemplate["whyNothing"];
}

function Nothing({ sketch: { from, to }, whyNothing }: NothingProps): ReactElement {
  return (
    <div className={styles["lacks"]}>
      <p>Nothing: in {formatDayRange(from, to)} it would have bought no instrument of this data.</p>
      {whyNothing().map((why) => (
        <p key={why}>{why}</p>
      ))}
    </div>
  );
}

function Figures({ sketch }: { readonly sketch: RunSketch }): ReactElement {
  const { cagr, maxDrawdown, frequency, trades, rebalances, average, account, index } = sketch;
  const known = sketchYardsticks(sketch);
  return (
    <>
      <SmallCurves account={account} index={index} />
      <p className={styles["verdict"]}>
        <VerdictPhrase verdict={shownVerdict(known)} />
      </p>
      <dl className={styles["figures"]}>
        <div>
          <dt>CAGR</dt>
          <dd>{formatPercentChange(hasYearlyRate(known) ? cagr : null, 1)}</dd>
        </div>
        <div>
          <dt>{nameAtEnds("Max drawdown", frequency)}</dt>
          <dd>{formatPercent(maxDrawdown, 1)}</dd>
        </div>
        <div>
          <dt>{rebalances === undefined ? "Trades" : "Days with orders"}</dt>
          <dd>{formatCount(rebalances ?? trades)}</dd>
        </div>
      </dl>
      {average && (
        <p className={styles["average"]}>
          The average share: {formatPercentChange(hasYearlyRate(known) ? average.cagr : null, 1)},{" "}
          {formatPercent(average.maxDrawdown, 1)}
        </p>
      )}
      {trades === 0 && rebalances === undefined && (
        <p className={page["soft"]}>It sold nothing of what it bought.</p>
      )}
    </>
  );
}

function Background({ card }: { readonly card: TemplateCard }): ReactElement {
  const { why, fails, source, needs, trades } = card;
  return (
    <dl className={styles["background"]}>
      <dt>Why it should work</dt>
      <dd>{why}</dd>
      <dt>When it fails</dt>
      <dd>{fails}</dd>
      <dt>Source</dt>
      <dd>{source}</dd>
      <dt>Data needed</dt>
      <dd>{needs}</dd>
      <dt>How often it trades</dt>
      <dd>{trades}</dd>
    </dl>
  );
}

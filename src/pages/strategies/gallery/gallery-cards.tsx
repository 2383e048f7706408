import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { DataChoice } from "#src/run/data-choices.ts";
import { sketchRuns } from "#src/run/sketch-runs.ts";
import { ALL_TEMPLATES } from "#src/run/templates/all-templates.ts";
import { fitTemplate } from "#src/run/templates/fit-template.ts";
import type { FittedTemplate } from "#src/run/templates/fit-template.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { BOTTOM_BAR, useMedia } from "#src/ui/use-media.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import { GalleryCard } from "./gallery-card.tsx";
import styles from "./gallery.module.css";

interface GalleryCardsProps {
  /** It stays the same: another choice is another list. */
  readonly choice: DataChoice;
  /** Ids of the templates that are shown. */
  readonly shown: ReadonlySet<string>;
  readonly onProblem: (problem: Problem | null) => void;
}

export function GalleryCards({ choice: first, shown, onProblem }: GalleryCardsProps): ReactElement {
  const [choice] = useState(first);
  const [fitted] = useState(() => ALL_TEMPLATES.map((template) => fitTemplate(template, first)));
  const sketches = useSketches(choice, fitted);
  const known = anySketch(sketches);
  const wanted = fitted.filter(({ lacks }) => lacks.length === 0).length;
  const found = fitted.filter(({ card }) => shown.has(card.id));
  const isPhone = useMedia(BOTTOM_BAR);
  const [isWhole, setWhole] = useState(false);
  const cards = isPhone && !isWhole ? found.slice(0, MOST_ON_PHONE) : found;
  return (
    <>
      <p className={page["soft"]}>
        <DataLine choice={choice} sketch={known} />{" "}
        <output>
          {isAtWork(sketches, wanted) &&
            `${formatCount(sketches.found.size)} of ${formatCount(wanted)} worked out.`}
        </output>
      </p>
      {sketches.problem && <WarningBanner message={sketches.problem.message} />}
      {cards.length === 0 && <p>No template of this kind contains these words.</p>}
      <ul className={styles["cards"]}>
        {cards.map(({ card, strategy, lacks, whyNothing }) => (
          <GalleryCard
            key={card.id}
            card={card}
            strategy={strategy}
            lacks={lacks}
            whyNothing={whyNothing}
            datasetId={choice.dataset.id}
            priceBasis={known?.priceBasis ?? strategy.simulation.priceBasis}
            sketch={sketches.found.get(card.id) ?? null}
            hasEnded={sketches.problem !== null}
            onProblem={onProblem}
          />
        ))}
      </ul>
      {cards.length < found.length && (
        <Button onClick={() => setWhole(true)}>
          Show {formatCount(found.length - cards.length)} more templates
        </Button>
      )}
    </>
  );
}

/** A person on a phone filters first; the rest comes on demand. */
const MOST_ON_PHONE = 18;

interface DataLineProps {
  readonly choice: DataChoice;
  /** Any of the data's; null while there is none. */
  readonly sketch: RunSketch | null;
}

/** What all figures have in common. */
function DataLine({ choice, sketch }: DataLineProps): ReactElement {
  const { dataset, label } = choice;
  const prices =
    sketch?.priceBasis === "as-traded"
      ? "prices as traded, since it has no adjusted ones"
      : "adjusted prices";
  return (
    <>
      {shownName(label)}
      {sketch && `: ${formatDayRange(sketch.from, sketch.to)}, ${prices}, after costs`}. {dataset.note}
      {sketch && (
        <span className={styles["key"]} aria-hidden="true">
          <span className={styles["accountKey"]}>Template</span>
          <span className={styles["indexKey"]}>{shownName(sketch.benchmark.label)}</span>
        </span>
      )}
    </>
  );
}

function isAtWork({ found, problem }: Sketches, wanted: number): boolean {
  return problem === null && found.size < wanted;
}

function anySketch({ found }: Sketches): RunSketch | null {
  for (const one of found.values()) if (one.ok) return one.value;
  return null;
}

interface Sketches {
  /** By the template's id; absent for what is still to be worked out. */
  readonly found: ReadonlyMap<string, Result<RunSketch>>;
  /** What ended the work early, or kept its results from being stored. */
  readonly problem: Problem | null;
}

const NOTHING: Sketches = { found: new Map(), problem: null };

/**
 * Figures and curves of the templates on the chosen data: known ones at once, the others one after the other. Leaving, and
 * other data, end the work at once.
 *
 * @param fitted - of the choice; the same list as long as the choice is the same
 */
function useSketches(choice: DataChoice | null, fitted: readonly FittedTemplate[]): Sketches {
  const [state, setState] = useState({ fitted, sketches: NOTHING });
  useEffect(() => {
    if (!choice) return undefined;
    const own = new AbortController();
    const runnable = fitted.filter(({ lacks }) => lacks.length === 0);
    const idOf = (place: number) => runnable[place]?.card.id ?? "";
    let sketches = NOTHING;
    const show = (changed: Partial<Sketches>) => {
      if (own.signal.aborted) return;
      sketches = { ...sketches, ...changed };
      setState({ fitted, sketches });
    };
    const work = async () => {
      const job = {
        datasetId: choice.dataset.id,
        exchange: choice.exchange,
        strategies: runnable.map(({ strategy }) => strategy),
      };
      const done = await sketchRuns(job, {
        signal: own.signal,
        onSketches: (found) =>
          show({
            found: new Map([...sketches.found, ...[...found].map(([at, one]) => [idOf(at), one] as const)]),
          }),
      });
      if (!done.ok) show({ problem: done.problem });
    };
    void work();
    return () => own.abort();
  }, [choice, fitted]);
  return state.fitted === fitted ? state.sketches : NOTHING;
}

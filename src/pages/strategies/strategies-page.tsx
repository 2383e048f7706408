import { createElement, useEffect, useRef, useState } from "react";
import type { ComponentType, ReactElement, RefObject } from "react";
import { useSearchParams } from "wouter";
import { GALLERY_OPEN, GALLERY_PLACE, withParam } from "#src/app/gallery-address.ts";
import { showAround } from "#src/app/show-around.ts";
import { markInterruptedRuns } from "#src/run/start-run.ts";
import type { DamagedRecord, StrategyRecord } from "#src/storage/records.ts";
import { removeStrategy, restoreStrategy } from "#src/storage/strategies.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useLazyPart } from "#src/ui/use-lazy-part.ts";
import type { Problem } from "#workers/model/problem.ts";
import { CreateCard } from "./create-card.tsx";
import { runUnderWay } from "./entry-status.ts";
import { FirstWords } from "./first-words.tsx";
import { OpenFile } from "./open-file.tsx";
import { useOverview } from "./overview.ts";
import type { StrategyEntry } from "./overview.ts";
import { OwnStrategies } from "./own-strategies.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import styles from "./strategies-page.module.css";
import { StrategyCard } from "./strategy-card.tsx";

export function StrategiesPage(): ReactElement {
  const overview = useOverview();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [renamed, setRenamed] = useState<StrategyRecord | null>(null);
  const remove = useRemove(setProblem);
  const builtIn = useRef<HTMLHeadingElement>(null);
  const { own = [], samples = [], damaged = [] } = overview ?? {};
  const entries = [...own, ...samples];
  useLostRuns(entries.some(isUnderWayElsewhere), setProblem);
  return (
    <div className={styles["page"]}>
      <FirstWords>
        {overview && own.length === 0 && (
          <Button kind="quiet" onClick={showAround}>
            Show me around, 2 minutes
          </Button>
        )}
        <OpenFile taken={new Set(entries.map(({ record }) => record.name))} />
      </FirstWords>
      {problem && <WarningBanner message={problem.message} />}
      <CreateCard />
      {damaged.length > 0 && <DamagedStrategies damaged={damaged} onDelete={remove} />}
      {own.length > 0 && (
        <OwnStrategies
          entries={own}
          onProblem={setProblem}
          onRename={setRenamed}
          onDelete={async ({ id, name }) => {
            await remove(id, name);
            if (own.length === 1) builtIn.current?.focus();
          }}
        />
      )}
      {overview && (
        <BuiltIn heading={builtIn} samples={samples} isEmpty={own.length === 0} onProblem={setProblem} />
      )}
      {overview && <StartFromTemplate isEmpty={own.length === 0} onProblem={setProblem} />}
      {renamed && <RenameDialog record={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

interface BuiltInProps {
  /** Takes the focus where the last one above it goes. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly samples: readonly StrategyEntry[];
  /** The device has no strategy of its own. */
  readonly isEmpty: boolean;
  readonly onProblem: (problem: Problem | null) => void;
}

function BuiltIn({ heading, samples, isEmpty, onProblem }: BuiltInProps): ReactElement {
  const [isUnfolded, setUnfolded] = useState(false);
  const [params] = useSearchParams();
  const isFolded = !isEmpty || params.has(GALLERY_OPEN); // who browses templates has these out of the way
  const isShown = !isFolded || isUnfolded;
  return (
    <section className={styles["list"]} aria-labelledby="built-in-strategies">
      <div className={styles["sectionHead"]}>
        <h2 id="built-in-strategies" ref={heading} tabIndex={-1}>
          Or Test with Built-in strategies
        </h2>
        {isFolded && (
          <Button size="small" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? "Hide the built-in strategies" : "Show the built-in strategies"}
          </Button>
        )}
      </div>
      {isShown && (
        <div className={styles["samples"]}>
          {samples.map((entry) => (
            <SampleCard key={entry.record.id} entry={entry} onProblem={onProblem} />
          ))}
        </div>
      )}
    </section>
  );
}

interface SampleCardProps {
  readonly entry: StrategyEntry;
  readonly onProblem: (problem: Problem | null) => void;
}

function SampleCard({ entry, onProblem }: SampleCardProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return <StrategyCard entry={entry} isOpen={isOpen} onOpen={setOpen} onProblem={onProblem} />;
}

function isUnderWayElsewhere(entry: StrategyEntry): boolean {
  return entry.liveRun === null && runUnderWay(entry) !== null;
}

interface DamagedStrategiesProps {
  readonly damaged: readonly DamagedRecord[];
  readonly onDelete: (id: string, name: string) => Promise<void>;
}

function DamagedStrategies({ damaged, onDelete }: DamagedStrategiesProps): ReactElement {
  return (
    <>
      {damaged.map(({ id, name, problem }) => (
        <WarningBanner key={id} message={problem.message}>
          <Button
            kind="danger"
            size="small"
            onClick={() => void onDelete(id, name || "The damaged strategy")}
          >
            Delete the damaged record
          </Button>
        </WarningBanner>
      ))}
    </>
  );
}

const LOOK_MS = 5000;

/** While a run is under way in another tab: notices when that tab is gone, and closes the run as interrupted. */
function useLostRuns(isWatching: boolean, onProblem: (problem: Problem) => void): void {
  useEffect(() => {
    if (!isWatching) return undefined;
    const look = async () => {
      const marked = await markInterruptedRuns();
      if (!marked.ok) onProblem(marked.problem);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWatching, onProblem]);
}

/** Deletes at once and offers to undo it. */
function useRemove(
  onProblem: (problem: Problem | null) => void,
): (id: string, name: string) => Promise<void> {
  const showStatus = useStatus();
  return async (id, name) => {
    const removed = await removeStrategy(id);
    if (!removed.ok) {
      onProblem(removed.problem);
      return;
    }
    onProblem(null);
    const undo = async () => {
      const restored = await restoreStrategy(removed.value);
      if (restored.ok) showStatus(`"${name}" is back.`);
      else onProblem(restored.problem);
    };
    showStatus(`"${name}" was deleted.`, { label: "Undo", act: () => void undo() });
  };
}

/**
 * The way to the templates: a few of them on a device without a strategy of its own, the gallery of all of them where
 * the address opens it. Texts and strategies load when they are shown.
 */
interface StartFromTemplateProps {
  /** The device has no strategy of its own. */
  readonly isEmpty: boolean;
  readonly onProblem: (problem: Problem | null) => void;
}

function StartFromTemplate({ isEmpty, onProblem }: StartFromTemplateProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const isOpen = params.has(GALLERY_OPEN);
  return (
    <section className={styles["list"]} aria-labelledby={GALLERY_PLACE}>
      <div className={styles["sectionHead"]}>
        <h2 id={GALLERY_PLACE}>Or start from a template</h2>
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setParams((before) => withParam(before, GALLERY_OPEN, isOpen ? "" : "all"))}
        >
          {isOpen ? "Close the gallery" : "Browse all templates"}
        </Button>
      </div>
      {isOpen && <Lazy key="all" load={loadGallery} onProblem={onProblem} />}
      {!isOpen && isEmpty && <Lazy key="three" load={loadSection} onProblem={onProblem} />}
    </section>
  );
}

type Templates = ComponentType<Pick<StartFromTemplateProps, "onProblem">>;

interface LazyProps extends Pick<StartFromTemplateProps, "onProblem"> {
  readonly load: () => Promise<Templates>;
}

function Lazy({ load, onProblem }: LazyProps): ReactElement | null {
  const templates = useLazyPart(load);
  return templates && createElement(templates, { onProblem });
}

async function loadSection(): Promise<Templates> {
  return (await import("./template-section.tsx")).TemplateSection;
}

async function loadGallery(): Promise<Templates> {
  return (await import("./gallery/gallery.tsx")).Gallery;
}

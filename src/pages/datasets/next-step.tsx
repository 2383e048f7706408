/** What a person does with data that has just come: run something on it. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { fitToData } from "#src/run/fit-to-data.ts";
import { startRun } from "#src/run/start-run.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { listDeployments } from "#src/storage/deployments.ts";
import { listRunSummaries } from "#src/storage/run-history.ts";
import { loadStrategy, moveEnd } from "#src/storage/strategies.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import type { Problem } from "#workers/model/problem.ts";
import { dataChoices } from "#src/run/data-choices.ts";
import type { DataChoice } from "#src/run/data-choices.ts";
import { galleryOn } from "#src/app/gallery-address.ts";
import type { FittedTemplate } from "#src/run/templates/fit-template.ts";
import { useTemplate } from "#src/run/use-template.ts";
import type { Kept } from "#src/run/use-template.ts";
import styles from "./import.module.css";

const NEW_NAME = "New strategy";

interface NextStepProps {
  readonly dataset: Dataset;
  /** Its last day before the import; null where it had none. */
  readonly endedOn: string | null;
}

/** Nothing for data without a share, such as an index alone. */
export function NextStep({ dataset, endedOn }: NextStepProps): ReactElement | null {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [choice] = dataChoices([dataset], fairStrategy.scanner.exchange);
  const builtIn = useTemplate(keptOn(dataset, fairStrategy.name), setProblem);
  const own = useTemplate(keptOn(dataset, NEW_NAME), setProblem);
  const fitting = useFitting(dataset, choice);
  const fed =
    useLiveQuery(listDeployments)?.records.filter(({ head }) => head.dataset?.id === dataset.id) ?? [];
  if (!choice) return null;
  return (
    <section className={page["parts"]} aria-label="What to do with it">
      {problem && <WarningBanner message={problem.message} />}
      <div className={styles["actions"]}>
        <Button kind="primary" aria-disabled={builtIn.busy} onClick={() => void builtIn.run()}>
          Run the built-in on it
        </Button>
        <Button aria-disabled={own.busy} onClick={() => void own.edit()}>
          New strategy on it
        </Button>
        <RunAgainButton dataset={dataset} endedOn={endedOn} onProblem={setProblem} />
        {fitting && <TemplateButton dataset={dataset} fitting={fitting} onProblem={setProblem} />}
        <Link href={galleryOn(dataset.id, choice.exchange)}>Templates on {shownName(dataset.title)}</Link>
        {fed.length > 0 && (
          <Link
            href={
              fed.length === 1 ? `/deployments?id=${encodeURIComponent(fed[0]?.id ?? "")}` : "/deployments"
            }
          >
            Orders for the next session of {countOf(fed.length, "deployment")} on it
          </Link>
        )}
      </div>
    </section>
  );
}

interface TemplateButtonProps {
  readonly dataset: Dataset;
  readonly fitting: FittedTemplate;
  readonly onProblem: (problem: Problem | null) => void;
}

function TemplateButton({ dataset, fitting, onProblem }: TemplateButtonProps): ReactElement {
  const template = useTemplate({ strategy: fitting.strategy, datasetId: dataset.id }, onProblem);
  return (
    <Button aria-disabled={template.busy} onClick={() => void template.run()}>
      Run {fitting.card.name} on it
    </Button>
  );
}

interface RunAgainButtonProps extends NextStepProps {
  readonly onProblem: (problem: Problem | null) => void;
}

/**
 * Starts each strategy whose last run was on this data once more, and up to its last day where it went to the one before
 * the import; nothing where none was.
 */
function RunAgainButton({ dataset, endedOn, onProblem }: RunAgainButtonProps): ReactElement | null {
  const { id: datasetId, lastDate } = dataset;
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const strategyIds = useLiveQuery(() => strategiesLastRunOn(datasetId), [datasetId]) ?? [];
  if (strategyIds.length === 0) return null;
  const runOne = async (id: string): ReturnType<typeof startRun> => {
    if (endedOn === null || lastDate === null) return startRun(id);
    const moved = await moveEnd(id, { from: endedOn, to: lastDate });
    return moved.ok ? startRun(id) : moved;
  };
  const run = async () => {
    if (busy) return;
    setBusy(true);
    const started = await Promise.all(strategyIds.map(runOne)).finally(() => setBusy(false));
    const [first] = started;
    const refused = started.find((one) => !one.ok);
    onProblem(refused?.ok === false ? refused.problem : null);
    if (started.length === 1 && first?.ok) navigate(`/simulation-result?run=${first.value.runId}`);
    else if (!refused) navigate("/runs");
  };
  return (
    <Button aria-disabled={busy} onClick={() => void run()}>
      Run again what ran on it ({countOf(strategyIds.length, "strategy", "strategies")})
    </Button>
  );
}

/** Ids of the strategies that are there still, on this data, and whose latest complete run, variants aside, was on it. */
async function strategiesLastRunOn(datasetId: string): Promise<readonly string[]> {
  const { records } = await listRunSummaries();
  const latest = new Map<string, string>();
  for (const { strategyId, state, isVariant, datasetId: on } of records)
    if (state === "complete" && isVariant !== true && !latest.has(strategyId)) latest.set(strategyId, on);
  const ran = [...latest].filter(([, on]) => on === datasetId).map(([id]) => id);
  const stored = await Promise.all(ran.map((id) => loadStrategy(id)));
  return ran.filter((_, at) => {
    const strategy = stored[at];
    return strategy?.ok === true && strategy.value.datasetId === datasetId;
  });
}

/** A template that the data has everything for; null while it is looked for, and where there is none. */
function useFitting(dataset: Dataset, choice: DataChoice | undefined): FittedTemplate | null {
  const [fitting, setFitting] = useState<FittedTemplate | null>(null);
  const exchange = choice?.exchange;
  useEffect(() => {
    let isWanted = true;
    const find = async (): Promise<void> => {
      const [{ findFitting }, { ALL_TEMPLATES }] = await Promise.all([
        import("#src/run/templates/fit-template.ts"),
        import("#src/run/templates/all-templates.ts"),
      ]);
      if (isWanted)
        setFitting(exchange === undefined ? null : findFitting(ALL_TEMPLATES, { dataset, exchange }));
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [dataset, exchange]);
  return fitting;
}

/** A new strategy's terms, fitted to what the data has. */
function keptOn(dataset: Dataset, name: string): Kept {
  return { strategy: fitToData({ ...fairStrategy, name }, dataset), datasetId: dataset.id };
}

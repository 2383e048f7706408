/** What a person does with data that has just come: run something on it. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { fitToData } from "#src/run/fit-to-data.ts";
import { previewStrategy } from "#src/run/preview-strategy.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { listDeployments } from "#src/storage/deployments.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import type { Problem } from "#workers/model/problem.ts";
import { dataChoices } from "#src/run/data-choices.ts";
import { galleryOn } from "#src/app/gallery-address.ts";
import { useTemplate } from "#src/run/use-template.ts";
import type { Kept } from "#src/run/use-template.ts";
import styles from "./import.module.css";

const NEW_NAME = "New strategy";

/** Nothing for data without a share, such as an index alone. */
export function NextStep({ dataset }: { readonly dataset: Dataset }): ReactElement | null {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [choice] = dataChoices([dataset], fairStrategy.scanner.exchange);
  const builtIn = useTemplate(() => fairStrategyOn(dataset, fairStrategy.name), setProblem);
  const own = useTemplate(() => fairStrategyOn(dataset, NEW_NAME), setProblem);
  const fed =
    useLiveQuery(listDeployments)?.records.filter(({ head }) => head.dataset?.id === dataset.id) ?? [];
  if (!choice) return null;
  return (
    <section className={styles["stack"]} aria-label="What to do with it">
      {problem && <WarningBanner message={problem.message} />}
      <div className={styles["actions"]}>
        <Button kind="primary" aria-disabled={builtIn.busy} onClick={() => void builtIn.run()}>
          Run the built-in on it
        </Button>
        <Button aria-disabled={own.busy} onClick={() => void own.edit()}>
          New strategy on it
        </Button>
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

/** On adjusted prices where the data has them: the counts, which read it anyway, know. */
async function fairStrategyOn(dataset: Dataset, name: string): Promise<Kept> {
  const [exchange = fairStrategy.scanner.exchange] = dataset.exchanges;
  const fitted = fitToData({ ...fairStrategy, name }, dataset, exchange);
  const asTraded = { ...fitted, simulation: { ...fitted.simulation, priceBasis: "as-traded" as const } };
  const counted = await previewStrategy(asTraded, dataset.id, new AbortController().signal);
  return { strategy: counted.ok && counted.value.hasAdjusted ? fitted : asTraded, datasetId: dataset.id };
}

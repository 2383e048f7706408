/** Loads the strategy that the URL names, with its draft, and hands both to the form. */
import { useLiveQuery } from "dexie-react-hooks";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { listDatasets } from "#src/storage/datasets.ts";
import { loadDraft, loadStrategy } from "#src/storage/strategies.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { FirstWords } from "./first-words.tsx";
import { newerDraft } from "./hasty-draft.ts";
import styles from "./builder-page.module.css";
import { StrategyForm } from "./strategy-form.tsx";

export function BuilderPage(): ReactElement {
  const [params] = useSearchParams();
  const id = params.get("id") ?? "";
  const loaded = useLiveQuery(
    async () => ({ id, record: await loadStrategy(id), draft: await loadDraft(id) }),
    [id],
  );
  const datasets = useLiveQuery(listDatasets);
  if (!loaded || !datasets || loaded.id !== id) {
    return (
      <div data-part="loading">
        <FirstWords title={null} />
      </div>
    );
  }
  if (!loaded.record.ok) {
    return (
      <div className={styles["page"]}>
        <PageHeading title="Strategy builder" />
        <EmptyState
          title={id === "" ? "No strategy chosen" : "This strategy can't be opened"}
          text={id === "" ? "Create a strategy, or choose one to edit." : loaded.record.problem.message}
        >
          <Link href="/strategy" className={buttonClass("primary")}>
            Go to your strategies
          </Link>
        </EmptyState>
      </div>
    );
  }
  return (
    <StrategyForm
      key={id}
      record={loaded.record.value}
      draft={newerDraft(id, loaded.draft)}
      draftAt={loaded.draft?.updatedAt ?? null}
      datasets={datasets.records}
    />
  );
}

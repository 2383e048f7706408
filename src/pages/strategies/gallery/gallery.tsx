/** Every template as a card, with what it would have earned on data of the person's choice. */
import { useLiveQuery } from "dexie-react-hooks";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { listDatasets } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import page from "#src/ui/page.module.css";
import { useHashTarget } from "#src/ui/use-hash-target.ts";
import type { Problem } from "#workers/model/problem.ts";
import { ALL_TEMPLATES } from "#src/run/templates/all-templates.ts";
import { dataChoices } from "#src/run/data-choices.ts";
import type { DataChoice } from "#src/run/data-choices.ts";
import { isShown } from "./filter-templates.ts";
import { DATA, KIND, SEARCH, withParam } from "#src/app/gallery-address.ts";
import { GalleryCards } from "./gallery-cards.tsx";
import { GalleryControls } from "./gallery-controls.tsx";

interface GalleryProps {
  readonly onProblem: (problem: Problem | null) => void;
}

const HOME_EXCHANGE = ALL_TEMPLATES[0]?.strategy.scanner.exchange ?? "";

export function Gallery({ onProblem }: GalleryProps): ReactElement | null {
  const [params, setParams] = useSearchParams();
  const listed = useLiveQuery(listDatasets);
  useHashTarget(listed !== undefined);
  if (!listed) return null;
  const choices = dataChoices(listed.records, HOME_EXCHANGE);
  const wanted = params.get(DATA) ?? "";
  const choice = wanted === "" ? (choices[0] ?? null) : (choices.find(({ key }) => key === wanted) ?? null);
  const [kind, query] = [params.get(KIND) ?? "", params.get(SEARCH) ?? ""];
  const cards = ALL_TEMPLATES.map(({ card }) => card);
  const shown = new Set(cards.filter((card) => isShown(card, kind, query)).map(({ id }) => id));
  const change = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value), { replace: true });
  return (
    <div className={page["parts"]}>
      <p className={page["soft"]}>
        Ideas from the literature, each a strategy of its own, after costs. Their figures are worked out on
        this device, on the data that you choose, and none of them was chosen for its results.
      </p>
      <GalleryControls
        kind={kind}
        query={query}
        data={wanted === "" ? (choice?.key ?? "") : wanted}
        choices={choices}
        shown={shown.size}
        total={cards.length}
        onChange={change}
      />
      {choice === null && <DataGone />}
      {choice && <GalleryCards key={keyOf(choice)} choice={choice} shown={shown} onProblem={onProblem} />}
    </div>
  );
}

function DataGone(): ReactElement {
  return (
    <WarningBanner message="The data that this page asks for is not on this device any more. Choose other data above, or import its files again.">
      <Link href="/data">Open the Data screen</Link>
    </WarningBanner>
  );
}

/** Everything of a dataset that its templates' figures hang on. */
function keyOf({ key, dataset }: DataChoice): string {
  return JSON.stringify([key, dataset]);
}

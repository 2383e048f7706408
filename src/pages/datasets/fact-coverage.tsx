/** What a dataset knows beside its prices: each fact with how many instruments it covers, year by year. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { DASH, countOf, formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { describeLag } from "#workers/model/fact-lag.ts";
import type { FactName, ReadingNotes } from "#workers/model/reading.ts";
import styles from "./fact-coverage.module.css";

interface FactCoverageViewProps {
  readonly factNames: readonly FactName[];
  /** Count of the dataset's instruments. */
  readonly instruments: number;
  /** Notes on the dataset's files; null where they are not known. */
  readonly notes: ReadingNotes | null;
  /** null where they can't be deleted. */
  readonly onDelete: (() => void) | null;
}

/** So many are listed; a facts.csv may have thousands. */
const FACTS_SHOWN = 200;
const SOURCES_SHOWN = 2;

export function FactCoverageView({
  factNames,
  instruments,
  notes,
  onDelete,
}: FactCoverageViewProps): ReactElement {
  return (
    <Disclosure summary={`Facts: ${countOf(factNames.length, "name")}`}>
      <ul className={styles["list"]}>
        {factNames.slice(0, FACTS_SHOWN).map((fact) => (
          <li key={fact.name}>
            <code>{shown(fact.name)}</code> {shown(describeFact(fact, notes))}
            {fact.coverage && <Years fact={fact} instruments={instruments} />}
          </li>
        ))}
      </ul>
      {factNames.length > FACTS_SHOWN && (
        <p className={page["soft"]}>and {formatCount(factNames.length - FACTS_SHOWN)} more</p>
      )}
      {onDelete && (
        <Button kind="danger" size="small" onClick={onDelete}>
          Delete the facts
        </Button>
      )}
    </Disclosure>
  );
}

/** "fact, newest 01/02/2024, from us-income-quarterly.csv; statements taken as known 45 days ...". */
function describeFact({ name, kind, coverage, lag }: FactName, notes: ReadingNotes | null): string {
  const sources =
    notes?.files.flatMap(({ file, facts }) => (facts?.names.includes(name) ? [file] : [])) ?? [];
  return [
    [
      kind,
      ...(coverage ? [`newest ${formatDay(coverage.newest)}`] : []),
      ...(sources.length === 0
        ? []
        : [
            `from ${sources.slice(0, SOURCES_SHOWN).join(" and ")}${sources.length > SOURCES_SHOWN ? " and others" : ""}`,
          ]),
    ].join(", "),
    ...(lag ? [describeLag(lag)] : []),
  ].join("; ");
}

/** "2019: 480 of 500 · 2020: 491 of 500". */
function Years({
  fact: { coverage },
  instruments,
}: {
  readonly fact: FactName;
  readonly instruments: number;
}): ReactElement {
  const years = (coverage?.instruments ?? []).map(
    (count, at) =>
      `${(coverage?.firstYear ?? 0) + at}: ${count === 0 ? DASH : formatCount(count)} of ${formatCount(instruments)}`,
  );
  return <span className={styles["years"]}>{years.join(" · ")}</span>;
}

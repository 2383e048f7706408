import { useRef, useState } from "react";
import type { ReactElement } from "react";
import type { StrategyRecord } from "#src/storage/records.ts";
import { WindowedList } from "#src/ui/windowed-list.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { arrange } from "./arrange.ts";
import { ListControls } from "./list-controls.tsx";
import type { ListView } from "./list-controls.tsx";
import type { StrategyEntry } from "./overview.ts";
import styles from "./strategies-page.module.css";
import { StrategyCard } from "./strategy-card.tsx";

interface OwnStrategiesProps {
  readonly entries: readonly StrategyEntry[];
  readonly onProblem: (problem: Problem | null) => void;
  readonly onRename: (record: StrategyRecord) => void;
  readonly onDelete: (record: StrategyRecord) => Promise<void>;
}

/** A list of this many is taken in at a glance. */
const AT_A_GLANCE = 5;
/** Height of a closed card with its gap at the usual text size, in px. */
const CARD_HEIGHT = 86;
const AT_FIRST: ListView = { query: "", sort: "updated" };

/** A person's own strategies, the last updated first. */
export function OwnStrategies({ entries, onProblem, onRename, onDelete }: OwnStrategiesProps): ReactElement {
  const [view, setView] = useState(AT_FIRST);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set()); // a card that scrolls away stays open
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = arrange(entries, view.query, view.sort);
  const isLong = entries.length > AT_A_GLANCE || view.query !== "" || view.sort !== AT_FIRST.sort;
  const remove = async (record: StrategyRecord) => {
    await onDelete(record);
    if (entries.length > 1) heading.current?.focus(); // the button that had the focus is gone
  };
  return (
    <section className={styles["list"]} aria-labelledby="own-strategies">
      <h2 id="own-strategies" ref={heading} tabIndex={-1}>
        Your strategies
      </h2>
      {isLong && <ListControls view={view} shown={shown.length} total={entries.length} onChange={setView} />}
      <WindowedList
        items={shown}
        itemKey={({ record }) => record.id}
        className={styles["list"]}
        usualHeight={CARD_HEIGHT}
        renderItem={(entry, place) => (
          <StrategyCard
            entry={entry}
            place={{ place, of: shown.length }}
            isOpen={opened.has(entry.record.id)}
            onOpen={(isOpen) => setOpened(withOrWithout(opened, entry.record.id, isOpen))}
            onProblem={onProblem}
            onRename={() => onRename(entry.record)}
            onDelete={() => void remove(entry.record)}
          />
        )}
      />
    </section>
  );
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id);
  return new Set(isIn ? [...others, id] : others);
}

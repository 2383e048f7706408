import { useId, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { currencyOfExchange } from "#src/format/money.ts";
import { Badge } from "#src/ui/badge.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { ChevronIcon } from "#src/ui/icons.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { isOutdated, lastUpdated, statusOf } from "./entry-status.ts";
import { Headline } from "./headline.tsx";
import type { StrategyEntry } from "./overview.ts";
import { StrategyActions } from "./strategy-actions.tsx";
import styles from "./strategy-card.module.css";
import { strategyFileName, strategyFileText } from "./strategy-file.ts";
import { UpdatedAt } from "./updated-at.tsx";

interface StrategyCardProps {
  readonly entry: StrategyEntry;
  readonly onProblem: (problem: Problem | null) => void;
  /** Built-in strategies can be neither renamed nor deleted. */
  readonly onRename?: () => void;
  readonly onDelete?: () => void;
}

/** One strategy: its state at a glance, and opened, its parameters and what can be done with it. */
export function StrategyCard({ entry, onProblem, onRename, onDelete }: StrategyCardProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const showStatus = useStatus();
  const { record, isSample, draftedAt, latestComplete } = entry;
  const status = statusOf(entry);
  const save = () => {
    const fileName = strategyFileName(record.name);
    saveFile(fileName, "application/json", strategyFileText(record.strategy));
    const unsaved = draftedAt === null ? "" : " Unsaved changes are not in it.";
    showStatus(`"${record.name}" was exported as ${fileName}.${unsaved}`);
  };
  return (
    <article className={styles["card"]}>
      <div className={styles["top"]}>
        <div className={styles["about"]}>
          <h3 className={styles["heading"]}>
            <button
              type="button"
              className={styles["toggle"]}
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronIcon />
              <span className={styles["name"]}>{record.name}</span>
            </button>
          </h3>
          <div className={styles["facts"]}>
            {isSample && <Badge>Built-in</Badge>}
            <Badge tone={status.tone}>{status.word}</Badge>
            {draftedAt !== null && <Badge tone="notice">Unsaved changes</Badge>}
            <UpdatedAt moment={lastUpdated(entry)} />
          </div>
        </div>
        {latestComplete && <Headline run={latestComplete} isOutdated={isOutdated(entry)} />}
      </div>
      <div className={styles["body"]} id={bodyId} hidden={!isOpen}>
        <p className={styles["status"]}>{status.line}</p>
        <StrategySummary
          strategy={record.strategy}
          currency={currencyOfExchange(record.strategy.scanner.exchange)}
        />
      </div>
      <div className={styles["actions"]}>
        <StrategyActions entry={entry} onProblem={onProblem} />
        {isOpen && (
          <Button kind="quiet" size="small" onClick={save}>
            Export
          </Button>
        )}
        {isOpen && (
          <Link href={`/optimise?strategy=${record.id}`} className={buttonClass("quiet", "small")}>
            Optimise
          </Link>
        )}
        {isOpen && (
          <Link href={`/look-ahead?id=${record.id}`} className={buttonClass("quiet", "small")}>
            Look-ahead check
          </Link>
        )}
        {isOpen && onRename && (
          <Button kind="quiet" size="small" onClick={onRename}>
            Rename
          </Button>
        )}
        {isOpen && onDelete && (
          <Button kind="danger" size="small" onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </article>
  );
}

import { useEffect, useId, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { CodeConsent } from "#src/code/code-consent.tsx";
import { nameAtEnds, wordsAtEnds } from "#src/format/bar-words.ts";
import { formatAgo, formatMoment } from "#src/format/day.ts";
import { formatPercent, formatPercentChange } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { headlineYardsticks } from "#src/storage/headline.ts";
import type { RunRecord, StrategyRecord } from "#src/storage/records.ts";
import { sampleSubtitle } from "#src/storage/samples.ts";
import { useCurrency } from "#src/storage/use-currency.ts";
import { Badge } from "#src/ui/badge.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { ChevronIcon } from "#src/ui/icons.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import { SmallCurves } from "#src/ui/small-curves.tsx";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import { VerdictPhrase } from "#src/ui/verdict-text.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { hasYearlyRate } from "#workers/words/verdict.ts";
import { changedSince, lastUpdated, statusOf } from "./entry-status.ts";
import type { StrategyEntry } from "./overview.ts";
import { StrategyActions } from "./strategy-actions.tsx";
import styles from "./strategy-card.module.css";
import { strategyFileName, strategyFileText } from "./strategy-file.ts";

interface StrategyCardProps {
  readonly entry: StrategyEntry;
  /** Place in a list of which not all may be drawn; places count from 1. */
  readonly place?: { readonly place: number; readonly of: number };
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onProblem: (problem: Problem | null) => void;
  /** Built-in strategies can be neither renamed nor deleted. */
  readonly onRename?: () => void;
  readonly onDelete?: () => void;
}

/** One strategy: its state at a glance, and opened, its parameters and what can be done with it. */
export function StrategyCard(props: StrategyCardProps): ReactElement {
  const { entry, place, isOpen, onOpen, onProblem, onRename, onDelete } = props;
  const [bodyId, subtitleId] = [useId(), useId()];
  const { record, isSample, draftedAt, latestComplete } = entry;
  const status = statusOf(entry);
  const subtitle = sampleSubtitle(record.id);
  const isRow = !isSample && !isOpen;
  return (
    <article
      className={classNames(styles["card"], isRow && styles["asRow"])}
      aria-posinset={place?.place}
      aria-setsize={place?.of}
    >
      <div className={styles["top"]}>
        <div className={styles["about"]}>
          <h3 className={styles["heading"]}>
            <button
              type="button"
              className={styles["toggle"]}
              aria-expanded={isOpen}
              aria-controls={bodyId}
              aria-describedby={subtitle === null ? undefined : subtitleId}
              onClick={() => onOpen(!isOpen)}
            >
              <ChevronIcon />
              <span className={styles["name"]}>{shownName(record.name)}</span>
            </button>
          </h3>
          <Subtitle id={subtitleId} text={subtitle} />
          <div className={styles["facts"]}>
            {isSample && <Badge>Built-in</Badge>}
            {!(isRow && latestComplete !== null && status.word === "Complete") && (
              <Badge tone={status.tone}>{status.word}</Badge>
            )}
            {draftedAt !== null && <Badge tone="notice">Unsaved changes</Badge>}
            <UpdatedAt moment={lastUpdated(entry)} />
          </div>
        </div>
        {latestComplete &&
          (isRow ? (
            <ShortHeadline run={latestComplete} since={changedSince(entry)} />
          ) : (
            <Headline run={latestComplete} since={changedSince(entry)} />
          ))}
        {isRow && (
          <div className={styles["rowActions"]}>
            <StrategyActions entry={entry} onProblem={onProblem} isShort />
          </div>
        )}
      </div>
      <CardBody id={bodyId} record={record} line={status.line} isOpen={isOpen} />
      <div className={styles["actions"]}>
        {!isRow && <StrategyActions entry={entry} onProblem={onProblem} />}
        {isOpen && <FurtherActions entry={entry} onRename={onRename} onDelete={onDelete} />}
      </div>
    </article>
  );
}

/** What can be done with an opened one besides running and editing it. */
function FurtherActions({
  entry: { record, draftedAt },
  onRename,
  onDelete,
}: {
  readonly entry: StrategyEntry;
  readonly onRename: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}): ReactElement {
  const showStatus = useStatus();
  const save = () => {
    const fileName = strategyFileName(record.name);
    saveFile(fileName, "application/json", strategyFileText(record.strategy));
    const unsaved = draftedAt === null ? "" : " Unsaved changes are not in it.";
    showStatus(`"${record.name}" was exported as ${fileName}.${unsaved}`);
  };
  return (
    <>
      <Button kind="quiet" size="small" onClick={save}>
        Export
      </Button>
      <PagesOfStrategy id={record.id} />
      {onRename && (
        <Button kind="quiet" size="small" onClick={onRename}>
          Rename
        </Button>
      )}
      {onDelete && (
        <Button kind="danger" size="small" onClick={onDelete}>
          Delete
        </Button>
      )}
    </>
  );
}

/** Where else one can go with it. */
function PagesOfStrategy({ id }: { readonly id: string }): ReactElement {
  const pages = [
    { at: `/optimise?strategy=${id}`, name: "Optimise" },
    { at: `/look-ahead?id=${id}`, name: "Look-ahead check" },
    { at: `/api?strategy=${id}`, name: "Use from Python" },
  ];
  return (
    <>
      {pages.map(({ at, name }) => (
        <Link key={at} href={at} className={buttonClass("quiet", "small")}>
          {name}
        </Link>
      ))}
    </>
  );
}

interface CardBodyProps {
  readonly id: string;
  readonly record: StrategyRecord;
  /** Where it stands. */
  readonly line: string;
  readonly isOpen: boolean;
}

function CardBody({ id, record, line, isOpen }: CardBodyProps): ReactElement {
  const { strategy, datasetId } = record;
  const currency = useCurrency(strategy.scanner.exchange, isOpen ? datasetId : null);
  return (
    <div className={styles["body"]} id={id} hidden={!isOpen}>
      <p className={styles["status"]}>{line}</p>
      <StrategySummary strategy={strategy} currency={currency} />
      {isOpen && <CodeConsent fields={strategy.computed} />}
    </div>
  );
}

/** What tells two built-in strategies of one name apart. */
function Subtitle({ id, text }: { readonly id: string; readonly text: string | null }): ReactElement | null {
  if (text === null) return null;
  return (
    <p className={styles["subtitle"]} id={id}>
      {text}
    </p>
  );
}

interface HeadlineProps {
  readonly run: RunRecord;
  /** What of the strategy has changed since, in words; "" for nothing. */
  readonly since: string;
}

/** The latest result in three figures and its verdict, with the data that it is from. */
export function Headline({ run, since }: HeadlineProps): ReactElement | null {
  if (!run.headline) return null;
  const { totalGrowthPercent, cagr, maxDrawdown, frequency } = run.headline;
  const known = headlineYardsticks(run.headline);
  return (
    <div className={styles["headline"]}>
      <dl className={styles["figures"]}>
        <div>
          <dt>Total growth</dt>
          <dd>{formatPercentChange(totalGrowthPercent, 1)}</dd>
        </div>
        <div>
          <dt>CAGR</dt>
          <dd>{formatPercent(hasYearlyRate(known) ? cagr : null, 1)}</dd>
        </div>
        <div>
          <dt>{nameAtEnds("Max drawdown", frequency)}</dt>
          <dd>{formatPercent(maxDrawdown, 1)}</dd>
        </div>
      </dl>
      <p className={styles["verdict"]}>
        <VerdictPhrase verdict={shownVerdict(known)} />
      </p>
      <p className={styles["source"]}>
        {shownName(run.datasetTitle)}
        {since !== "" && `, ${since}`}
      </p>
    </div>
  );
}

/** The same in the height of two lines: the curve, the verdict, and the figures in a line. */
function ShortHeadline({ run, since }: HeadlineProps): ReactElement | null {
  if (!run.headline) return null;
  const { cagr, maxDrawdown, totalGrowthPercent, frequency, curve } = run.headline;
  const known = headlineYardsticks(run.headline);
  const growth = hasYearlyRate(known)
    ? `${formatPercent(cagr, 1)} a year`
    : formatPercentChange(totalGrowthPercent, 1);
  return (
    <div className={styles["short"]}>
      {curve && (
        <div className={styles["curve"]}>
          <SmallCurves account={curve.account} index={curve.index} />
        </div>
      )}
      <div>
        <p className={styles["shortVerdict"]}>
          <VerdictPhrase verdict={shownVerdict(known)} />{" "}
          <span className={styles["shortFigures"]}>
            {growth}, {wordsAtEnds("deepest fall", frequency)} {formatPercent(maxDrawdown, 1)}
          </span>
        </p>
        <p className={styles["shortSource"]}>
          {shownName(run.datasetTitle)}
          {since !== "" && `, ${since}`}
        </p>
      </div>
    </div>
  );
}

/** How long ago; hover, focus and tap show the exact time, leaving and Esc hide it. A sample that nobody ran shows the specification's words. */
function UpdatedAt({ moment }: { readonly moment: number | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const tipId = useId();
  const now = useNow();
  if (moment === null) return <span className={styles["text"]}>Last updated 2 hours ago</span>;
  return (
    <span
      className={styles["host"]}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={(event) => {
        if (event.pointerType === "mouse") setOpen(false);
      }}
    >
      <button
        type="button"
        className={styles["text"]}
        aria-describedby={isOpen ? tipId : undefined}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      >
        <time dateTime={new Date(moment).toISOString()}>Last updated {formatAgo(moment, now)}</time>
      </button>
      {isOpen && (
        <span className={styles["tip"]} id={tipId} role="tooltip">
          {formatMoment(moment)}
        </span>
      )}
    </span>
  );
}

const MINUTE_MS = 60_000;

/** The present moment, renewed every minute: "2 minutes ago" must not stand still. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

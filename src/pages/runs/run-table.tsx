/** Every run as a row, scrolling with the page; below 1160 px in three lines. */
import { Pin } from "lucide-react";
import { memo, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatMoment } from "#src/format/day.ts";
import { shown, shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { headlineYardsticks } from "#src/storage/headline.ts";
import type { Headline } from "#src/storage/headline.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import { classNames } from "#src/ui/class-names.ts";
import { icon } from "#src/ui/icons.tsx";
import page from "#src/ui/page.module.css";
import { SortIcon } from "#src/ui/sort-icon.tsx";
import type { TableSort } from "#src/ui/table-sort.ts";
import { useMedia } from "#src/ui/use-media.ts";
import { VerdictPhrase } from "#src/ui/verdict-text.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { usePageRows } from "#src/ui/windowed-rows.ts";
import { Spacer } from "#src/ui/windowed-table.tsx";
import {
  aboutOf,
  cagrOf,
  columnsFor,
  FEW_COLUMNS,
  isPinned,
  nameOf,
  percentOf,
  STATE_WORDS,
} from "./run-columns.ts";
import type { RunColumn } from "./run-columns.ts";
import styles from "./runs-page.module.css";

/** Heights of a row in rem, as in runs-page.module.css. */
const ROW_HEIGHT = 2.75;
const ROW_HEIGHT_OF_LINES = 6.5;
const THREE_LINES = "(width < 1160px)";
/** Without a column of pins: the bar of the chosen runs pins. */
const PHONE = "(width < 480px)";
const USUAL_REM = 16;

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  /** Ids of those that are ticked. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (id: string) => void;
  readonly onPin: (run: RunSummary) => void;
  readonly sort: TableSort;
  readonly onSort: (column: string) => void;
}

export function RunTable({ runs, chosen, onChoose, onPin, sort, onSort }: RunTableProps): ReactElement {
  const hasLines = useMedia(THREE_LINES);
  const isPhone = useMedia(PHONE);
  const columns = useMemo(() => columnsFor(runs), [runs]);
  const body = useRef<HTMLTableSectionElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_REM;
  const height = Math.round((hasLines ? ROW_HEIGHT_OF_LINES : ROW_HEIGHT) * rem);
  const { drawn, gapAfter, stop, walk, noteFocus } = usePageRows(body, runs.length, height);
  return (
    <table
      className={classNames(styles["table"], hasLines && styles["lines"])}
      aria-label="Runs"
      aria-rowcount={runs.length + 1}
    >
      <Widths columns={columns} isPhone={isPhone} hasLines={hasLines} />
      {hasLines ? (
        <HeadOfLines columns={isPhone ? 3 : 4} sort={sort} onSort={onSort} />
      ) : (
        <Head columns={columns} sort={sort} onSort={onSort} />
      )}
      {/* The keys walk between the controls inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody ref={body} onKeyDown={walk} onFocus={noteFocus}>
        {drawn.flatMap(({ place, gap }) => {
          const run = runs[place];
          if (!run) return [];
          const row = (
            <RunRow
              key={run.id}
              run={run}
              place={place}
              isStop={place === stop}
              isChosen={chosen.has(run.id)}
              hasLines={hasLines}
              columns={columns}
              isPhone={isPhone}
              onChoose={onChoose}
              onPin={onPin}
            />
          );
          return gap > 0 ? [<Spacer key={`before ${run.id}`} height={gap} />, row] : [row];
        })}
        <Spacer height={gapAfter} />
      </tbody>
    </table>
  );
}

interface WidthsProps {
  readonly columns: readonly RunColumn[];
  readonly isPhone: boolean;
  readonly hasLines: boolean;
}

function Widths({ columns, isPhone, hasLines }: WidthsProps): ReactElement {
  const names = isPhone
    ? ["tickWidth", "", "figuresWidth"]
    : hasLines
      ? ["tickWidth", "pinWidth", "", "figuresWidth"]
      : ["tickWidth", "pinWidth", ...columns.map(({ width = "" }) => width)];
  return (
    <colgroup>
      {names.map((name, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
        <col key={place} className={styles[name]} />
      ))}
    </colgroup>
  );
}

type HeadProps = Pick<RunTableProps, "sort" | "onSort">;

function Head({
  columns,
  sort,
  onSort,
}: HeadProps & { readonly columns: readonly RunColumn[] }): ReactElement {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <VisuallyHidden>Choose</VisuallyHidden>
        </th>
        <th scope="col">
          <VisuallyHidden>Pin</VisuallyHidden>
        </th>
        {columns.map((column) => (
          <th
            key={column.title}
            scope="col"
            className={classNames(column.end && styles["end"])}
            aria-sort={column.sortBy && (sort.column === column.title ? sort.direction : "none")}
          >
            {column.sortBy ? <Sorter column={column} sort={sort} onSort={onSort} /> : column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** What rows of three lines are ordered by, and what their figures are. */
function HeadOfLines({ columns, ...sorting }: HeadProps & { readonly columns: number }): ReactElement {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" colSpan={columns}>
          <div className={styles["sorters"]}>
            {FEW_COLUMNS.map((column) => (
              <Sorter key={column.title} column={column} {...sorting} />
            ))}
          </div>
        </th>
      </tr>
    </thead>
  );
}

function Sorter({ column, sort, onSort }: HeadProps & { readonly column: RunColumn }): ReactElement {
  const { title, about } = column;
  return (
    <button type="button" className={styles["sorter"]} title={about} onClick={() => onSort(title)}>
      {title}
      <SortIcon direction={sort.column === title ? sort.direction : null} />
    </button>
  );
}

interface RunRowProps extends Pick<RunTableProps, "onChoose" | "onPin"> {
  readonly run: RunSummary;
  readonly place: number;
  readonly isStop: boolean;
  readonly isChosen: boolean;
  readonly hasLines: boolean;
  readonly columns: readonly RunColumn[];
  readonly isPhone: boolean;
}

const PinIcon = icon(Pin);

const RunRow = memo(function RunRow(props: RunRowProps): ReactElement {
  const { run, place, isStop, isChosen, hasLines, columns, isPhone, onChoose, onPin } = props;
  const tabIndex = isStop ? 0 : -1;
  return (
    <tr className={classNames(isChosen && styles["chosen"])} data-row={place} aria-rowindex={place + 2}>
      <td className={styles["tick"]}>
        <label className={styles["tickBox"]}>
          <input
            type="checkbox"
            data-control="tick"
            tabIndex={tabIndex}
            aria-label={`Choose ${nameOf(run)}`}
            checked={isChosen}
            onChange={() => onChoose(run.id)}
          />
        </label>
      </td>
      {!isPhone && (
        <td className={styles["pinCell"]}>
          <button
            type="button"
            className={styles["pin"]}
            data-control="pin"
            tabIndex={tabIndex}
            aria-pressed={isPinned(run)}
            aria-label={`Pin ${nameOf(run)}`}
            title={isPinned(run) ? "Unpin" : "Pin to the top"}
            onClick={() => onPin(run)}
          >
            <PinIcon />
          </button>
        </td>
      )}
      <th scope="row">
        <Link
          className={styles["open"]}
          data-control="open"
          tabIndex={tabIndex}
          href={`/simulation-result?run=${run.id}`}
          title={shownName(run.strategyName)}
        >
          <bdi className={styles["name"]}>{shownName(run.strategyName)}</bdi>
          {hasLines ? (
            <VisuallyHidden>{numberOf(run)}</VisuallyHidden>
          ) : (
            <span className={styles["number"]}>{numberOf(run)}</span>
          )}
          {isPhone && isPinned(run) && (
            <span className={styles["pinned"]}>
              <PinIcon />
              <VisuallyHidden>pinned</VisuallyHidden>
            </span>
          )}
        </Link>
        {hasLines && run.headline && (
          <p className={styles["verdict"]}>
            <VerdictPhrase verdict={shownVerdict(headlineYardsticks(run.headline))} />
          </p>
        )}
        {hasLines && (
          <p className={styles["about"]}>
            {numberOf(run)} · {aboutOf(run)}
          </p>
        )}
      </th>
      {hasLines ? <FiguresInLines run={run} /> : <FurtherCells run={run} columns={columns} />}
    </tr>
  );
});

/** "Run 3"; of other settings than the strategy is saved with "Run 3, variant". */
function numberOf({ number, isVariant }: RunRowProps["run"]): string {
  return `Run ${number}${isVariant === true ? ", variant" : ""}`;
}

function FurtherCells({ run, columns }: Pick<RunRowProps, "run" | "columns">): ReactElement {
  const { note = "", tags = [] } = run.remark ?? {};
  const has = (title: string) => columns.some((column) => column.title === title);
  return (
    <>
      <td>{formatMoment(run.startedAt)}</td>
      <td title={shownName(run.datasetTitle)}>
        <bdi>{shownName(run.datasetTitle)}</bdi>
      </td>
      {run.headline ? (
        <>
          <td className={styles["end"]}>{percentOf(cagrOf(run))}</td>
          <td className={styles["end"]}>{fallOf(run.headline)}</td>
          <td>
            <p className={styles["verdict"]}>
              <VerdictPhrase verdict={shownVerdict(headlineYardsticks(run.headline))} />
            </p>
          </td>
        </>
      ) : (
        <td colSpan={3} className={classNames(styles["end"], page["quiet"])}>
          {STATE_WORDS[run.state]}
        </td>
      )}
      {has("Tags") && <td title={shown(tags.join(", "))}>{shown(tags.join(", "))}</td>}
      {has("Note") && <td title={shown(note)}>{shown(note)}</td>}
    </>
  );
}

function fallOf({ maxDrawdown, frequency }: Headline): string {
  return nameAtEnds(percentOf(maxDrawdown), frequency);
}

function FiguresInLines({ run }: { readonly run: RunSummary }): ReactElement {
  if (!run.headline)
    return <td className={classNames(styles["end"], page["quiet"])}>{STATE_WORDS[run.state]}</td>;
  return (
    <td className={styles["end"]}>
      <strong>{percentOf(cagrOf(run))}</strong>
      <p className={styles["about"]}>{fallOf(run.headline)}</p>
    </td>
  );
}

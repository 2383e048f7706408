/** A walk-forward in tables: beside the strategy as saved, and window by window. On a phone a row is two lines. */
import { useMemo } from "react";
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDayRange } from "#src/format/day.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import { DASH, formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import { PhoneRows } from "#src/ui/phone-rows.tsx";
import type { PhoneLayout, TableColumn } from "#src/ui/table-column.ts";
import { useIsPhone } from "#src/ui/use-media.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Frequency } from "#workers/model/report.ts";
import { hasYearlyRate } from "#workers/words/verdict.ts";
import type { Metric } from "./metrics.ts";
import styles from "./optimise-page.module.css";

const change = (value: number | null) => formatPercentChange(value, 1);

interface Chain {
  readonly name: string;
  readonly run: Pick<ChainedRun, "cagr" | "maxDrawdown" | "sharpeRatio">;
}

/** @param fall - what the deepest fall is called */
function chainColumns(fall: string): readonly TableColumn<Chain>[] {
  return [
    { title: "In the traded years", cell: ({ name }) => name },
    { title: "CAGR", end: true, cell: ({ run }) => change(run.cagr) },
    { title: fall, end: true, cell: ({ run }) => formatPercent(run.maxDrawdown, 1) },
    { title: "Sharpe Ratio", end: true, cell: ({ run }) => formatRatio(run.sharpeRatio) },
  ];
}

export function WalkComparison({ walked, saved }: Pick<WalkOutcome, "walked" | "saved">): ReactElement {
  const rows: Chain[] = [
    { name: "Walk-forward", run: walked },
    { name: "The strategy as saved", run: saved },
  ];
  const { benchmark, average, frequency } = walked;
  const fall = nameAtEnds("Max Drawdown", frequency);
  if (benchmark) rows.push({ name: shownName(benchmark.label), run: benchmark });
  if (average && average.label !== benchmark?.label)
    rows.push({ name: upperFirst(average.label), run: average });
  return (
    <WalkTable
      label="Walk-forward beside the strategy as saved"
      columns={chainColumns(fall)}
      rows={rows}
      rowKey={({ name }) => name}
      phone={{ figure: "CAGR", second: fall }}
    />
  );
}

type Window = WalkOutcome["windows"][number];

interface WalkWindowsProps {
  readonly windows: readonly Window[];
  readonly metric: Metric;
  readonly frequency: Frequency | undefined;
  readonly nameOf: (cell: number) => string;
}

export function WalkWindows({ windows, metric, frequency, nameOf }: WalkWindowsProps): ReactElement {
  const isPhone = useIsPhone();
  const columns = useMemo(() => {
    const { wide, onPhone } = windowColumns({ metric, frequency, nameOf });
    return isPhone ? onPhone : wide;
  }, [isPhone, metric, frequency, nameOf]);
  return (
    <WalkTable
      label="Windows of the walk-forward"
      columns={columns}
      rows={windows}
      rowKey={({ chosenOn }) => chosenOn.from}
      phone={{
        figure: "Growth there",
        second: `Its ${metric.name} there`,
        detail: ({ cell, inSample }) =>
          `${metric.name} ${metric.text(metric.valueOf(inSample))}; ${nameOf(cell)}`,
      }}
    />
  );
}

/** The last window may be a few weeks: a yearly rate would be blown up from them. */
function hasYearlyRateThere({ tradedOn: { from, to } }: Window): boolean {
  const [first, last] = [parseIsoDay(from), parseIsoDay(to)];
  return first === null || last === null || hasYearlyRate({ days: last - first + 1 });
}

function windowColumns({ metric, frequency, nameOf }: Omit<WalkWindowsProps, "windows">) {
  const { key, name, text, valueOf } = metric;
  const then = ({ inSample }: Window) => text(valueOf(inSample));
  const there = (window: Window) =>
    key === "cagr" && !hasYearlyRateThere(window) ? DASH : text(valueOf(window.outOfSample));
  const tradedOn: TableColumn<Window> = {
    title: "Traded on",
    end: true,
    cell: (window) => formatDayRange(window.tradedOn.from, window.tradedOn.to),
  };
  const growth: TableColumn<Window> = {
    title: "Growth there",
    end: true,
    cell: ({ outOfSample }) => change(outOfSample.totalGrowthPercent),
  };
  const wide: readonly TableColumn<Window>[] = [
    { title: "Chosen on", cell: ({ chosenOn }) => formatDayRange(chosenOn.from, chosenOn.to) },
    { title: "Best variant then", cell: ({ cell }) => nameOf(cell) },
    { title: `Its ${name} then`, end: true, cell: then },
    tradedOn,
    { title: `Its ${name} there`, end: true, cell: there },
    growth,
    {
      title: nameAtEnds("Max Drawdown there", frequency),
      end: true,
      cell: ({ outOfSample }) => formatPercent(outOfSample.maxDrawdown, 1),
    },
  ];
  const arrived: TableColumn<Window> = { title: `Its ${name} there`, cell: (window) => `→ ${there(window)}` };
  return { wide, onPhone: [tradedOn, growth, arrived] };
}

interface WalkTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly phone: PhoneLayout<Row>;
}

function WalkTable<Row>({ label, columns, rows, rowKey, phone }: WalkTableProps<Row>): ReactElement {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <PhoneRows
        label={label}
        columns={columns}
        layout={phone}
        rows={rows}
        rowKey={rowKey}
        shownRow={-1}
        drawsAll
      />
    );
  return (
    // A box that scrolls must be reachable by keyboard, and a region that can be focused needs a name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["scroll"]} aria-label={`${label}, scrolling`} tabIndex={0}>
      <table className={styles["windows"]} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, end }, at) => (
              <th key={title} scope="col" className={at > 0 && !end ? styles["named"] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, end, cell }, at) =>
                at === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} className={end ? undefined : styles["named"]}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

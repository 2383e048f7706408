import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { countOf, DASH, formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import type { SplitDecision } from "#src/storage/records.ts";
import { CheckField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { useTableSort } from "#src/ui/table-sort.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { PhoneLayout, TableColumn } from "#src/ui/table-column.ts";
import type { InstrumentSummary } from "#workers/model/instruments.ts";
import { instrumentAddress } from "./instrument-address.ts";
import styles from "./instruments-page.module.css";
import { findingMarks } from "./quality-words.ts";

interface InstrumentTableProps {
  readonly datasetId: string;
  readonly rows: readonly InstrumentSummary[];
  readonly decisions: readonly SplitDecision[];
  /** The symbol whose chart is shown, "" for none. */
  readonly chosen: string;
}

/** They don't fill the box. */
const FEW = 8;

/** All instruments, to search, sort and choose from. */
export function InstrumentTable({ datasetId, rows, decisions, chosen }: InstrumentTableProps): ReactElement {
  const [text, setText] = useState("");
  const [isMarkedOnly, setMarkedOnly] = useState(false);
  const columns = useMemo(
    () => instrumentColumns(rows, { datasetId, decisions, chosen }),
    [rows, datasetId, decisions, chosen],
  );
  const found = useMemo(
    () =>
      rows.filter(
        (row) => isFound(row, text) && (!isMarkedOnly || findingMarks(row.quality, decisions).length > 0),
      ),
    [rows, text, isMarkedOnly, decisions],
  );
  const phone = useMemo(() => phoneLayout(decisions), [decisions]);
  const sorted = useTableSort(found, columns, { column: "Symbol", direction: "ascending" });
  return (
    <div className={styles["stack"]}>
      <search className={styles["filters"]}>
        <TextField
          type="search"
          label="Search"
          placeholder="Symbol or name"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <CheckField
          label="Only those with findings"
          checked={isMarkedOnly}
          onChange={(event) => setMarkedOnly(event.target.checked)}
        />
        <output className={page["soft"]}>
          {found.length === rows.length
            ? countOf(rows.length, "instrument")
            : `${formatCount(found.length)} of ${countOf(rows.length, "instrument")}`}
        </output>
      </search>
      {found.length === 0 ? (
        <p className={page["soft"]}>No instrument matches.</p>
      ) : (
        <WindowedTable
          label="Instruments"
          columns={columns}
          rows={sorted.rows}
          rowKey={keyOf}
          sort={sorted.sort}
          onSort={sorted.sortBy}
          keepsHeight={rows.length > FEW}
          phone={phone}
        />
      )}
    </div>
  );
}

function phoneLayout(decisions: readonly SplitDecision[]): PhoneLayout<InstrumentSummary> {
  return {
    figure: "Bars",
    second: "Last",
    detail: ({ name, symbol, quality }) =>
      [findingMarks(quality, decisions).join(", ") || "no findings", name === symbol ? "" : name]
        .filter((part) => part !== "")
        .join(", "),
  };
}

function keyOf({ symbol }: InstrumentSummary): string {
  return symbol;
}

function isFound({ symbol, name }: InstrumentSummary, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return wanted === "" || symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}

function longest(texts: readonly string[]): string {
  return texts.reduce((most, text) => (text.length > most.length ? text : most), "");
}

function instrumentColumns(
  rows: readonly InstrumentSummary[],
  { datasetId, decisions, chosen }: Omit<InstrumentTableProps, "rows">,
): readonly TableColumn<InstrumentSummary>[] {
  const marksOf = (row: InstrumentSummary): string => findingMarks(row.quality, decisions).join(", ");
  return [
    {
      title: "Symbol",
      cell: ({ symbol }) => (
        <Link
          href={instrumentAddress(datasetId, symbol)}
          aria-current={symbol === chosen ? "true" : undefined}
        >
          {shown(symbol)}
        </Link>
      ),
      sortBy: ({ symbol }) => symbol,
    },
    {
      title: "Name",
      widest: longest(rows.map(({ name }) => name)),
      cell: ({ name }) => name || DASH,
      sortBy: ({ name }) => name,
    },
    { title: "Exchange", cell: ({ exchange }) => exchange || DASH, sortBy: ({ exchange }) => exchange },
    {
      title: "Type",
      cell: ({ instrumentType }) => instrumentType,
      sortBy: ({ instrumentType }) => instrumentType,
    },
    { title: "Bars", end: true, cell: ({ bars }) => formatCount(bars), sortBy: ({ bars }) => bars },
    {
      title: "First",
      end: true,
      cell: ({ firstDate }) => formatDay(firstDate),
      sortBy: ({ firstDate }) => firstDate ?? "",
    },
    {
      title: "Last",
      end: true,
      cell: ({ lastDate }) => formatDay(lastDate),
      sortBy: ({ lastDate }) => lastDate ?? "",
    },
    {
      title: "Findings",
      widest: longest(rows.map(marksOf)),
      cell: (row) => marksOf(row) || "none",
      sortBy: ({ quality }) => -quality.splits.length * 1e6 - quality.missingSessions,
    },
  ];
}

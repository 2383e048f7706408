/** Nights of an import that look like splits, each with what is to be done about it. */
import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount, formatDecimal } from "#src/format/number.ts";
import type { SplitDecision } from "#src/storage/records.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Button } from "#src/ui/button.tsx";
import type { PhoneLayout, TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { FoundSplit, FoundSplits } from "#workers/model/import-plan.ts";
import { splitKey } from "#workers/model/instruments.ts";
import { decideSplits } from "./import-store.ts";
import styles from "./import.module.css";

type Decision = SplitDecision["decision"];
type Decisions = ReadonlyMap<string, Decision>;

const CHOICES: readonly { readonly value: Decision; readonly label: string; readonly all: string }[] = [
  { value: "adjust", label: "Adjust", all: "Adjust before all of them" },
  { value: "ignore", label: "Keep", all: "Keep all" },
  { value: "leave-out", label: "Leave out", all: "Leave all their instruments out" },
];

const PHONE: PhoneLayout<FoundSplit> = {
  figure: "Like a split of",
  second: "What to do",
  detail: ({ date }) => formatDay(date),
};

interface SplitsViewProps {
  readonly found: FoundSplits;
  /** What the dataset that gets the files has decided already. */
  readonly known: readonly SplitDecision[];
  readonly decided: Decisions;
}

export function SplitsView({ found, known, decided }: SplitsViewProps): ReactElement | null {
  const open = useMemo(() => {
    const before = new Set(known.map(splitKey));
    return found.splits.filter((split) => !before.has(splitKey(split)));
  }, [found, known]);
  const columns = useMemo(() => splitColumns(decided), [decided]);
  if (open.length === 0) return null;
  const instruments = new Set(open.map(({ symbol }) => symbol)).size;
  const left = open.filter((split) => !decided.has(splitKey(split))).length;
  return (
    <section className={styles["facts"]} aria-label="Nights that look like splits">
      <h4 className={styles["groupTitle"]}>Nights that look like splits</h4>
      <p>
        {countOf(open.length, "overnight jump")} of {countOf(instruments, "instrument")}.{" "}
        {found.count > found.splits.length &&
          `There are ${formatCount(found.count)}; the others can be decided on after the import. `}
        A run on prices that were not adjusted for a split sees a loss that nobody had. Every choice can be
        undone later, on the page of the instrument.
      </p>
      <div className={styles["actions"]}>
        {CHOICES.map(({ value, all }) => (
          <Button key={value} size="small" onClick={() => decideSplits(open, value)}>
            {all}
          </Button>
        ))}
        {left < open.length && (
          <Button size="small" kind="quiet" onClick={() => decideSplits(open, null)}>
            Decide later
          </Button>
        )}
        <output className={styles["soft"]}>{describeChoices(open, decided)}</output>
      </div>
      <WindowedTable
        label="Nights that look like splits"
        columns={columns}
        rows={open}
        rowKey={splitKey}
        phone={PHONE}
      />
    </section>
  );
}

/** "3 adjusted before, 1 kept, 2 open". */
function describeChoices(open: readonly FoundSplit[], decided: Decisions): string {
  const count = (decision: Decision | undefined): number =>
    open.filter((split) => decided.get(splitKey(split)) === decision).length;
  return [
    { amount: count("adjust"), word: "adjusted before" },
    { amount: count("ignore"), word: "kept" },
    { amount: count("leave-out"), word: "whose instrument is left out" },
    { amount: count(undefined), word: "open" },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ amount, word }) => `${formatCount(amount)} ${word}`)
    .join(", ");
}

function splitColumns(decided: Decisions): readonly TableColumn<FoundSplit>[] {
  return [
    { title: "Instrument", cell: ({ symbol }) => symbol },
    { title: "Day", cell: ({ date }) => formatDay(date) },
    {
      title: "What to do",
      cell: (split) => <Choice split={split} decision={decided.get(splitKey(split)) ?? null} />,
    },
    { title: "Close before", end: true, cell: ({ before }) => formatDecimal(before, 2) },
    { title: "Open", end: true, cell: ({ after }) => formatDecimal(after, 2) },
    { title: "Like a split of", end: true, cell: ({ fraction }) => fraction },
    { title: "Adjusted closes", cell: ({ isConfirmed }) => describeAdjusted(isConfirmed) },
  ];
}

function describeAdjusted(isConfirmed: boolean | null): string {
  if (isConfirmed === null) return "none";
  return isConfirmed ? "go on, as after a split" : "jump as well";
}

interface ChoiceProps {
  readonly split: FoundSplit;
  readonly decision: Decision | null;
}

function Choice({ split, decision }: ChoiceProps): ReactElement {
  return (
    <select
      className={classNames(styles["role"], styles["choice"])}
      aria-label={`What to do about ${split.symbol} on ${formatDay(split.date)}`}
      value={decision ?? ""}
      onChange={({ target }) =>
        decideSplits([split], CHOICES.find(({ value }) => value === target.value)?.value ?? null)
      }
    >
      <option value="">Later</option>
      {CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

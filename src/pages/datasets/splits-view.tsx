/** Nights of an import that look like splits, each with what is to be done about it. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount, formatDecimal } from "#src/format/number.ts";
import type { SplitDecision } from "#src/storage/records.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { PhoneLayout, TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { FoundSplit, FoundSplits } from "#workers/model/import-plan.ts";
import { splitKey } from "#workers/model/instruments.ts";
import { decideSplits } from "./import-store.ts";
import type { ChosenSplit } from "./import-store.ts";
import { readSplitRatio } from "./split-ratio.ts";
import styles from "./import.module.css";

type Decision = SplitDecision["decision"];
type Decisions = ReadonlyMap<string, ChosenSplit>;

const CHOICES: readonly { readonly value: Decision; readonly label: string; readonly all: string }[] = [
  { value: "adjust", label: "Adjust", all: "Adjust prices before all of them" },
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
  const [typed, setTyped] = useState<FoundSplit | null>(null);
  const columns = useMemo(() => splitColumns(decided, setTyped), [decided]);
  if (open.length === 0) return null;
  const instruments = new Set(open.map(({ symbol }) => symbol)).size;
  const left = open.filter((split) => !decided.has(splitKey(split))).length;
  return (
    <section className={styles["facts"]} aria-label="Overnight jumps that look like splits">
      <h4 className={styles["groupTitle"]}>Overnight jumps that look like splits</h4>
      <p>
        {countOf(open.length, "overnight jump")} of {countOf(instruments, "instrument")}.{" "}
        {found.count > found.splits.length &&
          `There are ${formatCount(found.count)}; the others can be decided on after the import. `}
        To a run, a split that prices were not adjusted for is a loss that nobody had. Every choice can be
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
      {typed && <RatioForm key={splitKey(typed)} split={typed} onDone={() => setTyped(null)} />}
      <WindowedTable
        label="Overnight jumps that look like splits"
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
    open.filter((split) => decided.get(splitKey(split))?.decision === decision).length;
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

function splitColumns(
  decided: Decisions,
  onType: (split: FoundSplit) => void,
): readonly TableColumn<FoundSplit>[] {
  return [
    { title: "Instrument", cell: ({ symbol }) => symbol },
    { title: "Day", cell: ({ date }) => formatDay(date) },
    {
      title: "What to do",
      cell: (split) => <Choice split={split} chosen={decided.get(splitKey(split)) ?? null} onType={onType} />,
    },
    { title: "Close before", end: true, cell: ({ before }) => formatDecimal(before, 2) },
    { title: "Open", end: true, cell: ({ after }) => formatDecimal(after, 2) },
    { title: "Like a split of", end: true, cell: ({ fraction }) => fraction },
    { title: "Adjusted closes", cell: ({ isConfirmed }) => describeAdjusted(isConfirmed) },
  ];
}

function describeAdjusted(isConfirmed: boolean | null): string {
  if (isConfirmed === null) return "none";
  return isConfirmed ? "do not jump, as after a split" : "jump as well";
}

interface ChoiceProps {
  readonly split: FoundSplit;
  readonly chosen: ChosenSplit | null;
  readonly onType: (split: FoundSplit) => void;
}

/** For another split than the one found. */
const TYPE_IT = "type";
const TYPED = "typed";

function Choice({ split, chosen, onType }: ChoiceProps): ReactElement {
  const isTyped = chosen?.decision === "adjust" && chosen.factor !== split.factor;
  const choose = (value: string): void => {
    if (value === TYPE_IT) onType(split);
    else if (value !== TYPED)
      decideSplits([split], CHOICES.find((choice) => choice.value === value)?.value ?? null);
  };
  return (
    <select
      className={classNames(styles["role"], styles["choice"])}
      aria-label={`What to do about ${split.symbol} on ${formatDay(split.date)}`}
      value={isTyped ? TYPED : (chosen?.decision ?? "")}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">Later</option>
      {CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {isTyped && <option value={TYPED}>Adjust for {chosen.fraction}</option>}
      <option value={TYPE_IT}>Another split …</option>
    </select>
  );
}

interface RatioFormProps {
  readonly split: FoundSplit;
  readonly onDone: () => void;
}

/** Which split it was, typed by a person who knows. */
function RatioForm({ split, onDone }: RatioFormProps): ReactElement {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement; // the row's choice, which has the keyboard again when the form is done
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const ratio = readSplitRatio(text);
    if (!ratio.ok) {
      setError(ratio.problem);
      return;
    }
    decideSplits([split], "adjust", ratio.value);
    onDone();
  };
  return (
    <form className={page["parts"]} onSubmit={submit} noValidate>
      <TextField
        label={`The split of ${split.symbol} on ${formatDay(split.date)}`}
        hint="New shares for old, such as 3:2. Earlier prices are divided by it, volumes multiplied."
        error={error}
        ref={field}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles["actions"]}>
        <Button type="submit" size="small" kind="primary">
          Adjust before it
        </Button>
        <Button size="small" kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

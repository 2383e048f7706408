import { useId, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import type { GrowthSpan } from "#src/ui/growth-drawing.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import styles from "./day-range-form.module.css";
import { checkRange } from "./shown-range.ts";
import type { DayRange, ShownRange } from "./shown-range.ts";

interface DayRangeFormProps {
  /** EpochDay of each session of the run. */
  readonly day: Int32Array;
  readonly range: ShownRange;
  /** The sessions that are shown. */
  readonly span: GrowthSpan;
  /** What is wrong with the period that the address names. */
  readonly refused: string | null;
  readonly onRange: (range: ShownRange) => void;
}

/** Shows the run from a day to a day; the fields begin with what is shown, whoever chose it. */
export function DayRangeForm(props: DayRangeFormProps): ReactElement {
  const { day, range, refused, onRange } = props;
  const [isOpen, setIsOpen] = useState(range.type === "days" || refused !== null);
  const [filled, setFilled] = useState(range);
  const [{ from, to }, setDays] = useState(daysOf(props));
  const [wrong, setWrong] = useState(refused);
  if (filled !== range) {
    setFilled(range);
    setDays(daysOf(props));
    setWrong(refused);
    if (range.type === "days") setIsOpen(true);
  }
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  const show = () => {
    const days = { type: "days", from, to } as const;
    const checked = checkRange(days, day);
    setWrong(checked.ok ? null : checked.message);
    if (checked.ok) onRange(days);
    else first.current?.focus();
  };
  const shared = {
    className: styles["day"],
    type: "date",
    min: formatIsoDay(day[0] ?? 0),
    max: formatIsoDay(day.at(-1) ?? 0),
    ...(wrong !== null && { "aria-invalid": true, "aria-describedby": `${id}-wrong` }),
  };
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        From – to
      </Button>
      <form
        id={id}
        className={styles["form"]}
        aria-label="Period from a day to a day"
        hidden={!isOpen}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <TextField
          ref={first}
          label="From"
          value={from}
          onChange={({ target }) => setDays({ from: target.value, to })}
          {...shared}
        />
        <TextField
          label="To"
          value={to}
          onChange={({ target }) => setDays({ from, to: target.value })}
          {...shared}
        />
        <Button type="submit" size="small">
          Show
        </Button>
        {wrong !== null && (
          <p className={styles["wrong"]} id={`${id}-wrong`} role="alert">
            {wrong}
          </p>
        )}
      </form>
    </>
  );
}

function daysOf({ day, range, span }: DayRangeFormProps): DayRange {
  if (range.type === "days") return range;
  return { from: formatIsoDay(day[span.fromRow] ?? 0), to: formatIsoDay(day[span.toRow] ?? 0) };
}

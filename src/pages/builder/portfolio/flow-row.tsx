import type { ChangeEvent, ReactElement } from "react";
import { currencySymbol } from "#src/format/money.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import styles from "./portfolio.module.css";
import { isPercentFlow } from "./portfolio-values.ts";
import type { TypedFlow } from "./portfolio-values.ts";
import { SymbolField } from "./symbol-field.tsx";

export interface FlowActions {
  readonly add: (direction: TypedFlow["direction"]) => void;
  readonly change: (at: number, change: Partial<TypedFlow>) => void;
  readonly remove: (at: number) => void;
  readonly check: () => void;
}

interface FlowRowProps {
  /** From 0. */
  readonly at: number;
  readonly typed: TypedFlow;
  readonly currency: string;
  /** What the row says in a sentence; "" while it can't be read. */
  readonly words: string;
  readonly errorAt: (part: keyof TypedFlow) => string | undefined;
  readonly actions: FlowActions;
}

const UNITS = [
  { value: "money", label: "A sum of money" },
  { value: "percent", label: "Percent of the account" },
] as const;

const OFTEN = [
  { value: "once", label: "Once" },
  { value: "weekly", label: "Each week" },
  { value: "monthly", label: "Each month" },
  { value: "quarterly", label: "Each quarter" },
  { value: "yearly", label: "Each year" },
] as const;

/** One row of money: how much, how often, from when, and how it grows. */
export function FlowRow({ at, typed, currency, words, errorAt, actions }: FlowRowProps): ReactElement {
  const { direction, every, from } = typed;
  const title = direction === "in" ? "Put in" : "Take out";
  const change =
    (part: "every" | "from" | "amount" | "percent") =>
    (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      actions.change(at, { [part]: event.target.value });
  const isPercent = isPercentFlow(typed);
  const sum = isPercent ? "percent" : "amount";
  return (
    <li className={styles["flow"]} aria-label={`${title}, row ${at + 1}`}>
      <div className={styles["grid"]}>
        {direction === "out" && (
          <SelectField
            label="What is taken out"
            options={UNITS}
            value={typed.unit}
            onChange={({ target: { value } }) =>
              actions.change(at, { unit: value === "percent" ? "percent" : "money" })
            }
          />
        )}
        <TextField
          type="text"
          inputMode="decimal"
          label={title}
          {...(isPercent ? { unitAfter: "%" } : { unitBefore: currencySymbol(currency) })}
          error={errorAt(sum)}
          value={typed[sum]}
          onChange={change(sum)}
          onBlur={actions.check}
        />
        <SelectField label="How often" options={OFTEN} value={every} onChange={change("every")} />
        <TextField
          type="date"
          label={every === "once" ? "On" : "From"}
          hint={every === "once" ? undefined : "Blank: from the start, on the same day of the month."}
          error={errorAt("from")}
          value={from}
          onChange={change("from")}
          onBlur={actions.check}
        />
      </div>
      <Disclosure
        summary="Until when, and how it grows"
        open={typed.to !== "" || typed.growPercent !== "" || typed.growBy !== ""}
      >
        <Growth at={at} typed={typed} errorAt={errorAt} actions={actions} />
      </Disclosure>
      <div className={styles["flowEnd"]}>
        <output className={page["soft"]}>{words}</output>
        <Button
          size="small"
          kind="quiet"
          aria-label={`Remove row ${at + 1} of money in and out`}
          onClick={() => actions.remove(at)}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function Growth({
  at,
  typed,
  errorAt,
  actions,
}: Pick<FlowRowProps, "at" | "typed" | "errorAt" | "actions">): ReactElement {
  return (
    <div className={styles["grid"]}>
      <TextField
        type="date"
        label="Until"
        hint="Blank: to the end."
        error={errorAt("to")}
        value={typed.to}
        onChange={({ target: { value } }) => actions.change(at, { to: value })}
        onBlur={actions.check}
      />
      {!isPercentFlow(typed) && (
        <>
          <TextField
            type="text"
            inputMode="decimal"
            label="More each year, by"
            unitAfter="%"
            error={errorAt("growPercent")}
            value={typed.growPercent}
            onChange={({ target: { value } }) => actions.change(at, { growPercent: value })}
            onBlur={actions.check}
          />
          <SymbolField
            label="Growing with a series"
            hint="Such as consumer prices; blank for none."
            among={isAny}
            value={typed.growBy}
            error={errorAt("growBy")}
            onChange={(growBy) => actions.change(at, { growBy })}
            onLeave={actions.check}
          />
        </>
      )}
    </div>
  );
}

function isAny(): boolean {
  return true;
}

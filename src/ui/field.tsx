/**
 * Labelled controls with their unit, hint and message. They hold no value: spread a form library's register() or
 * plain input props onto them. A message replaces nothing the person typed.
 */
import { useId, useRef } from "react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { shown, shownName, shownNode } from "#src/format/shown.ts";
import styles from "./field.module.css";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and the mend, as one sentence. */
  readonly error?: string | undefined;
}

interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "prefix"> {
  /** The unit before the figure: a currency's sign. */
  readonly unitBefore?: string;
  /** The unit after it: %, days. */
  readonly unitAfter?: string;
}

/** Text, a number typed freely (type text, inputMode decimal) or a native date. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, hint, error, unitBefore, unitAfter, className, ...input } = props;
  const ids = useFieldIds(hint, error);
  const Input = input.type === "date" ? DateInput : "input";
  return (
    <div className={classNames(styles["field"], className)}>
      <label className={styles["label"]} htmlFor={ids.control}>
        {label}
      </label>
      <div className={classNames(styles["control"], error !== undefined && styles["invalid"])}>
        {unitBefore !== undefined && (
          <span className={styles["prefix"]} aria-hidden="true">
            {unitBefore}
          </span>
        )}
        <Input autoComplete="off" {...input} className={styles["input"]} {...ids.controlProps} />
        {unitAfter !== undefined && (
          <span className={styles["suffix"]} aria-hidden="true">
            {unitAfter}
          </span>
        )}
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}

/**
 * Day, month, year and calendar as one stop for Tab: the arrow keys walk among them, and Space opens the calendar. Tab
 * puts the focus beside the field, and the browser goes on from there.
 */
function DateInput({ onKeyDown, ...input }: ComponentProps<"input">): ReactElement {
  const [before, after] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  return (
    <>
      <span ref={before} tabIndex={-1} />
      <input
        {...input}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === "Tab") (event.shiftKey ? before : after).current?.focus({ preventScroll: true });
        }}
      />
      <span ref={after} tabIndex={-1} />
    </>
  );
}

interface NoteFieldProps extends FieldProps, ComponentProps<"textarea"> {}

/** Text of several lines. */
export function NoteField({ label, hint, error, className, ...area }: NoteFieldProps): ReactElement {
  const ids = useFieldIds(hint, error);
  return (
    <div className={classNames(styles["field"], className)}>
      <label className={styles["label"]} htmlFor={ids.control}>
        {label}
      </label>
      <div className={classNames(styles["control"], error !== undefined && styles["invalid"])}>
        <textarea
          rows={3}
          {...area}
          className={classNames(styles["input"], styles["note"])}
          {...ids.controlProps}
        />
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** The heading that it stands under; options of one group follow each other. */
  readonly group?: string;
}

interface SelectFieldProps extends FieldProps, ComponentProps<"select"> {
  readonly options: readonly SelectOption[];
}

export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, hint, error, options, className, ...select } = props;
  const ids = useFieldIds(hint, error);
  return (
    <div className={classNames(styles["field"], className)}>
      <label className={styles["label"]} htmlFor={ids.control}>
        {label}
      </label>
      <div className={classNames(styles["control"], error !== undefined && styles["invalid"])}>
        <select {...select} className={classNames(styles["input"], styles["select"])} {...ids.controlProps}>
          <Options options={options.filter(({ group }) => group === undefined)} />
          {groupsOf(options).map((group) => (
            <optgroup key={group} label={group}>
              <Options options={options.filter((option) => option.group === group)} />
            </optgroup>
          ))}
        </select>
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}

function Options({ options }: Pick<SelectFieldProps, "options">): ReactNode {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {shownName(label)}
    </option>
  ));
}

function groupsOf(options: readonly SelectOption[]): readonly string[] {
  return [...new Set(options.flatMap(({ group }) => group ?? []))];
}

interface CheckFieldProps extends FieldProps, ComponentProps<"input"> {}

export function CheckField({ label, hint, error, className, ...input }: CheckFieldProps): ReactElement {
  const ids = useFieldIds(hint, error);
  return (
    <div className={classNames(styles["check"], className)}>
      <input type="checkbox" {...input} {...ids.controlProps} />
      <label className={styles["checkLabel"]} htmlFor={ids.control}>
        {label}
      </label>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}

interface ChoiceFieldProps extends ComponentProps<"input"> {
  readonly legend: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** A few alternatives, all in sight. */
export function ChoiceField({ legend, choices, className, ...input }: ChoiceFieldProps): ReactElement {
  return (
    <fieldset className={classNames(styles["field"], className)}>
      <legend className={styles["label"]}>{legend}</legend>
      <div className={styles["choices"]}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles["choice"]}>
            <input type="radio" {...input} value={choice.value} />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FieldIds {
  readonly control: string;
  readonly hint: string;
  readonly error: string;
  readonly controlProps: {
    readonly id: string;
    readonly "aria-describedby"?: string;
    readonly "aria-invalid"?: true;
  };
}

function useFieldIds(hint: ReactNode, error: string | undefined): FieldIds {
  const control = useId();
  const ids = { control, hint: `${control}-hint`, error: `${control}-error` };
  const described = [error !== undefined && ids.error, hint !== undefined && ids.hint].filter(Boolean);
  return {
    ...ids,
    controlProps: {
      id: control,
      ...(described.length > 0 && { "aria-describedby": described.join(" ") }),
      ...(error !== undefined && { "aria-invalid": true as const }),
    },
  };
}

interface FieldNotesProps extends Pick<FieldProps, "hint"> {
  readonly ids: FieldIds;
  readonly error: string | undefined;
}

function FieldNotes({ ids, hint, error }: FieldNotesProps): ReactElement {
  return (
    <>
      {error !== undefined && (
        <p className={styles["error"]} id={ids.error}>
          {shown(error)}
        </p>
      )}
      {hint !== undefined && (
        <p className={styles["hint"]} id={ids.hint}>
          {shownNode(hint)}
        </p>
      )}
    </>
  );
}

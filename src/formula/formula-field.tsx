/**
 * A formula of the rule language on one line: coloured and completed as it is typed, checked at each pause, with help for
 * what stands at the cursor. The value is the form's; a half-typed one is a value like any other.
 */
import { useId, useMemo, useState } from "react";
import type { FocusEvent, ReactElement, ReactNode } from "react";
import page from "#src/ui/page.module.css";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { classNames } from "#src/ui/class-names.ts";
import type { EditorAttributes, Selection } from "./formula-editor.ts";
import styles from "./formula-field.module.css";
import type { FormulaSetting } from "./formula-names.ts";
import { FormulaNotes } from "./formula-notes.tsx";
import { PlainField } from "./plain-field.tsx";
import { readPaste } from "./read-paste.ts";
import type { PasteNotice } from "./read-paste.ts";
import { useEditor } from "./use-editor.ts";
import { useFocusWithin } from "./use-focus-within.ts";
import { useShownProblem } from "./use-shown-problem.ts";

export interface FormulaFieldProps extends FormulaSetting {
  readonly label: ReactNode;
  /** The label is for screen readers alone, where the eye knows the field by its place. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Without it Enter submits the form around it, as in any field. */
  readonly onEnter?: () => void;
  readonly placeholder?: string;
  readonly hint?: string | undefined;
  /** For one of many on a page: it is a plain field until it has the focus, and again after. */
  readonly isPlainAtRest?: boolean;
  /** What else is wrong with the value, as known elsewhere; the column counts from 1. Told where the line itself is right. */
  readonly error?: { readonly message: string; readonly column: number } | undefined;
  /** Offers to import a whole strategy that was pasted here; without it that is only told. */
  readonly onStrategyPasted?: ((text: string) => void) | undefined;
  /** Offers to add several rules that were pasted here, each on its own; without it they are only told. */
  readonly onRulesPasted?: (rules: readonly string[]) => void;
}

export function FormulaField(props: FormulaFieldProps): ReactElement {
  const { label, isLabelHidden = false, value, onChange, onBlur, onEnter, placeholder = "", hint } = props;
  const { isPlainAtRest = false, wants, place, names, error, onStrategyPasted } = props;
  const setting = useMemo(() => ({ wants, place, names }), [wants, place, names]);
  const id = useId();
  const [cursor, setCursor] = useState(0);
  const [notice, setNotice] = useState<PasteNotice | null>(null);
  const field = useFocusWithin();
  const { problem, tell } = useShownProblem({ value, setting, error, isActive: field.isActive });
  const paste = (pasted: string, selection: Selection, line: string) => {
    const read = readPaste(line, pasted, selection);
    setNotice(read.notice);
    return read.line;
  };
  const isWrong = problem !== null;
  const describedBy = hint === undefined ? `${id}-notes` : `${id}-hint ${id}-notes`;
  const attributes = useAttributes(id, describedBy, isWrong);
  const enter = () => {
    tell();
    if (onEnter) onEnter();
    else hostRef.current?.closest("form")?.requestSubmit();
  };
  const handlers = { setting, onChange, onCursor: setCursor, onEnter: enter, onPaste: paste };
  const { hostRef, plainRef, editor } = useEditor({
    isWanted: !isPlainAtRest || field.isActive,
    value,
    placeholder,
    attributes,
    problem,
    handlers,
  });
  const replace = (from: number, to: number, text: string) => {
    if (editor) editor.replace(from, to, text);
    else onChange(value.slice(0, from) + text + value.slice(to));
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  return (
    <div className={styles["field"]} {...field.handlers}>
      <FieldLabel id={id} isHidden={isLabelHidden} onClick={() => editor?.focus()}>
        {label}
      </FieldLabel>
      <div className={classNames(styles["control"], isWrong && styles["invalid"])} onBlur={leave}>
        <div ref={hostRef} />
        {!editor && (
          <PlainField
            ref={plainRef}
            id={id}
            value={value}
            describedBy={describedBy}
            placeholder={placeholder}
            isWrong={isWrong}
            onChange={onChange}
            onCursor={setCursor}
            onEnter={enter}
            onPaste={paste}
          />
        )}
      </div>
      <Hint id={`${id}-hint`} text={hint} />
      <FormulaNotes
        id={`${id}-notes`}
        value={value}
        cursor={cursor}
        setting={setting}
        problem={problem}
        notice={notice}
        isActive={field.isActive}
        onReplace={replace}
        onDismiss={() => setNotice(null)}
        onStrategyPasted={onStrategyPasted}
        onRulesPasted={props.onRulesPasted}
      />
    </div>
  );
}

function useAttributes(id: string, describedBy: string, isWrong: boolean): EditorAttributes {
  return useMemo(
    () => ({
      "aria-labelledby": `${id}-label`,
      "aria-describedby": describedBy,
      "aria-multiline": "false",
      ...(isWrong && { "aria-invalid": "true" }),
    }),
    [id, describedBy, isWrong],
  );
}

function Hint({ id, text }: { readonly id: string; readonly text: string | undefined }): ReactElement | null {
  if (text === undefined) return null;
  return (
    <p className={page["small"]} id={id}>
      {text}
    </p>
  );
}

interface FieldLabelProps {
  readonly id: string;
  readonly isHidden: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function FieldLabel({ id, isHidden, onClick, children }: FieldLabelProps): ReactElement {
  const className = styles[isHidden ? "unseen" : "label"];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as of any label: the editor is none that a browser knows, and Tab leads to it
    <label className={className} id={`${id}-label`} htmlFor={id} onClick={onClick}>
      {isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </label>
  );
}

/**
 * A formula of the rule language on one line: coloured and completed as it is typed, checked at each pause, with help for
 * what stands at the cursor. The value is the form's; a half-typed one is a value like any other.
 */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { ClipboardEvent, FocusEvent, KeyboardEvent, ReactElement, ReactNode, RefObject } from "react";
import page from "#src/ui/page.module.css";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { findProblem, isUnfinished, problemAt } from "./find-problem.ts";
import type { FormulaProblem } from "./find-problem.ts";
import type { EditorAttributes, EditorHandlers, Selection } from "./formula-editor.ts";
import styles from "./formula-field.module.css";
import type { FormulaSetting } from "./formula-names.ts";
import { FormulaNotes } from "./formula-notes.tsx";
import { readPaste } from "./read-paste.ts";
import type { PasteNotice } from "./read-paste.ts";
import { useEditor } from "./use-editor.ts";

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

/**
 * The formula as plain text, until its editor is there and where none can be: as high as the text, and on one line.
 */
interface PlainFieldProps extends Pick<EditorHandlers, "onChange" | "onCursor" | "onEnter" | "onPaste"> {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly id: string;
  readonly value: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly isWrong: boolean;
}

function PlainField(props: PlainFieldProps): ReactElement {
  const { ref, id, value, describedBy, placeholder, isWrong, onChange, onCursor, onPaste, onEnter } = props;
  const keepOneLine = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onEnter();
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted === "") return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value: line } = event.currentTarget;
    const after = onPaste(pasted, { from: selectionStart, to: selectionEnd }, line);
    if (after !== null) onChange(after.text);
  };
  return (
    <textarea
      ref={ref}
      id={id}
      className={styles["plain"]}
      rows={1}
      value={value}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value.replaceAll(/[\n\r]+/g, " "))}
      onSelect={(event) => onCursor(event.currentTarget.selectionStart)}
      onKeyDown={keepOneLine}
      onPaste={paste}
      aria-describedby={describedBy}
      {...(isWrong && { "aria-invalid": true })}
    />
  );
}

/** What a click elsewhere is meant for must not move under it. */
const LINGERS_MS = 300;

/** Whether a person is at a part of the page: it has the focus, or had it a moment ago. */
function useFocusWithin(): {
  readonly isActive: boolean;
  readonly handlers: { readonly onFocus: () => void; readonly onBlur: (event: FocusEvent) => void };
} {
  const [isActive, setIsActive] = useState(false);
  const leaving = useRef(0);
  useEffect(() => () => clearTimeout(leaving.current), []);
  return {
    isActive,
    handlers: {
      onFocus: () => {
        clearTimeout(leaving.current);
        setIsActive(true);
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        leaving.current = window.setTimeout(() => {
          // Where another window was gone to, the focus comes back to the same place.
          if (!currentTarget.contains(document.activeElement)) setIsActive(false);
        }, LINGERS_MS);
      },
    },
  };
}

const PAUSE_MS = 400;
/** Where all that is wrong is that the line doesn't go on. */
const LONG_PAUSE_MS = 1500;

interface ShownProblem {
  readonly value: string;
  readonly setting: FormulaSetting;
  readonly error: { readonly message: string; readonly column: number } | undefined;
  /** Somebody may be typing. */
  readonly isActive: boolean;
}

interface Shown {
  /** null for nothing; what is mended goes at once. */
  readonly problem: FormulaProblem | null;
  /** Ends the pause: the line is meant as it stands. */
  readonly tell: () => void;
}

/** What is wrong with a formula, told once its writer pauses: a line under way is not finished, and no fault. */
function useShownProblem({ value, setting, error, isActive }: ShownProblem): Shown {
  const own = useMemo(() => findProblem(value, setting), [value, setting]);
  const problem = own ?? (error ? problemAt(value, error.column, error.message.replace(/\.$/, "")) : null);
  const key = problem ? `${problem.column}: ${problem.message}` : "";
  const [told, setTold] = useState("");
  const wait = !isActive ? 0 : problem && isUnfinished(value, problem) ? LONG_PAUSE_MS : PAUSE_MS;
  useEffect(() => {
    const timer = setTimeout(() => setTold(key), wait);
    return () => clearTimeout(timer);
  }, [key, wait]);
  return { problem: told === key ? problem : null, tell: () => setTold(key) };
}

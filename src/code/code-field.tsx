/** A source that a person writes: coloured and completed, with what is wrong at its line. The value is the form's. */
import { startTransition, useId, useMemo } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import page from "#src/ui/page.module.css";
import type { CodeLanguage } from "./bars-table.ts";
import styles from "./code-field.module.css";
import type { CodePlace } from "./code-look.ts";
import { useCodeEditor } from "./use-code-editor.ts";

export interface SourceFault extends Partial<CodePlace> {
  /** A whole sentence without its place. */
  readonly message: string;
}

interface CodeFieldProps {
  readonly label: string;
  readonly source: string;
  readonly language: CodeLanguage;
  /** Names of the data's facts and signals, for completion. */
  readonly facts: readonly string[];
  /** null for none that is known. */
  readonly fault: SourceFault | null;
  readonly onChange: (source: string) => void;
}

export function CodeField(props: CodeFieldProps): ReactElement {
  const { label, source, language, facts, fault, onChange } = props;
  const id = useId();
  const isWrong = fault !== null;
  const attributes = useMemo(
    () => ({
      "aria-labelledby": `${id}-label`,
      "aria-describedby": `${id}-hint ${id}-fault`,
      tabindex: "0", // its scrolling box is reached by it
      spellcheck: "false",
      autocapitalize: "off",
      ...(isWrong && { "aria-invalid": "true" }),
    }),
    [id, isWrong],
  );
  const place = fault?.line === undefined ? null : { line: fault.line, column: fault.column };
  // The editor shows its own text: all else that hangs on it may be drawn a moment later.
  const handlers = { onChange: (text: string) => startTransition(() => onChange(text)), facts };
  const { hostRef, plainRef, editor } = useCodeEditor({
    source,
    language,
    attributes,
    fault: place,
    handlers,
  });
  return (
    <div className={styles["field"]}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as of any label: the editor is none that a browser knows, and Tab leads to it */}
      <label className={styles["label"]} id={`${id}-label`} htmlFor={id} onClick={() => editor?.focus()}>
        {label}
      </label>
      <div className={classNames(styles["control"], isWrong && styles["invalid"])}>
        <div ref={hostRef} />
        {!editor && (
          <textarea
            ref={plainRef}
            id={id}
            className={styles["plain"]}
            rows={Math.min(24, source.split("\n").length + 1)}
            value={source}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
            aria-describedby={`${id}-hint ${id}-fault`}
            {...(isWrong && { "aria-invalid": true })}
          />
        )}
      </div>
      <p className={page["small"]} id={`${id}-hint`}>
        Tab indents; Escape, then Tab, leaves the editor.
      </p>
      <output id={`${id}-fault`} className={styles["fault"]}>
        {fault && (
          <>
            <span>
              ⚠ {placeInWords(fault)}
              {fault.message}
            </span>
            {place && editor && (
              <Button kind="quiet" size="small" onClick={() => editor.goTo(place)}>
                Go to line {place.line}
              </Button>
            )}
          </>
        )}
      </output>
    </div>
  );
}

/** "Line 3, column 8: "; "" without a place. */
function placeInWords({ line, column }: SourceFault): string {
  if (line === undefined) return "";
  return `Line ${line}${column === undefined ? "" : `, column ${column}`}: `;
}

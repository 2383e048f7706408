/** The formula as plain text, until its editor is there and where none can be: as high as the text, and on one line. */
import type { ClipboardEvent, KeyboardEvent, ReactElement, RefObject } from "react";
import type { EditorHandlers } from "./formula-editor.ts";
import styles from "./formula-field.module.css";

interface PlainFieldProps extends Pick<EditorHandlers, "onChange" | "onCursor" | "onEnter" | "onPaste"> {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly id: string;
  readonly value: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly isWrong: boolean;
}

export function PlainField(props: PlainFieldProps): ReactElement {
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

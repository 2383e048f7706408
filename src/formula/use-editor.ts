/**
 * The editor in place of a plain field. Its chunk is loaded when the first one is wanted; each field gets its editor in
 * an idle moment, with the value, the focus and the selection that the plain one has by then.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { awaitTurn } from "#src/ui/drawing-turns.ts";
import type { ProblemRange } from "./editor-look.ts";
import type { EditorAttributes, EditorHandlers, FormulaEditor } from "./formula-editor.ts";

interface EditorProps {
  /** The plain field stands in its place for as long as it is not. */
  readonly isWanted: boolean;
  readonly value: string;
  readonly placeholder: string;
  readonly attributes: EditorAttributes;
  /** Underlined; null for nothing. */
  readonly problem: ProblemRange;
  readonly handlers: EditorHandlers;
}

interface EditorParts {
  readonly hostRef: RefObject<HTMLDivElement | null>;
  readonly plainRef: RefObject<HTMLTextAreaElement | null>;
  /** null for as long as the plain field stands in its place. */
  readonly editor: FormulaEditor | null;
}

export function useEditor(props: EditorProps): EditorParts {
  const { isWanted, value, attributes, problem } = props;
  const { symbols } = props.handlers.setting.names;
  const hostRef = useRef<HTMLDivElement>(null);
  const plainRef = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<FormulaEditor | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  // Before the next picture, which would have neither of the two fields when the editor goes.
  useLayoutEffect(
    () => (isWanted ? replacePlain({ hostRef, plainRef, latest, show: setEditor }) : undefined),
    [isWanted],
  );
  useEffect(() => editor?.setValue(value), [editor, value]);
  useEffect(() => editor?.setAttributes(attributes), [editor, attributes]);
  useEffect(() => editor?.setProblem(problem), [editor, problem]);
  const known = useRef(symbols);
  useEffect(() => {
    if (known.current !== symbols) editor?.offerSymbols();
    known.current = symbols;
  }, [editor, symbols]);
  return { hostRef, plainRef, editor };
}

interface Replacement extends Omit<EditorParts, "editor"> {
  readonly latest: RefObject<EditorProps>;
  readonly show: (editor: FormulaEditor | null) => void;
}

/** @returns what takes the editor away again */
function replacePlain({ hostRef, plainRef, latest, show }: Replacement): () => void {
  let isGone = false;
  let callOff: (() => void) | null = null;
  let made: FormulaEditor | null = null;
  let isComposing = false;
  const plain = plainRef.current;
  const begin = () => {
    isComposing = true;
  };
  const end = () => {
    isComposing = false;
  };
  plain?.addEventListener("compositionstart", begin);
  plain?.addEventListener("compositionend", end);
  const load = async () => {
    const { createEditor } = await import("./formula-editor.ts");
    const make = () => {
      const host = hostRef.current;
      if (isGone || !host || !plain) return;
      if (isComposing) {
        // What an input method has begun would be lost with the field.
        plain.addEventListener("compositionend", () => (callOff = awaitTurn(host, make)), { once: true });
        return;
      }
      const hasFocus = document.activeElement === plain;
      const { attributes, placeholder } = latest.current;
      const editor = createEditor({
        host,
        value: plain.value,
        selection: { from: plain.selectionStart, to: plain.selectionEnd },
        attributes,
        placeholder,
        handlers: () => latest.current.handlers,
      });
      made = editor;
      if (hasFocus) editor.focus();
      flushSync(() => show(editor)); // both would be painted
    };
    if (!isGone) callOff = awaitTurn(hostRef.current, make);
  };
  void load(); // a failure is shown by UnexpectedErrors, and the plain field stays
  return () => {
    isGone = true;
    callOff?.();
    plain?.removeEventListener("compositionstart", begin);
    plain?.removeEventListener("compositionend", end);
    made?.destroy();
    show(null);
  };
}

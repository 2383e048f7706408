/**
 * The editor in place of a plain field: its chunk is loaded when the first one is shown, and it is made in an idle
 * moment. It takes over what the plain field holds by then, its selection and the focus.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { awaitTurn } from "#src/ui/drawing-turns.ts";
import type { CodeLanguage } from "./bars-table.ts";
import type { CodeEditor, CodeEditorStart, CodeHandlers } from "./code-editor.ts";
import type { CodePlace } from "./code-look.ts";

interface CodeEditorProps {
  readonly source: string;
  readonly language: CodeLanguage;
  readonly attributes: Readonly<Record<string, string>>;
  /** Marked; null for nothing. */
  readonly fault: CodePlace | null;
  readonly handlers: CodeHandlers;
}

interface CodeEditorParts {
  readonly hostRef: RefObject<HTMLDivElement | null>;
  readonly plainRef: RefObject<HTMLTextAreaElement | null>;
  /** null for as long as the plain field stands in its place. */
  readonly editor: CodeEditor | null;
}

export function useCodeEditor(props: CodeEditorProps): CodeEditorParts {
  const { source, language, attributes, fault } = props;
  const hostRef = useRef<HTMLDivElement>(null);
  const plainRef = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    let isGone = false;
    let made: CodeEditor | null = null;
    let callOff: (() => void) | null = null;
    const make = (createCodeEditor: (start: CodeEditorStart) => CodeEditor) => {
      const [host, plain] = [hostRef.current, plainRef.current];
      if (isGone || !host || !plain) return;
      const hasFocus = document.activeElement === plain;
      const { selectionStart: from, selectionEnd: to } = plain;
      made = createCodeEditor({
        ...latest.current,
        source: plain.value,
        host,
        selection: hasFocus ? { from, to } : { from: 0, to: 0 },
        handlers: () => latest.current.handlers,
      });
      const editorNow = made;
      if (hasFocus) editorNow.focus();
      flushSync(() => setEditor(editorNow)); // both would be painted
    };
    const load = async () => {
      const { createCodeEditor } = await import("./code-editor.ts");
      if (!isGone) callOff = awaitTurn(hostRef.current, () => make(createCodeEditor));
    };
    void load(); // a failure is shown by UnexpectedErrors, and the plain field stays
    return () => {
      isGone = true;
      callOff?.();
      made?.destroy();
      setEditor(null);
    };
  }, []);
  useEffect(() => editor?.setSource(source), [editor, source]);
  useEffect(() => editor?.setLanguage(language), [editor, language]);
  useEffect(() => editor?.setAttributes(attributes), [editor, attributes]);
  const { line, column } = fault ?? { line: 0, column: 0 };
  useEffect(() => editor?.setFault(line === 0 ? null : { line, column }), [editor, line, column]);
  return { hostRef, plainRef, editor };
}

/** The editor of a formula, in a chunk of its own: CodeMirror on one line, with colours, completion and undo. */
import { acceptCompletion, completionStatus, startCompletion } from "@codemirror/autocomplete";
import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { Annotation, Compartment, EditorState, Prec } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder as placeholderOf } from "@codemirror/view";
import { placeOfCursor } from "./cursor-place.ts";
import { editorCompletion } from "./editor-completion.ts";
import { editorLook, isShown, showProblem } from "./editor-look.ts";
import type { ProblemRange } from "./editor-look.ts";
import type { FormulaSetting } from "./formula-names.ts";
import { makeOwnStyleSheet } from "./own-style-sheet.ts";
import { typingOver } from "./typing-over.ts";

/** What the editor tells and asks; looked up anew at each call. */
export interface EditorHandlers {
  readonly setting: FormulaSetting;
  readonly onChange: (value: string) => void;
  /** The cursor's place, from 0. */
  readonly onCursor: (at: number) => void;
  readonly onEnter: () => void;
  /** @returns the line as it is then; null where nothing is put in */
  readonly onPaste: (pasted: string, selection: Selection, line: string) => PastedLine | null;
}

/** Characters from 0, `from` to before `to`. */
export interface Selection {
  readonly from: number;
  readonly to: number;
}

export interface PastedLine {
  readonly text: string;
  readonly cursor: number;
}

/** Attributes of the element that is typed into. */
export type EditorAttributes = Readonly<Record<string, string>>;

export interface EditorStart {
  readonly host: HTMLElement;
  readonly value: string;
  readonly selection: Selection;
  readonly attributes: EditorAttributes;
  /** Stands in it while it is empty; "" for nothing. */
  readonly placeholder: string;
  readonly handlers: () => EditorHandlers;
}

export interface FormulaEditor {
  /** Takes over a value from outside; one that the editor itself told of before is no news. */
  readonly setValue: (value: string) => void;
  readonly setAttributes: (attributes: EditorAttributes) => void;
  readonly setProblem: (range: ProblemRange) => void;
  /** As if it were typed: told by onChange, and undone by Ctrl+Z. The cursor stands behind it, with the focus. */
  readonly replace: (from: number, to: number, text: string) => void;
  /** Offers the symbols that have come since one was begun to be typed; for when names are there that were not before. */
  readonly offerSymbols: () => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

const isFromOutside = Annotation.define<boolean>();

export function createEditor(start: EditorStart): FormulaEditor {
  const { host, value, selection, attributes, placeholder, handlers } = start;
  makeOwnStyleSheet();
  const own = new Compartment();
  /** Values that were told of, the last one the latest: what comes back of them must not undo what was typed since. */
  let told: string[] = [];
  const listener = EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
    if (docChanged && !transactions.some((each) => each.annotation(isFromOutside))) {
      const text = state.doc.toString();
      told.push(text);
      handlers().onChange(text);
    }
    if (docChanged || selectionSet) handlers().onCursor(state.selection.main.head);
  });
  const text = onOneLine(value);
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: text,
      selection: { anchor: Math.min(selection.from, text.length), head: Math.min(selection.to, text.length) },
      extensions: [
        own.of(EditorView.contentAttributes.of(attributes)),
        editorLook,
        placeholder === "" ? [] : placeholderOf(placeholder),
        oneLine,
        keys(handlers),
        pasting(handlers),
        typingOver,
        editorCompletion(() => handlers().setting),
        history(),
        keymap.of([...standardKeymap, ...historyKeymap]),
        listener,
      ],
    }),
  });
  return {
    setValue(after) {
      const now = view.state.doc.toString();
      const isEcho = after !== now && told.includes(after);
      if (isEcho) return;
      told = [];
      if (after === now) return;
      const { head } = view.state.selection.main;
      const insert = onOneLine(after);
      view.dispatch({
        changes: { from: 0, to: now.length, insert },
        selection: { anchor: Math.min(head, insert.length) },
        annotations: isFromOutside.of(true),
      });
    },
    setAttributes: (after) =>
      view.dispatch({ effects: own.reconfigure(EditorView.contentAttributes.of(after)) }),
    setProblem(range) {
      if (!isShown(view.state, range)) view.dispatch({ effects: showProblem.of(range) });
    },
    replace(from, to, insert) {
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: "input",
      });
      view.focus();
    },
    offerSymbols() {
      const { isInText } = placeOfCursor(view.state.doc.toString(), view.state.selection.main.head);
      if (isInText && view.hasFocus && completionStatus(view.state) === null) startCompletion(view);
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Whatever would begin a second line is not taken; what is pasted or dropped is joined first. */
const oneLine: Extension = [
  EditorView.clipboardInputFilter.of(onOneLine),
  EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
];

function onOneLine(text: string): string {
  return text.replaceAll(/[\n\r]+/g, " ");
}

function keys(handlers: () => EditorHandlers): Extension {
  const enter = (view: EditorView): boolean => {
    if (!acceptCompletion(view)) handlers().onEnter();
    return true;
  };
  return Prec.high(keymap.of([{ key: "Enter", run: enter, shift: enter }]));
}

function pasting(handlers: () => EditorHandlers): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (pasted === "") return false;
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      const line = handlers().onPaste(pasted, { from, to }, view.state.doc.toString());
      if (line === null) return true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: line.text },
        selection: { anchor: line.cursor },
        userEvent: "input.paste",
        scrollIntoView: true,
      });
      return true;
    },
  });
}

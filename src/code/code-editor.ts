/** The editor of a person's code, in a chunk of its own: CodeMirror with colours, completion, undo and a place for faults. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import {
  history,
  historyKeymap,
  indentWithTab,
  standardKeymap,
  toggleComment,
  toggleTabFocusMode,
} from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { makeOwnStyleSheet } from "#src/formula/own-style-sheet.ts";
import { typingOver } from "#src/formula/typing-over.ts";
import { barsCompletion } from "./bars-completion.ts";
import type { CodeLanguage } from "./bars-table.ts";
import { codeLook, showFault } from "./code-look.ts";
import type { CodePlace } from "./code-look.ts";

/** Looked up anew at each call. */
export interface CodeHandlers {
  readonly onChange: (source: string) => void;
  /** Names of the data's facts and signals. */
  readonly facts: readonly string[];
}

export interface CodeEditorStart {
  readonly host: HTMLElement;
  readonly source: string;
  /** Characters from 0, where the plain field had its selection. */
  readonly selection: { readonly from: number; readonly to: number };
  readonly language: CodeLanguage;
  /** Attributes of the element that is typed into. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly handlers: () => CodeHandlers;
}

export interface CodeEditor {
  /** Takes over a source from outside; one that the editor itself told of before is no news. */
  readonly setSource: (source: string) => void;
  readonly setLanguage: (language: CodeLanguage) => void;
  readonly setAttributes: (attributes: Readonly<Record<string, string>>) => void;
  readonly setFault: (place: CodePlace | null) => void;
  /** Puts the cursor there, with the focus. */
  readonly goTo: (place: CodePlace) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

const isFromOutside = Annotation.define<boolean>();

export function createCodeEditor(start: CodeEditorStart): CodeEditor {
  const { host, source, selection, language, attributes, handlers } = start;
  makeOwnStyleSheet();
  const [own, speech] = [new Compartment(), new Compartment()];
  /** Sources that were told of and did not come back yet: one that comes back must not undo what was typed since. */
  let told: string[] = [];
  const listener = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (!docChanged || transactions.some((each) => each.annotation(isFromOutside))) return;
    const text = state.doc.toString();
    told.push(text);
    handlers().onChange(text);
  });
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: source,
      selection: {
        anchor: Math.min(selection.from, source.length),
        head: Math.min(selection.to, source.length),
      },
      extensions: [own.of(EditorView.contentAttributes.of(attributes)), speech.of([]), ...EDITING, listener],
    }),
  });
  let wanted = language;
  const speak = async (one: CodeLanguage) => {
    wanted = one;
    const spoken = [
      indentUnit.of(one === "python" ? "    " : "  "),
      barsCompletion(one, () => handlers().facts),
      await languageOf(one),
    ];
    if (wanted === one) view.dispatch({ effects: speech.reconfigure(spoken) });
  };
  void speak(language); // a failure is shown by UnexpectedErrors, and the text stays without colours
  return {
    setSource(after) {
      const now = view.state.doc.toString();
      const echo = told.indexOf(after);
      told = after === now ? [] : told.slice(echo + 1);
      if (after === now || echo >= 0) return;
      told = [];
      const { head } = view.state.selection.main;
      view.dispatch({
        changes: { from: 0, to: now.length, insert: after },
        selection: { anchor: Math.min(head, after.length) },
        annotations: isFromOutside.of(true),
      });
    },
    setLanguage: (after) => {
      if (after !== wanted) void speak(after);
    },
    setAttributes: (after) =>
      view.dispatch({ effects: own.reconfigure(EditorView.contentAttributes.of(after)) }),
    setFault: (place) => view.dispatch({ effects: showFault.of(place) }),
    goTo({ line, column = 1 }) {
      const { doc } = view.state;
      const { from, to } = doc.line(Math.min(line, doc.lines));
      view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Tab indents, and leaves the editor behind Escape, which CodeMirror sees to. */
const EDITING: readonly Extension[] = [
  codeLook,
  lineNumbers(),
  highlightActiveLineGutter(),
  indentOnInput(),
  bracketMatching(),
  typingOver,
  closeBrackets(),
  autocompletion({ icons: false, activateOnTypingDelay: 60 }),
  history(),
  EditorState.tabSize.of(4),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...standardKeymap,
    ...historyKeymap,
    { key: "Mod-/", run: toggleComment },
    { key: "Ctrl-m", run: toggleTabFocusMode },
    indentWithTab,
  ]),
];

/** Each language is fetched when it is first written. */
async function languageOf(language: CodeLanguage): Promise<Extension> {
  if (language === "python") return (await import("./speak-python.ts")).speakPython();
  return (await import("./speak-script.ts")).speakScript(language === "typescript");
}

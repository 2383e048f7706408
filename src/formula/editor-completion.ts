/** The list of what may be typed next, in CodeMirror's own terms. Tab is none of its keys: it leaves the field. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertBracket,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import { findCompletions } from "./find-completions.ts";
import type { Suggestion } from "./find-completions.ts";
import type { FormulaSetting } from "./formula-names.ts";

/** @param settingNow - where the formula stands, as of the call */
export function editorCompletion(settingNow: () => FormulaSetting): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const found = findCompletions(state.doc.toString(), pos, settingNow(), explicit);
    return found && { from: found.from, options: found.list.map(optionOf), filter: false };
  };
  return [
    autocompletion({ override: [source], icons: false, defaultKeymap: false, activateOnTypingDelay: 60 }),
    closeBrackets(),
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", '"'] } }]),
    keymap.of([...closeBracketsKeymap, ...completionKeymap]),
  ];
}

function optionOf(suggestion: Suggestion): Completion {
  const { name, detail, sentence } = suggestion;
  return {
    label: name,
    ...(detail !== "" && { detail }),
    ...(sentence !== "" && { info: sentence }),
    apply: (view, completion, from, to) => put(view, completion, { suggestion, from, to }),
  };
}

interface Picked {
  readonly suggestion: Suggestion;
  readonly from: number;
  readonly to: number;
}

function put(view: EditorView, completion: Completion, { suggestion, from, to }: Picked): void {
  const { name, kind, hasBrackets } = suggestion;
  const next = view.state.sliceDoc(to, to + 1);
  // What closed by itself when the quote was typed is part of the name.
  const end = kind === "symbol" && next === '"' ? to + 1 : to;
  view.dispatch({
    changes: { from, to: end, insert: name },
    selection: { anchor: from + name.length },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
  });
  if (hasBrackets && next !== "(")
    view.dispatch(insertBracket(view.state, "(") ?? view.state.replaceSelection("("));
}

/** Python in the editor: its colours, indents, brackets and the names that are there to be completed. */
import { globalCompletion, localCompletionSource, pythonLanguage } from "@codemirror/lang-python";
import type { Extension } from "@codemirror/state";

export function speakPython(): Extension {
  return [
    pythonLanguage,
    pythonLanguage.data.of({ autocomplete: localCompletionSource }),
    pythonLanguage.data.of({ autocomplete: globalCompletion }),
  ];
}

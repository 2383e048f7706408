/** JavaScript and TypeScript in the editor: their colours, indents, brackets and the names that are there to be completed. */
import {
  javascriptLanguage,
  localCompletionSource,
  scopeCompletionSource,
  typescriptLanguage,
} from "@codemirror/lang-javascript";
import type { Extension } from "@codemirror/state";

export function speakScript(isTyped: boolean): Extension {
  const language = isTyped ? typescriptLanguage : javascriptLanguage;
  return [
    language,
    language.data.of({ autocomplete: localCompletionSource }),
    language.data.of({ autocomplete: scopeCompletionSource({ Math, Number, Array, Float64Array }) }),
  ];
}

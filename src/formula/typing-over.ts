/** What is typed in place of a selection, for every editor of the app. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * A key that replaces what is selected. Left to Chromium, it would keep the look of what is replaced in a style attribute,
 * which the page's policy forbids.
 */
export const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || data === null || empty || isComposing) return false;
    event.preventDefault();
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const others = view.state.facet(EditorView.inputHandler);
    if (!others.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** How code looks in its editor: colours by the kind of each word, from the properties that code-field.module.css sets. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** A place in the text, both counted from 1; without a column the whole line. */
export interface CodePlace {
  readonly line: number;
  readonly column?: number | undefined;
}

export const showFault = StateEffect.define<CodePlace | null>();

const LINE = Decoration.line({ class: "code-fault-line" });
const MARK = Decoration.mark({ class: "code-fault" });

/** The line of the fault, and a mark from its column on; both go along with what is typed in front of them. */
const fault = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, newDoc }) {
    let after = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(showFault)) continue;
      const place = effect.value;
      if (place === null || place.line > newDoc.lines) {
        after = Decoration.none;
        continue;
      }
      const line = newDoc.line(place.line);
      const from = Math.min(line.from + Math.max(0, (place.column ?? 1) - 1), line.to);
      const word = /^[\w$]+|^./u.exec(newDoc.sliceString(from, line.to))?.[0] ?? "";
      const to = place.column === undefined ? line.to : from + word.length;
      after = Decoration.set([LINE.range(line.from), ...(from < to ? [MARK.range(from, to)] : [])]);
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const words = HighlightStyle.define([
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self],
    color: "var(--accent-strong)",
    fontWeight: "600",
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--code-text)" },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.function(tags.variableName)),
    ],
    color: "var(--code-function)",
  },
  { tag: [tags.typeName, tags.className, tags.namespace], color: "var(--code-fact)" },
  { tag: [tags.operator, tags.punctuation, tags.bracket, tags.separator], color: "var(--ink-soft)" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--ink)", background: "var(--surface)", borderRadius: "var(--radius-s)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": {
    fontFamily: "inherit",
    lineHeight: "1.55",
    maxHeight: "var(--code-height)",
    overflow: "auto",
  },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 var(--space-3) 0 var(--space-2)" },
  ".cm-gutters": {
    border: "0",
    borderRight: "1px solid var(--line)",
    background: "var(--surface-sunken)",
    color: "var(--ink-soft)",
  },
  ".cm-activeLineGutter": { background: "var(--accent-soft)", color: "var(--accent-strong)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-matchingBracket": {
    background: "var(--accent-soft)",
    outline: "1px solid var(--accent)",
  },
  ".code-fault-line": { background: "var(--danger-soft)" },
  ".code-fault": { textDecoration: "underline wavy var(--danger) 1px", textUnderlineOffset: "0.25em" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius-s)",
    background: "var(--surface-raised)",
    boxShadow: "var(--shadow-raised)",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "inherit",
    fontSize: "var(--text-s)",
    maxWidth: "min(26rem, 90vw)",
    maxHeight: "15rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: "var(--space-1) var(--space-3)",
    lineHeight: "1.5",
    minHeight: "1.5rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent-soft)",
    color: "var(--accent-strong)",
    boxShadow: "inset 3px 0 0 var(--accent)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { color: "var(--ink-soft)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": {
    padding: "var(--space-2) var(--space-3)",
    maxWidth: "18rem",
    font: "var(--text-s) / 1.5 var(--font)",
  },
  // It would cover the list.
  "@media (width < 40rem)": { ".cm-tooltip.cm-completionInfo": { display: "none" } },
});

export const codeLook: Extension = [theme, syntaxHighlighting(words), fault];

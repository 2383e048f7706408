/** How the editor looks: sizes as the plain field has them, colours by the kind of each part. */
import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { partsOfLine } from "./line-parts.ts";
import type { PartKind } from "./line-parts.ts";

/** Characters from 0; null for no problem. */
export type ProblemRange = { readonly from: number; readonly to: number } | null;

export const showProblem = StateEffect.define<ProblemRange>();

const MARKS: Readonly<Record<PartKind, Decoration>> = {
  number: Decoration.mark({ class: "part-number" }),
  keyword: Decoration.mark({ class: "part-keyword" }),
  function: Decoration.mark({ class: "part-function" }),
  name: Decoration.mark({ class: "part-name" }),
  fact: Decoration.mark({ class: "part-fact" }),
  text: Decoration.mark({ class: "part-text" }),
  sign: Decoration.mark({ class: "part-sign" }),
  bracket: Decoration.mark({ class: "part-sign" }),
  wrong: Decoration.mark({ class: "part-wrong" }),
};

const colours = EditorView.decorations.compute(["doc"], (state) => {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { kind, from, to } of partsOfLine(state.doc.toString())) marks.add(from, to, MARKS[kind]);
  return marks.finish();
});

const PROBLEM = Decoration.mark({ class: "part-problem" });

/** The underline of the problem; it goes along with what is typed in front of it. */
const problem = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, newDoc }) {
    let after = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(showProblem)) continue;
      const to = Math.min(effect.value?.to ?? 0, newDoc.length);
      const isThere = effect.value !== null && effect.value.from < to;
      after = isThere ? Decoration.set(PROBLEM.range(effect.value.from, to)) : Decoration.none;
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Whether this range is underlined, or nothing is for null. */
export function isShown(state: EditorState, range: ProblemRange): boolean {
  const marks = state.field(problem);
  const { from, to } = marks.iter();
  return range === null || range.from >= range.to
    ? marks.size === 0
    : marks.size === 1 && from === range.from && to === range.to;
}

const theme = EditorView.theme({
  "&": { color: "var(--ink)", minWidth: "0" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { overflow: "visible", fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": {
    padding: "var(--formula-padding)",
    caretColor: "var(--ink)",
    borderRadius: "var(--radius-s)",
    overflowWrap: "anywhere",
  },
  ".cm-content:focus": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-line": { padding: "0" },
  ".cm-placeholder": { color: "var(--ink-soft)" },
  ".part-number": { color: "var(--code-number)" },
  ".part-keyword": { color: "var(--accent-strong)", fontWeight: "600" },
  ".part-function": { color: "var(--code-function)" },
  ".part-fact": { color: "var(--code-fact)" },
  ".part-text": { color: "var(--code-text)" },
  ".part-sign": { color: "var(--ink-soft)" },
  ".part-wrong": { color: "var(--danger)", fontWeight: "600" },
  ".part-problem": { textDecoration: "underline wavy var(--danger) 1px", textUnderlineOffset: "0.25em" },
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
  ".cm-completionMatchedText": { textDecoration: "none" },
  ".cm-completionDetail": { color: "var(--ink-soft)", fontStyle: "normal", marginInlineStart: "0" },
  ".cm-tooltip.cm-completionInfo": {
    padding: "var(--space-2) var(--space-3)",
    maxWidth: "18rem",
    font: "var(--text-s) / 1.5 var(--font)",
  },
  // It would cover the list.
  "@media (width < 40rem)": { ".cm-tooltip.cm-completionInfo": { display: "none" } },
});

export const editorLook: Extension = [theme, colours, problem, EditorView.lineWrapping];

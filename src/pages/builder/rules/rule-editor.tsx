/** The rules of one step: rows that read like words, formulas, and groups of both. */
import { memo, useDeferredValue, useId, useMemo } from "react";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import { ANY_NAMES } from "#src/formula/formula-names.ts";
import page from "#src/ui/page.module.css";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { MOST_RULE_LINES } from "#workers/model/rule.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import { AddRule } from "./add-rule.tsx";
import { EditorContext, treeNow, useEditor, useNode } from "./editor-context.ts";
import { problemOfLine } from "./line-check.ts";
import type { RuleSection } from "./line-check.ts";
import type { RuleDesk } from "./rule-desk.ts";
import { RuleDrag } from "./rule-drag.tsx";
import { RuleFormula } from "./rule-formula.tsx";
import { RuleList } from "./rule-item.tsx";
import { append, lineBranch, ROOT } from "./rule-tree.ts";
import styles from "./rules.module.css";
import { useAddLines } from "./use-add-lines.ts";

interface RuleEditorProps {
  readonly desk: RuleDesk;
  readonly section: RuleSection;
}

/** Said before there is no room any more. */
const FEW_LINES = 20;

/** Drawn by itself: what happens to the rest of the form draws none of its rows. */
export const RuleEditor = memo(function RuleEditor({ desk, section }: RuleEditorProps): ReactElement {
  const editor = useMemo(() => ({ desk, section }), [desk, section]);
  const titleId = useId();
  const { label, sentence } = fieldAt(`${section}.rules`);
  return (
    <EditorContext value={editor}>
      <section className={styles["editor"]} aria-labelledby={titleId}>
        <div>
          <h3 className={styles["title"]} id={titleId}>
            {label}
          </h3>
          <p className={page["soft"]}>{sentence}</p>
        </div>
        <RuleDrag>
          <Outermost section={section} label={label} />
        </RuleDrag>
        <div className={styles["adding"]}>
          <AddRule parent={ROOT} to="" />
          <TypedRule />
        </div>
        <RoomNote />
        <Announcer />
      </section>
    </EditorContext>
  );
});

/** The rows of a long list are drawn bit by bit behind the step's first picture, which waits for none of them. */
function Outermost({ section, label }: { readonly section: RuleSection; readonly label: string }) {
  const isReady = useDeferredValue(true, false);
  const root = useNode(ROOT);
  if (!isReady || root?.type !== "group") return null;
  return <RuleList parent={ROOT} members={root.members} place={`${section}.rules`} label={label} />;
}

/**
 * For who knows the language: a line, and Enter. What stands here counts as the last rule all the same, so that nothing
 * is lost on the way to another step, with a save or a start. Enter leaves it here while it can't be read.
 */
function TypedRule(): ReactElement {
  const editor = useEditor();
  const { desk, section } = editor;
  const typed = useStore(desk.store, (state) => state.typed[section]);
  const line = typed.trim();
  const problem = line === "" ? null : problemOfLine(line, section === "sell", ANY_NAMES);
  const isFull = useStore(desk.store, () => desk.linesLeft() <= 0);
  const root = useNode(ROOT);
  const number = root?.type === "group" ? root.members.length + 1 : 1;
  const addPasted = useAddLines({ parent: ROOT, at: number - 1 });
  const add = () => {
    if (line === "" || problem || isFull) return;
    desk.change(section, append(treeNow(editor), lineBranch(line)), {
      said: { text: `Rule ${number} added.` },
    });
    desk.type(section, "");
  };
  return (
    <RuleFormula
      label="Type a rule and press Enter"
      value={typed}
      placeholder="or type one and press Enter: close > sma(200)"
      onChange={(text) => desk.type(section, text)}
      onEnter={add}
      onRulesPasted={addPasted}
      hint={line === "" || isFull ? undefined : `Counts as rule ${number}. Enter begins the next one.`}
    />
  );
}

function RoomNote(): ReactElement | null {
  const { desk } = useEditor();
  const left = useStore(desk.store, () => desk.linesLeft());
  if (left > FEW_LINES) return null;
  return (
    <p className={page["soft"]}>
      {left <= 0
        ? `A strategy may have ${MOST_RULE_LINES} lines of rules in all, and this one has them.`
        : `Room for ${left} more of the ${MOST_RULE_LINES} lines that a strategy may have.`}
    </p>
  );
}

function Announcer(): ReactElement {
  const { desk } = useEditor();
  const said = useStore(desk.store, (state) => state.said);
  return (
    <VisuallyHidden>
      <output>{said?.text}</output>
    </VisuallyHidden>
  );
}

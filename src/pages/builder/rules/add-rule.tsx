/** The button that adds rules to a step or a group. The list of conditions is fetched when it is first opened. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import { Plus } from "lucide-react";
import { Button } from "#src/ui/button.tsx";
import { icon } from "#src/ui/icons.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { treeNow, useEditor } from "./editor-context.ts";
import { addRule } from "./rule-desk.ts";
import { isRoom } from "./rule-tree.ts";
import type { Branch } from "./rule-tree.ts";
import styles from "./rules.module.css";

const PlusIcon = icon(Plus);

const ConditionPicker = lazy(async () => {
  const { ConditionPicker: picker } = await import("./condition-picker.tsx");
  return { default: picker };
});

interface AddRuleProps {
  readonly parent: number;
  /** What it adds to: "group 2"; "" for the step itself. */
  readonly to: string;
}

export function AddRule({ parent, to }: AddRuleProps): ReactElement {
  const editor = useEditor();
  const { desk, section } = editor;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isWished = useStore(desk.store, ({ focus }) => focus?.part === "add" && focus.id === parent);
  const isFull = useStore(desk.store, () => desk.linesLeft() <= 0);
  useEffect(() => {
    if (!isWished) return;
    button.current?.focus();
    desk.wish({ focus: null });
  }, [desk, isWished]);
  const add = (branch: Branch) => {
    setIsOpen(false);
    const around = treeNow(editor).nodes.get(parent);
    if (around?.type === "group") addRule(desk, section, branch, { parent, at: around.members.length });
  };
  return (
    <div className={styles["add"]}>
      <Button
        ref={button}
        kind={to === "" ? "secondary" : "quiet"}
        size={to === "" ? "medium" : "small"}
        disabled={isFull}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <PlusIcon />
        Add a condition
        {to !== "" && <VisuallyHidden> to {to}</VisuallyHidden>}
      </Button>
      {isOpen && (
        <Suspense>
          <ConditionPicker
            isSell={section === "sell"}
            mayNest={isRoom(treeNow(editor), parent, 1)}
            onChoose={add}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

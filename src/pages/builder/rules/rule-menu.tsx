/** What can be done with a rule as a whole, by mouse, thumb or keyboard. */
import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import menu from "#src/ui/download-menu.module.css";
import { icon } from "#src/ui/icons.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { treeNow, useEditor } from "./editor-context.ts";
import type { Editor } from "./editor-context.ts";
import { rowOfLine } from "./row-form.ts";
import { deleteRule } from "./rule-desk.ts";
import { duplicate, edit, linesIn, move, slotOf, slotOfStep, wrap } from "./rule-tree.ts";
import type { RuleNode, Slot, Step } from "./rule-tree.ts";
import styles from "./rules.module.css";

const MoreIcon = icon(Ellipsis);

interface RuleMenuProps {
  readonly node: RuleNode;
  /** "2.1". */
  readonly number: string;
}

export function RuleMenu({ node, number }: RuleMenuProps): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          kind="quiet"
          size="small"
          className={styles["more"]}
          aria-label={`Actions of rule ${number}`}
          data-part="menu"
        >
          <MoreIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={menu["list"]} align="end" sideOffset={4} collisionPadding={16}>
        <Actions node={node} number={number} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const STEPS: readonly { readonly way: Step; readonly label: string; readonly done: string }[] = [
  { way: "up", label: "Move up", done: "up" },
  { way: "down", label: "Move down", done: "down" },
  { way: "into", label: "Move into the group beside it", done: "into the group" },
  { way: "out", label: "Move out of the group", done: "out of the group" },
];

/** Drawn while the menu is open: what is possible is asked of the tree as it stands then. */
function Actions({ node, number }: RuleMenuProps): ReactElement {
  const editor = useEditor();
  const showStatus = useStatus();
  const { desk, section } = editor;
  const { id } = node;
  const tree = treeNow(editor);
  const focus = { id, part: "menu" } as const;
  const wrapped = wrap(tree, id, "any");
  const hasFields = node.type === "line" && rowOfLine(node.text) !== null;
  const hasRoom = linesIn(tree, id) <= desk.linesLeft();
  const copy = () => {
    const copied = duplicate(treeNow(editor), id);
    if (copied) {
      const said = { text: `Rule ${number} has a copy behind it.` };
      desk.change(section, copied.tree, { focus: { id: copied.id, part: "menu" }, said });
    }
  };
  const discard = () => {
    const undo = deleteRule(desk, section, id);
    if (!undo) return;
    const act = () => {
      if (!undo()) showStatus("There is no room for it any more: a strategy may have 200 lines of rules.");
    };
    showStatus(node.type === "line" ? "Rule deleted." : "Group deleted.", { label: "Undo", act });
  };
  return (
    <>
      {STEPS.map(({ way, label, done }) => {
        const slot = slotOfStep(tree, id, way);
        return (
          <Item
            key={way}
            label={label}
            isDisabled={slot === null}
            act={() => slot && moveRule(editor, id, slot, done)}
          />
        );
      })}
      <Item
        label="Put into a group"
        isDisabled={wrapped === null}
        act={() =>
          wrapped &&
          desk.change(section, wrapped.tree, { focus, said: { text: `Rule ${number} is in a group now.` } })
        }
      />
      <Item label="Duplicate" isDisabled={!hasRoom} act={copy} />
      {node.type === "line" && (
        <Item
          label={node.asFormula || !hasFields ? "Show as fields" : "Write as a formula"}
          isDisabled={!hasFields}
          act={() =>
            desk.change(section, edit(treeNow(editor), id, { asFormula: !node.asFormula, row: null }), {
              focus: { id, part: "field" },
            })
          }
        />
      )}
      <Item
        label={node.isOff ? "Switch on" : "Switch off"}
        act={() =>
          desk.change(section, edit(treeNow(editor), id, { isOff: !node.isOff }), {
            focus,
            said: { text: `Rule ${number} is ${node.isOff ? "on" : "off"}.` },
          })
        }
      />
      <Item label="Delete" act={discard} />
    </>
  );
}

/** @param done - "up", "into the group" */
export function moveRule(editor: Editor, id: number, slot: Slot, done: string): void {
  const { desk, section } = editor;
  const tree = move(treeNow(editor), id, slot);
  const now = slotOf(tree, id);
  const around = now && tree.nodes.get(now.parent);
  const among = around?.type === "group" ? around.members.length : 0;
  const text = now ? `Moved ${done}: now ${now.at + 1} of ${among}.` : "";
  desk.change(section, tree, { focus: { id, part: "menu" }, said: { text } });
}

interface ItemProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly act: () => void;
}

function Item({ label, isDisabled = false, act }: ItemProps): ReactElement {
  return (
    <DropdownMenu.Item className={menu["item"]} disabled={isDisabled} onSelect={act}>
      {label}
    </DropdownMenu.Item>
  );
}

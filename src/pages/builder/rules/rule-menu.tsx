/** What can be done with a rule as a whole, by mouse, thumb or keyboard. */
import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { Button } from "#src/ui/button.tsx";
import menu from "#src/ui/download-menu.module.css";
import { icon } from "#src/ui/icons.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { DEEPEST_GROUP, MOST_RULE_LINES } from "#workers/model/rule.ts";
import { treeNow, useEditor } from "./editor-context.ts";
import type { Editor } from "./editor-context.ts";
import { rowOfLine } from "./row-form.ts";
import { deleteRule } from "./rule-desk.ts";
import { duplicate, edit, hasStep, linesIn, move, slotOf, slotOfStep, wrap } from "./rule-tree.ts";
import type { RuleNode, Slot, Step } from "./rule-tree.ts";
import styles from "./rules.module.css";

const MoreIcon = icon(Ellipsis);

interface RuleMenuProps {
  readonly node: RuleNode;
  /** "2.1". */
  readonly number: string;
}

/** What opened it: keys expect the focus on its first item. */
type Opening = "key" | "pointer";

/**
 * A menu listens to every key of the page, so it is there only while it is open: with two hundred rules, each key that is
 * typed would be heard two hundred times.
 */
export function RuleMenu({ node, number }: RuleMenuProps): ReactElement {
  const [opening, setOpening] = useState<Opening | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => setOpening(null);
  return (
    <div className={styles["menu"]}>
      <Button
        ref={button}
        id={buttonId}
        kind="quiet"
        size="small"
        className={styles["more"]}
        aria-label={`Actions of rule ${number}`}
        aria-haspopup="menu"
        aria-expanded={opening !== null}
        data-part="menu"
        onClick={({ detail }) => setOpening(opening ? null : detail === 0 ? "key" : "pointer")}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault(); // the page would scroll
          setOpening("key");
        }}
      >
        <MoreIcon />
      </Button>
      {opening && (
        <OpenMenu opening={opening} button={button} buttonId={buttonId} onClose={close}>
          <Actions node={node} number={number} />
        </OpenMenu>
      )}
    </div>
  );
}

interface OpenMenuProps {
  readonly opening: Opening;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly buttonId: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function OpenMenu({ opening, button, buttonId, onClose, children }: OpenMenuProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opening !== "key") return undefined;
    const focusFirst = () => content.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const timer = setTimeout(focusFirst); // once the menu has taken the focus itself
    return () => clearTimeout(timer);
  }, [opening]);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <span className={styles["menuAnchor"]} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        ref={content}
        className={menu["list"]}
        aria-labelledby={buttonId}
        align="end"
        sideOffset={4}
        collisionPadding={16}
        onInteractOutside={(event) => {
          // the button's own click closes it, and would open it again otherwise
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          const isNowhere = document.activeElement === null || document.activeElement === document.body;
          if (isNowhere) button.current?.focus({ preventScroll: true }); // an action may have given it to something else
        }}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface StepItem {
  readonly way: Step;
  readonly label: string;
  readonly done: string;
  /** Why it can't be done, where groups don't stand too deep for it. */
  readonly unless: string;
}

const STEPS: readonly StepItem[] = [
  { way: "up", label: "Move up", done: "up", unless: "it is the first" },
  { way: "down", label: "Move down", done: "down", unless: "it is the last" },
  {
    way: "into",
    label: "Move into the group beside it",
    done: "into the group",
    unless: "none is beside it",
  },
  { way: "out", label: "Move out of the group", done: "out of the group", unless: "it is in none" },
];
const TOO_DEEP = `groups may stand ${DEEPEST_GROUP} deep`;

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
      const said = { text: `Rule ${number} was copied; its copy stands below it.` };
      desk.change(section, copied.tree, { focus: { id: copied.id, part: "menu" }, said });
    }
  };
  const discard = () => {
    const undo = deleteRule(desk, section, id);
    if (!undo) return;
    const act = () => {
      if (!undo())
        showStatus(
          `There is no room for it any more: a strategy may have ${MOST_RULE_LINES} lines of rules.`,
        );
    };
    showStatus(node.type === "line" ? "Rule deleted." : "Group deleted.", { label: "Undo", act });
  };
  return (
    <>
      {STEPS.map(({ way, label, done, unless }) => {
        const slot = slotOfStep(tree, id, way);
        const why = hasStep(tree, id, way) ? TOO_DEEP : unless;
        return (
          <Item
            key={way}
            label={label}
            whyNot={slot === null ? why : null}
            act={() => slot && moveRule(editor, id, slot, done)}
          />
        );
      })}
      <Item
        label="Put into a group"
        whyNot={wrapped === null ? TOO_DEEP : null}
        act={() =>
          wrapped &&
          desk.change(section, wrapped.tree, { focus, said: { text: `Rule ${number} is in a group now.` } })
        }
      />
      <Item
        label="Duplicate"
        whyNot={hasRoom ? null : `a strategy may have ${MOST_RULE_LINES} lines of rules`}
        act={copy}
      />
      {node.type === "line" && (
        <Item
          label={node.asFormula || !hasFields ? "Show as fields" : "Write as a formula"}
          whyNot={hasFields ? null : "no fields can say it"}
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
  /** null where it can be done. */
  readonly whyNot?: string | null;
  readonly act: () => void;
}

function Item({ label, whyNot = null, act }: ItemProps): ReactElement {
  return (
    // one that can't be chosen is still come to, so that its reason is heard
    <DropdownMenu.Item
      className={menu["item"]}
      aria-disabled={whyNot !== null}
      onSelect={(event) => (whyNot === null ? act() : event.preventDefault())}
    >
      {label}
      {whyNot !== null && <span className={styles["whyNot"]}> ({whyNot})</span>}
    </DropdownMenu.Item>
  );
}

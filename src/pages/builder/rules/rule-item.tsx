/** One rule of the editor: a line as fields or as its formula, or a group with its members. */
import { memo, useContext, useEffect, useId, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { lineOf, wordsOfLine } from "#src/format/rule-text.ts";
import { shownName } from "#src/format/shown.ts";
import { Badge } from "#src/ui/badge.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { useStore } from "zustand";
import { DatasetNames } from "../dataset-names.ts";
import { asSentence } from "../field-messages.ts";
import { RulePassCount } from "../pass-count.tsx";
import { PreviewContext } from "../use-preview.ts";
import { AddRule } from "./add-rule.tsx";
import { treeNow, useEditor, useNode } from "./editor-context.ts";
import { problemWhereItStands } from "./line-check.ts";
import { isReadable, lineOfRow, rowOfLine, shapeOf } from "./row-form.ts";
import { Gap, Handle } from "./rule-drag.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { RuleFormula } from "./rule-formula.tsx";
import { RuleMenu } from "./rule-menu.tsx";
import { countedAs, edit } from "./rule-tree.ts";
import type { GroupNode, Joins, LineNode, RuleNode, Slot, TypedRow } from "./rule-tree.ts";
import { useAddLines } from "./use-add-lines.ts";
import styles from "./rules.module.css";

interface RuleListProps {
  readonly parent: number;
  readonly members: readonly number[];
  /** "buy.rules", "buy.rules[1].any". */
  readonly place: string;
  readonly label: string;
}

export function RuleList({ parent, members, place, label }: RuleListProps): ReactElement | null {
  if (members.length === 0) return null;
  return (
    <ul className={styles["list"]} aria-label={label}>
      {members.map((id, at) => (
        <RuleItem
          key={id}
          id={id}
          place={`${place}[${at}]`}
          parent={parent}
          at={at}
          isLast={at === members.length - 1}
        />
      ))}
    </ul>
  );
}

interface RuleItemProps {
  readonly id: number;
  readonly place: string;
  readonly parent: number;
  readonly at: number;
  readonly isLast: boolean;
}

const RuleItem = memo(function RuleItem(props: RuleItemProps): ReactElement | null {
  const { id, place, parent, at, isLast } = props;
  const node = useNode(id);
  const item = useRef<HTMLLIElement>(null);
  useWishedFocus(id, item);
  if (!node) return null;
  const inner = node.isOff ? `${place}${".off".repeat(Math.max(1, node.offLabels.length))}` : place;
  return (
    <li ref={item} className={styles["item"]} style={{ containIntrinsicBlockSize: likelyHeight(node) }}>
      <Gap parent={parent} at={at} />
      {node.type === "line" ? (
        <LineItem node={node} place={inner} behind={{ parent, at: at + 1 }} />
      ) : (
        <GroupItem node={node} place={inner} />
      )}
      {isLast && <Gap parent={parent} at={at + 1} />}
    </li>
  );
});

/** Stands for the height of an item that was never in sight. */
function likelyHeight(node: RuleNode): string {
  const rows = node.type === "line" ? 1 : node.members.length + 1;
  return `auto ${5 * rows}rem`;
}

/** What is typed into within a formula's field, plain or with its editor. */
const FORMULA = "textarea, [role=textbox]";

/** Gives the focus to a part of an item once it is wished for: when it was added, moved or brought back. */
function useWishedFocus(id: number, item: React.RefObject<HTMLElement | null>): void {
  const { desk } = useEditor();
  const wish = useStore(desk.store, ({ focus }) => (focus?.id === id ? focus : null));
  useEffect(() => {
    if (!wish || wish.part === "add") return;
    const parts = [wish.part, "menu"].map((part) =>
      item.current?.querySelector<HTMLElement>(`[data-part="${part}"]`),
    );
    const part = parts.find(Boolean);
    const target = part?.querySelector<HTMLElement>(FORMULA) ?? part;
    target?.focus();
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
    desk.wish({ focus: null });
  }, [desk, wish, item]);
}

interface LineItemProps {
  readonly node: LineNode;
  readonly place: string;
  /** Where the next rule would stand. */
  readonly behind: Slot;
}

function LineItem({ node, place, behind }: LineItemProps): ReactElement {
  const editor = useEditor();
  const { desk, section } = editor;
  const { id, text } = node;
  const noteId = useId();
  const [isLeft, setIsLeft] = useState(text !== "");
  const row = useMemo(() => shownRow(node), [node]);
  const names = useContext(DatasetNames);
  const isOff = place.includes(".off"); // itself, or a group around it
  const found = problemWhereItStands({ text, isOff }, section === "sell", names);
  const isEmpty = text.trim() === "";
  const isWrong = found !== null;
  const change = (line: string, typed: TypedRow | null) =>
    desk.change(section, edit(treeNow(editor), id, { text: line, row: typed }));
  const write = (line: string) =>
    desk.change(section, edit(treeNow(editor), id, { text: line, row: null, asFormula: true }));
  const addBehind = useAddLines(behind);
  const number = countedAs(place);
  const end = () => {
    setIsLeft(true);
    if (!isWrong) desk.wish({ focus: { id, part: "menu" } }); // a wrong line keeps the focus, with what is wrong below it
  };
  return (
    <Row node={node} number={number}>
      {row ? (
        <RuleFields
          row={row}
          isSell={section === "sell"}
          isWrong={isWrong}
          noteId={noteId}
          onChange={change}
        />
      ) : (
        <RuleFormula
          label="Formula"
          value={text}
          isOff={isOff}
          placeholder="close > sma(200)"
          onChange={write}
          onBlur={() => setIsLeft(true)}
          onEnter={end}
          onRulesPasted={addBehind}
          error={isEmpty && isLeft && found ? { message: found.text, column: found.column } : undefined}
        />
      )}
      {row && found && (
        <p className={styles["wrong"]} id={noteId}>
          {wrongInRow(row) ?? asSentence(found.text)}
        </p>
      )}
      {!row && !isWrong && <p className={styles["sentence"]}>{lineOf(wordsOfLine(place, text), text)}</p>}
      {!isWrong && !isOff && <Answer place={place} line={text} />}
    </Row>
  );
}

/** The row that is drawn: what was typed, as long as the line still says it. */
function shownRow({ text, row, asFormula }: LineNode): TypedRow | null {
  if (asFormula) return null;
  if (row && shapeOf(row) && lineOfRow(row) === text) return row;
  return rowOfLine(text);
}

function wrongInRow(row: TypedRow): string | null {
  const at = row.values.findIndex((_, place) => !isReadable(row, place));
  if (at < 0) return null;
  const part = shapeOf(row)?.parts.find((each) => each.type === "value" && each.at === at);
  const name = part?.text ?? "";
  if (name === "name") return "Type the name of a number that comes with your data.";
  const typed = row.values[at]?.trim() ?? "";
  return typed === "" ? `Type a number for ${name}.` : `“${typed}” is not a number for ${name}.`;
}

/** How many pass, or why the data can't say. */
function Answer({ place, line }: { readonly place: string; readonly line: string }): ReactElement {
  const { preview, problem } = useContext(PreviewContext);
  const details = problem?.details ?? preview?.lacks?.details;
  const told = details?.find((detail) => detail.startsWith(`${place}, column `));
  if (told !== undefined) return <p className={styles["wrong"]}>{told.slice(place.length + 2)}</p>;
  return <RulePassCount place={place} line={line} />;
}

const JOINS: readonly { readonly value: Joins; readonly label: string }[] = [
  { value: "all", label: "All of these hold" },
  { value: "any", label: "Any of these holds" },
  { value: "none", label: "None of these holds" },
];

function GroupItem({ node, place }: { readonly node: GroupNode; readonly place: string }): ReactElement {
  const editor = useEditor();
  const { desk, section } = editor;
  const number = countedAs(place);
  const change = (part: Partial<Pick<GroupNode, "joins" | "label">>) =>
    desk.change(section, edit(treeNow(editor), node.id, part));
  const name = node.label?.trim() ?? "";
  const called = name === "" ? `group ${number}` : shownName(name);
  return (
    <>
      <Row node={node} number={number}>
        <div className={styles["fields"]}>
          <select
            className={styles["box"]}
            aria-label="How the group's rules are joined"
            value={node.joins}
            onChange={({ target }) => {
              const joins = JOINS.find(({ value }) => value === target.value);
              if (joins) change({ joins: joins.value });
            }}
            data-part="field"
          >
            {JOINS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <input
            type="text"
            className={classNames(styles["box"], styles["label"])}
            aria-label="Name of the group"
            placeholder="Name of the group"
            autoComplete="off"
            value={node.label ?? ""}
            onChange={({ target }) => change({ label: target.value === "" ? null : target.value })}
          />
        </div>
        {!node.isOff && <RulePassCount place={place} line={null} />}
      </Row>
      <div className={styles["members"]}>
        <RuleList
          parent={node.id}
          members={node.members}
          place={`${place}.${node.joins}`}
          label={`Rules of ${called}`}
        />
        {node.members.length === 0 && <Gap parent={node.id} at={0} />}
        <AddRule parent={node.id} to={called} />
      </div>
    </>
  );
}

interface RowProps {
  readonly node: RuleNode;
  readonly number: string;
  readonly children: React.ReactNode;
}

function Row({ node, number, children }: RowProps): ReactElement {
  const offLabel = node.isOff ? node.offLabels.find((label) => label?.trim()) : undefined;
  return (
    <fieldset
      aria-label={`${node.type === "line" ? "Rule" : "Group"} ${number}${node.isOff ? ", off" : ""}`}
      className={classNames(styles["row"], node.isOff && styles["off"])}
    >
      <Handle id={node.id} />
      <div className={styles["body"]}>
        {node.isOff && (
          <p>
            <Badge>Off</Badge> {offLabel}
          </p>
        )}
        {children}
      </div>
      <RuleMenu node={node} number={number} />
    </fieldset>
  );
}

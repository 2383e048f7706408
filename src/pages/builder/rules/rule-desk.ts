/**
 * The rules of one form while they are edited: the trees, what should have the focus, and what is to be said. Rows
 * read their own node, so that a key in one of them draws no other one. The form gets the rules as text after a short
 * pause, since all that hangs on it is drawn again then; whoever reads the form's values settles them first.
 */
import { startTransition } from "react";
import { createStore } from "zustand";
import type { StoreApi } from "zustand";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import { MOST_RULE_LINES } from "#workers/model/rule.ts";
import { changeForm } from "../form-fields.tsx";
import type { BuilderForm } from "../form-fields.tsx";
import { problemWhereItStands } from "./line-check.ts";
import { RULE_STEPS } from "./line-check.ts";
import type { RuleSection } from "./line-check.ts";
import { readBranches, textOfBranches } from "./rule-texts.ts";
import {
  append,
  branchesOf,
  insert,
  lineBranch,
  linesIn,
  remove,
  restore,
  ROOT,
  treeOf,
} from "./rule-tree.ts";
import type { Branch, LineNode, Removed, RuleTree, Slot } from "./rule-tree.ts";

/** Where the focus belongs once it is drawn: the first field of a node, its menu, or the button that adds rules. */
export interface FocusWish {
  readonly id: number;
  readonly part: "field" | "menu" | "add";
}

export interface DeskState {
  readonly trees: Readonly<Record<RuleSection, RuleTree>>;
  /** What stands in the field for the next rule; the form has it as the last rule of its step. */
  readonly typed: Readonly<Record<RuleSection, string>>;
  readonly focus: FocusWish | null;
  /** For screen readers; another object says the same words again. */
  readonly said: { readonly text: string } | null;
}

type Wish = Partial<Pick<DeskState, "focus" | "said">>;

export interface RuleDesk {
  readonly store: StoreApi<DeskState>;
  /** Takes over a text that the form got from elsewhere: another version, an undone change. */
  readonly take: (section: RuleSection, text: string) => void;
  readonly change: (section: RuleSection, tree: RuleTree, wish?: Wish) => void;
  readonly type: (section: RuleSection, text: string) => void;
  readonly wish: (wish: Wish) => void;
  /** Puts what is typed for the next rule behind the last one, in each step; without room it stays in its field. */
  readonly addTyped: () => void;
  /** Gives the form at once what it has not got yet. */
  readonly settle: () => void;
  /** Lines that the strategy still has room for. */
  readonly linesLeft: () => number;
}

/** Keys of one who types fast follow each other faster than this; the counts begin right after it. */
const PAUSE_MS = 60;
/** With so many rules all that hangs on the form takes longer than a key to draw: it waits until nobody types any more. */
const MANY_LINES = 40;
const LONG_PAUSE_MS = 150;

const desks = new WeakMap<object, RuleDesk>();

/** One a form, for as long as the form lives: undoing works from any step. */
export function deskOf(form: BuilderForm): RuleDesk {
  const known = desks.get(form.control);
  if (known) return known;
  const made = makeDesk(form);
  desks.set(form.control, made);
  return made;
}

function makeDesk(form: BuilderForm): RuleDesk {
  const written = { ...form.getValues("rules") };
  const waiting = new Set<RuleSection>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = createStore<DeskState>()(() => ({
    trees: { scanner: read(written.scanner), buy: read(written.buy), sell: read(written.sell) },
    typed: { scanner: "", buy: "", sell: "" },
    focus: null,
    said: null,
  }));
  const put = (section: RuleSection, tree: RuleTree, wish: Wish = {}) =>
    store.setState(({ trees }) => ({ ...wish, trees: { ...trees, [section]: tree } }));
  const setTyped = (section: RuleSection, line: string) =>
    store.setState(({ typed }) => ({ typed: { ...typed, [section]: line } }));
  const linesLeft = () => {
    const { scanner, buy, sell } = store.getState().trees;
    return MOST_RULE_LINES - linesIn(scanner) - linesIn(buy) - linesIn(sell);
  };
  /** The tree with the typed line behind it, where there is one and room for it. */
  const wholeTree = (section: RuleSection) => {
    const { trees, typed } = store.getState();
    const line = typed[section].trim();
    return line === "" || linesLeft() <= 0 ? trees[section] : append(trees[section], lineBranch(line));
  };
  const settle = () => {
    clearTimeout(timer);
    const sections = Array.from(waiting);
    waiting.clear();
    for (const section of sections) {
      const text = textOfBranches(branchesOf(wholeTree(section)));
      written[section] = text;
      changeForm(form, [{ name: `rules.${section}`, value: text }]);
    }
  };
  const settleLater = (section: RuleSection) => {
    waiting.add(section);
    clearTimeout(timer);
    const hasMany = MOST_RULE_LINES - linesLeft() >= MANY_LINES;
    timer = setTimeout(() => startTransition(settle), hasMany ? LONG_PAUSE_MS : PAUSE_MS);
  };
  return {
    store,
    take: (section, text) => {
      if (text === written[section]) return;
      written[section] = text;
      waiting.delete(section);
      put(section, read(text));
      setTyped(section, ""); // it was a part of the text that this one takes the place of
    },
    change: (section, tree, wish) => {
      if (tree === store.getState().trees[section]) return;
      put(section, tree, wish);
      settleLater(section);
    },
    type: (section, text) => {
      setTyped(section, text);
      settleLater(section);
    },
    wish: (wish) => store.setState(wish),
    addTyped: () => {
      for (const section of RULE_STEPS) {
        const whole = wholeTree(section);
        if (whole === store.getState().trees[section]) continue;
        put(section, whole);
        setTyped(section, "");
        waiting.add(section);
      }
      settle();
    },
    settle,
    linesLeft,
  };
}

function read(text: string): RuleTree {
  return treeOf(readBranches(text) ?? []);
}

/** Adds a rule and gives it the focus. */
export function addRule(desk: RuleDesk, section: RuleSection, branch: Branch, slot: Slot): void {
  const { tree, id } = insert(desk.store.getState().trees[section], branch, slot);
  desk.change(section, tree, { focus: { id, part: "field" } });
}

/** Adds lines one behind the other, the last of them with the focus. @returns false where there is no room for all */
export function addLines(
  desk: RuleDesk,
  section: RuleSection,
  lines: readonly string[],
  { parent, at }: Slot,
): boolean {
  if (lines.length > desk.linesLeft()) return false;
  let grown = desk.store.getState().trees[section];
  let last = ROOT;
  for (const [place, line] of lines.entries()) {
    const { tree, id } = insert(grown, lineBranch(line), { parent, at: at + place });
    grown = tree;
    last = id;
  }
  const said = { text: `${lines.length} rules added.` };
  desk.change(section, grown, { focus: { id: last, part: "field" }, said });
  return true;
}

/** Takes a rule out; the focus goes to the one that takes its place, or the one before. @returns how to undo it */
export function deleteRule(desk: RuleDesk, section: RuleSection, id: number): (() => boolean) | null {
  const outcome = remove(desk.store.getState().trees[section], id);
  if (!outcome) return null;
  const { parent, at } = outcome.removed.slot;
  const around = outcome.tree.nodes.get(parent);
  const members = around?.type === "group" ? around.members : [];
  const next = members[at] ?? members[at - 1];
  desk.change(section, outcome.tree, {
    focus: next === undefined ? { id: parent, part: "add" } : { id: next, part: "menu" },
  });
  return () => bringBack(desk, section, outcome.removed);
}

/** false where there is no room for it any more. */
function bringBack(desk: RuleDesk, section: RuleSection, removed: Removed): boolean {
  const lines = removed.nodes.filter(({ type }) => type === "line").length;
  if (lines > desk.linesLeft()) return false;
  const tree = restore(desk.store.getState().trees[section], removed);
  desk.change(section, tree, { focus: { id: removed.id, part: "menu" } });
  return true;
}

/** Gives the focus to the first line of a step that can't be read, once it is drawn. */
export function focusWrongLine(desk: RuleDesk, section: RuleSection, names: FormulaNames): void {
  const { nodes } = desk.store.getState().trees[section];
  const wrong = linesBelow(nodes, ROOT).find((line) => problemWhereItStands(line, section === "sell", names));
  if (wrong) desk.wish({ focus: { id: wrong.id, part: "field" } });
}

/** Each line is off where something around it is. */
function linesBelow(nodes: RuleTree["nodes"], id: number, isWithinOff = false): readonly LineNode[] {
  const node = nodes.get(id);
  if (!node) return [];
  const isOff = isWithinOff || node.isOff;
  if (node.type === "line") return [{ ...node, isOff }];
  return node.members.flatMap((member) => linesBelow(nodes, member, isOff));
}

/**
 * The rules of one step as the builder edits them: lines and groups, each with a number of its own that it keeps
 * wherever it is moved. Pure functions: each gives a new tree, or the same one where there is nothing to do.
 */
import { DEEPEST_GROUP } from "#workers/model/rule.ts";
import type { Rule } from "#workers/model/rule.ts";
import { groupOf } from "#workers/model/rule-lines.ts";

export type Joins = "any" | "all" | "none";

/** A line as fields, while what was typed into one of them is not what the line says: "2." on the way to 2.5. */
export interface TypedRow {
  /** Which form of rows it has (row-form.ts). */
  readonly shape: string;
  readonly how: string;
  readonly values: readonly string[];
}

interface Switch {
  readonly isOff: boolean;
  /** Of each `off` around it, outermost first; null without one. Kept while it is on, [] where it never was off. */
  readonly offLabels: readonly (string | null)[];
}

interface Line extends Switch {
  readonly type: "line";
  readonly text: string;
  readonly row: TypedRow | null;
  /** It is written as a formula, also where it could be fields. */
  readonly asFormula: boolean;
}

interface Group extends Switch {
  readonly type: "group";
  readonly joins: Joins;
  readonly label: string | null;
}

/** A rule with all that is in it, as it is kept in drafts. */
export type Branch = Line | (Group & { readonly members: readonly Branch[] });

export type LineNode = Line & { readonly id: number };
export type GroupNode = Group & { readonly id: number; readonly members: readonly number[] };
export type RuleNode = LineNode | GroupNode;

export interface RuleTree {
  /** The outermost rules are the members of ROOT, which is no group of its own. */
  readonly nodes: ReadonlyMap<number, RuleNode>;
  /** The number of the next node: none is used twice, so that what was deleted can come back. */
  readonly next: number;
}

/** Before member `at` of a group; behind its last one where there is none. */
export interface Slot {
  readonly parent: number;
  readonly at: number;
}

export const ROOT = 0;
const ON: Switch = { isOff: false, offLabels: [] };

export function lineBranch(text: string, asFormula = false): Branch {
  return { type: "line", text, row: null, asFormula, ...ON };
}

export function groupBranch(joins: Joins, members: readonly Branch[] = []): Branch {
  return { type: "group", joins, label: null, members, ...ON };
}

/** @param formulas - lines that are written as formulas, also where they could be fields */
export function branchOfRule(rule: Rule, formulas: ReadonlySet<string> = new Set()): Branch {
  const offLabels: (string | null)[] = [];
  let inner = rule;
  while (typeof inner !== "string" && "off" in inner) {
    offLabels.push(inner.label ?? null);
    inner = inner.off;
  }
  const off = { isOff: offLabels.length > 0, offLabels };
  if (typeof inner === "string") return { ...lineBranch(inner, formulas.has(inner)), ...off };
  const { kind, members } = groupOf(inner);
  return {
    type: "group",
    joins: kind,
    label: inner.label ?? null,
    members: members.map((member) => branchOfRule(member, formulas)),
    ...off,
  };
}

export function ruleOfBranch(branch: Branch): Rule {
  let rule = branch.type === "line" ? branch.text : groupRule(branch);
  if (!branch.isOff) return rule;
  const labels = branch.offLabels.length === 0 ? [null] : branch.offLabels;
  for (const label of labels.toReversed()) rule = { off: rule, ...(label !== null && { label }) };
  return rule;
}

function groupRule({ joins, label, members }: Extract<Branch, { type: "group" }>): Rule {
  const rules = members.map(ruleOfBranch);
  const name = label === null ? {} : { label };
  switch (joins) {
    case "any":
      return { any: rules, ...name };
    case "all":
      return { all: rules, ...name };
    case "none":
      return { none: rules, ...name };
  }
}

/** Numbered from 1 in their order. */
export function treeOf(branches: readonly Branch[]): RuleTree {
  const root: GroupNode = { id: ROOT, type: "group", joins: "all", label: null, members: [], ...ON };
  const empty: RuleTree = { nodes: new Map([[ROOT, root]]), next: 1 };
  return branches.reduce(append, empty);
}

/** The branch behind the last of the outermost rules. */
export function append(tree: RuleTree, branch: Branch): RuleTree {
  return insert(tree, branch, { parent: ROOT, at: groupAt(tree, ROOT).members.length }).tree;
}

export function branchesOf(tree: RuleTree): readonly Branch[] {
  return groupAt(tree, ROOT).members.map((id) => branchAt(tree, id));
}

export function branchAt(tree: RuleTree, id: number): Branch {
  const { id: _own, ...node } = nodeAt(tree, id);
  if (node.type === "line") return node;
  return { ...node, members: node.members.map((member) => branchAt(tree, member)) };
}

function nodeAt(tree: RuleTree, id: number): RuleNode {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`rule tree: there is no node ${id}`);
  return node;
}

function groupAt(tree: RuleTree, id: number): GroupNode {
  const node = nodeAt(tree, id);
  if (node.type !== "group") throw new RangeError(`rule tree: node ${id} is a line`);
  return node;
}

/** Where a node stands; null for ROOT and for what is not in the tree. */
export function slotOf(tree: RuleTree, id: number): Slot | null {
  for (const node of tree.nodes.values()) {
    const at = node.type === "group" ? node.members.indexOf(id) : -1;
    if (at >= 0) return { parent: node.id, at };
  }
  return null;
}

/** Lines in it, those that are off too. */
export function linesIn(tree: RuleTree, id = ROOT): number {
  const node = nodeAt(tree, id);
  if (node.type === "line") return 1;
  return node.members.reduce((lines, member) => lines + linesIn(tree, member), 0);
}

/** Whether groups of this many levels may stand in a group; 0 levels is a line. */
export function isRoom(tree: RuleTree, parent: number, levels: number): boolean {
  return levels === 0 || depthOf(tree, parent) + levels <= DEEPEST_GROUP;
}

/** Groups from the outermost to it, itself one of them; 0 for ROOT. */
function depthOf(tree: RuleTree, id: number): number {
  const slot = slotOf(tree, id);
  return slot === null ? 0 : 1 + depthOf(tree, slot.parent);
}

/** Groups within each other in it, itself one of them; 0 for a line. */
function levelsOf(tree: RuleTree, id: number): number {
  const node = nodeAt(tree, id);
  if (node.type === "line") return 0;
  return 1 + Math.max(0, ...node.members.map((member) => levelsOf(tree, member)));
}

function withNode(tree: RuleTree, node: RuleNode): RuleTree {
  return { ...tree, nodes: new Map(tree.nodes).set(node.id, node) };
}

function withMembers(tree: RuleTree, id: number, members: readonly number[]): RuleTree {
  return withNode(tree, { ...groupAt(tree, id), members });
}

/** The tree with a branch at a place, and the number that it got. */
export function insert(
  tree: RuleTree,
  branch: Branch,
  slot: Slot,
): { readonly tree: RuleTree; readonly id: number } {
  const id = tree.next;
  const members = groupAt(tree, slot.parent).members.toSpliced(slot.at, 0, id);
  const node: RuleNode = branch.type === "line" ? { ...branch, id } : { ...branch, id, members: [] };
  let grown = withMembers(withNode({ ...tree, next: id + 1 }, node), slot.parent, members);
  if (branch.type === "line") return { tree: grown, id };
  for (const [at, member] of branch.members.entries()) {
    grown = insert(grown, member, { parent: id, at }).tree;
  }
  return { tree: grown, id };
}

/** A change of a line or of a group's own settings. */
export function edit(
  tree: RuleTree,
  id: number,
  change: Partial<Omit<Line, "type">> & Partial<Omit<Group, "type">>,
): RuleTree {
  return withNode(tree, { ...nodeAt(tree, id), ...change });
}

/** What was taken out, to be put back. */
export interface Removed {
  readonly id: number;
  readonly nodes: readonly RuleNode[];
  readonly slot: Slot;
}

export function remove(
  tree: RuleTree,
  id: number,
): { readonly tree: RuleTree; readonly removed: Removed } | null {
  const slot = slotOf(tree, id);
  if (slot === null) return null;
  const taken = withMembers(tree, slot.parent, groupAt(tree, slot.parent).members.toSpliced(slot.at, 1));
  const nodes = new Map(taken.nodes);
  const gone = within(tree, id);
  for (const node of gone) nodes.delete(node.id);
  return { tree: { ...taken, nodes }, removed: { id, nodes: gone, slot } };
}

function within(tree: RuleTree, id: number): readonly RuleNode[] {
  const node = nodeAt(tree, id);
  return node.type === "line" ? [node] : [node, ...node.members.flatMap((member) => within(tree, member))];
}

/** Back where it stood, or at the end where that group is gone. */
export function restore(tree: RuleTree, { id, nodes, slot }: Removed): RuleTree {
  if (tree.nodes.has(id)) return tree;
  const parent = tree.nodes.has(slot.parent) ? slot.parent : ROOT;
  const grown = {
    ...tree,
    nodes: new Map([...tree.nodes, ...nodes.map((node) => [node.id, node] as const)]),
  };
  const { members } = groupAt(tree, parent);
  const at = parent === slot.parent ? slot.at : members.length;
  return withMembers(grown, parent, members.toSpliced(at, 0, id));
}

/** Whether a node may stand there: not in itself, and no deeper than groups may. */
export function mayMove(tree: RuleTree, id: number, { parent }: Slot): boolean {
  return !within(tree, id).some((node) => node.id === parent) && isRoom(tree, parent, levelsOf(tree, id));
}

/** @param slot - counted while the node is still where it is */
export function move(tree: RuleTree, id: number, slot: Slot): RuleTree {
  const from = slotOf(tree, id);
  if (from === null || !mayMove(tree, id, slot)) return tree;
  const isSame = from.parent === slot.parent;
  if (isSame && (slot.at === from.at || slot.at === from.at + 1)) return tree;
  const taken = withMembers(tree, from.parent, groupAt(tree, from.parent).members.toSpliced(from.at, 1));
  const at = isSame && slot.at > from.at ? slot.at - 1 : slot.at;
  return withMembers(taken, slot.parent, groupAt(taken, slot.parent).members.toSpliced(at, 0, id));
}

export type Step = "up" | "down" | "into" | "out";

/** Where a step of the keyboard leads: into the group beside it, out behind the group around it; null for nowhere. */
export function slotOfStep(tree: RuleTree, id: number, step: Step): Slot | null {
  const from = slotOf(tree, id);
  if (from === null) return null;
  const slot = stepFrom(tree, from, step);
  return slot !== null && mayMove(tree, id, slot) ? slot : null;
}

/** Whether there is a place that the step leads to, be it one where groups would stand too deep. */
export function hasStep(tree: RuleTree, id: number, step: Step): boolean {
  const from = slotOf(tree, id);
  return from !== null && stepFrom(tree, from, step) !== null;
}

function stepFrom(tree: RuleTree, { parent, at }: Slot, step: Step): Slot | null {
  const { members } = groupAt(tree, parent);
  switch (step) {
    case "up":
      return at > 0 ? { parent, at: at - 1 } : null;
    case "down":
      return at < members.length - 1 ? { parent, at: at + 2 } : null;
    case "into": {
      const [above, below] = [tree.nodes.get(members[at - 1] ?? -1), tree.nodes.get(members[at + 1] ?? -1)];
      if (above?.type === "group") return { parent: above.id, at: above.members.length };
      return below?.type === "group" ? { parent: below.id, at: 0 } : null;
    }
    case "out": {
      const around = slotOf(tree, parent);
      return around && { parent: around.parent, at: around.at + 1 };
    }
  }
}

/** A new group around a node, which stays where it was; null where groups stand too deep already. */
export function wrap(
  tree: RuleTree,
  id: number,
  joins: Joins,
): { readonly tree: RuleTree; readonly id: number } | null {
  const slot = slotOf(tree, id);
  if (slot === null || !isRoom(tree, slot.parent, 1 + levelsOf(tree, id))) return null;
  const grown = insert(tree, groupBranch(joins), slot);
  return { tree: move(grown.tree, id, { parent: grown.id, at: 0 }), id: grown.id };
}

/** A copy right behind it. */
export function duplicate(
  tree: RuleTree,
  id: number,
): { readonly tree: RuleTree; readonly id: number } | null {
  const slot = slotOf(tree, id);
  return slot && insert(tree, branchAt(tree, id), { parent: slot.parent, at: slot.at + 1 });
}

/** Numbers as a person counts them, by node: "2.1" is the first of the second. */
export function countedAs(place: string): string {
  return Array.from(place.matchAll(/\[(\d+)\]/g), ([, at]) => String(Number(at) + 1)).join(".");
}

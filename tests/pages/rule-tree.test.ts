import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  readBranches,
  rulesOfText,
  textOfBranches,
  textOfRules,
} from "#src/pages/builder/rules/rule-texts.ts";
import {
  branchesOf,
  countedAs,
  duplicate,
  edit,
  groupBranch,
  insert,
  lineBranch,
  linesIn,
  move,
  remove,
  restore,
  ROOT,
  ruleOfBranch,
  slotOf,
  slotOfStep,
  treeOf,
  wrap,
} from "#src/pages/builder/rules/rule-tree.ts";
import type { Joins, RuleTree, Step } from "#src/pages/builder/rules/rule-tree.ts";
import type { Rule } from "#workers/model/rule.ts";

const rulesOf = (tree: RuleTree): readonly Rule[] => branchesOf(tree).map(ruleOfBranch);
const treeOfRules = (rules: readonly Rule[]): RuleTree => treeOf(readBranches(textOfRules(rules)) ?? []);
/** The line with this text. */
const idOf = (tree: RuleTree, text: string): number =>
  Array.from(tree.nodes.values()).find((node) => node.type === "line" && node.text === text)?.id ?? NaN;
const step = (tree: RuleTree, text: string, way: Step): readonly Rule[] | null => {
  const slot = slotOfStep(tree, idOf(tree, text), way);
  return slot && rulesOf(move(tree, idOf(tree, text), slot));
};

describe("the tree of rules", () => {
  const tree = treeOfRules(["a", { any: ["b", "c"], label: "Dips" }, "d", { none: [] }]);

  it.each([
    { text: "a", way: "up", moved: null },
    { text: "a", way: "down", moved: [{ any: ["b", "c"], label: "Dips" }, "a", "d", { none: [] }] },
    { text: "a", way: "into", moved: [{ any: ["a", "b", "c"], label: "Dips" }, "d", { none: [] }] },
    { text: "a", way: "out", moved: null },
    { text: "d", way: "into", moved: ["a", { any: ["b", "c", "d"], label: "Dips" }, { none: [] }] },
    { text: "b", way: "out", moved: ["a", { any: ["c"], label: "Dips" }, "b", "d", { none: [] }] },
    { text: "b", way: "down", moved: ["a", { any: ["c", "b"], label: "Dips" }, "d", { none: [] }] },
    { text: "c", way: "down", moved: null },
    { text: "c", way: "up", moved: ["a", { any: ["c", "b"], label: "Dips" }, "d", { none: [] }] },
    { text: "b", way: "into", moved: null },
  ] as const)("moves $text $way", ({ text, way, moved }) => {
    expect(step(tree, text, way)).toEqual(moved);
  });

  it("puts a rule and its copy into groups, switches them off and names them", () => {
    const copied = duplicate(tree, idOf(tree, "a"));
    const wrapped = copied && wrap(copied.tree, copied.id, "any");
    const named = wrapped && edit(wrapped.tree, wrapped.id, { label: "Mine", isOff: true });
    expect(named && rulesOf(named).slice(0, 2)).toEqual(["a", { off: { any: ["a"], label: "Mine" } }]);
  });

  it("deletes and brings back with the same numbers, also where the group is gone", () => {
    const group = slotOf(tree, idOf(tree, "b"))?.parent ?? NaN;
    const first = remove(tree, idOf(tree, "b"));
    const second = first && remove(first.tree, group);
    expect(second && rulesOf(second.tree)).toEqual(["a", "d", { none: [] }]);
    const alone = first && second && restore(second.tree, first.removed);
    expect(alone && rulesOf(alone)).toEqual(["a", "d", { none: [] }, "b"]);
    const back = first && second && restore(restore(second.tree, second.removed), first.removed);
    expect(back && textOfBranches(branchesOf(back))).toBe(textOfBranches(branchesOf(tree)));
    expect(back && slotOf(back, idOf(tree, "b"))).toEqual({ parent: group, at: 0 });
  });

  it("never puts a group into itself, nor groups deeper than eight", () => {
    let deep = treeOf([lineBranch("a")]);
    const line = idOf(deep, "a");
    for (let level = 1; level <= 8; level++) deep = wrap(deep, line, "all")?.tree ?? deep;
    expect(JSON.stringify(rulesOf(deep))).toBe(
      '[{"all":['.repeat(8).replaceAll("[{", "{").replace("{", "[{") + '"a"' + "]}".repeat(8) + "]",
    );
    expect(wrap(deep, line, "any")).toBeNull();
    const [outer = NaN] = [...deep.nodes.values()]
      .filter((node) => slotOf(deep, node.id)?.parent === ROOT)
      .map(({ id }) => id);
    const inner = slotOf(deep, line)?.parent ?? NaN;
    expect(move(deep, outer, { parent: inner, at: 0 })).toBe(deep);
    const beside = insert(deep, groupBranch("any"), { parent: ROOT, at: 0 });
    expect(slotOfStep(beside.tree, outer, "into")).toBeNull();
  });

  it("counts places as people do", () => {
    expect(countedAs("buy.rules[1].off.any[0]")).toBe("2.1");
  });

  it.each(["{", "5", '[{"type":"line"}]', '[{"type":"group","members":[5]}]'])(
    "reads no rules out of %s",
    (text) => {
      expect(readBranches(text)).toBeNull();
      expect(rulesOfText(text)).toEqual([]);
    },
  );
});

function groupOf(joins: Joins, members: readonly Rule[], label: string | undefined): Rule {
  const name = label === undefined ? {} : { label };
  if (joins === "any") return { any: members, ...name };
  return joins === "all" ? { all: members, ...name } : { none: members, ...name };
}

const aLabel = fc.option(fc.string(), { nil: undefined });
const { rule: aRule } = fc.letrec<{ rule: Rule; members: readonly Rule[] }>((tie) => ({
  members: fc.array(tie("rule"), { maxLength: 3, depthIdentifier: "rule" }),
  rule: fc.oneof(
    { depthIdentifier: "rule", maxDepth: 5 },
    fc.string(),
    fc
      .tuple(fc.constantFrom<Joins>("any", "all", "none"), tie("members"), aLabel)
      .map(([joins, members, label]) => groupOf(joins, members, label)),
    fc.tuple(tie("rule"), aLabel).map(([off, label]) => (label === undefined ? { off } : { off, label })),
  ),
}));
const someRules = fc.array(aRule, { maxLength: 5 });

test.prop([someRules])("rules survive the form and its drafts", (rules) => {
  expect(rulesOfText(textOfRules(rules))).toEqual(rules);
  const text = textOfRules(rules);
  expect(textOfBranches(branchesOf(treeOf(readBranches(text) ?? [])))).toBe(text);
});

const texts = (tree: RuleTree): readonly string[] =>
  [...tree.nodes.values()].flatMap((node) => (node.type === "line" ? [node.text] : [])).toSorted();
const aWay = fc.constantFrom<Step>("up", "down", "into", "out");

test.prop([someRules, fc.array(fc.tuple(fc.nat(), aWay), { maxLength: 12 })])(
  "moving loses no line, and a step up is undone by one down",
  (rules, steps) => {
    let tree = treeOfRules(rules);
    const lines = linesIn(tree);
    const before = texts(tree);
    for (const [pick, way] of steps) {
      const ids = [...tree.nodes.keys()].filter((id) => id !== ROOT);
      const id = ids[pick % Math.max(1, ids.length)];
      const slot = id === undefined ? null : slotOfStep(tree, id, way);
      if (id === undefined || slot === null) continue;
      const moved = move(tree, id, slot);
      const opposite = way === "up" ? "down" : way === "down" ? "up" : null;
      const back = opposite && slotOfStep(moved, id, opposite);
      if (opposite) expect(back && rulesOf(move(moved, id, back))).toEqual(rulesOf(tree));
      tree = moved;
    }
    expect(linesIn(tree)).toBe(lines);
    expect(texts(tree)).toEqual(before);
  },
);

test.prop([someRules, fc.nat()])("what was deleted comes back where it was", (rules, pick) => {
  const tree = treeOfRules(rules);
  const ids = [...tree.nodes.keys()].filter((id) => id !== ROOT);
  const gone = ids.length === 0 ? null : remove(tree, ids[pick % ids.length] ?? NaN);
  if (gone) expect(rulesOf(restore(gone.tree, gone.removed))).toEqual(rulesOf(tree));
});

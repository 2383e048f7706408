/** What every part of a step's rule editor works on. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { RuleSection } from "./line-check.ts";
import type { RuleDesk } from "./rule-desk.ts";
import type { RuleNode, RuleTree } from "./rule-tree.ts";

export interface Editor {
  readonly desk: RuleDesk;
  readonly section: RuleSection;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor: there is no RuleEditor around");
  return editor;
}

/** One node; null for what was deleted. Whoever reads it is drawn again when that node changes, and no other. */
export function useNode(id: number): RuleNode | null {
  const { desk, section } = useEditor();
  return useStore(desk.store, ({ trees }) => trees[section].nodes.get(id) ?? null);
}

/** The tree as it stands now, for what happens at a click. */
export function treeNow({ desk, section }: Editor): RuleTree {
  return desk.store.getState().trees[section];
}

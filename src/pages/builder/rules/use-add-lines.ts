/** Adds several rules at once, and says where there is no room for all of them. */
import { countOf } from "#src/format/number.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useEditor } from "./editor-context.ts";
import { addLines } from "./rule-desk.ts";
import type { Slot } from "./rule-tree.ts";

/** @param slot - of the first of them */
export function useAddLines(slot: Slot): (lines: readonly string[]) => void {
  const { desk, section } = useEditor();
  const showStatus = useStatus();
  return (lines) => {
    if (!addLines(desk, section, lines, slot))
      showStatus(`There is room for ${countOf(Math.max(0, desk.linesLeft()), "more line")}: add fewer.`);
  };
}

/** Moving rules by drag: a handle in each row, and a gap before and behind every rule that it can be dropped into. */
import {
  DndContext,
  DragOverlay,
  PointerSensor,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { CollisionDetection, DragEndEvent } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { ruleText } from "#src/format/rule-text.ts";
import { shownSource } from "#src/format/shown.ts";
import { classNames } from "#src/ui/class-names.ts";
import { icon } from "#src/ui/icons.tsx";
import { treeNow, useEditor } from "./editor-context.ts";
import { moveRule } from "./rule-menu.tsx";
import { branchAt, mayMove, ruleOfBranch } from "./rule-tree.ts";
import type { Slot } from "./rule-tree.ts";
import styles from "./rules.module.css";

const GripIcon = icon(GripVertical);
/** The pointer goes so far before a press is a drag. */
const START_PX = 5;

/** Its own announcements would speak of elements by their numbers: the editor says where a rule has come to. */
const SILENT = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: "" },
};

function nothing(): undefined {
  return undefined;
}

export function RuleDrag({ children }: { readonly children: ReactNode }): ReactElement {
  const editor = useEditor();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: START_PX } }));
  const [dragged, setDragged] = useState<number | null>(null);
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const slot = over && slotOfGap(String(over.id));
    if (slot) moveRule(editor, Number(active.id), slot, "by drag");
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestGap}
      accessibility={SILENT}
      onDragStart={({ active }) => setDragged(Number(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>{dragged !== null && <Lifted id={dragged} />}</DragOverlay>
    </DndContext>
  );
}

function Lifted({ id }: { readonly id: number }): ReactElement {
  const rule = ruleOfBranch(branchAt(treeNow(useEditor()), id));
  return <p className={styles["lifted"]}>{shownSource(ruleText(rule).formula)}</p>;
}

/** What a rule is taken by. The keyboard has the menu. */
export function Handle({ id }: { readonly id: number }): ReactElement {
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <span ref={setNodeRef} className={styles["handle"]} aria-hidden="true" {...listeners}>
      <GripIcon />
    </span>
  );
}

/** Takes no room; while a rule that may come here is over it, it is a line. */
export function Gap({ parent, at }: Slot): ReactElement {
  const editor = useEditor();
  const { active } = useDndContext();
  const isClosed = active !== null && !mayMove(treeNow(editor), Number(active.id), { parent, at });
  const { setNodeRef, isOver } = useDroppable({ id: `${parent} ${at}`, disabled: isClosed });
  return <div ref={setNodeRef} className={classNames(styles["gap"], isOver && styles["open"])} />;
}

function slotOfGap(id: string): Slot {
  const [parent = NaN, at = NaN] = id.split(" ").map(Number);
  return { parent, at };
}

/** The gap at the pointer's height; of those within each other the innermost that begins left of the pointer. */
const nearestGap: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) => {
  if (!pointerCoordinates) return [];
  const { x, y } = pointerCoordinates;
  const found = droppableContainers.flatMap(({ id }) => {
    const rect = droppableRects.get(id);
    if (!rect) return [];
    const away = Math.abs(y - rect.top) + Math.max(0, rect.left - x);
    return [{ id, away: away - rect.left / 100 }];
  });
  return found.toSorted((a, b) => a.away - b.away).slice(0, 1);
};

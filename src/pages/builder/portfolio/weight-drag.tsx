/** The order of a portfolio's rows: a handle in each that is dragged, by mouse or thumb, or moved by the arrow keys. */
import {
  DndContext,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { CollisionDetection, DragEndEvent } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { classNames } from "#src/ui/class-names.ts";
import { icon } from "#src/ui/icons.tsx";
import styles from "./portfolio.module.css";

const GripIcon = icon(GripVertical);
/** The pointer goes so far, in px, before a press is a drag. One object: another one draws every handle anew. */
const STARTS = { activationConstraint: { distance: 5 } };

/** Its own announcements would speak of rows by their numbers: the list says where a row has come to. */
const SILENT = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: "" },
};

function nothing(): undefined {
  return undefined;
}

interface WeightDragProps {
  /** What follows the pointer: a row's name. */
  readonly nameOf: (at: number) => string;
  /** Rows are counted from 0; `to` is its place among the others. */
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

export function WeightDrag({ nameOf, onMove, children }: WeightDragProps): ReactElement {
  const sensors = useSensors(useSensor(PointerSensor, STARTS));
  const [dragged, setDragged] = useState<number | null>(null);
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (!over) return;
    const [from, gap] = [Number(active.id), Number(over.id)];
    onMove(from, gap > from ? gap - 1 : gap); // it leaves its own place first
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
      <DragOverlay dropAnimation={null}>
        {dragged !== null && <p className={styles["lifted"]}>{nameOf(dragged)}</p>}
      </DragOverlay>
    </DndContext>
  );
}

interface HandleProps {
  readonly at: number;
  readonly name: string;
  readonly onStep: (by: 1 | -1) => void;
}

/** What a row is taken by. */
export function Handle({ at, name, onStep }: HandleProps): ReactElement {
  const { setNodeRef, listeners } = useDraggable({ id: at });
  const step = (event: KeyboardEvent) => {
    const by = STEPS.get(event.key);
    if (by === undefined) return;
    event.preventDefault(); // the page would scroll
    onStep(by);
  };
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles["handle"]}
      aria-label={`Move ${name}: drag it, or use the arrow keys`}
      data-part="handle"
      {...listeners}
      onKeyDown={step}
    >
      <GripIcon />
    </button>
  );
}

const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ["ArrowUp", -1],
  ["ArrowDown", 1],
]);

/** Takes no room; while a row is over it, it is a line. @param at - how many rows are above it */
export function Gap({ at }: { readonly at: number }): ReactElement {
  const { setNodeRef, isOver } = useDroppable({ id: String(at) });
  return <span ref={setNodeRef} className={classNames(styles["gap"], isOver && styles["openGap"])} />;
}

/** The gap at the pointer's height. */
const nearestGap: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) => {
  if (!pointerCoordinates) return [];
  const { y } = pointerCoordinates;
  const found = droppableContainers.flatMap(({ id }) => {
    const rect = droppableRects.get(id);
    return rect ? [{ id, away: Math.abs(y - rect.top) }] : [];
  });
  return found.toSorted((a, b) => a.away - b.away).slice(0, 1);
};

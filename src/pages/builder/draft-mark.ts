/** What a page knows of a strategy and its draft as they are stored. */

/** Changes in place, as either is stored anew. */
export interface DraftMark {
  /** The time of the draft; null for none. */
  at: number | null;
  /** Revision of the stored strategy that the form changes. */
  revision: number;
  /** Ends with the last storing that was begun. */
  last: Promise<unknown>;
}

const marks = new Map<string, DraftMark>();

/** One a strategy and page: a form that was just left may still be storing its last change while it is opened again. */
export function markDraft(strategyId: string, at: number | null, revision: number): DraftMark {
  const mark = marks.get(strategyId) ?? { at, revision, last: Promise.resolve() };
  marks.set(strategyId, Object.assign(mark, { at, revision }));
  return mark;
}

/** Call with the revision that a save left, or with another tab's that the form shows now. */
export function noteSaved(mark: DraftMark, revision: number): void {
  mark.revision = revision;
}

/**
 * Stores once what was begun before is stored: a save that overtook a draft would not know the draft that it ends, and a draft
 * that overtook a save would be of the revision before it.
 */
export function inTurn<T>(mark: DraftMark, store: () => Promise<T>): Promise<T> {
  const turn = mark.last.then(store);
  mark.last = turn.catch(() => undefined); // who began it hears of its error; the next one goes on
  return turn;
}

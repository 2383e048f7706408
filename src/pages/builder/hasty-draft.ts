/**
 * The last changes before a page goes. The database answers too late for them, localStorage writes at once; the copy
 * goes when the database has the draft. Where localStorage is switched off, the changes of the last half second are lost.
 */
import { DRAFT_FORM, draftRecordSchema, isNewerDraft } from "#src/storage/records.ts";
import { localKey } from "#src/storage/session.ts";
import type { DraftRecord } from "#src/storage/records.ts";

/** false where the browser has no room for it, keeps nothing for this page, or has the copy of a newer app. */
export function keepHastyDraft(draft: Omit<DraftRecord, "form">): boolean {
  const store = storage();
  if (isOfNewerApp(draft.strategyId)) return false;
  try {
    store?.setItem(keyOf(draft.strategyId), JSON.stringify({ ...draft, form: DRAFT_FORM }));
  } catch {
    return false; // full
  }
  return store !== null;
}

export function dropHastyDraft(strategyId: string): void {
  if (!isOfNewerApp(strategyId)) storage()?.removeItem(keyOf(strategyId));
}

function isOfNewerApp(strategyId: string): boolean {
  const hasty = readHastyDraft(strategyId);
  return hasty !== null && isNewerDraft(hasty);
}

/** The newer of the hasty copy and the stored draft; null where there is neither. */
export function newerDraft(strategyId: string, stored: DraftRecord | null): DraftRecord | null {
  const hasty = readHastyDraft(strategyId);
  return hasty && (!stored || hasty.updatedAt >= stored.updatedAt) ? hasty : stored;
}

function readHastyDraft(strategyId: string): DraftRecord | null {
  const text = storage()?.getItem(keyOf(strategyId));
  if (!text) return null;
  try {
    return draftRecordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // cut short or not ours: the stored draft is all there is
  }
}

function keyOf(strategyId: string): string {
  return localKey(`draft-${strategyId}`);
}

/** Reading the property throws where a person has blocked site data. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

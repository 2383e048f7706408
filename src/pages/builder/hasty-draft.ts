/**
 * The last changes before a page goes. The database answers too late for them, localStorage writes at once; the copy
 * goes when the database has the draft. Where localStorage is switched off, the changes of the last half second are lost.
 */
import { draftRecordSchema } from "#src/storage/records.ts";
import { localKey } from "#src/storage/session.ts";
import type { DraftRecord } from "#src/storage/records.ts";

/** false where the browser has no room for it, or keeps nothing for this page. */
export function keepHastyDraft(draft: DraftRecord): boolean {
  const store = storage();
  try {
    store?.setItem(keyOf(draft.strategyId), JSON.stringify(draft));
  } catch {
    return false; // full
  }
  return store !== null;
}

export function dropHastyDraft(strategyId: string): void {
  storage()?.removeItem(keyOf(strategyId));
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

/** What the browser says of the room that this app takes, and whether it may clear it by itself. */

export interface StorageUse {
  /** Bytes, an estimate of the browser's; null where it won't say. */
  readonly usage: number | null;
  /** Bytes that it would let the app have at most; null likewise. */
  readonly quota: number | null;
  /** null where the browser has no such promise. */
  readonly isPersisted: boolean | null;
}

export async function readStorageUse(): Promise<StorageUse> {
  if (typeof navigator === "undefined" || !("storage" in navigator))
    return { usage: null, quota: null, isPersisted: null }; // an insecure page
  const { usage = null, quota = null } = await navigator.storage.estimate();
  const isPersisted = "persisted" in navigator.storage ? await navigator.storage.persisted() : null;
  return { usage, quota, isPersisted };
}

let hasAsked = false;

/** At a person's first save: from now on there is something to lose. Once a page; a browser may put the question. */
export function askToPersistOnce(): void {
  if (hasAsked || typeof navigator === "undefined") return;
  hasAsked = true;
  askToPersist().catch(() => undefined); // a browser that refuses even the question makes no promise: the settings say so
}

/** Asks the browser to keep the data until the person clears it; false where it doesn't promise to. */
export async function askToPersist(): Promise<boolean> {
  return "storage" in navigator && "persist" in navigator.storage && navigator.storage.persist();
}

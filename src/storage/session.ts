/**
 * Whose session this page is in: a person's own, or the demo session of booth mode, which has a database, files and
 * drafts of its own and is cleared when its visitor has gone. Decided once, as the page loads; a change loads every page
 * anew. Kept in localStorage, because it must be known before the database is opened. Small on purpose: this loads
 * before anything is drawn.
 */

export interface Booth {
  /** Without a touch or a key for so long, the session is cleared; 1 to 60. */
  readonly idleMinutes: number;
  /** SHA-256 (hex) of what unlocks the settings; null where nothing is asked for. */
  readonly codeHash: string | null;
  /** All settings as they were when it began, by key; unread. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const KEY = "tidemark-booth";
const ACTIVE_AT = "tidemark-booth-active-at";
const CLEAR = "tidemark-booth-clear";
const MINUTE_MS = 60_000;

/** null in a person's own session. */
export const booth: Booth | null = readBooth();

export const BOOTH_DATABASE = "tidemark-booth";

export const DATABASE_NAME = booth ? BOOTH_DATABASE : "tidemark";

/** The name in localStorage of something that belongs to this session alone. */
export function localKey(name: string): string {
  return `${booth ? BOOTH_KEYS : "tidemark-"}${name}`;
}

/** What all names of the demo session in localStorage begin with. */
export const BOOTH_KEYS = "tidemark-visitor-";

/**
 * From the next load of every page on this is a booth; the caller loads its own.
 *
 * @returns false where the browser keeps nothing: then there can be no booth
 */
export function beginBooth(settings: Booth): boolean {
  return keep((store) => {
    store.setItem(CLEAR, "1"); // what an earlier booth left
    store.setItem(KEY, JSON.stringify(settings));
  });
}

/** From the next load on this is the person's own session again, and the demo session is cleared. */
export function endBooth(): void {
  keep((store) => {
    store.removeItem(KEY);
    store.setItem(CLEAR, "1");
  });
}

/** Asks for a clean start at the next load, when no page has the session's files open. */
export function askToClear(): void {
  keep((store) => store.setItem(CLEAR, "1"));
}

/** True where somebody asked for a clean demo session, or its last visitor left while no page was open. */
export function mustClear(now: number): boolean {
  const isLeft = booth !== null && idleMs(now) > booth.idleMinutes * MINUTE_MS;
  return isLeft || stored(CLEAR) !== null;
}

export function noteCleared(): void {
  keep((store) => {
    store.removeItem(ACTIVE_AT);
    store.removeItem(CLEAR);
  });
}

/** Notes that somebody did something in any of the session's tabs. */
export function noteActivity(now: number): void {
  keep((store) => store.setItem(ACTIVE_AT, String(now)));
}

/** Since the last touch or key, in milliseconds; 0 where nobody was there since the start. */
export function idleMs(now: number): number {
  const at = Number(stored(ACTIVE_AT) ?? now);
  return Number.isFinite(at) ? Math.max(0, now - at) : 0;
}

/** Calls back when another tab began, ended or cleared a demo session; call what it gives to end that. */
export function onSessionChange(changed: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === KEY || (key === CLEAR && newValue !== null)) changed();
  };
  globalThis.addEventListener("storage", listen);
  return () => globalThis.removeEventListener("storage", listen);
}

function readBooth(): Booth | null {
  try {
    const value: unknown = JSON.parse(stored(KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { idleMinutes, codeHash, settings }: { [K in keyof Booth]?: unknown } = value;
    return {
      idleMinutes: typeof idleMinutes === "number" ? Math.min(60, Math.max(1, idleMinutes)) : 5,
      codeHash: typeof codeHash === "string" ? codeHash : null,
      settings: typeof settings === "object" && settings !== null ? { ...settings } : {},
    };
  } catch {
    return null;
  }
}

function stored(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null; // switched off
  }
}

function keep(work: (store: Storage) => void): boolean {
  try {
    work(globalThis.localStorage);
    return true;
  } catch {
    return false; // full or switched off
  }
}

/**
 * The settings that the first paint needs (theme, colours, how figures are written), copied to localStorage: it can be
 * read before anything is drawn, and it tells the other tabs of a change. The settings themselves are in the database;
 * settings.ts keeps both in step. Small on purpose: this loads before the database does.
 */

export const THEMES = ["system", "light", "dark"] as const;
export const COLOURS = ["classic", "colour-blind", "red-up"] as const;
export const DATE_STYLES = ["day-first", "iso"] as const;
export const SCALES = ["linear", "log"] as const;
export const LOCALES = ["en-IN", "en-US", "en-IE", "de-DE"] as const;

export interface ScreenSettings {
  readonly theme: (typeof THEMES)[number];
  /** Colours of gain and loss. */
  readonly colours: (typeof COLOURS)[number];
  /** How dates are shown: 20/03/2025 or 2025-03-20. */
  readonly dateStyle: (typeof DATE_STYLES)[number];
  /** For numbers and money; null takes it from the currency. */
  readonly locale: (typeof LOCALES)[number] | null;
  /** Of charts of an account's growth; null until a person chose one. */
  readonly growthScale: (typeof SCALES)[number] | null;
  /** Whether these charts have the line of the average share. */
  readonly growthAverage: boolean;
}

const KEY = "tidemark-settings";
const listeners = new Set<() => void>();
let current = parse(stored());

/** The copy as it is now; the same object until something changes. */
export function mirroredSettings(): ScreenSettings {
  return current;
}

/** Renews the copy. Where the browser refuses to keep it, it still holds for this page. */
export function mirrorSettings(settings: ScreenSettings): void {
  const text = JSON.stringify(pick(settings));
  try {
    globalThis.localStorage?.setItem(KEY, text);
  } catch {
    // Storage is full or switched off: only the next first paint misses the copy.
  }
  take(text);
}

/** Calls back when this tab or another one changed the copy; call what it gives to end that. */
export function onMirroredSettings(changed: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener("storage", takeFromOtherTab);
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size === 0) globalThis.removeEventListener("storage", takeFromOtherTab);
  };
}

function takeFromOtherTab({ key }: StorageEvent): void {
  if (key === KEY || key === null) take(stored());
}

function take(text: string | null): void {
  const next = parse(text);
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const changed of listeners) changed();
}

function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null;
  } catch {
    return null; // switched off
  }
}

/** Whatever can't be read has its default. */
function parse(text: string | null): ScreenSettings {
  const value = readObject(text);
  return {
    theme: oneOf(THEMES, value["theme"]) ?? "system",
    colours: oneOf(COLOURS, value["colours"]) ?? "classic",
    dateStyle: oneOf(DATE_STYLES, value["dateStyle"]) ?? "day-first",
    locale: oneOf(LOCALES, value["locale"]) ?? null,
    growthScale: oneOf(SCALES, value["growthScale"]) ?? null,
    growthAverage: value["growthAverage"] !== false,
  };
}

function readObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function oneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}

function pick(settings: ScreenSettings): ScreenSettings {
  const { theme, colours, dateStyle, locale, growthScale, growthAverage } = settings;
  return { theme, colours, dateStyle, locale, growthScale, growthAverage };
}

/**
 * How a person wants numbers and dates written: the one place that every formatter here asks. The app sets it from
 * the settings before it draws, and draws again when they change.
 */

export type DateStyle = "day-first" | "iso";

export interface FormatPreferences {
  /** BCP 47 tag for all numbers and money; null takes money's from its currency. */
  readonly locale: string | null;
  readonly dateStyle: DateStyle;
}

let chosen: FormatPreferences = { locale: null, dateStyle: "day-first" };

export function setFormatPreferences(preferences: FormatPreferences): void {
  chosen = preferences;
}

export function formatPreferences(): FormatPreferences {
  return chosen;
}

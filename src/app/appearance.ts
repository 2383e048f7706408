/** Applies the settings that everything drawn depends on: theme, colours of gain and loss, how figures are written. */
import { useSyncExternalStore } from "react";
import { setFormatPreferences } from "#src/format/preferences.ts";
import { mirroredSettings, onMirroredSettings } from "#src/storage/settings-mirror.ts";
import { booth } from "#src/storage/session.ts";
import type { ScreenSettings } from "#src/storage/settings-mirror.ts";
import { useMedia } from "#src/ui/use-media.ts";
import type { Result } from "#workers/model/problem.ts";

/** Call before the first drawing, so that nothing flashes in other colours; keeps up with changes from then on. */
export function followAppearance(): void {
  apply();
  onMirroredSettings(apply);
}

/** Draws the caller again when one of these settings changes, in this tab or another. */
export function useScreenSettings(): ScreenSettings {
  return useSyncExternalStore(onMirroredSettings, mirroredSettings);
}

/** Whether the page is dark now, by a person's choice or, without one, by the system's. */
export function useIsDark(): boolean {
  const { theme } = useScreenSettings();
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return theme === "system" ? isSystemDark : theme === "dark";
}

/** Brings the database, which the first paint does without. */
export async function saveTheme(theme: ScreenSettings["theme"]): Promise<Result<null>> {
  const { saveSetting } = await import("#src/storage/settings.ts");
  return saveSetting("theme", theme);
}

function apply(): void {
  const { theme, colours, dateStyle, locale } = mirroredSettings();
  const page = document.documentElement;
  if (theme === "system") delete page.dataset["theme"];
  else page.dataset["theme"] = theme;
  page.dataset["gainLoss"] = colours;
  if (booth) page.dataset["booth"] = ""; // larger type
  setFormatPreferences({ locale, dateStyle });
}

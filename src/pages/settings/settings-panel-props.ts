/** What the panels of the settings page are given. */
import type { Settings } from "#src/storage/settings.ts";

/** Stores a setting; the page shows what went wrong. */
export type ChangeSetting = <K extends keyof Settings>(key: K, value: Settings[K]) => Promise<void>;

export interface SettingsPanelProps {
  readonly settings: Settings;
  readonly change: ChangeSetting;
}

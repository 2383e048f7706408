/**
 * A person's settings: one record a key. A setting that was never made, or can't be read, has its default; in booth mode
 * they are those of the person who began it, and locked. What the first paint needs is copied to settings-mirror.ts with
 * every save.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { database } from "./database.ts";
import { COLOURS, DATE_STYLES, LOCALES, mirrorSettings, SCALES, THEMES } from "./settings-mirror.ts";
import type { ScreenSettings } from "./settings-mirror.ts";
import type { SettingRecord } from "./records.ts";
import { booth } from "./session.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

const settingsSchema = z.object({
  theme: z.enum(THEMES).catch("system"),
  colours: z.enum(COLOURS).catch("classic"),
  dateStyle: z.enum(DATE_STYLES).catch("day-first"),
  locale: z.enum(LOCALES).nullable().catch(null),
  growthScale: z.enum(SCALES).nullable().catch(null),
  growthAverage: z.boolean().catch(true),
  /** Risk-free rate that a new strategy starts with, percent a year. */
  riskFreePercent: z.number().min(-100).max(100).catch(0),
}) satisfies z.ZodType<ScreenSettings>;

export type Settings = z.infer<typeof settingsSchema>;

/** Of a backup: only settings that this app knows, and no value that is large. */
export const settingRecordSchema = z.object({
  key: z.enum(Object.keys(settingsSchema.shape)),
  value: z.unknown().refine((value) => (JSON.stringify(value) ?? "").length < 1000),
}) satisfies z.ZodType<SettingRecord>;

export async function loadSettings(): Promise<Settings> {
  if (booth) return settingsSchema.parse(booth.settings);
  const stored = await whereStored(() => database.settings.toArray(), []);
  return settingsSchema.parse(Object.fromEntries(stored.map(({ key, value }) => [key, value])));
}

/** Applies at once, here and in the other tabs. */
export async function saveSetting<K extends keyof Settings>(
  key: K,
  value: Settings[K],
): Promise<Result<null>> {
  if (booth) return err(lockedProblem);
  const saved = await write("The setting", ["settings"], async () => {
    await database.settings.put({ key, value });
    return null;
  });
  if (saved.ok) await refreshMirror();
  return saved;
}

const lockedProblem: Problem = {
  code: "settings-locked",
  message: "The settings are locked: this is a demo session. Whoever runs the booth can unlock them there.",
};

/** Makes the copy for the first paint what the database says: it may be missing, or older. */
export async function refreshMirror(): Promise<void> {
  mirrorSettings(await loadSettings());
}

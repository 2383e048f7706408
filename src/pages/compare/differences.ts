/** The settings in which runs differ, in the form's words. */
import { strategySettings } from "#src/format/strategy-settings.ts";
import type { StrategySetting } from "#src/format/strategy-settings.ts";
import type { ReadyRun } from "./load-compared.ts";

export interface SettingRow {
  readonly step: string;
  readonly name: string;
  /** A run each. */
  readonly settings: readonly StrategySetting[];
}

/** Only those that differ, in the order of the form; [] where the runs were made with the same settings. */
export function differingSettings(runs: readonly ReadyRun[]): readonly SettingRow[] {
  const all = runs.map(({ run, report }) => strategySettings(run.strategy, report.metadata.currency));
  const rows = (all[0] ?? []).map(({ step, name }, place) => ({
    step,
    name,
    settings: all.flatMap((settings) => settings[place] ?? []),
  }));
  return rows.filter(({ settings }) => new Set(settings.map(({ value }) => value)).size > 1);
}

/** The settings in which runs differ, in the form's words. */
import { strategySettings } from "#src/format/strategy-settings.ts";
import type { ReadyRun } from "./load-compared.ts";

export interface SettingRow {
  readonly step: string;
  readonly name: string;
  /** A run each. */
  readonly values: readonly string[];
}

/** Only those that differ, in the order of the form; [] where the runs were made with the same settings. */
export function differingSettings(runs: readonly ReadyRun[]): readonly SettingRow[] {
  const all = runs.map(({ run, report }) => strategySettings(run.strategy, report.metadata.currency));
  const rows = (all[0] ?? []).map(({ step, name }, place) => ({
    step,
    name,
    values: all.map((settings) => settings[place]?.value ?? ""),
  }));
  return rows.filter(({ values }) => new Set(values).size > 1);
}

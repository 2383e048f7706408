import type { ReactElement } from "react";
import { formatPercentChange } from "#src/format/number.ts";
import { Change } from "#src/ui/change.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { Segmented } from "#src/ui/segmented.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";
import type { SettingsPanelProps } from "./settings-panel-props.ts";

const THEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const;
const COLOURS = [
  { value: "classic", label: "Classic" },
  { value: "colour-blind", label: "Colour-blind safe" },
  { value: "red-up", label: "Red up" },
] as const;

export function AppearancePanel({ settings, change }: SettingsPanelProps): ReactElement {
  return (
    <Panel title="Appearance">
      <div className={styles["rows"]}>
        <SettingRow name="Theme" hint="System follows your device, by day and by night.">
          <Segmented
            legend="Theme"
            choices={THEMES}
            chosen={settings.theme}
            onChoose={(theme) => void change("theme", theme)}
          />
        </SettingRow>
        <SettingRow
          name="Colours of gain and loss"
          hint={
            <span className={styles["sample"]}>
              <Change value={4.5} text={formatPercentChange(4.5, 1)} />
              <Change value={-3.2} text={formatPercentChange(-3.2, 1)} />
            </span>
          }
        >
          <Segmented
            legend="Colours of gain and loss"
            choices={COLOURS}
            chosen={settings.colours}
            onChoose={(colours) => void change("colours", colours)}
          />
        </SettingRow>
      </div>
    </Panel>
  );
}

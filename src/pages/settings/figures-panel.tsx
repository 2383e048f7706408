import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import { DATE_STYLES, LOCALES } from "#src/storage/settings-mirror.ts";
import { SelectField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";
import type { SettingsPanelProps } from "./settings-panel-props.ts";

const AUTOMATIC = "automatic";
const LOCALE_OPTIONS = [
  { value: AUTOMATIC, label: "Automatic, by currency" },
  { value: "en-IN", label: "English (India): 3,00,00,000" },
  { value: "en-US", label: "English (US): 30,000,000" },
  { value: "en-IE", label: "English (Ireland): 30,000,000" },
  { value: "de-DE", label: "German (Germany): 30.000.000" },
];
const DATE_OPTIONS = [
  { value: "day-first", label: "dd/MM/yyyy" },
  { value: "iso", label: "ISO: yyyy-MM-dd" },
];

export function FiguresPanel({ settings, change }: SettingsPanelProps): ReactElement {
  return (
    <Panel title="Numbers and dates">
      <div className={styles["rows"]}>
        <SettingRow
          name="Numbers and money"
          hint={
            <>
              <p>
                {formatMoney(30_000_000, "INR", 0)}, {formatMoney(1234.5, "USD", 2)},{" "}
                {formatPercentChange(18.25, 2)}
              </p>
              <p>Fields keep a point for decimals: type 1.5, 3,00,000 or 30cr.</p>
            </>
          }
        >
          <SelectField
            className={styles["wide"] ?? ""}
            label="Locale"
            options={LOCALE_OPTIONS}
            value={settings.locale ?? AUTOMATIC}
            onChange={({ target }) =>
              void change("locale", LOCALES.find((locale) => locale === target.value) ?? null)
            }
          />
        </SettingRow>
        <SettingRow
          name="Dates"
          hint={`${formatDay("2025-03-20")} on the screen; files always have ISO dates.`}
        >
          <SelectField
            className={styles["wide"] ?? ""}
            label="Date format"
            options={DATE_OPTIONS}
            value={settings.dateStyle}
            onChange={({ target }) =>
              void change("dateStyle", DATE_STYLES.find((style) => style === target.value) ?? "day-first")
            }
          />
        </SettingRow>
      </div>
    </Panel>
  );
}

import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { formatPercentSetting } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";
import type { SettingsPanelProps } from "./settings-panel-props.ts";

const MOST = 100;

/** What a new strategy begins with; those that exist stay as they are. */
export function NewStrategiesPanel({ settings, change }: SettingsPanelProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null); // null: as stored
  const [error, setError] = useState<string>();
  const showStatus = useStatus();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const rate = typed === null ? settings.riskFreePercent : readAmount(typed);
    if (rate === null || Math.abs(rate) > MOST) {
      setError(
        `Type a percentage from ${formatPercentSetting(-MOST)} to ${formatPercentSetting(MOST)}, such as 6.5.`,
      );
      return;
    }
    setError(undefined);
    await change("riskFreePercent", rate);
    setTyped(null);
    showStatus(`New strategies start with a risk-free rate of ${formatPercentSetting(rate)}.`);
  };
  return (
    <Panel title="New strategies">
      <div className={styles["rows"]}>
        <SettingRow
          name="Risk-free rate"
          hint="The annual return of a riskless investment, which the Sharpe ratio subtracts. Existing strategies keep theirs."
        >
          <form className={styles["rate"]} onSubmit={(event) => void save(event)} noValidate>
            <TextField
              label="Percent a year"
              unitAfter="%"
              inputMode="decimal"
              value={typed ?? String(settings.riskFreePercent)}
              error={error}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit">Set</Button>
          </form>
        </SettingRow>
      </div>
    </Panel>
  );
}

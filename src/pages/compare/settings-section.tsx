import { useMemo } from "react";
import type { ReactElement } from "react";
import type { StrategySetting } from "#src/format/strategy-settings.ts";
import { Panel } from "#src/ui/panel.tsx";
import { RuleWords } from "#src/ui/rule-words.tsx";
import styles from "./compare-page.module.css";
import { differingSettings } from "./differences.ts";
import type { ReadyRun } from "./load-compared.ts";
import { RunsTable } from "./runs-table.tsx";

/** The settings that differ, as they were when each run was made. */
export function SettingsSection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const rows = useMemo(() => differingSettings(runs), [runs]);
  return (
    <Panel title="Settings that differ" note="As they were then; what is not listed was the same">
      {rows.length === 0 ? (
        <p className={styles["soft"]}>
          Every setting is the same. A figure that differs comes from the data or the version of the engine.
        </p>
      ) : (
        <RunsTable label="Settings that differ" first="Setting" runs={runs}>
          {rows.map(({ step, name, settings }) => (
            <tr key={`${step} ${name}`}>
              <th scope="row">
                {name}
                <span className={styles["step"]}>{step}</span>
              </th>
              {settings.map((setting, place) => (
                <td key={runs[place]?.letter}>
                  <Value setting={setting} />
                </td>
              ))}
            </tr>
          ))}
        </RunsTable>
      )}
    </Panel>
  );
}

/** Rules one below the other; a run may have the same one twice. */
function Value({ setting: { value, texts } }: { readonly setting: StrategySetting }): ReactElement {
  if (texts.length === 0) return <>{value}</>;
  const rules = texts.map((text, at) => ({ key: String(at), text }));
  return (
    <ul className={styles["rules"]}>
      {rules.map(({ key, text }) => (
        <li key={key}>
          <RuleWords {...text} />
        </li>
      ))}
    </ul>
  );
}

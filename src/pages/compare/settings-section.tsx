import { useMemo } from "react";
import type { ReactElement } from "react";
import { COMPUTED, differingSettings, strategySettings } from "#src/format/strategy-settings.ts";
import type { StrategySetting } from "#src/format/strategy-settings.ts";
import { shown } from "#src/format/shown.ts";
import { OwnNumbers } from "#src/ui/own-numbers.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { RuleWords } from "#src/ui/rule-words.tsx";
import styles from "./compare-page.module.css";
import type { ReadyRun } from "./load-compared.ts";
import rules from "./rule-difference.module.css";
import { RuleDifference } from "./rule-difference.tsx";
import { RunsTable } from "./runs-table.tsx";

const NOTE =
  "As they were then; what is not listed was the same. Rules are shown in full for A, and for the others with what is different.";

/** The settings that differ, as they were when each run was made. */
export function SettingsSection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const rows = useMemo(
    () =>
      differingSettings(
        runs.map(({ run, report }) => strategySettings(run.strategy, report.metadata.currency)),
      ),
    [runs],
  );
  return (
    <Panel title="Settings that differ" note={NOTE}>
      {rows.length === 0 ? (
        <p className={page["quiet"]}>
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
                <td key={runs[place]?.letter} data-run={runs[place]?.letter}>
                  <Value setting={setting} first={place === 0 ? undefined : settings[0]} />
                  {name === COMPUTED && <Sources of={runs[place]} />}
                </td>
              ))}
            </tr>
          ))}
        </RunsTable>
      )}
    </Panel>
  );
}

/** What tells two numbers of one name apart. */
function Sources({ of }: { readonly of: ReadyRun | undefined }): ReactElement | null {
  return of ? <OwnNumbers fields={of.run.strategy.computed ?? []} owner={`run ${of.letter}`} /> : null;
}

interface ValueProps {
  readonly setting: StrategySetting;
  /** The first run's, of which a difference is told; undefined for the first itself. */
  readonly first: StrategySetting | undefined;
}

/** Rules one below the other; a run may have the same one twice. */
function Value({ setting: { value, texts }, first }: ValueProps): ReactElement {
  if (first && first.texts.length > 0) return <RuleDifference before={first.texts} after={texts} />;
  if (texts.length === 0) return <>{shown(value)}</>;
  const lines = texts.map((text, at) => ({ key: String(at), text }));
  return (
    <ul className={rules["lines"]}>
      {lines.map(({ key, text }) => (
        <li key={key}>
          <RuleWords {...text} />
        </li>
      ))}
    </ul>
  );
}

import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { Link } from "wouter";
import { formatPercentChange, formatPercentSetting } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { booth, endBooth } from "#src/storage/session.ts";
import type { Booth } from "#src/storage/session.ts";
import { loadSettings, saveSetting } from "#src/storage/settings.ts";
import { sha256 } from "#src/storage/sha256.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { TextField } from "#src/ui/field.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { Segmented } from "#src/ui/segmented.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { BackupPanel } from "./backup-panel.tsx";
import { BoothPanel } from "./booth-panel.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { PythonPanel } from "./python-panel.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";
import type { ChangeSetting, SettingsPanelProps } from "./settings-panel-props.ts";
import { StoragePanel } from "./storage-panel.tsx";

export function SettingsPage(): ReactElement {
  return booth ? <LockedSettings booth={booth} /> : <OwnSettings />;
}

function OwnSettings(): ReactElement {
  const settings = useLiveQuery(loadSettings);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change: ChangeSetting = async (key, value) => {
    const saved = await saveSetting(key, value);
    setProblem(saved.ok ? null : saved.problem);
  };
  return (
    <div className={page["apart"]}>
      <PageHeading
        title="Settings"
        lead="They apply at once, in every tab, and stay on this device like everything else."
      />
      {problem && <WarningBanner message={problem.message} />}
      {settings && (
        <>
          <AppearancePanel settings={settings} change={change} />
          <FiguresPanel settings={settings} change={change} />
          <NewStrategiesPanel settings={settings} change={change} />
        </>
      )}
      <BackupPanel />
      <StoragePanel />
      <Disclosure summary="More: Python, booth mode">
        <div className={page["apart"]}>
          <PythonPanel />
          {settings && <BoothPanel settings={settings} />}
        </div>
      </Disclosure>
      <Panel title="About">
        <p>
          <Link href="/about">About this app and its licences</Link>: MIT, with charts by TradingView.
        </p>
      </Panel>
    </div>
  );
}

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

function AppearancePanel({ settings, change }: SettingsPanelProps): ReactElement {
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

/** In the place of the settings in a demo session: the way back to the person's own. */
function LockedSettings({ booth: terms }: { readonly booth: Booth }): ReactElement {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const end = async (event: FormEvent) => {
    event.preventDefault();
    if (terms.codeHash !== null && (await sha256(code)) !== terms.codeHash) {
      setError("That is not the code. Ask who runs the booth.");
      return;
    }
    endBooth();
    globalThis.location.replace("/settings");
  };
  return (
    <div className={page["apart"]}>
      <PageHeading title="Settings" lead="Locked in a demo session." />
      <Panel title="Booth mode">
        <form className={styles["booth"]} onSubmit={(event) => void end(event)} noValidate>
          {terms.codeHash !== null && (
            <TextField
              label="Code"
              type="password"
              autoComplete="off"
              value={code}
              error={error}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
          <Button type="submit">End booth mode</Button>
        </form>
        <p className={styles["after"]}>
          For whoever runs the booth: your own strategies, results and settings come back, and this session is
          cleared.
        </p>
      </Panel>
    </div>
  );
}

const MOST = 100;

/** What a new strategy begins with; those that exist stay as they are. */
function NewStrategiesPanel({ settings, change }: SettingsPanelProps): ReactElement {
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

import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { booth } from "#src/storage/session.ts";
import { loadSettings, saveSetting } from "#src/storage/settings.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { AppearancePanel } from "./appearance-panel.tsx";
import { BackupPanel } from "./backup-panel.tsx";
import { BoothPanel } from "./booth-panel.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { LockedSettings } from "./locked-settings.tsx";
import { NewStrategiesPanel } from "./new-strategies-panel.tsx";
import { PythonPanel } from "./python-panel.tsx";
import type { ChangeSetting } from "./settings-panel-props.ts";
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
      <PythonPanel />
      <BackupPanel />
      <StoragePanel />
      {settings && <BoothPanel settings={settings} />}
      <Panel title="About">
        <p>
          <Link href="/about">About this app and its licences</Link>: MIT, with charts by TradingView.
        </p>
      </Panel>
    </div>
  );
}

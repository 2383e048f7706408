import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { wordsAtEnds } from "#src/format/bar-words.ts";
import { readAmount } from "#src/format/read-amount.ts";
import type { DeploymentAlarms, DeploymentRecord } from "#src/storage/deployment-record.ts";
import { changeDeployment } from "#src/storage/deployments.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import type { Frequency } from "#workers/model/report.ts";
import { fillsExpected, ringing, tradingOf } from "./alarms.ts";
import type { AccountFigures } from "./figures.ts";
import styles from "./deployments-page.module.css";

interface AlarmsProps {
  readonly record: DeploymentRecord;
  readonly figures: AccountFigures;
  readonly ledger: readonly DeploymentEntry[];
}

/** Alarms that ring. */
export function Alarms({ record, figures, ledger }: AlarmsProps): ReactElement {
  const { alarms = {}, runId, head } = record;
  const fillsASession = useLiveQuery(() => fillsExpected(runId), [runId]) ?? null;
  return (
    <>
      {ringing(alarms, figures, tradingOf(head, ledger), fillsASession).map(({ name, text }) => (
        <WarningBanner key={name} message={text} />
      ))}
    </>
  );
}

/** What the person wants to be told of. */
export function AlarmPart({ record }: Pick<AlarmsProps, "record">): ReactElement {
  return (
    <Panel title="Alarms and notices">
      <AlarmForm record={record} />
    </Panel>
  );
}

/** @param frequency - of the closes that a fall is seen at */
function fieldsFor(frequency: Frequency) {
  const fall = wordsAtEnds("Drawdown", frequency);
  return [
    { name: "drawdown", label: `${fall} of at least`, unit: "%", least: 0 },
    { name: "daysUnderWater", label: "Below its highest close for", unit: "sessions", least: 0 },
    { name: "tradesFactor", label: "More or fewer trades than expected", unit: "times", least: 1 },
  ] as const;
}

function AlarmForm({ record }: { readonly record: DeploymentRecord }): ReactElement {
  const { alarms = {}, head } = record;
  const fields = fieldsFor(barsOf(head).frequency);
  const showStatus = useStatus();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, String(alarms[name] ?? "")])),
  );
  const errorOf = (name: string, least: number) => {
    const text = texts[name] ?? "";
    const value = readAmount(text);
    if (text.trim() === "" || (value !== null && value > least)) return undefined;
    return `Type a number above ${least}, or leave it empty.`;
  };
  const expected = useLiveQuery(() => fillsExpected(record.runId), [record.runId]);
  const hintOf = (name: string) =>
    name === "tradesFactor" && expected === null
      ? "The result of its backtest is not on this device: this alarm can't ring."
      : undefined;
  const isReady = fields.every(({ name, least }) => errorOf(name, least) === undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const set: DeploymentAlarms = Object.fromEntries(
      fields.flatMap(({ name }) => {
        const value = readAmount(texts[name] ?? "");
        return value === null ? [] : [[name, value]];
      }),
    );
    const saved = await changeDeployment(record.id, "The alarms", (before) => ({ ...before, alarms: set }));
    showStatus(saved.ok ? "The alarms are set." : saved.problem.message);
  };
  return (
    <form className={styles["form"]} onSubmit={(event) => void save(event)} noValidate>
      <p className={styles["soft"]}>
        An empty field is off. Alarms stand above the account as long as they hold.
      </p>
      {fields.map(({ name, label, unit, least }) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          unitAfter={unit}
          value={texts[name] ?? ""}
          error={errorOf(name, least)}
          hint={hintOf(name)}
          onChange={({ target }) => setTexts((before) => ({ ...before, [name]: target.value }))}
        />
      ))}
      <div className={styles["row"]}>
        <Button type="submit" size="small" disabled={!isReady}>
          Set the alarms
        </Button>
        <SystemNotices />
      </div>
    </form>
  );
}

/** Asks the browser once; what it may show is the same as the app's own messages. */
function SystemNotices(): ReactElement | null {
  const [permission, setPermission] = useState(() =>
    "Notification" in globalThis ? Notification.permission : "denied",
  );
  if (!("Notification" in globalThis)) return null;
  if (permission === "granted") return <span className={styles["soft"]}>System notifications are on.</span>;
  if (permission === "denied")
    return <span className={styles["soft"]}>System notifications are switched off in this browser.</span>;
  return (
    <Button size="small" onClick={async () => setPermission(await Notification.requestPermission())}>
      Allow system notifications
    </Button>
  );
}

/** Whether a deployment's file is what was recorded: its chain, its times, and, given prices, its account. No network, nothing stored. */
import { useLiveQuery } from "dexie-react-hooks";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { formatDay, formatMoment } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { uncoveredSeries } from "#src/format/uncovered-series.ts";
import { CodeConsent, isAskedAbout } from "#src/code/code-consent.tsx";
import { ownCodeOf } from "#src/code/own-code-of.ts";
import { clockSetbacks } from "#src/run/clock-setbacks.ts";
import { dataOf, readDeploymentFile, replayOn } from "#src/run/deploy-calls.ts";
import { openFiles, OPENED_FILES, useFileInHand } from "#src/share/file-in-hand.ts";
import { stepDeployment } from "#src/run/step-deployments.ts";
import { noteOrigin } from "#src/storage/code-consent.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { takeInDeployment } from "#src/storage/deployments.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { FileButton } from "#src/ui/file-button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { ReplayVerdict } from "#src/ui/replay-verdict.tsx";
import { useFileDrop } from "#src/ui/use-file-drop.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { entriesUpTo, headOf } from "#workers/model/deployment-chain.ts";
import type { ReplayReport } from "#workers/model/deployment-report.ts";
import type { TimedEntry } from "#workers/model/deployment-times.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Frequency } from "#workers/model/report.ts";
import styles from "./verify-page.module.css";

interface ReadFile {
  readonly fileName: string;
  readonly read: Result<{ readonly deployment: Deployment; readonly timed: readonly TimedEntry[] }>;
}

export function VerifyPage(): ReactElement {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [, navigate] = useLocation();
  const open = (files: readonly File[]) => void openFiles(files, navigate);
  const take = async (chosen: File) => {
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const read = await readDeploymentFile(bytes);
    if (read.ok) await noteOrigin(ownCodeOf(read.value.deployment), chosen.name);
    setFile({ fileName: chosen.name, read });
  };
  useFileInHand(DEPLOYMENTS, ({ file: chosen }) => void take(chosen));
  const isOver = useFileDrop(({ files }) => open([...files]));
  return (
    <div className={page["parts"]}>
      <PageHeading
        title="Check a deployment's record"
        lead="Takes the file of a virtual deployment and says whether it is what was recorded, session by session. The file stays on this device."
      >
        <FileButton
          kind={file ? "secondary" : "primary"}
          label="Deployment file"
          accept={OPENED_FILES}
          onFiles={open}
        >
          Choose a file
        </FileButton>
      </PageHeading>
      {isOver && <NoteBanner message="Drop the file to check it." />}
      {file?.read.ok === false && (
        <WarningBanner message={`✗ ${file.fileName} does not hold: ${file.read.problem.message}`} />
      )}
      {file?.read.ok === true && (
        <Checked
          key={headOf(file.read.value.deployment)}
          fileName={file.fileName}
          deployment={file.read.value.deployment}
          timed={file.read.value.timed}
        />
      )}
      {!file && (
        <p className={styles["soft"]}>
          A deployment&apos;s page has Export, which saves such a file; drop it anywhere here. No account is
          needed.
        </p>
      )}
    </div>
  );
}

const DEPLOYMENTS = ["deployment"] as const;

interface CheckedProps {
  readonly fileName: string;
  readonly deployment: Deployment;
  readonly timed: readonly TimedEntry[];
}

function Checked({ fileName, deployment, timed }: CheckedProps): ReactElement {
  const { name, begins, ledger } = deployment;
  const count = (...recordings: readonly TimedEntry["recording"][]) =>
    timed.filter(({ recording }) => recordings.includes(recording)).length;
  const late = timed.filter(({ recording }) => recording === "late" || recording === "early");
  const setbacks = clockSetbacks(timed);
  const first = timed[0];
  const last = timed.at(-1);
  return (
    <>
      <Panel title={name} note={shownName(fileName)}>
        <NoteBanner
          message={`✓ The chain holds: ${countOf(ledger.length, "entry", "entries")}, each as it was hashed, each naming the one before it, and every account follows from its fills.`}
        />
        <div className={styles["facts"]}>
          <FactList
            facts={[
              { name: "Begins after", value: formatDay(begins) },
              ...(deployment.frequency === undefined
                ? []
                : [{ name: "Its bars", value: BARS[deployment.frequency] }]),
              {
                name: "Sessions",
                value:
                  first && last ? `${formatDay(first.session)} – ${formatDay(last.session)}` : "none yet",
              },
              {
                name: "Replayed",
                value: countOf(count("replayed"), "session"),
                explanation:
                  "These sessions were over when the deployment was made: a backtest, not a record.",
              },
              {
                name: "Recorded on time",
                value: countOf(count("on-time"), "session"),
                explanation:
                  "By its own clock between the session's date and 00:00 UTC of the next session's date.",
              },
              { name: "Recorded late or before its day", value: countOf(late.length, "session") },
              {
                name: "Open",
                value: countOf(count("open"), "session"),
                explanation: "Recorded after its day; whether that was in time, the next session shows.",
              },
            ]}
          />
        </div>
        {setbacks !== null && <NoteBanner message={setbacks} />}
        {late.length > 0 && (
          <p className={styles["soft"]}>
            Not on time, first: {formatDay(late[0]?.session ?? null)}, recorded{" "}
            {formatMoment(Date.parse(late[0]?.recorded ?? ""))}.
          </p>
        )}
        <p className={styles["soft"]}>
          An owner can make a whole chain anew, its clock included. Only a head that was posted elsewhere
          dates a record, and shows that its end was cut off.
        </p>
      </Panel>
      <HeadPart deployment={deployment} />
      <PricesPart deployment={deployment} />
      <TakeIn deployment={deployment} />
    </>
  );
}

const BARS: Readonly<Record<Frequency, string>> = { daily: "days", weekly: "weeks", monthly: "months" };

/** Looks for a head that somebody posted. */
function HeadPart({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const [wanted, setWanted] = useState("");
  const text = wanted.trim().toLowerCase();
  const isHash = /^[0-9a-f]{64}$/.test(text);
  return (
    <Panel title="A head to look for">
      <TextField
        label="Head that was posted"
        value={wanted}
        spellCheck={false}
        error={text !== "" && !isHash ? "A head has 64 digits 0 to 9 and a to f." : undefined}
        onChange={({ target }) => setWanted(target.value)}
      />
      {isHash && <output>{whereIs(deployment, text)}</output>}
      <p className={styles["soft"]}>
        The head of this file: <code className={styles["hash"]}>{headOf(deployment)}</code>
      </p>
    </Panel>
  );
}

function whereIs(deployment: Deployment, head: string): string {
  const { ledger } = deployment;
  const count = entriesUpTo(deployment, head);
  if (count === 0) return "✓ It is the beginning of this deployment, before any session was recorded.";
  const entry = count === null ? undefined : ledger[count - 1];
  if (count === null || !entry)
    return "✗ It is not in this file: the record was cut off before it, made anew, or it is of another deployment.";
  const more = ledger.length - count;
  const after = more === 0 ? "It is the last entry." : `${countOf(more, "entry", "entries")} came after it.`;
  return `✓ It is the entry of ${formatDay(entry.session)}: all up to there was recorded when the head was posted. ${after}`;
}

function PricesPart({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const datasets = useLiveQuery(listDatasets);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [checked, setChecked] = useState<Result<ReplayReport> | null>(null);
  const records = datasets?.records ?? [];
  const uncovered = useMemo(() => uncoveredSeries(deployment.strategy), [deployment.strategy]);
  const id = chosen ?? (records.find((one) => one.id === deployment.dataset?.id) ?? records[0])?.id ?? "";
  const check = async () => {
    setBusy(true);
    const data = await dataOf({ strategy: deployment.strategy, dataset: { id, name: "" } });
    setChecked(data.ok ? await replayOn(deployment, data.value.source, null) : data);
    setBusy(false);
  };
  return (
    <Panel title="Against prices">
      <div className={styles["row"]}>
        <SelectField
          label="Dataset on this device"
          options={records.map(({ id: value, title }) => ({ value, label: title }))}
          value={id}
          onChange={({ target }) => {
            setChosen(target.value);
            setChecked(null);
          }}
        />
        <Button disabled={isBusy || id === ""} onClick={() => void check()}>
          {isBusy ? "Replaying..." : "Work the account out again"}
        </Button>
      </div>
      {checked && <ReplayVerdict checked={checked} strategy={deployment.strategy} />}
      {checked?.ok === false && isAskedAbout(checked.problem.code) && (
        <CodeConsent fields={ownCodeOf(deployment)} onAllowed={() => void check()} />
      )}
      <p className={styles["soft"]}>
        Without prices the chain says that nothing was changed, not that the account follows from a market.
      </p>
      {uncovered.length > 0 && (
        <p className={styles["soft"]}>
          The hashes of its sessions cover the prices of what it may trade. They don&apos;t cover{" "}
          {uncovered.join("; ")}: where one of these was changed since, no hash shows it.
        </p>
      )}
    </Panel>
  );
}

function TakeIn({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const [taken, setTaken] = useState<{ readonly id: string; readonly words: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const take = async () => {
    const arrival = await takeInDeployment(deployment);
    setProblem(arrival.ok ? null : arrival.problem);
    if (!arrival.ok) return;
    const { type, stored } = arrival.value;
    const { id, parted } = stored.record;
    void stepDeployment(id); // its page shows what comes of it, and why nothing does
    const where = parted?.session ?? null;
    const words = {
      new: "It is kept in this browser now, and goes on with its dataset.",
      same: "It is in this browser already, with all of these sessions.",
      longer: "It goes on with the one of this browser, and has taken its place.",
      mended: "The one of this browser was damaged, and is whole again with it.",
      parted: `Its record is not the one of this browser: ${where === null ? "they began differently" : `they differ from ${formatDay(where)} on`}. Both are kept.`,
    }[type];
    setTaken({ id, words });
  };
  return (
    <Panel title="Keep it in this browser">
      {problem && <WarningBanner message={problem.message} />}
      {taken ? (
        <output>
          {taken.words} <Link href={`/deployments?id=${encodeURIComponent(taken.id)}`}>Open it</Link>
        </output>
      ) : (
        <div className={styles["row"]}>
          <Button onClick={() => void take()}>Add it</Button>
          <Link href="/deployments" className={buttonClass("quiet", "small")}>
            Your deployments
          </Link>
        </div>
      )}
    </Panel>
  );
}

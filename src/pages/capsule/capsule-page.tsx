/** Runs somebody else's run again on this device, and says whether the same came out. */
import { useLiveQuery } from "dexie-react-hooks";
import { useRef, useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { CodeConsent } from "#src/code/code-consent.tsx";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { DASH } from "#src/format/number.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { rerunCapsule } from "#src/run/rerun-capsule.ts";
import type { RerunOutcome } from "#src/run/rerun-capsule.ts";
import { differences, isIdentical, readCapsule } from "#src/share/capsule.ts";
import type { Capsule, Difference } from "#src/share/capsule.ts";
import { openFiles, OPENED_FILES, useFileInHand } from "#src/share/file-in-hand.ts";
import { noteOrigin } from "#src/storage/code-consent.ts";
import { listDatasets, sourceFor } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { FileButton } from "#src/ui/file-button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import { useFileDrop } from "#src/ui/use-file-drop.ts";
import type { Problem } from "#workers/model/problem.ts";
import { yardsticksOf } from "#workers/words/verdict.ts";
import styles from "./capsule-page.module.css";

export function CapsulePage(): ReactElement {
  const [capsule, setCapsule] = useState<Capsule | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [, navigate] = useLocation();
  const open = (files: readonly File[]) => void openFiles(files, navigate);
  useFileDrop(({ files }) => open([...files]));
  const take = async (file: File) => {
    const read = await readCapsule(await file.text());
    if (read.ok) await noteOrigin(read.value.strategy.computed, "a run capsule");
    setCapsule(read.ok ? read.value : null);
    setProblem(read.ok ? null : read.problem);
  };
  useFileInHand(CAPSULES, ({ file }) => void take(file));
  return (
    <div className={page["parts"]}>
      <PageHeading
        title="Check a run capsule"
        lead="A capsule records a run: its strategy, its data and its results. Run it again here to see whether the results are the same."
      >
        <FileButton
          kind={capsule ? "secondary" : "primary"}
          label="Capsule file"
          accept={OPENED_FILES}
          onFiles={open}
        >
          Choose a capsule
        </FileButton>
      </PageHeading>
      {problem && <RefusedBanner problem={problem} />}
      {capsule ? (
        <CapsuleView key={JSON.stringify(capsule.checksums)} capsule={capsule} />
      ) : (
        <p className={page["quiet"]}>
          A result&apos;s Export menu saves one. Nothing of a capsule is stored on this device.
        </p>
      )}
    </div>
  );
}

const CAPSULES = ["capsule"] as const;

/** Why a file is no capsule, or everything that is wrong with its strategy. */
function RefusedBanner({ problem }: { readonly problem: Problem }): ReactElement {
  const details = problem.details ?? [];
  if (details.length < 2) return <WarningBanner message={problem.message} />;
  return (
    <WarningBanner message="This capsule's strategy can't be run.">
      <ul className={styles["details"]}>
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </WarningBanner>
  );
}

function CapsuleView({ capsule }: { readonly capsule: Capsule }): ReactElement {
  const { strategy, leftOut = [] } = capsule;
  const choices = useLiveQuery(() => listChoices(capsule), [capsule]);
  const same = choices?.find(({ isSame }) => isSame);
  const currency = capsule.currency ?? same?.currency ?? currencyOfExchange(strategy.scanner.exchange, null);
  return (
    <>
      <Panel title={strategy.name} note={`Run on: ${shownName(capsule.datasetTitle)}`}>
        <div className={page["close"]}>
          {strategySentences(strategy, currency, { leftOut }).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <Disclosure summary="All parameters">
            <StrategySummary strategy={strategy} currency={currency} />
          </Disclosure>
        </div>
      </Panel>
      <CodeConsent fields={strategy.computed} />
      <Rerun capsule={capsule} choices={choices} />
    </>
  );
}

type Outcome =
  | { readonly type: "running"; readonly percent: number }
  | ({ readonly type: "done" } & RerunOutcome)
  | { readonly type: "failed"; readonly problem: Problem };

interface RerunProps {
  readonly capsule: Capsule;
  /** undefined while they are looked for. */
  readonly choices: Awaited<ReturnType<typeof listChoices>> | undefined;
}

function Rerun({ capsule, choices }: RerunProps): ReactElement {
  const [chosen, setChosen] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stop = useRef<AbortController | null>(null);
  if (!choices) return <Panel title="Run it here">Looking for the data...</Panel>;
  const same = choices.find(({ isSame }) => isSame);
  const chosenOne = choices.find(({ id }) => id === chosen) ?? same ?? choices[0];
  const datasetId = chosenOne?.id ?? "";
  const isRunning = outcome?.type === "running";
  const run = async () => {
    const own = new AbortController();
    stop.current = own;
    setOutcome({ type: "running", percent: 0 });
    const rerun = await rerunCapsule({
      capsule,
      datasetId,
      onProgress: ({ percent }) => setOutcome({ type: "running", percent }),
      signal: own.signal,
    });
    setOutcome(rerun.ok ? { type: "done", ...rerun.value } : { type: "failed", problem: rerun.problem });
  };
  return (
    <Panel title="Run it here">
      <div className={page["close"]}>
        <p className={styles["said"]}>
          {same
            ? `This device has the same data: ${shownName(same.title)}.`
            : "No dataset on this device has the capsule's fingerprint. You can run it on another one, but the results will differ."}
          {same && !chosenOne?.isSame && " The one that is chosen is another, and the results will differ."}
        </p>
        <div className={styles["row"]}>
          <SelectField
            label="Data"
            value={datasetId}
            options={choices.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={({ target }) => setChosen(target.value)}
          />
          <Button kind="primary" disabled={isRunning} onClick={() => void run()}>
            Run and compare
          </Button>
          {isRunning && <Button onClick={() => stop.current?.abort()}>Cancel</Button>}
        </div>
        {outcome?.type === "running" && <ProgressBar label="Simulation" percent={outcome.percent} />}
        {outcome?.type === "failed" && <WarningBanner message={outcome.problem.message} />}
        {outcome?.type === "done" && (
          <>
            <Verdict theirs={capsule} ours={outcome.ours} />
            <p>
              Here: <VerdictSentence verdict={shownVerdict(yardsticksOf(outcome.report))} />
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}

/** The datasets of this device that can run the capsule's exchange, and whether each is the capsule's own. */
async function listChoices({ strategy, datasetFingerprint }: Capsule) {
  const { exchange } = strategy.scanner;
  const { records } = await listDatasets();
  const fitting = records.filter(({ exchanges }) => exchanges.includes(exchange));
  const sources = await Promise.all(fitting.map(({ id }) => sourceFor(id, exchange)));
  return fitting.map((dataset, place) => {
    const data = sources[place];
    const isSame = data?.ok === true && data.value.fingerprint === datasetFingerprint;
    return { id: dataset.id, title: dataset.title, isSame, currency: currencyOfExchange(exchange, dataset) };
  });
}

interface VerdictProps {
  readonly theirs: Capsule;
  readonly ours: Capsule;
}

/** "Identical", or everything that differs. */
function Verdict({ theirs, ours }: VerdictProps): ReactElement {
  const found = differences(theirs, ours);
  return (
    <section aria-label="Verdict" aria-live="polite" className={page["close"]}>
      <p className={styles["verdict"]}>
        {isIdentical(theirs, ours)
          ? "Identical: every position and every day's equity is the same, to the last digit."
          : "Not the same. The differences:"}
      </p>
      {found.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable
        <section className={styles["scroll"]} aria-label="Differences, scrolling" tabIndex={0}>
          <table className={styles["table"]} aria-label="Differences">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Capsule</th>
                <th scope="col">Here</th>
              </tr>
            </thead>
            <tbody>
              {found.map((difference) => (
                <tr key={difference.what}>
                  <th scope="row">{difference.what}</th>
                  <td>{valueText(difference, difference.theirs)}</td>
                  <td>{valueText(difference, difference.ours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

/** Numbers in full: a difference may be in the last digit. */
function valueText({ what }: Difference, value: string | number | null): string {
  if (value === null) return DASH;
  return typeof value === "string" && what !== "Engine" ? `${value.slice(0, 16)}…` : String(value);
}

/** The short dialog that makes a deployment: of a run's strategy, or of a deployment's with another start. */
import { useEffect, useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { CodeConsent, isAskedAbout } from "#src/code/code-consent.tsx";
import { formatDay } from "#src/format/day.ts";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { currencySymbol, formatMoneySetting } from "#src/format/money.ts";
import { formatPercentSetting } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { shownName } from "#src/format/shown.ts";
import { beginDeployment } from "#src/run/begin-deployment.ts";
import { sessionsOf } from "#src/run/deploy-calls.ts";
import { stepDeployment } from "#src/run/step-deployments.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import { loadDeployment } from "#src/storage/deployments.ts";
import { loadRun } from "#src/storage/runs.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { isBlank } from "#workers/model/ink.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import styles from "./deployments-page.module.css";

interface NewDeploymentProps {
  /** One of the two. */
  readonly runId?: string;
  readonly copyOf?: string;
  readonly onClose: () => void;
  readonly onMade: (record: DeploymentRecord) => void;
}

/** What it is made of. */
interface Ground {
  readonly name: string;
  readonly strategy: Strategy;
  readonly startMargin: number;
  readonly datasetId: string;
  readonly datasetTitle: string;
  readonly currency: string;
  readonly runId: string | null;
  /** ISO; the dataset's sessions, oldest first, at least one. */
  readonly sessions: readonly string[];
  /** The bundled market doesn't grow: it is cut at a date and played forward. */
  readonly isPlayed: boolean;
}

export function NewDeployment(props: NewDeploymentProps): ReactElement {
  const { runId, copyOf, onClose } = props;
  const [ground, setGround] = useState<Result<Ground> | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const loaded = await loadGround(runId, copyOf);
      if (isWanted) setGround(loaded);
    };
    void load(); // a failure is shown by UnexpectedErrors
    return () => {
      isWanted = false;
    };
  }, [runId, copyOf]);
  if (ground?.ok === true) return <Form {...props} ground={ground.value} />;
  return (
    <Dialog title="Virtual Deployment" onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      {ground ? <WarningBanner message={ground.problem.message} /> : <p>Looking at the data...</p>}
    </Dialog>
  );
}

/** About a year of sessions, to be played forward. */
const SESSIONS_LEFT = 250;

function Form({ ground, onClose, onMade }: NewDeploymentProps & { readonly ground: Ground }): ReactElement {
  const { strategy, sessions, isPlayed, currency } = ground;
  const last = sessions.at(-1) ?? "";
  const cut = sessions.at(-1 - SESSIONS_LEFT) ?? sessions[0] ?? "";
  const [name, setName] = useState(ground.name);
  const [margin, setMargin] = useState(String(ground.startMargin));
  const [begins, setBegins] = useState(isPlayed ? cut : last);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const startMargin = readAmount(margin);
  const marginError =
    startMargin === null || startMargin <= 0 ? "Type an amount above 0, such as 100000." : undefined;
  const first = sessions[0] ?? "";
  const beginsError =
    begins < first || begins > last
      ? `Choose a date from ${formatDay(first)} to ${formatDay(last)}, where the dataset has sessions.`
      : undefined;
  const isReady = !isBlank(name) && marginError === undefined && beginsError === undefined;
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy || startMargin === null) return;
    setBusy(true);
    const made = await beginDeployment({
      name: name.trim(),
      strategy,
      datasetId: ground.datasetId,
      startMargin,
      begins,
      playedTo: isPlayed ? begins : null,
      runId: ground.runId,
    });
    if (!made.ok) {
      setBusy(false);
      setProblem(made.problem);
      return;
    }
    onMade(made.value);
    void stepDeployment(made.value.id); // its page shows what comes of it, and why nothing does
  };
  return (
    <Dialog
      title="Virtual Deployment"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="new-deployment" kind="primary" disabled={!isReady || isBusy}>
            {isBusy ? "Beginning..." : "Begin"}
          </Button>
        </>
      }
    >
      <form id="new-deployment" className={styles["form"]} onSubmit={(event) => void make(event)} noValidate>
        <p className={styles["soft"]}>
          {shownName(ground.strategy.name)} goes on, on {shownName(ground.datasetTitle)}, with an account that
          holds cash only at first.
        </p>
        <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
        <TextField
          label="Start margin"
          inputMode="decimal"
          unitBefore={currencySymbol(currency)}
          value={margin}
          error={marginError}
          hint={startMargin === null ? undefined : formatMoneySetting(startMargin, currency)}
          onChange={({ target }) => setMargin(target.value)}
        />
        <BeginField ground={ground} begins={begins} error={beginsError} onChange={setBegins} />
        <p className={styles["soft"]}>{costsText(strategy)}</p>
        {problem && <WarningBanner message={problem.message} />}
      </form>
      {isAskedAbout(problem?.code) && (
        <CodeConsent fields={strategy.computed} onAllowed={() => setProblem(null)} />
      )}
    </Dialog>
  );
}

interface BeginFieldProps {
  readonly ground: Ground;
  readonly begins: string;
  readonly error: string | undefined;
  readonly onChange: (iso: string) => void;
}

function BeginField({ ground, begins, error, onChange }: BeginFieldProps): ReactElement {
  const { isPlayed, sessions } = ground;
  const last = sessions.at(-1) ?? "";
  const hint = isPlayed
    ? "Its prices are invented and end there for now; then you play them forward, session by session."
    : begins < last
      ? "Sessions that are there already are recorded at once, as replayed."
      : "The dataset's last session: the first entry comes with the next one.";
  return (
    <TextField
      type="date"
      label={isPlayed ? "Cut the demo market at" : "Begins after"}
      min={sessions[0]}
      max={last}
      value={begins}
      error={error}
      hint={hint}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function costsText({ simulation }: Strategy): string {
  const { commissionPercent, slippagePercent } = simulation;
  return `Costs as in the strategy: ${formatPercentSetting(commissionPercent)} commission and ${formatPercentSetting(slippagePercent)} slippage a trade.`;
}

async function loadGround(runId: string | undefined, copyOf: string | undefined): Promise<Result<Ground>> {
  const begun = copyOf === undefined ? await ofRun(runId ?? "") : await ofDeployment(copyOf);
  if (!begun.ok) return begun;
  const { datasetId, strategy } = begun.value;
  if (strategy.simulation.fillAt === "same-close") return err(atSignal);
  const dataset = await loadDataset(datasetId);
  if (!dataset.ok) return dataset;
  const sessions = await sessionsOf(strategy, datasetId);
  if (!sessions.ok) return sessions;
  const { title, origin } = dataset.value;
  return ok({
    ...begun.value,
    datasetTitle: title,
    currency: currencyOfExchange(strategy.scanner.exchange, dataset.value),
    isPlayed: origin === "bundled",
    sessions: sessions.value,
  });
}

const atSignal: Problem = {
  code: "deployment-invalid",
  message:
    "This strategy fills at the very close that gives its signal, at which nobody can trade. Set it to the next open or the next close, run it again, and deploy that run.",
};

type Begun = Omit<Ground, "datasetTitle" | "currency" | "isPlayed" | "sessions">;

async function ofRun(runId: string): Promise<Result<Begun>> {
  const run = await loadRun(runId);
  if (!run.ok) return run;
  const { strategy, datasetId, strategyName } = run.value;
  const { startMargin } = strategy.simulation;
  return ok({ name: strategyName, strategy, startMargin, datasetId, runId });
}

async function ofDeployment(id: string): Promise<Result<Begun>> {
  const stored = await loadDeployment(id);
  if (!stored.ok) return stored;
  const { head, runId = null } = stored.value.record;
  const strategy = parseStrategy(head.strategy);
  if (!strategy.ok) return strategy;
  return ok({
    name: `${head.name} (2)`,
    strategy: strategy.value,
    startMargin: head.startMargin,
    datasetId: head.dataset?.id ?? "",
    runId,
  });
}

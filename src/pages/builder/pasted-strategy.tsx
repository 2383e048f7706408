/** A strategy's JSON that was pasted into a field of the form: a look at it, then it is used here or kept as one of its own. */
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { useLocation } from "wouter";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { readSharedStrategy } from "#src/share/read-shared-strategy.ts";
import { noteOrigin } from "#src/storage/code-consent.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { importStrategy } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BuilderForm } from "./form-fields.tsx";
import { toFormValues } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { RULE_STEPS } from "./rules/line-check.ts";
import { deskOf } from "./rules/rule-desk.ts";
import styles from "./strategy-form.module.css";
import { StrategyPaste } from "./strategy-paste.ts";

interface PastedStrategyProps {
  readonly form: BuilderForm;
  /** What the form's strategy is simulated on; null for none. */
  readonly dataset: Dataset | null;
  readonly children: ReactNode;
}

export function PastedStrategy({ form, dataset, children }: PastedStrategyProps): ReactElement {
  const [read, setRead] = useState<Result<Strategy> | null>(null);
  const [take] = useState(() => async (text: string) => setRead(await readSharedStrategy(JSON.parse(text))));
  const close = () => setRead(null);
  return (
    <StrategyPaste value={take}>
      {children}
      {read?.ok === false && <RefusedDialog problem={read.problem} onClose={close} />}
      {read?.ok && <UseDialog form={form} dataset={dataset} strategy={read.value} onClose={close} />}
    </StrategyPaste>
  );
}

/** Where its code came from, as a person is told who is asked whether it may run. */
const ORIGIN = "pasted text";

interface UseDialogProps extends Pick<PastedStrategyProps, "form" | "dataset"> {
  readonly strategy: Strategy;
  readonly onClose: () => void;
}

function UseDialog({ form, dataset, strategy, onClose }: UseDialogProps): ReactElement {
  const showStatus = useStatus();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const currency = currencyOfExchange(strategy.scanner.exchange, dataset);
  const datasetId = form.getValues("datasetId");
  const fill = async () => {
    await noteOrigin(strategy.computed, ORIGIN);
    const act = fillForm(form, toFormValues(strategy, datasetId, currency));
    showStatus(`The form holds "${strategy.name}" now.`, { label: "Undo", act });
    onClose();
  };
  const keep = async () => {
    await noteOrigin(strategy.computed, ORIGIN);
    const stored = await importStrategy(strategy, datasetId);
    if (stored.ok) navigate(`/simulation-steps?id=${stored.value.id}&step=scanner`);
    else setProblem(stored.problem);
  };
  return (
    <Dialog
      title={`Use "${strategy.name}"?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => void keep()}>Keep as a new strategy</Button>
          <Button kind="primary" onClick={() => void fill()}>
            Use in this form
          </Button>
        </>
      }
    >
      <div className={styles["words"]}>
        {strategySentences(strategy, currency).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className={page["quiet"]}>
          In this form it takes the place of what you have typed; that can be undone.
        </p>
        {problem && <p role="alert">{problem.message}</p>}
      </div>
    </Dialog>
  );
}

function RefusedDialog({ problem, onClose }: { readonly problem: Problem; readonly onClose: () => void }) {
  const places = problem.details ?? [problem.message];
  return (
    <Dialog
      title="This strategy can't be used"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles["words"]}>
        <p>Correct this and paste it again:</p>
        {places.map((place) => (
          <p key={place}>{place}</p>
        ))}
      </div>
    </Dialog>
  );
}

/** @returns what puts back all that the form held */
function fillForm(form: BuilderForm, values: FormValues): () => void {
  const desk = deskOf(form);
  desk.settle();
  const before = structuredClone(form.getValues());
  const put = (all: FormValues) => {
    desk.settle();
    form.reset(all, { keepDefaultValues: true });
    for (const step of RULE_STEPS) desk.take(step, all.rules[step]);
  };
  put(values);
  return () => put(before);
}

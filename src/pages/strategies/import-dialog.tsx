import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { noteOrigin } from "#src/storage/code-consent.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { freeName } from "#src/storage/free-name.ts";
import { importStrategy } from "#src/storage/strategies.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import dialog from "#src/ui/dialog.module.css";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import type { Problem } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./import-dialog.module.css";

interface ImportDialogProps {
  readonly fileName: string;
  readonly strategy: Strategy;
  readonly taken: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** What a strategy file would bring, before anything of it is stored. */
export function ImportDialog({ fileName, strategy, taken, onClose }: ImportDialogProps): ReactElement {
  const showStatus = useStatus();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []); // rather than what can be opened above it
  const [problem, setProblem] = useState<Problem | null>(null);
  const datasets = useLiveQuery(listDatasets);
  const { exchange, instrumentType } = strategy.scanner;
  const fitting = datasets?.records.find((dataset) => fits(dataset, strategy));
  const currency = currencyOfExchange(exchange, fitting ?? null);
  const dataset = fitting ?? datasets?.records[0];
  const name = freeName(strategy.name, taken);
  const store = async () => {
    if (!dataset) return;
    await noteOrigin(strategy.computed, fileName);
    const stored = await importStrategy(strategy, dataset.id);
    if (!stored.ok) {
      setProblem(stored.problem);
      return;
    }
    showStatus(`"${stored.value.name}" was added to your strategies.`);
    onClose();
  };
  return (
    <Dialog
      title={`Import "${strategy.name}"?`}
      onClose={onClose}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={!dataset} onClick={() => void store()}>
            Import
          </Button>
        </>
      }
    >
      <div className={dialog["about"]}>
        <p className={page["soft"]}>From {fileName}</p>
        {strategySentences(strategy, currency).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Disclosure summary="All parameters">
          <StrategySummary strategy={strategy} currency={currency} />
        </Disclosure>
        {name !== strategy.name && (
          <p className={dialog["note"]}>
            There is a strategy of this name already: it is stored as "{name}".
          </p>
        )}
        {dataset && !fitting && (
          <p className={dialog["note"]}>
            No dataset on this device has {exchange} {instrumentType}. It can be imported and edited, but not
            simulated before you choose other data or import some.
          </p>
        )}
        {fitting && <p className={page["soft"]}>It will be simulated on: {fitting.title}</p>}
        {problem && (
          <p className={styles["problem"]} role="alert">
            {problem.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface RefusedDialogProps {
  readonly problem: Problem;
  readonly onClose: () => void;
  readonly onChoose: () => void;
}

interface OtherFileDialogProps {
  /** What the file is, and what to do with it. */
  readonly words: string;
  /** It may hold prices. */
  readonly isForData: boolean;
  readonly onClose: () => void;
  readonly onChoose: () => void;
}

/** Of a file that is none of those that are opened here. */
export function OtherFileDialog({ words, isForData, onClose, onChoose }: OtherFileDialogProps): ReactElement {
  return (
    <Dialog
      title="This file is opened elsewhere"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            onClick={() => {
              onClose();
              onChoose();
            }}
          >
            Choose another file
          </Button>
          {isForData && (
            <Link href="/data" className={buttonClass("primary")}>
              Go to the Data screen
            </Link>
          )}
        </>
      }
    >
      <div className={dialog["about"]}>
        <p>{words}</p>
      </div>
    </Dialog>
  );
}

/** Why a file is no strategy, with everything that is wrong with it. */
export function RefusedDialog({ problem, onClose, onChoose }: RefusedDialogProps): ReactElement {
  const details = problem.details ?? [];
  return (
    <Dialog
      title="This file can't be imported"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            onClick={() => {
              onClose();
              onChoose();
            }}
          >
            Choose another file
          </Button>
        </>
      }
    >
      <div className={dialog["about"]}>
        {details.length > 1 ? (
          <>
            <p>These places are wrong. Correct them and import the strategy again.</p>
            <ul className={styles["details"]}>
              {details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>{problem.message}</p>
        )}
      </div>
    </Dialog>
  );
}

function fits({ exchanges, instrumentTypes }: Dataset, { scanner }: Strategy): boolean {
  return exchanges.includes(scanner.exchange) && instrumentTypes.includes(scanner.instrumentType);
}

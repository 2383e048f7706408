/** How to run a strategy from Python, R, JavaScript and the command line, on one's own machine: the code for the strategy of the URL. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import { CodeBlock } from "#src/ui/code-block.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { Segmented } from "#src/ui/segmented.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./api-page.module.css";
import { codeFor, LANGUAGES } from "./strategy-code.ts";
import type { Language } from "./strategy-code.ts";
import { WhereItRuns } from "./where-it-runs.tsx";

export function ApiPage(): ReactElement | null {
  const [params, setParams] = useSearchParams();
  const [language, setLanguage] = useState<Language>("python");
  const stored = useLiveQuery(listStrategies);
  if (!stored) return null;
  const records = [...stored.records, ...SAMPLE_STRATEGIES];
  const asked = params.get("strategy");
  const record = records.find(({ id }) => id === asked) ?? records[0];
  if (!record) return null;
  const options = [
    ...stored.records.map(({ id, name }) => ({ value: id, label: name })),
    ...SAMPLE_STRATEGIES.map(({ id, name }, place) => ({
      value: id,
      label: `${name} (built-in ${place + 1})`,
    })),
  ];
  return (
    <div className={page["coded"]}>
      <PageHeading
        title="API"
        lead="The engine of this page from Python, R, JavaScript and the command line. It runs on your own machine, and nothing leaves it: the same strategy on the same prices gives the same result, to the last digit."
      />
      <Panel title="1. Start the server">
        <div className={page["parts"]}>
          <p>
            In the project’s folder, with Node 20.19 or newer. It answers on this machine only, and only to
            programs that know its token; the clients find both by themselves.
          </p>
          <CodeBlock name="Server" code={"npm ci\nnpm run --silent serve -- --data prices"} />
          <p className={page["soft"]}>
            <code>prices</code> is a folder of price files, as <Link href="/data">the page Data</Link> reads
            them. To have a dataset of this page there, export it on that page and put the archive in the
            folder. Without files of your own, take <code>--data datasets/demo</code>.
          </p>
        </div>
      </Panel>
      <Panel title="2. Run this strategy">
        <div className={page["parts"]}>
          <SelectField
            label="Strategy"
            className={styles["choice"] ?? ""}
            options={options}
            value={record.id}
            onChange={({ target }) => setParams({ strategy: target.value }, { replace: true })}
          />
          <Segmented
            legend="Language"
            choices={LANGUAGES.map((value) => ({ value, label: codeFor(value, record.strategy).label }))}
            chosen={language}
            onChoose={setLanguage}
          />
          <Program language={language} strategy={record.strategy} />
        </div>
      </Panel>
      <WhereItRuns />
    </div>
  );
}

interface ProgramProps {
  readonly language: Language;
  readonly strategy: Strategy;
}

function Program({ language, strategy }: ProgramProps): ReactElement {
  const { label, install, file, code, start } = codeFor(language, strategy);
  return (
    <>
      {(strategy.computed?.length ?? 0) > 0 && (
        <p>
          This strategy has numbers from code of its own. They run only where the server was started with{" "}
          <code>--allow-code</code>: read them first.
        </p>
      )}
      <CodeBlock name={`Install for ${label}`} code={install} />
      <CodeBlock name={`${label} program`} file={file} code={code} />
      <CodeBlock name={`Start in ${label}`} code={start} />
      <p className={page["soft"]}>{NOTES[language]}</p>
    </>
  );
}

const NOTES: Readonly<Record<Language, string>> = {
  python:
    "A run shows its progress in terminals and notebooks, and Ctrl-C cancels it. signals(df) sends a model’s own numbers, sweep(strategy, axes) runs many variants; the client’s README shows both.",
  r: "Needs the packages jsonlite and curl. tm_signals sends a model’s own numbers, tm_sweep runs many variants; the client’s README shows both.",
  javascript:
    "For Node, Deno and Bun, with types. A program for Node can have the engine in itself, without a server: npm pack in the project’s folder makes the package tidemark.",
  shell: "No server is needed for this one. Without --out it prints a summary.",
};

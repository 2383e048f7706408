/** Name, language and source of one number, with what comes of it on an instrument. */
import { useContext, useEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { BarsHelp } from "#src/code/bars-help.tsx";
import { LANGUAGE_NAMES, languageNamed } from "#src/code/bars-table.ts";
import { CodeField } from "#src/code/code-field.tsx";
import type { SourceFault } from "#src/code/code-field.tsx";
import { LoadPython, PythonNote, usePythonLoad } from "#src/code/python-note.tsx";
import { useConsent } from "#src/code/use-consent.ts";
import type { Consent } from "#src/code/use-consent.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { LANGUAGES } from "#workers/model/computed-field.ts";
import { DatasetNames } from "../dataset-names.ts";
import type { BuilderForm } from "../form-fields.tsx";
import { inLanguage } from "./number-list.ts";
import styles from "./own-numbers.module.css";
import { tryable } from "./own-numbers.ts";
import type { NumberProblem, OwnNumber } from "./own-numbers.ts";
import { TryPanel } from "./try-panel.tsx";
import { useTried } from "./use-tried.ts";

interface OwnNumberEditorProps {
  readonly number: OwnNumber;
  readonly problems: readonly NumberProblem[];
  readonly form: BuilderForm;
  readonly dataset: Dataset | null;
  readonly onChange: (number: OwnNumber) => void;
}

export function OwnNumberEditor(props: OwnNumberEditorProps): ReactElement {
  const { number, problems, form, dataset, onChange } = props;
  const { name, language, source } = number;
  const names = useContext(DatasetNames);
  const facts = useMemo(() => [...(names.facts ?? []), ...(names.signals ?? [])], [names]);
  const field = tryable(number);
  const consent = useConsent(field);
  const isPython = field.language === "python";
  const python = usePythonLoad(isPython);
  const tried = useTried(field, consent.isAllowed === true && python.mayStart, form, dataset);
  const write = (after: OwnNumber) => {
    consent.write(tryable(after));
    onChange(after);
  };
  const ofPart = (part: NumberProblem["part"]) => problems.find((one) => one.part === part)?.message;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  const tooLong = ofPart("source");
  const fault: SourceFault | null = tooLong === undefined ? tried.fault : { message: tooLong };
  return (
    <div className={styles["editor"]} ref={place}>
      <div className={styles["pair"]}>
        <TextField
          label="Name"
          value={name}
          spellCheck={false}
          hint="Rules use the number by this name, in any case of letters."
          error={ofPart("name")}
          onChange={(event) => onChange({ ...number, name: event.target.value })}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()} // the form would go on to its next step
        />
        <SelectField
          label="Language"
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          error={ofPart("language")}
          onChange={(event) => write(inLanguage(number, event.target.value))}
        />
      </div>
      <CodeField
        label={`Code of ${name.trim() || "the number"}`}
        source={source}
        language={languageNamed(language)}
        facts={facts}
        fault={fault}
        onChange={(text) => write({ ...number, source: text })}
      />
      {isPython && <PythonNote className={page["soft"]} />}
      {consent.isAllowed === true && python.ask && <LoadPython ask={python.ask} />}
      <Disclosure summary="What bars has">{() => <BarsHelp language={languageNamed(language)} />}</Disclosure>
      {consent.isAllowed === false && <ConsentNote consent={consent} />}
      <TryPanel tried={tried} name={name.trim() || "The number"} form={form} dataset={dataset} />
    </div>
  );
}

/** Asks once whether code that came from elsewhere may run on this device. It is shown above: a person can read it first. */
function ConsentNote({ consent }: { readonly consent: Consent }): ReactElement {
  const { from, problem, allow } = consent;
  const origin = from === null ? "This code was not written on this device." : `This code came from ${from}.`;
  return (
    <NoteBanner
      message={`${origin} It does not run here before you allow it: read it first. It runs shut off from the network, your data and the rest of the app.`}
    >
      <Button onClick={() => void allow()}>Allow this code to run</Button>
      {problem && <p>{problem.message}</p>}
    </NoteBanner>
  );
}

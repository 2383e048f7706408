/** The last step of an import: its name, and what holds for instruments that the files don't describe. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { currencyOfExchange } from "#src/format/money.ts";
import { countOf } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import type { DefaultsGuess, DryRun, Guess } from "#workers/model/import-plan.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { EXCHANGES, INSTRUMENT_TYPES } from "#workers/model/strategy.ts";
import { suggestedTitle } from "./chosen-files.ts";
import { defaultsByFile, defaultsSets } from "./instrument-defaults.ts";
import type { DefaultsSet } from "./instrument-defaults.ts";
import styles from "./import.module.css";
import { aimAt, commitImport, dismissImport } from "./import-store.ts";
import type { ImportDraft, ImportTarget } from "./import-store.ts";

const EXCHANGE_OPTIONS = EXCHANGES.map((value) => ({ value, label: value }));
const TYPE_OPTIONS = [...INSTRUMENT_TYPES, INDEX_TYPE].map((value) => ({ value, label: value }));
const CURRENCIES = ["INR", "USD", "EUR", "GBP", "JPY"];

interface CommitFormProps {
  readonly plan: ImportDraft;
  /** Datasets that the files can be added to. */
  readonly targets: readonly ImportTarget[];
  readonly dryRun: DryRun;
  readonly isLooking: boolean;
}

export function CommitForm({ plan, targets, dryRun, isLooking }: CommitFormProps): ReactElement {
  const [title, setTitle] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<string, Partial<InstrumentDefaults>>>(new Map());
  const hasPrices = dryRun.files.some(({ kind, verdict }) => kind === "prices" && verdict !== "refuse");
  const suggestion = suggestedTitle(plan.files);
  const sets = defaultsSets(plan, dryRun);
  const open = dryRun.files.filter(
    ({ verdict, file }) => verdict === "ask" && !plan.leftOut.has(file),
  ).length;
  const isSame = dryRun.before !== null && dryRun.before.digest === dryRun.planned.digest;
  const canImport = open === 0 && !isLooking && dryRun.planned.bars > 0 && !isSame;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canImport) void commitImport(title.trim() || suggestion, defaultsByFile(sets, chosen));
  };
  const fieldsOf = (set: DefaultsSet) => (
    <DefaultsFields
      key={set.key}
      guess={set.guess}
      value={{ ...set.value, ...chosen.get(set.key) }}
      onChange={(change) => setChosen(new Map(chosen).set(set.key, { ...chosen.get(set.key), ...change }))}
    />
  );
  return (
    <form className={styles["stack"]} onSubmit={submit} noValidate>
      <div className={styles["grid"]}>
        {targets.length > 0 && (
          <SelectField
            label="Goes to"
            options={[
              { value: "", label: "A new dataset" },
              ...targets.map(({ id, title: label }) => ({ value: id, label })),
            ]}
            value={plan.target?.id ?? ""}
            onChange={(event) => void aimAt(targets.find(({ id }) => id === event.target.value) ?? null)}
          />
        )}
        {!plan.target && (
          <TextField
            label="Name of the dataset"
            value={title}
            placeholder={suggestion}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        {sets.length === 1 && hasPrices && sets.map((set) => fieldsOf(set))}
      </div>
      {sets.length > 1 &&
        sets.map((set) => (
          <fieldset key={set.key} className={styles["set"]}>
            <legend className={styles["setTitle"]}>{set.title}</legend>
            <div className={styles["grid"]}>{fieldsOf(set)}</div>
          </fieldset>
        ))}
      <div className={styles["actions"]}>
        <Button type="submit" kind="primary" disabled={!canImport}>
          {importLabel(plan, dryRun)}
        </Button>
        <Button kind="quiet" onClick={dismissImport}>
          Put the files away
        </Button>
        <output className={styles["soft"]}>{isLooking ? "Looking again..." : hintFor(open, isSame)}</output>
      </div>
    </form>
  );
}

function importLabel({ target }: ImportDraft, { files, planned }: DryRun): string {
  if (target) return `Add to ${target.title}`;
  const isPart = planned.files > 0 && files.some(({ verdict }) => verdict !== "ok");
  return isPart ? `Import ${countOf(planned.files, "file")}` : "Import";
}

function hintFor(open: number, isSame: boolean): string {
  if (open > 0)
    return `First answer what is asked of ${countOf(open, "file")}, or leave ${open === 1 ? "it" : "them"} out.`;
  return isSame ? "The dataset has all of this already." : "";
}

interface DefaultsFieldsProps {
  readonly guess: DefaultsGuess;
  readonly value: InstrumentDefaults;
  readonly onChange: (change: Partial<InstrumentDefaults>) => void;
}

function DefaultsFields({ guess, value, onChange }: DefaultsFieldsProps): ReactElement {
  return (
    <>
      <SelectField
        label="Exchange"
        options={EXCHANGE_OPTIONS}
        value={value.exchange}
        hint={hintOf(guess.exchange)}
        onChange={(event) => onChange({ exchange: event.target.value })}
      />
      <SelectField
        label="Instrument type"
        options={TYPE_OPTIONS}
        value={value.instrumentType}
        hint={hintOf(guess.instrumentType)}
        onChange={(event) => onChange({ instrumentType: event.target.value })}
      />
      <SelectField
        label="Currency"
        options={[
          { value: "", label: `The exchange's own (${currencyOfExchange(value.exchange)})` },
          ...CURRENCIES.map((one) => ({ value: one, label: one })),
        ]}
        value={value.currency}
        hint={hintOf(guess.currency)}
        onChange={(event) => onChange({ currency: event.target.value })}
      />
    </>
  );
}

function hintOf(guess: Guess | null): string {
  return guess ? `A guess, from ${guess.from}.` : "The files don't say it.";
}

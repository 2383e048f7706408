/** The last step of an import: its name, and what holds for instruments that the files don't describe. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { CheckField, SelectField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { DryRun, ImportFile } from "#workers/model/import-plan.ts";
import { isBlank } from "#workers/model/ink.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { suggestedTitle } from "./chosen-files.ts";
import { DefaultsFields } from "./defaults-fields.tsx";
import { defaultsByFile } from "./instrument-defaults.ts";
import type { DefaultsSet } from "./instrument-defaults.ts";
import styles from "./import.module.css";
import { aimAt, answer, commitImport, dismissImport, forgetAnswers, replaceFacts } from "./import-store.ts";
import type { ImportDraft, ImportTarget } from "./import-store.ts";
import type { Asked, ChosenDefaults } from "./use-defaults.ts";

interface CommitFormProps {
  readonly plan: ImportDraft;
  /** Datasets that the files can be added to. */
  readonly targets: readonly ImportTarget[];
  readonly dryRun: DryRun;
  readonly defaults: ChosenDefaults;
  readonly isLooking: boolean;
}

export function CommitForm({ plan, targets, dryRun, defaults, isLooking }: CommitFormProps): ReactElement {
  const [title, setTitle] = useState("");
  const { hasPrices, sets, chosen } = defaults;
  const suggestion = suggestedTitle(pricedFiles(plan, dryRun), {
    instruments: dryRun.planned.instruments,
    exchanges: exchangesOf(sets, chosen),
  });
  const asked = defaults.open.find(({ about }) => about === "exchange") ?? defaults.open[0] ?? null;
  const open = dryRun.files.filter(
    ({ verdict, file }) => verdict === "ask" && !plan.leftOut.has(file),
  ).length;
  const isSame = dryRun.before !== null && dryRun.before.digest === dryRun.planned.digest;
  const canImport = open === 0 && asked === null && !isLooking && dryRun.planned.bars > 0 && !isSame;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canImport)
      void commitImport(isBlank(title) ? suggestion : title.trim(), defaultsByFile(sets, chosen));
  };
  const fieldsOf = (set: DefaultsSet) => (
    <DefaultsFields
      key={set.key}
      set={set}
      value={{ ...set.value, ...chosen.get(set.key) }}
      isSaid={set.files.some((file) => plan.answers.get(file)?.figures === "rate")}
      onChange={(change) => defaults.choose(set.key, change)}
      onRates={(areRates) =>
        void (areRates ? answer(set.files, { figures: "rate" }) : forgetAnswers(set.files, "figures"))
      }
      onSplit={() => defaults.split(set.key)}
    />
  );
  return (
    <form className={page["parts"]} onSubmit={submit} noValidate>
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
            <legend className={styles["setTitle"]}>{shownName(set.title)}</legend>
            <div className={styles["grid"]}>{fieldsOf(set)}</div>
          </fieldset>
        ))}
      {plan.target && dryRun.factFiles.length > 0 && <ReplaceFacts plan={plan} />}
      <div className={styles["actions"]}>
        <Button type="submit" kind="primary" disabled={!canImport}>
          {importLabel(plan, dryRun)}
        </Button>
        <Button kind="quiet" onClick={dismissImport}>
          Discard the files
        </Button>
        <output className={styles["soft"]}>
          {isLooking ? "Looking again..." : shown(hintFor(open, asked, isSame))}
        </output>
      </div>
    </form>
  );
}

/** The files that a dataset is named after: those with prices, not lists or facts beside them. */
function pricedFiles({ files, leftOut }: ImportDraft, dryRun: DryRun): readonly ImportFile[] {
  const priced = dryRun.files.filter(
    ({ file, kind, verdict }) => kind === "prices" && verdict !== "refuse" && !leftOut.has(file),
  );
  const named = files.filter(({ name }) =>
    priced.some(({ file }) => file === name || file.startsWith(`${name}/`)),
  );
  return named.length > 0 ? named : files;
}

/** The exchanges that were guessed or chosen, those of rates aside; a set that has none yet is a question. */
function exchangesOf(
  sets: readonly DefaultsSet[],
  chosen: ReadonlyMap<string, Partial<InstrumentDefaults>>,
): readonly string[] {
  const known = sets
    .filter(({ value }) => value.instrumentType !== RATE_TYPE)
    .map(({ key, value }) => chosen.get(key)?.exchange ?? value.exchange);
  return [...new Set(known)].filter((exchange) => exchange !== "");
}

function ReplaceFacts({ plan }: { readonly plan: ImportDraft }): ReactElement {
  return (
    <CheckField
      label="Replace the dataset's facts"
      hint="Deletes the facts and signals that it has now, and the adjusted closes made from its corporate actions. Otherwise the values that it already has for a day stay."
      checked={plan.dropsFacts === true}
      onChange={(event) => void replaceFacts(event.target.checked)}
    />
  );
}

function importLabel({ target }: ImportDraft, { files, planned }: DryRun): string {
  if (target) return `Add to ${shownName(target.title)}`;
  const isPart = planned.files > 0 && files.some(({ verdict }) => verdict !== "ok");
  return isPart ? `Import ${countOf(planned.files, "file")}` : "Import";
}

/** @param asked - exchanges come before currencies, which they may tell */
function hintFor(open: number, asked: Asked | null, isSame: boolean): string {
  if (open > 0)
    return `First answer the questions about ${countOf(open, "file")}, or leave ${open === 1 ? "it" : "them"} out.`;
  if (asked) {
    const { title, files } = asked.of;
    return asked.about === "exchange"
      ? `First say on which exchange ${title} ${files.length === 1 ? "is" : "are"} traded.`
      : `First say in which currency the prices of ${title} are.`;
  }
  return isSame ? "The dataset has all of this already." : "";
}

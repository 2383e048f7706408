/** Chooses price files and says what holds for instruments that the files don't describe. */
import { useState } from "react";
import type { DragEvent, FormEvent, ReactElement } from "react";
import { currencyOfExchange } from "#src/format/money.ts";
import { countOf, formatBytes } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { INDEX_TYPE } from "#workers/model/market.ts";
import { EXCHANGES, INSTRUMENT_TYPES } from "#workers/model/strategy.ts";
import { choosePriceFiles, filesOfDrop } from "./chosen-files.ts";
import type { ChosenFiles } from "./chosen-files.ts";
import styles from "./datasets-page.module.css";
import { startImport } from "./import-store.ts";

const NOTHING_CHOSEN: ChosenFiles = { files: [], ignored: 0 };
const EXCHANGE_OPTIONS = EXCHANGES.map((value) => ({ value, label: value }));
const TYPE_OPTIONS = [...INSTRUMENT_TYPES, INDEX_TYPE].map((value) => ({ value, label: value }));
const CURRENCIES = ["INR", "USD", "EUR", "GBP", "JPY"];

export function ImportForm(): ReactElement {
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const [title, setTitle] = useState("");
  const [exchange, setExchange] = useState<string>("NSE");
  const [instrumentType, setInstrumentType] = useState<string>("EQUITY");
  const [currency, setCurrency] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = title.trim() || suggestedTitle(chosen.files);
    void startImport({ title: name, files: chosen.files, defaults: { exchange, instrumentType, currency } });
  };
  return (
    <form className={styles["stack"]} onSubmit={submit} noValidate>
      <FileChooser chosen={chosen} onChoose={(files) => setChosen(choosePriceFiles(files))} />
      <div className={styles["grid"]}>
        <TextField
          label="Name of the dataset"
          value={title}
          placeholder={suggestedTitle(chosen.files)}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SelectField
          label="Exchange"
          options={EXCHANGE_OPTIONS}
          value={exchange}
          hint="Where instruments.csv names none."
          onChange={(event) => setExchange(event.target.value)}
        />
        <SelectField
          label="Instrument type"
          options={TYPE_OPTIONS}
          value={instrumentType}
          hint="Where instruments.csv names none."
          onChange={(event) => setInstrumentType(event.target.value)}
        />
        <SelectField
          label="Currency"
          options={[
            { value: "", label: `The exchange's own (${currencyOfExchange(exchange)})` },
            ...CURRENCIES.map((value) => ({ value, label: value })),
          ]}
          value={currency}
          hint="Where instruments.csv names none."
          onChange={(event) => setCurrency(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" kind="primary" disabled={chosen.files.length === 0}>
          Import
        </Button>
      </div>
    </form>
  );
}

interface FileChooserProps {
  readonly chosen: ChosenFiles;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Files, a folder, or either dropped here. */
function FileChooser({ chosen, onChoose }: FileChooserProps): ReactElement {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOfDrop(event.dataTransfer).then(onChoose);
  };
  return (
    // Dropping is a short cut; the two inputs inside do the same for keyboards and screen readers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={classNames(styles["drop"], isOver && styles["over"])}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className={styles["legend"]}>Price files</legend>
      <p className={styles["soft"]}>
        Columns: symbol, date, open, high, low, close, volume; if there are some also adjClose, marketCap,
        sharesOutstanding. Without a symbol column the file's name is the symbol. An instruments.csv beside
        them may name companies, exchanges and currencies. Drop files or a folder here, or choose:
      </p>
      <div className={styles["choosers"]}>
        <label className={styles["chooser"]}>
          Files
          <input
            type="file"
            multiple
            accept=".csv,.txt,.tsv,.gz,.zip,text/csv"
            onChange={(event) => onChoose(Array.from(event.target.files ?? []))}
          />
        </label>
        <label className={styles["chooser"]}>
          A folder
          <input
            type="file"
            ref={chooseFolders}
            onChange={(event) => onChoose(Array.from(event.target.files ?? []))}
          />
        </label>
      </div>
      <output>{describeChoice(chosen)}</output>
    </fieldset>
  );
}

/** React knows no such attribute; the DOM's property does the same. */
function chooseFolders(input: HTMLInputElement | null): void {
  if (input) input.webkitdirectory = true;
}

function describeChoice({ files, ignored }: ChosenFiles): string {
  if (files.length === 0)
    return ignored === 0
      ? "Nothing chosen yet."
      : "None of these files is a price file: their names end in .csv, .txt, .tsv, .gz or .zip.";
  const bytes = files.reduce((total, file) => total + file.size, 0);
  const others = ignored === 0 ? "" : `; ${countOf(ignored, "other file")} left aside`;
  return `${countOf(files.length, "price file")} chosen, ${formatBytes(bytes)}${others}.`;
}

/** The folder's name where there is one, else the first file's, without its endings. */
function suggestedTitle(files: readonly File[]): string {
  const [first] = files;
  if (!first) return "My prices";
  const folder = first.webkitRelativePath.split("/")[0];
  return folder || first.name.replace(/\.(csv|txt|tsv|gz|zip)/gi, "");
}

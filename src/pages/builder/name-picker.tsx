/** Names picked out of a long list: those chosen in a row, and below a search the ones that fit. */
import { useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { countOf, formatCount } from "#src/format/number.ts";
import { CheckField, TextField } from "#src/ui/field.tsx";
import { CloseIcon } from "#src/ui/icons.tsx";
import page from "#src/ui/page.module.css";
import styles from "./limit-fields.module.css";

export interface PickedName {
  readonly value: string;
  /** What it is called besides; "" for nothing. */
  readonly words: string;
}

interface NamePickerProps {
  readonly noun: "symbol" | "sector";
  /** null while it is not known what there is. */
  readonly offered: readonly PickedName[] | null;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly error: string | undefined;
}

/** Names, as many as a person looks through; a search finds the others. */
const MOST_SHOWN = 40;

export function NamePicker({ noun, offered, chosen, onChoose, error }: NamePickerProps): ReactElement {
  const [typed, setTyped] = useState("");
  const fitting = (offered ?? []).filter((name) => fits(name, typed));
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const addTyped = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the form would go on to its next step
    const named = namedIn(typed, offered ?? []);
    const found = named.length > 0 || fitting.length !== 1 ? named : fitting;
    if (found.length === 0) return;
    onChoose([...new Set([...chosen, ...found.map(({ value }) => value)])]);
    setTyped("");
  };
  return (
    <div className={styles["picker"]}>
      <Chosen noun={noun} offered={offered} chosen={chosen} onRemove={toggle} />
      <TextField
        type="search"
        label={offered === null ? `Find a ${noun}` : `Find among ${countOf(offered.length, noun)}`}
        hint={hintOf(offered, noun)}
        error={error}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={addTyped}
      />
      {fitting.length > 0 && (
        <fieldset className={styles["offered"]} aria-label={`${noun}s of the data`}>
          {fitting.slice(0, MOST_SHOWN).map(({ value, words }) => (
            <CheckField
              key={value}
              label={words === "" || words === value ? value : `${value}, ${words}`}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
          ))}
        </fieldset>
      )}
      {fitting.length > MOST_SHOWN && (
        <p className={page["small"]}>
          {formatCount(fitting.length - MOST_SHOWN)} more: type a part of the name.
        </p>
      )}
      {offered !== null && offered.length > 0 && fitting.length === 0 && (
        <p className={page["small"]}>No {noun} of this data is called that.</p>
      )}
    </div>
  );
}

interface ChosenProps extends Pick<NamePickerProps, "noun" | "offered" | "chosen"> {
  readonly onRemove: (value: string) => void;
}

function Chosen({ noun, offered, chosen, onRemove }: ChosenProps): ReactElement | null {
  if (chosen.length === 0) return null;
  const known = offered && new Set(offered.map(({ value }) => value));
  return (
    <ul className={styles["chosen"]} aria-label={`Chosen ${noun}s`}>
      {chosen.map((value) => (
        <li key={value} className={styles["chip"]}>
          <bdi>{value}</bdi>
          {known?.has(value) === false && <span className={page["small"]}>not in this data</span>}
          <button
            type="button"
            className={styles["remove"]}
            aria-label={`Remove ${value}`}
            onClick={() => onRemove(value)}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}

function hintOf(offered: readonly PickedName[] | null, noun: string): string {
  if (offered === null) return "Its list is there once the prices are read.";
  return offered.length === 0
    ? `This data names no ${noun}.`
    : "Enter takes what is typed, several with commas between them.";
}

function fits({ value, words }: PickedName, typed: string): boolean {
  const part = typed.trim().toLowerCase();
  return value.toLowerCase().includes(part) || words.toLowerCase().includes(part);
}

/** Those that are written out, in any case of letters: all of the text as one, or its parts between commas. */
function namedIn(typed: string, offered: readonly PickedName[]): readonly PickedName[] {
  const find = (text: string) =>
    offered.filter(({ value }) => value.toLowerCase() === text.trim().toLowerCase());
  const whole = find(typed);
  return whole.length > 0 ? whole : typed.split(/[,;\n]/).flatMap(find);
}

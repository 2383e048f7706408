import { useRef } from "react";
import type { ReactElement } from "react";
import { countOf, formatCount } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { usePageKeys } from "#src/ui/page-keys.ts";
import { isFiltering, NO_FILTER } from "./run-filter.ts";
import type { Choice, FilterChoices, RunFilter } from "./run-filter.ts";
import styles from "./runs-page.module.css";

interface RunControlsProps {
  readonly filter: RunFilter;
  readonly choices: FilterChoices;
  readonly shown: number;
  readonly total: number;
  readonly onChange: (filter: RunFilter) => void;
}

/** What to look for in the runs, and how many there are. */
export function RunControls({ filter, choices, shown, total, onChange }: RunControlsProps): ReactElement {
  const search = useRef<HTMLInputElement>(null);
  usePageKeys({ "/": () => search.current?.focus() });
  const choose = (name: keyof RunFilter) => (event: { readonly target: { readonly value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  return (
    <search className={styles["controls"]}>
      <TextField
        label="Search"
        type="search"
        placeholder="Strategy, data, tag or note"
        ref={search}
        value={filter.text}
        onChange={choose("text")}
      />
      <SelectField
        label="Strategy"
        options={withAll("All strategies", choices.strategies, filter.strategy)}
        value={filter.strategy}
        onChange={choose("strategy")}
      />
      <SelectField
        label="Data"
        options={withAll("All data", choices.datasets, filter.dataset)}
        value={filter.dataset}
        onChange={choose("dataset")}
      />
      <SelectField
        label="Tag"
        options={withAll("All tags", choices.tags, filter.tag)}
        value={filter.tag}
        onChange={choose("tag")}
      />
      <div className={styles["found"]}>
        <output>
          {isFiltering(filter) ? `${formatCount(shown)} of ${countOf(total, "run")}` : countOf(total, "run")}
        </output>
        {isFiltering(filter) && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              onChange(NO_FILTER);
              search.current?.focus();
            }}
          >
            Show all
          </Button>
        )}
      </div>
    </search>
  );
}

/** What the address asks for stays a choice, though no run has it any more. */
function withAll(all: string, choices: readonly Choice[], chosen: string): readonly Choice[] {
  const isKnown = chosen === "" || choices.some(({ value }) => value === chosen);
  const gone = isKnown ? [] : [{ value: chosen, label: "Data that is no longer here" }];
  return [{ value: "", label: all }, ...choices, ...gone];
}

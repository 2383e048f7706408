import { useRef } from "react";
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { usePageKeys } from "#src/ui/page-keys.ts";
import type { SortKey } from "./arrange.ts";
import styles from "./strategies-page.module.css";

/** What a person asked of the list. */
export interface ListView {
  readonly query: string;
  readonly sort: SortKey;
}

interface ListControlsProps {
  readonly view: ListView;
  readonly shown: number;
  readonly total: number;
  readonly onChange: (view: ListView) => void;
}

const SORTS = [
  { value: "updated", label: "Last updated" },
  { value: "name", label: "Name" },
  { value: "growth", label: "Total growth" },
] as const;

/** Search and order of a list that has grown long. */
export function ListControls({ view, shown, total, onChange }: ListControlsProps): ReactElement {
  const search = useRef<HTMLInputElement>(null);
  usePageKeys({ "/": () => search.current?.focus() });
  const isFiltered = view.query.trim() !== "";
  return (
    <search className={styles["controls"]}>
      <TextField
        label="Search by name"
        type="search"
        ref={search}
        value={view.query}
        onChange={(event) => onChange({ ...view, query: event.target.value })}
      />
      <SelectField
        label="Sort by"
        options={SORTS}
        value={view.sort}
        onChange={(event) => {
          const chosen = SORTS.find(({ value }) => value === event.target.value);
          if (chosen) onChange({ ...view, sort: chosen.value });
        }}
      />
      <div className={styles["found"]}>
        <output>
          {isFiltered &&
            (shown === 0
              ? "No strategy has this name."
              : `${shown} of ${countOf(total, "strategy", "strategies")}`)}
        </output>
        {isFiltered && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              onChange({ ...view, query: "" });
              search.current?.focus();
            }}
          >
            Clear the search
          </Button>
        )}
      </div>
    </search>
  );
}

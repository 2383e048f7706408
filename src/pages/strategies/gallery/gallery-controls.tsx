import { useRef } from "react";
import type { ReactElement } from "react";
import { countOf, formatCount } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import type { DataChoice } from "#src/run/data-choices.ts";
import { KIND_NAMES } from "./filter-templates.ts";
import { DATA, KIND, SEARCH } from "#src/app/gallery-address.ts";
import styles from "./gallery.module.css";

interface GalleryControlsProps {
  readonly kind: string;
  readonly query: string;
  /** Key of a choice, which may be gone by now. */
  readonly data: string;
  readonly choices: readonly DataChoice[];
  readonly shown: number;
  readonly total: number;
  /** @param name - of the address's parameter */
  readonly onChange: (name: string, value: string) => void;
}

const KINDS = [
  { value: "", label: "All kinds" },
  ...Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label })),
];

/** What to look for in the gallery, on which data, and how much was found. */
export function GalleryControls(props: GalleryControlsProps): ReactElement {
  const { kind, query, data, choices, shown, total, onChange } = props;
  const search = useRef<HTMLInputElement>(null);
  const known = choices.map(({ key, label }) => ({ value: key, label }));
  const isKnown = known.some(({ value }) => value === data);
  return (
    <search className={styles["controls"]}>
      <TextField
        label="Search the templates"
        type="search"
        placeholder="Name, idea, source, data"
        ref={search}
        value={query}
        onChange={(event) => onChange(SEARCH, event.target.value)}
      />
      <SelectField
        label="Kind"
        options={KINDS}
        value={kind}
        onChange={(event) => onChange(KIND, event.target.value)}
      />
      <SelectField
        label="Data"
        options={isKnown ? known : [{ value: data, label: "Data that is no longer here" }, ...known]}
        value={data}
        onChange={(event) => onChange(DATA, event.target.value)}
      />
      <div className={styles["found"]}>
        <output>
          {shown === total
            ? countOf(total, "template")
            : `${formatCount(shown)} of ${countOf(total, "template")}`}
        </output>
        {query !== "" && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              onChange(SEARCH, "");
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

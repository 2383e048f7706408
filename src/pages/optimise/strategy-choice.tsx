import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./optimise-page.module.css";

/** Where the address names no strategy: which one? A person's own, the last updated first, then the built-in ones. */
export function StrategyChoice(): ReactElement | null {
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<string | null>(null);
  const stored = useLiveQuery(listStrategies);
  if (!stored) return null;
  const options = [
    ...stored.records.map(({ id, name }) => ({ value: id, label: name })),
    ...SAMPLE_STRATEGIES.map(({ id, name }, place) => ({
      value: id,
      label: `${name} (built-in ${place + 1})`,
    })),
  ];
  const value = chosen ?? options[0]?.value ?? "";
  return (
    <div className={page["parts"]}>
      <PageHeading
        title="Optimise"
        lead="Tries many variants of a strategy: one or two of its settings over a range, as a map of what came of each."
      />
      <Panel title="Which strategy?">
        <form
          className={styles["choice"]}
          onSubmit={(event) => {
            event.preventDefault();
            navigate(`/optimise?strategy=${encodeURIComponent(value)}`);
          }}
        >
          <SelectField
            label="Strategy"
            options={options}
            value={value}
            onChange={({ target }) => setChosen(target.value)}
          />
          <Button type="submit" kind="primary">
            Choose its settings
          </Button>
        </form>
      </Panel>
    </div>
  );
}

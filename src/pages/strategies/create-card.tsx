import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { useLocation } from "wouter";
import { createStrategy } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./strategies-page.module.css";
import { isBlank } from "#workers/model/ink.ts";

/** Names a strategy, stores it as a draft and opens the builder with it. */
export function CreateCard(): ReactElement {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const created = await createStrategy(name.trim()).finally(() => setBusy(false));
    if (created.ok) navigate(`/simulation-steps?id=${created.value.id}&step=scanner`);
    else
      setError(
        created.problem.place === "name"
          ? "The name may have at most 120 characters."
          : created.problem.message,
      );
  };
  return (
    <Panel title="Create a Strategy">
      <form className={styles["create"]} onSubmit={(event) => void begin(event)} noValidate>
        <TextField
          label="Strategy name"
          placeholder="Enter strategy name"
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" kind="primary" disabled={busy || isBlank(name)}>
          BEGIN
        </Button>
      </form>
    </Panel>
  );
}

import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { useLocation } from "wouter";
import { BEGIN_PORTFOLIO, GALLERY } from "#src/app/gallery-address.ts";
import { createStrategy } from "#src/storage/strategies.ts";
import type { Beginning } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./strategies-page.module.css";
import { isBlank } from "#workers/model/ink.ts";

const BEGINNINGS = [
  { value: "built-in", label: "The built-in rules" },
  { value: "empty", label: "Empty: no rules" },
  { value: "portfolio", label: "A portfolio: how much of each" },
  { value: "template", label: "A template" },
] as const;

type Chosen = (typeof BEGINNINGS)[number]["value"];

/** Where the builder opens, by what a strategy begins with. */
const FIRST_STEPS: Readonly<Record<Beginning, string>> = {
  "built-in": "scanner",
  empty: "scanner",
  portfolio: `simulation&${BEGIN_PORTFOLIO}`,
};

/** Names a strategy, stores it as a draft and opens the builder with it; a template is chosen in the gallery. */
export function CreateCard(): ReactElement {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<Chosen>("built-in");
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === "template") {
      navigate(GALLERY);
      return;
    }
    setBusy(true);
    const created = await createStrategy(name.trim(), chosen).finally(() => setBusy(false));
    if (created.ok) navigate(`/simulation-steps?id=${created.value.id}&step=${FIRST_STEPS[chosen]}`);
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
        <SelectField
          label="Begin with"
          options={BEGINNINGS}
          value={chosen}
          onChange={({ target: { value } }) =>
            setChosen(BEGINNINGS.find((each) => each.value === value)?.value ?? "built-in")
          }
        />
        <Button type="submit" kind="primary" disabled={busy || (chosen !== "template" && isBlank(name))}>
          BEGIN
        </Button>
      </form>
    </Panel>
  );
}

/** How long after its period a statement is taken as known, where nothing says when it was published. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { GroupQuestion } from "./group-files.ts";
import styles from "./import.module.css";
import { answer } from "./import-store.ts";

/** It begins with the likelier of the question's choices. */
export function LagForm({
  question: { files, choices },
}: {
  readonly question: GroupQuestion;
}): ReactElement {
  const [first = "", second = ""] = choices[0]?.split("/") ?? [];
  const [quarter, setQuarter] = useState(first);
  const [year, setYear] = useState(second);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lag = { quarter: daysOf(quarter), year: daysOf(year) };
    void answer(
      files.map(({ file }) => file),
      { lag },
    );
  };
  const isReadable = Number.isFinite(daysOf(quarter)) && Number.isFinite(daysOf(year));
  return (
    <form className={page["parts"]} onSubmit={submit} noValidate>
      <div className={styles["grid"]}>
        <TextField
          label="Days after a quarter"
          hint="45 in the United States and in India."
          inputMode="numeric"
          value={quarter}
          onChange={(event) => setQuarter(event.target.value)}
        />
        <TextField
          label="Days after a year"
          hint="90 in the United States, 60 in India."
          inputMode="numeric"
          value={year}
          onChange={(event) => setYear(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" disabled={!isReadable}>
          Take them as known from then on
        </Button>
      </div>
    </form>
  );
}

/** NaN for what is no number; whether it can be a lag is said by the dry run. */
function daysOf(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}

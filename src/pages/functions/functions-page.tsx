/** The reference of the rule language: every function, name and sign, to be searched in plain words. */
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { TextField } from "#src/ui/field.tsx";
import { SaveIcon } from "#src/ui/icons.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { saveFile } from "#src/ui/save-file.ts";
import { useHashTarget } from "#src/ui/use-hash-target.ts";
import { makeReference, referenceJson } from "#workers/words/reference.ts";
import { matching, partsOf } from "./entries.ts";
import type { Part } from "./entries.ts";
import styles from "./functions-page.module.css";
import { ReferencePart } from "./reference-part.tsx";
import { TryFormula } from "./try-formula.tsx";

const PARTS = partsOf(makeReference());

export function FunctionsPage(): ReactElement {
  const [typed, setTyped] = useState("");
  const found = useMemo(() => matching(PARTS, typed), [typed]);
  useHashTarget();
  return (
    <div className={page["coded"]}>
      <PageHeading title="Rule language" lead={<Lead />}>
        <Button onClick={() => saveFile("functions.json", "application/json", referenceJson())}>
          <SaveIcon />
          Download as JSON
        </Button>
      </PageHeading>
      <TryFormula />
      <div className={styles["search"]}>
        <TextField
          type="search"
          label="Search"
          hint="A name or plain words, such as average, volume or sector."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <output className={page["soft"]}>{foundWords(found, typed)}</output>
      </div>
      <nav aria-label="Parts of this page" className={styles["parts"]}>
        {found.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {found.map((part) => (
        <ReferencePart key={part.id} part={part} />
      ))}
      {found.length === 0 && (
        <EmptyState title="No match" text="Try one word fewer, or a plainer one.">
          <Button onClick={() => setTyped("")}>Show everything</Button>
        </EmptyState>
      )}
    </div>
  );
}

function Lead(): ReactElement {
  return (
    <>
      A rule is one line that is true or false at the close of a day, such as <code>close &gt; sma(200)</code>
      . This is everything that may stand in it. What can’t be known, such as an average over more days than
      there are, is unknown, and nothing is bought or sold on it.
    </>
  );
}

/** Nothing while everything is shown. */
function foundWords(found: readonly Part[], typed: string): string {
  if (typed.trim() === "") return "";
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return `${countOf(count, "entry", "entries")} found`;
}

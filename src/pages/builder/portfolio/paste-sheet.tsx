import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { NoteField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";

/** Rows out of a sheet or a message. @param onTake - gives what is wrong with the text; null where it was taken */
export function PasteSheet({ onTake }: { readonly onTake: (text: string) => string | null }): ReactElement {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const take = () => {
    const found = onTake(text);
    setProblem(found);
    if (found === null) setText("");
  };
  return (
    <Disclosure summary="Paste from a sheet">
      <div className={page["close"]}>
        <NoteField
          label="Symbols and percents"
          hint="A line each, or several with commas: SPY 60, BND 40. Columns of a sheet will do."
          error={problem ?? undefined}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <div>
          <Button size="small" aria-disabled={text.trim() === ""} onClick={take}>
            Take these rows
          </Button>
        </div>
      </div>
    </Disclosure>
  );
}

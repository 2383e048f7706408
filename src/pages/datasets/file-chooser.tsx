/** The ways in for price files: pickers for files and for a folder, and a box to paste a table into. */
import { useEffect, useId, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { shownName } from "#src/format/shown.ts";
import { prepareImport } from "#src/run/import-dataset.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { fileOfText, filesOfPicker } from "./chosen-files.ts";
import styles from "./import.module.css";
import { aimAt, chooseFiles } from "./import-store.ts";
import type { ImportTarget } from "./import-store.ts";

/** @param target - the dataset that gets the files; null for a new one */
export function FileChooser({ target }: { readonly target: ImportTarget | null }): ReactElement {
  useEffect(() => void prepareImport(), []);
  return (
    <div className={styles["chooser"]}>
      {target && (
        <p className={styles["answered"]}>
          The files go to <strong>{shownName(target.title)}</strong>.{" "}
          <Button kind="quiet" size="small" onClick={() => void aimAt(null)}>
            Make a new dataset instead
          </Button>
        </p>
      )}
      <p>
        Drop files, a folder or a .zip anywhere on this page, or choose them. They are checked first, every
        sheet of a workbook, too; nothing is stored before you say so.{" "}
        <Link href="/known-files">Which files are known</Link>
      </p>
      <div className={styles["actions"]}>
        <PickerButton label="Choose files" kind="primary" />
        <PickerButton label="Choose a folder" isFolder />
      </div>
      <PasteBox />
    </div>
  );
}

interface PickerButtonProps {
  readonly label: string;
  readonly kind?: "primary" | "secondary";
  readonly isFolder?: boolean;
}

/** A button that opens the system's picker. */
export function PickerButton({
  label,
  kind = "secondary",
  isFolder = false,
}: PickerButtonProps): ReactElement {
  const input = useRef<HTMLInputElement | null>(null);
  return (
    <>
      <Button kind={kind} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (element && isFolder) element.webkitdirectory = true; // React knows no such attribute
        }}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = filesOfPicker(Array.from(event.target.files ?? []));
          event.target.value = ""; // so that choosing the same file again is a change
          void chooseFiles(files);
        }}
      />
    </>
  );
}

function PasteBox(): ReactElement {
  const box = useId();
  const [text, setText] = useState("");
  return (
    <Disclosure summary="Paste a table">
      <form
        className={page["parts"]}
        onSubmit={(event) => {
          event.preventDefault();
          void chooseFiles([fileOfText(text)]);
        }}
      >
        <div className={styles["paste"]}>
          <label htmlFor={box}>Rows with their header, as copied from a web page or a spreadsheet</label>
          <textarea
            id={box}
            rows={6}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div>
          <Button type="submit" disabled={text.trim() === ""}>
            Look at it
          </Button>
        </div>
      </form>
    </Disclosure>
  );
}

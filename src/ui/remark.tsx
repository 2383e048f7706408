/** A person's own note and tags to something: shown as text, changed in a form that unfolds. */
import { useState } from "react";
import type { ReactElement } from "react";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Disclosure } from "./disclosure.tsx";
import { NoteField, TextField } from "./field.tsx";
import page from "./page.module.css";
import styles from "./remark.module.css";

interface RemarkProps {
  readonly note: string;
  readonly tags: readonly string[];
  readonly longestNote: number;
  /** Stores them; gives what went wrong, or null. */
  readonly onSave: (note: string, tags: readonly string[]) => Promise<string | null>;
}

export function Remark(props: RemarkProps): ReactElement {
  const { note, tags, onSave } = props;
  const [said, setSaid] = useState("");
  const isEmpty = note === "" && tags.length === 0;
  return (
    <div className={page["close"]}>
      {tags.length > 0 && (
        <ul className={page["actions"]} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge tone="accent">{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      {note !== "" && <p className={styles["note"]}>{note}</p>}
      <Disclosure summary={isEmpty ? "Write a note or tags" : "Change note and tags"}>
        <RemarkForm
          key={`${note}\n${tags.join()}`} // begins with what is stored
          {...props}
          said={said}
          onSave={async (newNote, newTags) => setSaid((await onSave(newNote, newTags)) ?? "Saved.")}
        />
      </Disclosure>
    </div>
  );
}

interface RemarkFormProps extends Omit<RemarkProps, "onSave"> {
  /** How the last save ended. */
  readonly said: string;
  readonly onSave: (note: string, tags: readonly string[]) => Promise<void>;
}

function RemarkForm({ note, tags, longestNote, said, onSave }: RemarkFormProps): ReactElement {
  const [written, setWritten] = useState(note);
  const [writtenTags, setWrittenTags] = useState(tags.join(", "));
  return (
    <form
      className={page["close"]}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(written, writtenTags.split(","));
      }}
    >
      <NoteField
        label="Note"
        maxLength={longestNote}
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
      <TextField
        label="Tags"
        hint="Separated by commas."
        value={writtenTags}
        onChange={({ target }) => setWrittenTags(target.value)}
      />
      <div className={styles["save"]}>
        <Button type="submit" size="small">
          Save note and tags
        </Button>
        <output>{said}</output>
      </div>
    </form>
  );
}

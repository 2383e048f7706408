/** What a file's memberships are called in rules: as the file's name says, or as a person has it. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { shownName } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { memberNameOf } from "#workers/model/member-name.ts";
import styles from "./import.module.css";
import { answer } from "./import-store.ts";

interface MembershipNameProps {
  readonly file: string;
  /** As it is called now. */
  readonly name: string;
}

const WRONG_NAME =
  "Behind “member.” there must be letters from a to z, digits or _, at most 33: change what is none of them.";

export function MembershipName({ file, name }: MembershipNameProps): ReactElement {
  const [typed, setTyped] = useState(name);
  const wanted = memberNameOf(typed);
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null && wanted !== name) void answer([file], { member: wanted });
  };
  return (
    <form className={styles["memberName"]} onSubmit={rename} noValidate>
      <TextField
        label={`Name of the membership in ${shownName(file)}`}
        hint={`Rules ask for it by this name, as in ${wanted ?? name} > 0.`}
        value={typed}
        error={wanted === null ? WRONG_NAME : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" disabled={wanted === null || wanted === name}>
        Rename
      </Button>
    </form>
  );
}

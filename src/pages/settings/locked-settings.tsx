import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { endBooth } from "#src/storage/session.ts";
import type { Booth } from "#src/storage/session.ts";
import { sha256 } from "#src/storage/sha256.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./settings-page.module.css";

/** In the place of the settings in a demo session: the way back to the person's own. */
export function LockedSettings({ booth }: { readonly booth: Booth }): ReactElement {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const end = async (event: FormEvent) => {
    event.preventDefault();
    if (booth.codeHash !== null && (await sha256(code)) !== booth.codeHash) {
      setError("That is not the code. Ask who runs the booth.");
      return;
    }
    endBooth();
    globalThis.location.replace("/settings");
  };
  return (
    <div className={page["apart"]}>
      <PageHeading title="Settings" lead="Locked in a demo session." />
      <Panel title="Booth mode">
        <form className={styles["booth"]} onSubmit={(event) => void end(event)} noValidate>
          {booth.codeHash !== null && (
            <TextField
              label="Code"
              type="password"
              autoComplete="off"
              value={code}
              error={error}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
          <Button type="submit">End booth mode</Button>
        </form>
        <p className={styles["after"]}>
          For whoever runs the booth: your own strategies, results and settings come back, and this session is
          cleared.
        </p>
      </Panel>
    </div>
  );
}

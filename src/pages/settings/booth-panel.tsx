/** Turning this browser into a booth's: what that means, and the few things to decide. */
import { useState } from "react";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { beginBooth } from "#src/storage/session.ts";
import type { Settings } from "#src/storage/settings.ts";
import { sha256 } from "#src/storage/sha256.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./settings-page.module.css";

const MOST_MINUTES = 60;

interface BoothForm {
  readonly minutes: string;
  readonly code: string;
}

export function BoothPanel({ settings }: { readonly settings: Settings }): ReactElement {
  const { register, handleSubmit, formState } = useForm<BoothForm>({
    defaultValues: { minutes: "5", code: "" },
  });
  const [isRefused, setRefused] = useState(false);
  const begin = handleSubmit(async ({ minutes, code }) => {
    const codeHash = code === "" ? null : await sha256(code);
    if (beginBooth({ idleMinutes: Number(minutes), codeHash, settings })) globalThis.location.replace("/");
    else setRefused(true);
  });
  const { minutes, code } = formState.errors;
  return (
    <Panel title="Booth mode">
      <div className={styles["words"]}>
        <p>
          For a stand at a fair or a shared screen. Visitors get a demo session of their own, with the demo
          market, the built-in strategies and a guided demo. Type is larger, and the screen stays awake. They
          don&apos;t see your strategies, results or prices, which stay as they are until you end it, and the
          settings are locked. When a visitor leaves, what they did is cleared.
        </p>
        {isRefused && (
          <WarningBanner message="This browser keeps nothing for this page, so it can't be a booth. Use a normal window and allow site data." />
        )}
        <form className={styles["booth"]} onSubmit={(event) => void begin(event)} noValidate>
          <TextField
            label="Clear after"
            unitAfter="minutes idle"
            inputMode="numeric"
            error={minutes?.message}
            {...register("minutes", {
              validate: (typed) =>
                (/^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_MINUTES) ||
                `Type whole minutes from 1 to ${MOST_MINUTES}.`,
            })}
          />
          <TextField
            label="Code to end it (optional)"
            type="password"
            autoComplete="new-password"
            error={code?.message}
            hint="Keeps visitors out of the settings; it isn't a safe. Write it down: without it only clearing this site's data in the browser ends booth mode, and that deletes your own work too."
            {...register("code", {
              maxLength: { value: 100, message: "Use at most 100 characters." },
            })}
          />
          <Button type="submit">Begin booth mode</Button>
        </form>
      </div>
    </Panel>
  );
}

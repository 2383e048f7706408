/** What a person said of a layout: remembered if they wish, and offered when files of it come again. */
import { useState } from "react";
import type { ReactElement } from "react";
import { formatMoment } from "#src/format/day.ts";
import { forgetMapping, saveMapping } from "#src/storage/mappings.ts";
import type { LayoutAnswers, SavedMapping } from "#src/storage/mappings.ts";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { layoutSignature } from "./group-files.ts";
import type { FileGroup } from "./group-files.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { describeAnswers } from "./import-words.ts";
import styles from "./import.module.css";
import { answer, forgetAnswers } from "./import-store.ts";

interface LayoutMemoryProps {
  readonly group: FileGroup;
  readonly plan: ImportPlan;
  readonly mappings: readonly SavedMapping[];
}

export function LayoutMemory({ group, plan, mappings }: LayoutMemoryProps): ReactElement | null {
  const signature = layoutSignature(group.files[0]);
  const saved = mappings.find((one) => one.signature === signature && signature !== "");
  const answered = group.files.filter(({ file }) => plan.answers.has(file));
  const [first] = answered;
  if (first) {
    return (
      <Answered
        files={answered.map(({ file }) => file)}
        answers={plan.answers.get(first.file) ?? {}}
        signature={signature}
        saved={saved}
        name={nameOf(group)}
      />
    );
  }
  return saved ? <Offer group={group} saved={saved} /> : null;
}

function nameOf({ files: [first] }: FileGroup): string {
  return `files like ${first.file}`;
}

interface AnsweredProps {
  readonly files: readonly string[];
  readonly answers: Answers;
  readonly signature: string;
  readonly saved: SavedMapping | undefined;
  readonly name: string;
}

/** What a person said, to be taken back or remembered. */
function Answered({ files, answers, signature, saved, name }: AnsweredProps): ReactElement {
  const showStatus = useStatus();
  const { symbol, sheet: _sheet, member: _member, ...ofLayout } = answers;
  const more = files.length > 1 && symbol !== undefined ? ", and so on" : "";
  const canRemember =
    signature !== "" && Object.keys(ofLayout).length > 0 && !isSame(saved?.answers, ofLayout);
  const remember = async () => {
    const kept = await saveMapping({ signature, name, savedAt: Date.now(), answers: ofLayout });
    showStatus(kept.ok ? "Remembered. It is offered when such files come again." : kept.problem.message);
  };
  return (
    <p className={styles["answered"]}>
      You said: {describeAnswers(answers).join("; ")}
      {more}.{" "}
      <Button kind="quiet" size="small" onClick={() => void forgetAnswers(files)}>
        Take it back
      </Button>
      {canRemember && (
        <Button kind="quiet" size="small" onClick={() => void remember()}>
          Remember for this layout
        </Button>
      )}
    </p>
  );
}

function isSame(one: LayoutAnswers | undefined, other: LayoutAnswers): boolean {
  return one !== undefined && textOf(one) === textOf(other);
}

function textOf(answers: LayoutAnswers): string {
  return Object.entries(answers)
    .map(([about, said]) => `${about} ${JSON.stringify(said)}`)
    .toSorted()
    .join("\n");
}

interface OfferProps {
  readonly group: FileGroup;
  readonly saved: SavedMapping;
}

function Offer({ group, saved }: OfferProps): ReactElement {
  const showStatus = useStatus();
  const [isDeclined, setDeclined] = useState(false);
  const forget = async () => {
    const forgotten = await forgetMapping(saved.signature);
    showStatus(forgotten.ok ? "Forgotten." : forgotten.problem.message);
  };
  if (isDeclined) return <></>;
  return (
    <div className={styles["offer"]}>
      <p>
        On {formatMoment(saved.savedAt)} you had {saved.name} read like this:{" "}
        {describeAnswers(saved.answers).join("; ")}.
      </p>
      <div className={styles["actions"]}>
        <Button
          size="small"
          onClick={() =>
            void answer(
              group.files.map(({ file }) => file),
              saved.answers,
            )
          }
        >
          Read these the same way
        </Button>
        <Button kind="quiet" size="small" onClick={() => setDeclined(true)}>
          Not now
        </Button>
        <Button kind="quiet" size="small" onClick={() => void forget()}>
          Forget it
        </Button>
      </div>
    </div>
  );
}

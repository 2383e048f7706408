/**
 * Asks once about code that came from elsewhere: where it is from, its source, and the button that lets it run on this device. Then,
 * where it is Python's, has that loaded, whose weight it says.
 */
import { useEffect, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { joinWords } from "#src/format/join-words.ts";
import { formatBytes } from "#src/format/number.ts";
import { allowAll, standingOf } from "#src/storage/code-consent.ts";
import type { CodeStanding } from "#src/storage/code-consent.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { OwnNumbers } from "#src/ui/own-numbers.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { ProblemCode } from "#workers/model/problem.ts";
import { PYTHON_BYTES } from "#workers/python/load-pack.ts";
import { PythonNote, usePythonPack } from "./python-note.tsx";

interface CodeConsentProps {
  readonly fields: readonly ComputedField[] | undefined;
  /** Called once the person allowed all of it, and again once Python was loaded for it. */
  readonly onAllowed?: () => void;
  /** Stands in the question's place where nothing is to be asked. */
  readonly otherwise?: ReactNode;
}

const NONE: readonly ComputedField[] = [];

/** Whether what kept code from running is asked about here: a person's word, or Python. */
export function isAskedAbout(code: ProblemCode | undefined): boolean {
  return code === "code-not-allowed" || code === "code-unavailable";
}

/** No question where all of the code that is on may run here. */
export function CodeConsent({ fields, onAllowed, otherwise = null }: CodeConsentProps): ReactNode {
  const [standing, setStanding] = useState<readonly CodeStanding[]>([]);
  const key = JSON.stringify(fields ?? NONE);
  useEffect(() => {
    let isLatest = true;
    void standingOf(fieldsIn(key)).then((found) => isLatest && setStanding(found));
    return () => {
      isLatest = false;
    };
  }, [key]);
  const asked = standing.filter(({ isAllowed }) => !isAllowed);
  if (asked.length === 0) {
    if (!fields?.some(({ language, off }) => language === "python" && !off)) return otherwise;
    return (
      <>
        <PythonMissing onLoaded={() => onAllowed?.()} />
        {otherwise}
      </>
    );
  }
  return (
    <Question
      asked={asked}
      onAllowed={() => {
        setStanding([]);
        onAllowed?.();
      }}
    />
  );
}

interface QuestionProps {
  readonly asked: readonly CodeStanding[];
  readonly onAllowed: () => void;
}

function Question({ asked, onAllowed }: QuestionProps): ReactElement {
  const showStatus = useStatus();
  const names = asked.map(({ field }) => field.name);
  const allow = async () => {
    const allowed = await allowAll(asked.map(({ field }) => field));
    if (!allowed.ok) return showStatus(allowed.problem.message);
    showStatus(`${joinWords(names, "and")} may run on this device.`);
    onAllowed();
  };
  return (
    <NoteBanner
      message={`This strategy has code that has not run on this device: ${joinWords(names, "and")}, ${originOf(asked)}.`}
    >
      <div className={page["close"]}>
        <p>
          It runs shut off from your data, the network and the rest of the app, and gives one number a bar to
          the rules. Read it first. Your answer holds for this very text, on this device alone.
        </p>
        <OwnNumbers fields={asked.map(({ field }) => field)} open />
        {asked.some(({ field }) => field.language === "python") && <PythonNote />}
        <div>
          <Button kind="primary" onClick={() => void allow()}>
            Allow this code to run
          </Button>
        </div>
      </div>
    </NoteBanner>
  );
}

function originOf(asked: readonly CodeStanding[]): string {
  const known = [...new Set(asked.flatMap(({ from }) => (from === null ? [] : [from])))];
  return known.length > 0 ? `from ${joinWords(known, "and")}` : "which was not written here";
}

function fieldsIn(key: string): readonly ComputedField[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written a moment ago
  return JSON.parse(key) as readonly ComputedField[];
}

/**
 * Where numbers by Python would run and Python is not on this device: what it weighs, and the button that loads it.
 * Nothing where it is here.
 *
 * @param onLoaded - called once it has come
 */
function PythonMissing({ onLoaded }: { readonly onLoaded: () => void }): ReactElement | null {
  const { isKept, loaded, problem, load } = usePythonPack();
  if (isKept !== false && loaded === null) return null;
  const size = formatBytes(PYTHON_BYTES);
  return (
    <NoteBanner
      message={`This strategy has numbers from Python code, and Python is not on this device yet. It is loaded once: ${size}. It then works without a network.`}
    >
      <div>
        {loaded === null ? (
          <Button onClick={() => void load().then((isThere) => isThere && onLoaded())}>
            Load Python ({size})
          </Button>
        ) : (
          <output>{`${formatBytes(loaded)} of ${size}`}</output>
        )}
      </div>
      {problem !== null && <WarningBanner message={problem} />}
    </NoteBanner>
  );
}

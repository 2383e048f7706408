/** Whether a source may run on this device, for the editor that it is shown in. */
import { useCallback, useEffect, useRef, useState } from "react";
import { allowCode, standingOf } from "#src/storage/code-consent.ts";
import type { CodeText } from "#workers/model/code-consent.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { Problem } from "#workers/model/problem.ts";
import { consentSettled, noteWritten } from "./own-consent.ts";

export interface Consent {
  /** null until it is known. */
  readonly isAllowed: boolean | null;
  /** Where the code came from, such as "a link"; null where nothing is known of it. */
  readonly from: string | null;
  /** Why the answer could not be kept. */
  readonly problem: Problem | null;
  readonly allow: () => Promise<void>;
  /** Call with each text that is written in the editor: over a text that may run, it may run too. */
  readonly write: (text: CodeText) => void;
}

type Standing = Pick<Consent, "isAllowed" | "from">;

const NOT_KNOWN: Standing = { isAllowed: null, from: null };

/** @param text - as it stands; one that was not written in the editor is looked up anew */
export function useConsent(text: ComputedField): Consent {
  const { language, source } = text;
  const [standing, setStanding] = useState(NOT_KNOWN);
  const [problem, setProblem] = useState<Problem | null>(null);
  const known = useRef<string>(undefined);
  const written = useRef<string[]>([]); // in the editor, and not shown by the form yet
  useEffect(() => {
    const key = keyOf({ language, source });
    const place = written.current.indexOf(key);
    const isKnown = known.current === key || place >= 0;
    known.current = key;
    written.current = written.current.slice(place + 1);
    if (isKnown) return undefined;
    let isWanted = true;
    const look = async () => {
      await consentSettled();
      const [found] = await standingOf([{ name: "own", language, source }]);
      if (isWanted && found) setStanding({ isAllowed: found.isAllowed, from: found.from });
    };
    setStanding(NOT_KNOWN);
    void look();
    return () => {
      isWanted = false;
    };
  }, [language, source]);
  const allow = useCallback(async () => {
    const allowed = await allowCode(language, source);
    setProblem(allowed.ok ? null : allowed.problem);
    if (allowed.ok) setStanding({ isAllowed: true, from: null });
  }, [language, source]);
  const write = (after: CodeText) => {
    if (standing.isAllowed === null) return; // it is looked up anew
    written.current.push(keyOf(after));
    if (standing.isAllowed) noteWritten(after);
  };
  return { ...standing, problem, allow, write };
}

function keyOf({ language, source }: CodeText): string {
  return `${language} ${source}`;
}

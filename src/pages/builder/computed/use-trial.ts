/**
 * A person's number tried while it is written: a moment after the last key, one at a time. A newer text ends the trial of an older
 * one at its next step, and what comes back of it is dropped; a cancelled trial ends what runs in its room.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { consentSettled } from "#src/code/own-consent.ts";
import { openTrialDesk } from "#src/run/try-field.ts";
import type { TrialDesk, TrialOrder } from "#src/run/try-field.ts";
import type { FieldTrial } from "#workers/model/field-trial.ts";
import type { Result } from "#workers/model/problem.ts";

export interface Trial {
  /** The last answer, first without the checks; while a newer one is awaited, still that. null before the first. */
  readonly answer: Result<FieldTrial> | null;
  /** What it is of. */
  readonly of: Order | null;
  /** It is of the source as it stands. */
  readonly isCurrent: boolean;
  readonly isRunning: boolean;
  readonly cancel: () => void;
  /** After a cancelled one. */
  readonly again: () => void;
}

type Order = Omit<TrialOrder, "isChecked">;

/** Whoever types on begins the next word within it. */
const PAUSE_MS = 350;

/** @param order - null where there is nothing to be tried */
export function useTrial(order: Order | null): Trial {
  const [answered, setAnswered] = useState<{
    readonly key: string;
    readonly of: Order;
    readonly answer: Result<FieldTrial>;
  } | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const desk = useRef<Promise<TrialDesk>>(undefined);
  const isBusy = useRef(false);
  const next = useRef<() => void>(undefined);
  const running = useRef<AbortController>(undefined);
  const latest = useRef(order);
  const key = order && `${attempt} ${JSON.stringify(order)}`;
  useEffect(() => {
    latest.current = order;
  });
  useEffect(
    () => () => {
      running.current?.abort();
      const opened = desk.current;
      desk.current = undefined;
      void opened?.then(({ end }) => end());
    },
    [],
  );
  useEffect(() => {
    if (key === null) return undefined;
    let isWanted = true;
    const run = async (): Promise<void> => {
      if (!isWanted || !latest.current) return;
      desk.current ??= openTrialDesk();
      const cancel = new AbortController();
      running.current = cancel;
      setIsRunning(true);
      await consentSettled();
      const { run: ask } = await desk.current;
      const wanted = latest.current;
      const first = await ask({ ...wanted, isChecked: false }, cancel.signal, () => isWanted);
      if (running.current === cancel) setIsRunning(false);
      if (!isWanted) return;
      setAnswered({ key, of: wanted, answer: first });
      if (!first.ok || first.value.figures === null) return;
      const checked = await ask({ ...wanted, isChecked: true }, cancel.signal, () => isWanted);
      if (isWanted && checked.ok) setAnswered({ key, of: wanted, answer: checked });
    };
    const begin = () => {
      if (isBusy.current) {
        next.current = begin;
        return;
      }
      isBusy.current = true;
      // a defect is shown by UnexpectedErrors, and keeps no later text from being tried
      void run().finally(() => {
        isBusy.current = false;
        const waiting = next.current;
        next.current = undefined;
        waiting?.();
      });
    };
    const timer = setTimeout(begin, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  const cancel = useCallback(() => running.current?.abort(), []);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const { answer = null, of = null } = answered ?? {};
  return { answer, of, isCurrent: answered?.key === key, isRunning, cancel, again };
}

/** Notices that a visitor has left: asks for half a minute, then clears the session. Any touch or key is an answer. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { idleMs, noteActivity } from "#src/storage/session.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
const ASKED_FOR_S = 30;
/** What a person does with a page; each counts as being there. */
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

interface StillThereProps {
  readonly idleMinutes: number;
  readonly onGone: () => void;
}

export function StillThere({ idleMinutes, onGone }: StillThereProps): ReactElement | null {
  const secondsLeft = useSecondsLeft(idleMinutes);
  const isGone = secondsLeft !== null && secondsLeft <= 0;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  if (secondsLeft === null || isGone) return null;
  return (
    <Dialog
      title="Still there?"
      onClose={stay}
      actions={
        <Button kind="primary" onClick={stay}>
          Go on
        </Button>
      }
    >
      <p>
        This demo session is cleared in <span role="timer">{countOf(secondsLeft, "second")}</span>. Touch the
        screen or press a key to go on.
      </p>
    </Dialog>
  );
}

function stay(): void {
  noteActivity(Date.now());
}

/** Until the session is cleared; null while somebody is there, or nobody came since the start. */
function useSecondsLeft(idleMinutes: number): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const over = (idleMs(Date.now()) - idleMinutes * MINUTE_MS) / SECOND_MS;
      setSeconds(over < 0 ? null : Math.ceil(ASKED_FOR_S - over));
    };
    let notedAt = 0;
    const note = () => {
      const now = Date.now();
      if (now - notedAt < SECOND_MS) return; // a moving pointer tells it a hundred times a second
      notedAt = now;
      noteActivity(now);
      look();
    };
    const timer = setInterval(look, SECOND_MS);
    for (const sign of SIGNS) globalThis.addEventListener(sign, note, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) globalThis.removeEventListener(sign, note, { capture: true });
    };
  }, [idleMinutes]);
  return seconds;
}

import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { askToClear } from "#src/storage/session.ts";
import type { Booth } from "#src/storage/session.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import styles from "./booth.module.css";
import { GuidedDemo } from "./guided-demo.tsx";
import { StillThere } from "./still-there.tsx";

/** Above every page of a demo session: what it is, a way round, and the way out. Keeps the screen awake. */
export function BoothStrip({ booth }: { readonly booth: Booth }): ReactElement {
  const [isGuided, setGuided] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useWakeLock();
  return (
    <aside className={styles["strip"]} aria-label="Demo session">
      <p>
        <strong>Demo session.</strong> Try anything: nothing is kept after you.
      </p>
      <div className={styles["actions"]}>
        <Button size="small" kind="primary" aria-pressed={isGuided} onClick={() => setGuided(!isGuided)}>
          Guided demo
        </Button>
        <Button size="small" onClick={() => setAsked(true)}>
          Clear this session
        </Button>
      </div>
      {isGuided && <GuidedDemo onEnd={() => setGuided(false)} />}
      {isAsked && <AskToClear onClose={() => setAsked(false)} />}
      <StillThere idleMinutes={booth.idleMinutes} onGone={leaveSession} />
    </aside>
  );
}

function AskToClear({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog
      title="Clear this session?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go on</Button>
          <Button kind="danger" onClick={leaveSession}>
            Clear this session
          </Button>
        </>
      }
    >
      <p>
        All strategies, results and prices of this demo session are deleted, for the next visitor to begin
        afresh.
      </p>
    </Dialog>
  );
}

/** Clears the session and begins at the first page. Nobody is there to be asked about changes, so no page may hold it. */
function leaveSession(): void {
  askToClear();
  globalThis.addEventListener("beforeunload", letGo, { capture: true });
  globalThis.location.replace("/");
}

function letGo(event: Event): void {
  event.stopImmediatePropagation();
}

/** Keeps the screen on while the page is in sight, where the browser can; a refusal (a low battery) is no fault. */
function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return; // the browser lets go of it out of sight
      const held = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void held?.release();
      else lock = held;
    };
    const holdAgain = () => void hold();
    holdAgain();
    document.addEventListener("visibilitychange", holdAgain);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", holdAgain);
      void lock?.release();
    };
  }, []);
}

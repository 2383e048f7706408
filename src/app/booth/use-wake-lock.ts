import { useEffect } from "react";

/** Keeps the screen on while the page is in sight, where the browser can; a refusal (a low battery) is no fault. */
export function useWakeLock(): void {
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

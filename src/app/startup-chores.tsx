import { useEffect } from "react";
import { useLocation } from "wouter";
import { useStatus } from "#src/ui/status-messages.tsx";
import { afterLoad } from "./after-load.ts";
import { loadChunk } from "./stale-chunks.ts";

/** What storage needs once the app is open, after the first paint. Draws nothing itself. */
export function StartupChores(): null {
  const showStatus = useStatus();
  const [, navigate] = useLocation();
  useEffect(() => {
    const tellFailure = (error: unknown) =>
      showStatus(`The storage of this device can't be read: ${String(error)}`);
    const end = new AbortController();
    const begin = async () => {
      const { doChores, keepForOffline } = await loadChunk(() => import("./chores.ts"));
      if (import.meta.env.PROD) void keepForOffline(showStatus); // a development server has no fixed set of files
      await doChores({ showStatus, navigate }, end.signal).catch(tellFailure);
    };
    const callOff = afterLoad(() => void begin()); // a failure is shown by UnexpectedErrors
    return () => {
      callOff();
      end.abort();
    };
  }, [showStatus, navigate]);
  return null;
}

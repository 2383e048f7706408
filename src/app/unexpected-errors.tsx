import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import styles from "./notices.module.css";

/** Shows faults of ours that no page waits for: in an event, a timer or a promise. The page stays as it is. */
export function UnexpectedErrors(): ReactElement | null {
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    const noteRejection = (event: PromiseRejectionEvent) => setReason(String(event.reason));
    const noteError = ({ error, message }: ErrorEvent) => {
      if (error instanceof Error) setReason(message); // without one it is a browser's remark, e.g. on resize observers
    };
    globalThis.addEventListener("unhandledrejection", noteRejection);
    globalThis.addEventListener("error", noteError);
    return () => {
      globalThis.removeEventListener("unhandledrejection", noteRejection);
      globalThis.removeEventListener("error", noteError);
    };
  }, []);
  if (reason === null) return null;
  return (
    <div className={styles["place"]}>
      <WarningBanner message="Something went wrong that is our fault: the last action may not have been done.">
        <p>{reason}</p>
        <div className={page["actions"]}>
          <Button size="small" onClick={() => globalThis.location.reload()}>
            Reload the page
          </Button>
          <Button size="small" kind="quiet" onClick={() => setReason(null)}>
            Go on
          </Button>
        </div>
      </WarningBanner>
    </div>
  );
}

import { useEffect, useId, useState } from "react";
import type { ReactElement } from "react";
import { formatAgo, formatMoment } from "#src/format/day.ts";
import styles from "./updated-at.module.css";

/** How long ago; hover, focus and tap show the exact time, leaving and Esc hide it. A sample that nobody ran shows the specification's words. */
export function UpdatedAt({ moment }: { readonly moment: number | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const tipId = useId();
  const now = useNow();
  if (moment === null) return <span className={styles["text"]}>Last updated 2 hours ago</span>;
  return (
    <span
      className={styles["host"]}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={(event) => {
        if (event.pointerType === "mouse") setOpen(false);
      }}
    >
      <button
        type="button"
        className={styles["text"]}
        aria-describedby={isOpen ? tipId : undefined}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      >
        <time dateTime={new Date(moment).toISOString()}>Last updated {formatAgo(moment, now)}</time>
      </button>
      {isOpen && (
        <span className={styles["tip"]} id={tipId} role="tooltip">
          {formatMoment(moment)}
        </span>
      )}
    </span>
  );
}

const MINUTE_MS = 60_000;

/** The present moment, renewed every minute: "2 minutes ago" must not stand still. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

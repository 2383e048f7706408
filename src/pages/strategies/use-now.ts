import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The present moment, renewed every minute: "2 minutes ago" must not stand still. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { lazy, Suspense, useEffect } from "react";
import type { ReactElement } from "react";
import { booth, onSessionChange } from "#src/storage/session.ts";
import { loadChunk } from "./stale-chunks.ts";

const BoothStrip = lazy(async () => {
  const { BoothStrip: strip } = await loadChunk(() => import("./booth/booth-strip.tsx"));
  return { default: strip };
});

/** Keeps the page in the browser's session; in a demo session it says so, and ends it when its visitor has gone. */
export function Session(): ReactElement | null {
  useEffect(() => onSessionChange(() => globalThis.location.replace("/")), []);
  if (!booth) return null;
  return (
    <Suspense>
      <BoothStrip booth={booth} />
    </Suspense>
  );
}

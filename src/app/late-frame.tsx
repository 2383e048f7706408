/** What the frame has around every page and no first paint needs: a new version, notices of the storage, and the way round for newcomers. */
import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactElement } from "react";
import { onShowAround } from "./show-around.ts";
import { loadChunk } from "./stale-chunks.ts";
import { StorageNoticeList } from "./storage-notice-list.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";

const GuidedDemo = lazy(async () => {
  const { GuidedDemo: demo } = await loadChunk(() => import("./booth/guided-demo.tsx"));
  return { default: demo };
});

export function LateFrame(): ReactElement {
  const [round, setRound] = useState<number | null>(null); // which one, so that another begins at its first stop
  useEffect(() => onShowAround(() => setRound((before) => (before ?? 0) + 1)), []);
  return (
    <>
      <UpdatePrompt />
      <StorageNoticeList />
      {round !== null && (
        <Suspense>
          <GuidedDemo key={round} onEnd={() => setRound(null)} />
        </Suspense>
      )}
    </>
  );
}

/** What the frame has around every page and no first paint needs: a new version, notices of the storage, and the way round for newcomers. */
import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useOfflineStore } from "#src/offline/offline-store.ts";
import { useStorageState } from "#src/storage/storage-state.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import notices from "./notices.module.css";
import { onShowAround } from "./show-around.ts";
import { loadChunk } from "./stale-chunks.ts";
import { StorageNoticeList } from "./storage-notice-list.tsx";
import { useReloadWaitsFor } from "./work-in-hand.ts";

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

/** Offers a new version of the app; the page is never reloaded by itself, nor while work is in hand. */
function UpdatePrompt(): ReactElement | null {
  const update = useOfflineStore((store) => store.update);
  const waitsFor = useReloadWaitsFor();
  const [isPutOff, setPutOff] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const isNewer = useStorageState((state) => state.isNewer);
  if (update === "none" || isPutOff) return null;
  if (isNewer) return null; // this page can't save any more, and storage-notice-list.tsx offers the reload
  const take = async () => {
    setTaking(true);
    const { takeUpdate } = await import("#src/offline/service-worker.ts");
    await takeUpdate();
  };
  return (
    <div className={notices["place"]}>
      <NoteBanner message="A new version is ready.">
        <p>
          {waitsFor === null
            ? "Loading it takes a moment; everything you saved stays."
            : `It can be loaded when ${waitsFor}.`}
        </p>
        <div className={page["actions"]}>
          <Button
            size="small"
            kind="primary"
            disabled={waitsFor !== null || isTaking}
            onClick={() => void take()}
          >
            Load the new version
          </Button>
          <Button size="small" kind="quiet" onClick={() => setPutOff(true)}>
            Later
          </Button>
        </div>
      </NoteBanner>
    </div>
  );
}

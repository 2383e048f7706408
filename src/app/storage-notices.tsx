/** What a person must know of the storage, above every page; loaded after the first paint. */
import { useEffect, useState } from "react";
import type { ComponentType, ReactElement } from "react";
import { afterLoad } from "./after-load.ts";
import { loadChunk } from "./stale-chunks.ts";

export function StorageNotices(): ReactElement | null {
  const [Notices, setNotices] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => void loadChunk(loadList).then((list) => setNotices(() => list)); // UnexpectedErrors shows a failure
    return afterLoad(load);
  }, []);
  return Notices && <Notices />;
}

async function loadList(): Promise<ComponentType> {
  return (await import("./storage-notice-list.tsx")).StorageNoticeList;
}

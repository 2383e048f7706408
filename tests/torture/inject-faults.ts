/** Storage that fails at its n-th use: of the page's database, or of the files of its workers. */
import type { Page } from "playwright";

export type Store = "database" | "files";

export interface Fault {
  readonly store: Store;
  /** The use that fails, from 1. */
  readonly nth: number;
  /** Once, or that use and all after it. */
  readonly isForGood: boolean;
}

/** Runs in the page or at a worker's start: from then on the n-th use throws. Tells of each by a broadcast. */
function breakStore({ store, nth, isForGood }: Fault): void {
  const channel = new BroadcastChannel("faults");
  let uses = 0;
  const spoil = (owner: string, methods: readonly string[]) => {
    const own: unknown = Reflect.get(globalThis, owner);
    if (typeof own !== "function") return;
    const prototype: object = Reflect.get(own, "prototype");
    for (const method of methods) {
      const intact: unknown = Reflect.get(prototype, method);
      if (typeof intact !== "function") continue;
      const broken = function (this: unknown, ...args: unknown[]): unknown {
        uses += 1;
        const fails = isForGood ? uses >= nth : uses === nth;
        if (!fails) return Reflect.apply(intact, this, args);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
        channel.postMessage(`${owner}.${method}`);
        throw new DOMException("broken for a test", uses % 2 === 0 ? "QuotaExceededError" : "UnknownError");
      };
      Reflect.set(prototype, method, broken);
    }
  };
  if (store === "database") {
    spoil("IDBObjectStore", [
      "put",
      "add",
      "get",
      "getAll",
      "getAllKeys",
      "delete",
      "clear",
      "openCursor",
      "count",
    ]);
    spoil("IDBIndex", ["get", "getAll", "getAllKeys", "openCursor", "openKeyCursor", "count"]);
  } else {
    spoil("FileSystemSyncAccessHandle", ["write", "read", "flush", "truncate", "getSize"]);
    spoil("FileSystemFileHandle", ["createSyncAccessHandle", "move", "getFile"]);
    spoil("FileSystemDirectoryHandle", ["getFileHandle", "getDirectoryHandle", "removeEntry"]);
  }
}

/** From the next load of the page on; null for storage in order. */
export async function injectFault(page: Page, fault: Fault | null): Promise<void> {
  await page.unrouteAll();
  if (fault === null) return;
  const script = `(${breakStore.toString()})(${JSON.stringify(fault)});\n`;
  const pattern = fault.store === "files" ? /worker.*\.js/ : /\/page-[^/]*\.js/;
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

/** Call once a page: collects what failed. */
export async function listenForFaults(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const hits: string[] = [];
    Reflect.set(globalThis, "hits", hits);
    new BroadcastChannel("faults").addEventListener("message", ({ data }) => hits.push(String(data)));
  });
  return async () => {
    await page.waitForTimeout(30); // a broadcast comes a moment later
    return page.evaluate(() => {
      const hits: unknown = Reflect.get(globalThis, "hits");
      return Array.isArray(hits) ? hits.map(String) : [];
    });
  };
}

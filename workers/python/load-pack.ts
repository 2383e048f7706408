/** Pyodide's files in a browser: from the app's own address, or from what the service worker has kept of them. */
import { PYTHON_FILES } from "virtual:python-pack";
import { PYTHON_CACHE } from "#workers/model/offline.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { CodeFault } from "#workers/code/room.ts";
import type { PackFile } from "#workers/python/pack-file.ts";

/** To load, in bytes. */
export const PYTHON_BYTES: number = PYTHON_FILES.reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether the service worker has all of it on this device. */
export async function isPackKept(): Promise<boolean> {
  if (!("caches" in globalThis)) return false; // an insecure page: nothing is kept
  const kept = await Promise.all(PYTHON_FILES.map(({ path }) => caches.match(path)));
  return kept.every((response) => response !== undefined);
}

/** Whether it can start without being loaded: also where this thread loaded it, and the device had no room to keep it. */
export async function isPackHere(): Promise<boolean> {
  return wasLoaded || isPackKept();
}

let wasLoaded = false;

/** @param onLoaded - called with the bytes that have come so far, of PYTHON_BYTES */
export async function loadPack(
  onLoaded: (bytes: number) => void = () => {},
): Promise<Result<readonly PackFile[], CodeFault>> {
  let loaded = 0;
  const count = (bytes: number): void => {
    loaded += bytes;
    onLoaded(Math.min(loaded, PYTHON_BYTES));
  };
  try {
    const files = await Promise.all(
      PYTHON_FILES.map(async ({ file, path }) => ({ file, bytes: await loadFile(path, count) })),
    );
    wasLoaded = true;
    return ok(files);
  } catch (error) {
    const text = `Python (${(PYTHON_BYTES / 1e6).toFixed(1)} MB) is not on this device yet and did not load (${String(error)}): connect to the network and run again`;
    return err({ code: "code-unavailable", text });
  }
}

async function loadFile(path: string, count: (bytes: number) => void): Promise<Uint8Array> {
  const response = await fetch(path);
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      count(part.length);
      controller.enqueue(part);
    },
  });
  const whole = new Uint8Array(await new Response(response.body.pipeThrough(counted)).arrayBuffer());
  await keep(path, whole);
  return isGzip(whole) ? unzip(whole) : whole; // a host may have said that it is compressed, and then it is not any more
}

/** On a first visit the service worker does not see the page's requests yet, and keeps nothing by itself. */
async function keep(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (!("caches" in globalThis) || (await caches.match(path))) return;
  const cache = await caches.open(PYTHON_CACHE);
  // Where the device has no room for it, it is loaded again the next time: code in it runs all the same.
  await cache.put(path, new Response(bytes)).catch(() => undefined);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A person's wheels on this device: in a store of the browser for files, which the page and the engine's worker can both
 * read. Nothing of it is in a backup or a file: who moves to another device drops the wheels there again.
 */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { checkWheel, packageOf } from "./check-wheel.ts";
import type { Wheel } from "./check-wheel.ts";
import type { PackFile } from "#workers/python/pack-file.ts";

const STORE = "tidemark-wheels";
const FOLDER = "/wheels/";
const HASH = "Tidemark-Sha256";
const MOST_BYTES = 150_000_000;

/** Wheels by name; none where the browser keeps nothing. */
export async function listWheels(): Promise<readonly Wheel[]> {
  const found = await readStore();
  return found.map(({ wheel }) => wheel);
}

/** Wheels as a room takes them, in the same order everywhere. */
export async function readWheels(): Promise<readonly PackFile[]> {
  const found = await readStore();
  return Promise.all(
    found.map(async ({ wheel, response }) => ({
      file: wheel.file,
      bytes: new Uint8Array(await response.arrayBuffer()),
    })),
  );
}

/** In the place of another version of the same package. What can't be used is refused in words. */
export async function keepWheel(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<Wheel>> {
  const checked = await checkWheel(file, bytes);
  if (!checked.ok) return checked;
  const wheel = checked.value;
  const others = await listWheels();
  const replaced = others.filter((other) => packageOf(other) === packageOf(wheel));
  const left = others.filter((other) => !replaced.includes(other));
  const total = left.reduce((sum, other) => sum + other.bytes, wheel.bytes);
  if (total > MOST_BYTES) {
    const message = `${file}: all wheels together may have at most ${MOST_BYTES / 1e6} MB; remove one first.`;
    return err({ code: "file-refused", message, place: file });
  }
  try {
    const store = await caches.open(STORE);
    const headers = { [HASH]: wheel.sha256, "Content-Length": String(wheel.bytes) };
    await store.put(pathOf(wheel), new Response(bytes, { headers }));
    await Promise.all(
      replaced.filter((other) => other.file !== wheel.file).map((other) => store.delete(pathOf(other))),
    );
    return ok(wheel);
  } catch (error) {
    const message = `${file} could not be stored (${String(error)}): make room on this device, or leave the private window, and drop it again.`;
    return err({ code: "storage-failed", message });
  }
}

export async function removeWheel(wheel: Wheel): Promise<void> {
  const store = await caches.open(STORE);
  await store.delete(pathOf(wheel));
}

/** What a result and the key of kept numbers name: package, version and the beginning of the file's SHA-256. */
export function nameWheels(wheels: readonly Wheel[]): string {
  return wheels.map(({ name, version, sha256 }) => `${name} ${version} (${sha256.slice(0, 12)})`).join(", ");
}

interface StoredWheel {
  readonly wheel: Wheel;
  readonly response: Response;
}

async function readStore(): Promise<readonly StoredWheel[]> {
  if (!("caches" in globalThis)) return []; // an insecure page: nothing can have been kept
  const store = await caches.open(STORE);
  const requests = await store.keys();
  const found = await Promise.all(
    requests.map(async ({ url }) => {
      const response = await store.match(url);
      const file = decodeURIComponent(new URL(url).pathname.slice(FOLDER.length));
      const [name = "", version = ""] = file.split("-");
      if (!response) return null;
      const [sha256, bytes] = [
        response.headers.get(HASH) ?? "",
        Number(response.headers.get("Content-Length")),
      ];
      return { wheel: { file, name, version, bytes, sha256 }, response };
    }),
  );
  return found.filter((one) => one !== null).toSorted((a, b) => (a.wheel.file < b.wheel.file ? -1 : 1));
}

function pathOf({ file }: Wheel): string {
  return `${FOLDER}${encodeURIComponent(file)}`;
}

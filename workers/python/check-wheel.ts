/**
 * Whether a file is a package that Python in a room can use: a wheel, in pure Python or built for this Pyodide.
 *
 * Source: PyPA, "Binary distribution format" (names and tags of wheels); PEP 783 (tags of Pyodide).
 */
import { sha256Of } from "#workers/import/plan/sha256.ts";
import { readZipDirectory, TOO_MANY } from "#workers/market/zip-directory.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

/** What is known of a wheel without unpacking it. */
export interface Wheel {
  /** The wheel's file: name, version and tags. */
  readonly file: string;
  /** The package's name as the wheel's file says it. */
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
  /** SHA-256 of the file, in lower-case hex. */
  readonly sha256: string;
}

/** CPython 3.14, on Pyodide 314 and its platform of 2026. */
const MINOR = 14;
const PLATFORM = "pyemscripten_2026_0_wasm32";
const MOST_BYTES = 60_000_000;
/** It lies unpacked in memory. */
const MOST_UNPACKED_BYTES = 250_000_000;
const TOO_MANY_FILES = 20_000;
const NAME =
  /^(?<name>[A-Za-z0-9][\w.]*)-(?<version>[\w.+!]+)(?:-\d\w*)?-(?<python>[\w.]+)-(?<abi>[\w.]+)-(?<platform>[\w.]+)\.whl$/;
/** Browsers and systems put it between name and ending of a file that was loaded twice. */
const COPY = / ?\(\d+\)(?=\.whl$)/;

/** Refuses in words what can't be used. */
export async function checkWheel(given: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<Wheel>> {
  const file = given.replace(COPY, "");
  const found = NAME.exec(file)?.groups;
  if (!found)
    return refused(
      given,
      `it is not a wheel: a wheel's name is like numpy-2.4.2-cp314-cp314-${PLATFORM}.whl`,
    );
  const { name = "", version = "", python = "", abi = "", platform = "" } = found;
  const wrongTag = faultOfTags({ name, python, abi, platform });
  if (wrongTag !== null) return refused(given, wrongTag);
  if (bytes.length > MOST_BYTES)
    return refused(
      given,
      `it has ${megabytes(bytes.length)}, and a wheel may have at most ${megabytes(MOST_BYTES)}`,
    );
  const fault = await faultOfArchive(bytes);
  if (fault !== null) return refused(given, fault);
  return ok({ file, name, version, bytes: bytes.length, sha256: await sha256Of(bytes) });
}

/** Names of packages count as the same in any case and with any of the three signs between their words. */
export function packageOf({ name }: Pick<Wheel, "name">): string {
  return name.toLowerCase().replace(/[-_.]+/g, "_");
}

interface Tags {
  readonly name: string;
  readonly python: string;
  readonly abi: string;
  readonly platform: string;
}

/** Each of the three may name several, with points between them. */
function faultOfTags({ name, python, abi, platform }: Tags): string | null {
  const [pythons, abis, platforms] = [python, abi, platform].map((tags) => tags.split("."));
  const isPure = Boolean(abis?.includes("none") && platforms?.includes("any"));
  if (isPure)
    return pythons?.some(isPurePython) ? null : `it is for ${python}, and Python here is 3.${MINOR}`;
  if (!platforms?.includes(PLATFORM)) {
    return `it is built for ${platform}, which is another system; take ${name}'s wheel for ${PLATFORM} (Pyodide ${MINOR + 300}), or one for "any"`;
  }
  const isBuilt = abis?.some(
    (one) => one === `cp3${MINOR}` || one === "none" || (one === "abi3" && pythons?.some(isEarlier)),
  );
  return isBuilt
    ? null
    : `it is built for ${python}, and Python here is 3.${MINOR}: take the one with cp3${MINOR} in its name`;
}

function isPurePython(tag: string): boolean {
  return tag === "py3" || isEarlier(tag);
}

/** Whether what was made for this Python 3 works with this one, too. */
function isEarlier(tag: string): boolean {
  const minor = /^(?:py|cp)3(\d+)$/.exec(tag)?.[1];
  return minor !== undefined && Number(minor) <= MINOR;
}

async function faultOfArchive(bytes: Uint8Array): Promise<string | null> {
  const entries = await readZipDirectory(
    bytes.length,
    async (start, end) => bytes.subarray(start, end),
    TOO_MANY_FILES,
  );
  if (entries === null) return "it is not a zip archive, or a damaged one; load it again";
  if (entries === TOO_MANY) return `it has ${TOO_MANY_FILES.toLocaleString("en")} files or more`;
  const unpacked = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (unpacked > MOST_UNPACKED_BYTES) {
    return `it has ${megabytes(unpacked)} unpacked, and a wheel may have at most ${megabytes(MOST_UNPACKED_BYTES)}`;
  }
  if (entries.some(({ isEncrypted }) => isEncrypted)) return "it is locked with a password";
  if (!entries.some(({ path }) => /^[^/]+\.dist-info\/WHEEL$/.test(path))) {
    return "it is not a wheel: the archive has no .dist-info/WHEEL";
  }
  return null;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function refused(file: string, why: string): Result<never> {
  return err({ code: "file-refused", message: `${file}: ${why}.`, place: file });
}

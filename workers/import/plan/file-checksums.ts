/** The dropped files by size and checksum, so that each can be known again. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fileSource, reasonOf } from "#workers/market/source.ts";
import type { ImportFile, SourceFile } from "#workers/model/import-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { sha256Of } from "./sha256.ts";

/** The browser's own SHA-256 is several times faster, and holds a file twice in memory. */
const MOST_WHOLE_BYTES = 167_772_160;

/** So many small files are read at a time: a browser takes its time for each answer, and gives several at once. */
const FILES_AT_ONCE = 8;
const SMALL_BYTES = 1_048_576;

export async function describeSources(files: readonly ImportFile[]): Promise<Result<SourceFile[]>> {
  const sources: SourceFile[] = [];
  for (let from = 0; from < files.length;) {
    const some = nextFiles(files, from);
    // oxlint-disable-next-line no-await-in-loop -- a few files in memory at a time
    for (const source of await Promise.all(some.map(describeSource))) {
      if (!source.ok) return source;
      sources.push(source.value);
    }
    from += some.length;
  }
  return ok(sources);
}

/** One file, or several small ones. */
function nextFiles(files: readonly ImportFile[], from: number): readonly ImportFile[] {
  const some = files.slice(from, from + FILES_AT_ONCE);
  const large = some.findIndex(({ bytes }) => bytes.size > SMALL_BYTES);
  return large < 0 ? some : some.slice(0, Math.max(1, large));
}

async function describeSource(file: ImportFile): Promise<Result<SourceFile>> {
  try {
    return ok({ name: file.name, bytes: file.bytes.size, sha256: await checksumOf(file) });
  } catch (error) {
    return err({
      code: "file-unreadable",
      message: `${file.name}: cannot be read: ${reasonOf(error)}; choose the file again`,
      place: file.name,
    });
  }
}

async function checksumOf(file: ImportFile): Promise<string> {
  if (file.bytes.size <= MOST_WHOLE_BYTES) return sha256Of(await file.bytes.arrayBuffer());
  const sum = sha256.create();
  for await (const chunk of await fileSource(file).open()) sum.update(chunk);
  return bytesToHex(sum.digest());
}

/** The dropped files by size and checksum, so that each can be known again. */
import { fileSource, reasonOf } from "#workers/market/source.ts";
import type { ImportFile, SourceFile } from "#workers/model/import-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { createSha256 } from "#workers/model/sha256.ts";
import { sha256Of } from "./sha256.ts";

/** The browser's own SHA-256 is several times faster, and holds a file twice in memory. */
const MOST_WHOLE_BYTES = 167_772_160;

export async function describeSources(files: readonly ImportFile[]): Promise<Result<SourceFile[]>> {
  const sources: SourceFile[] = [];
  for (const file of files) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
      sources.push({ name: file.name, bytes: file.bytes.size, sha256: await checksumOf(file) });
    } catch (error) {
      return err({
        code: "file-unreadable",
        message: `${file.name}: cannot be read: ${reasonOf(error)}; choose the file again`,
        place: file.name,
      });
    }
  }
  return ok(sources);
}

async function checksumOf(file: ImportFile): Promise<string> {
  if (file.bytes.size <= MOST_WHOLE_BYTES) return sha256Of(await file.bytes.arrayBuffer());
  const sum = createSha256();
  for await (const chunk of await fileSource(file).open()) sum.push(chunk);
  return sum.end();
}

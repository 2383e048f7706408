/** Reads the parts of a zip archive that may be anything: sizes are capped before anything is unpacked. */
import { Refusal, refusal } from "#workers/market/refusal.ts";
import { fileSource } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { zipSources } from "#workers/market/zip.ts";
import type { ArchiveUse } from "#workers/market/zip.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";

/** By path. Their bytes are checked against length and CRC while they are read. */
export type OpenArchive = ReadonlyMap<string, PriceSource>;

/** No text of a backup is larger: the list of ten thousand runs takes 30 MB, a result a few. */
const MAX_TEXT_BYTES = 256e6;

const OTHER_FILE = "Choose another backup";
const BACKUP_ARCHIVE: ArchiveUse = {
  isWanted: (path) => !path.endsWith("/"),
  noneWanted: "no backup of Tidemark: there is nothing in it. Choose another file",
  split: OTHER_FILE,
  unpackOneself: OTHER_FILE,
};

/** Opens an archive; a path that is there twice is refused, because readers could disagree on it. */
export async function openArchive(file: ImportFile): Promise<Result<OpenArchive>> {
  return refusalsAsProblems(async () => {
    const sources = await zipSources(fileSource(file), BACKUP_ARCHIVE);
    const archive = new Map(sources.map((source) => [source.name.slice(file.name.length + 1), source]));
    if (archive.size < sources.length)
      throw refusal(
        "file-refused",
        file.name,
        null,
        "it has two parts of the same name; that is not a backup of Tidemark",
      );
    return archive;
  });
}

/** A part as text. */
export async function readText(archive: OpenArchive, path: string): Promise<Result<string>> {
  const part = archive.get(path);
  if (!part)
    return err({ code: "file-refused", message: `The backup has no ${path}. It may be incomplete.` });
  return refusalsAsProblems(async () => {
    if ((part.bytes ?? 0) > MAX_TEXT_BYTES)
      throw refusal("file-refused", part.name, null, "larger than any part of a backup");
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    for await (const chunk of await part.open()) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  });
}

async function refusalsAsProblems<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem);
    if (error instanceof TypeError)
      return err({
        code: "file-unreadable",
        message: "The backup holds text that is not UTF-8: it is damaged.",
      });
    throw error;
  }
}

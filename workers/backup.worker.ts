/** Browser host of backups: the thread's boundary. Packs parts on as many workers as there are, or opens one archive and reads it. */
import { expose } from "comlink";
import { openArchive, readText } from "./backup/unpack.ts";
import type { OpenArchive } from "./backup/unpack.ts";
import { putStoredFile, storedFile } from "./market/dataset-backup.ts";
import { fileSource } from "./market/source.ts";
import { joinEntries, storeBytes, packText } from "./market/zip-writer.ts";
import type { PackedEntry } from "./market/zip-writer.ts";
import type { BackupWorkerApi, PackedPart, PackedText } from "./model/backup.ts";
import { err, ok } from "./model/problem.ts";
import { sha256Of } from "#workers/import/plan/sha256.ts";

/** What the archive's format can hold, and some room for its headers. */
const MOST_BYTES = 4e9;

let archive: OpenArchive = new Map();

const api: BackupWorkerApi = {
  packRecord,

  async packPrices(path, datasetId) {
    const file = await storedFile(datasetId);
    if (!file.ok) return file;
    if (file.value.size > MOST_BYTES) return err(tooLarge);
    return ok(await storeBytes(path, await fileSource({ name: path, bytes: file.value }).open()));
  },

  async join(parts) {
    const bytes = parts.reduce((sum, { packed }) => sum + packed.size, 0);
    return bytes > MOST_BYTES ? err(tooLarge) : ok(joinEntries(parts.map(asEntry)));
  },

  async open(file) {
    const opened = await openArchive(file);
    if (!opened.ok) return opened;
    archive = opened.value;
    return ok([...archive].map(([path, { bytes }]) => ({ path, bytes: bytes ?? 0 })));
  },

  readText: (path) => readText(archive, path),

  async putPrices(path, datasetId) {
    const part = archive.get(path);
    if (!part)
      return err({ code: "file-refused", message: `The backup has no ${path}. It may be incomplete.` });
    return putStoredFile(datasetId, part);
  },
};

expose(api);

function asEntry(part: PackedPart): PackedEntry {
  if (!(part.packed instanceof Blob)) throw new TypeError("backup.worker: a part came without its Blob");
  return { ...part, packed: part.packed };
}

const tooLarge = {
  code: "file-refused",
  message:
    "A backup can't be larger than 4 GB. Leave the prices out, and keep the files that they came from.",
} as const;

/** A record, or a list of them, as JSON; curves as lists of numbers. */
async function packRecord(path: string, value: unknown): Promise<PackedText> {
  const text = JSON.stringify(value, plainCurves);
  return { ...(await packText(path, [text])), sha256: await sha256Of(new TextEncoder().encode(text)) };
}

function plainCurves(_key: string, value: unknown): unknown {
  return value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value;
}

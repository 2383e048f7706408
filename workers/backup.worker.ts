/** Browser host of backups: the thread's boundary. One archive a worker: packed, or opened and read. */
import { expose } from "comlink";
import { createPacker } from "./backup/pack.ts";
import { openArchive, readText } from "./backup/unpack.ts";
import type { OpenArchive } from "./backup/unpack.ts";
import { putStoredFile, storedFile } from "./market/dataset-backup.ts";
import { fileSource } from "./market/source.ts";
import type { BackupWorkerApi } from "./model/backup.ts";
import { err, ok } from "./model/problem.ts";

/** What the archive's format can hold. */
const MAX_BYTES = 4e9;

const packer = createPacker();
let archive: OpenArchive = new Map();

const api: BackupWorkerApi = {
  async addText(path, text) {
    packer.addText(path, text);
  },

  async addPrices(path, datasetId) {
    const file = await storedFile(datasetId);
    if (!file.ok) return file;
    if (packer.size() + file.value.size > MAX_BYTES) return err(tooLarge);
    return ok(await packer.addBytes(path, await fileSource({ name: path, bytes: file.value }).open()));
  },

  async finish() {
    return packer.size() > MAX_BYTES ? err(tooLarge) : ok(packer.finish());
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

const tooLarge = {
  code: "file-refused",
  message:
    "A backup can't be larger than 4 GB. Leave the prices out, and keep the files that they came from.",
} as const;

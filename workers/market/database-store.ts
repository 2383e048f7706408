/**
 * Files of columns in a database of their own. What writes and reads columns does so at once, and a database answers
 * later: a file in the making is in memory, one that is read is fetched whole before, and both are as small as columns
 * are stored (about 13 bytes a bar). A file is put into the database in one transaction, so that there is nothing of it
 * before its end.
 */
import { Dexie } from "dexie";
import type { Table } from "dexie";
import { COLUMN_DATABASE_VERSION, COLUMN_STORES } from "#workers/model/column-database.ts";
import type { ColumnFileRecord, ColumnPageRecord } from "#workers/model/column-database.ts";
import type { FileStore } from "./file-store.ts";
import { memoryForPrices } from "./device-memory.ts";
import { createPagedFile } from "./paged-file.ts";
import type { PagedFile } from "./paged-file.ts";
import { Refusal } from "./refusal.ts";
import { columnDatabaseName } from "./session-root.ts";

const MEGABYTE = 1e6;

type ColumnDatabase = Dexie & {
  readonly files: Table<ColumnFileRecord, string>;
  readonly pages: Table<ColumnPageRecord, [string, number]>;
};

export const databaseFiles: FileStore = {
  async create() {
    const file = newPages();
    return {
      get bytes() {
        return file.bytes;
      },
      read: (into, at) => file.read(into, at),
      write: (part, at) => file.write(part, at),
      async publish(name, bytes = file.bytes) {
        await withDatabase((database) => put(database, { name, bytes }, file));
        file.clear();
      },
      async discard() {
        file.clear();
      },
    };
  },

  async open(name) {
    const file = newPages();
    const bytes = await withDatabase((database) =>
      eachPage(database, name, (page) => file.append(new Uint8Array(page))),
    );
    if (file.bytes !== bytes) throw new DOMException(`${name} is not whole`, "NotFoundError");
    return { bytes, isQuick: true, read: (into, at) => file.read(into, at), close: () => file.clear() };
  },

  async blob(name) {
    const pages: Blob[] = [];
    await withDatabase((database) => eachPage(database, name, (page) => pages.push(new Blob([page]))));
    return new Blob(pages);
  },

  async remove(name) {
    await withDatabase((database) =>
      database.transaction("rw", database.files, database.pages, () => removeFrom(database, name)),
    );
  },

  sweep: async () => 0,
};

function newPages(): PagedFile {
  const mostBytes = memoryForPrices();
  return createPagedFile(mostBytes, () => new Refusal(tooLarge(mostBytes)));
}

function tooLarge(mostBytes: number) {
  return {
    code: "memory-short",
    message: `This browser gives the app no files that it can read bit by bit. Prices must then fit into the memory as they are stored, and these take more than ${Math.floor(mostBytes / MEGABYTE)} MB. Use another browser, or import fewer instruments or years.`,
  } as const;
}

/** Puts the file in place of what was there, all or nothing. */
async function put(database: ColumnDatabase, record: ColumnFileRecord, file: PagedFile): Promise<void> {
  const { files, pages } = database;
  const { name } = record;
  await database.transaction("rw", files, pages, async () => {
    await removeFrom(database, name);
    let page = 0;
    for (const contents of file.pages(record.bytes)) {
      // oxlint-disable-next-line no-await-in-loop -- a page at a time is in memory twice
      await pages.put({ name, page, contents });
      page += 1;
    }
    await files.put(record);
  });
}

async function removeFrom({ files, pages }: ColumnDatabase, name: string): Promise<void> {
  await files.delete(name);
  await pages.where("[name+page]").between([name, 0], [name, Infinity]).delete();
}

/** @returns the file's size; NotFoundError is thrown where it isn't there */
function eachPage(
  database: ColumnDatabase,
  name: string,
  take: (contents: ArrayBuffer) => void,
): Promise<number> {
  const { files, pages } = database;
  return database.transaction("r", files, pages, async () => {
    const file = await files.get(name);
    if (!file) throw new DOMException(`no file ${name}`, "NotFoundError");
    let rest = file.bytes;
    for (let page = 0; rest > 0; page++) {
      // oxlint-disable-next-line no-await-in-loop -- a page at a time is in memory twice
      const found = await pages.get([name, page]);
      if (!found) break;
      take(found.contents);
      rest -= found.contents.byteLength;
    }
    return file.bytes;
  });
}

/** Opened for each use alone: another tab may want to delete it. */
async function withDatabase<T>(work: (database: ColumnDatabase) => PromiseLike<T>): Promise<T> {
  const opened = new Dexie(columnDatabaseName(), { chromeTransactionDurability: "strict" });
  opened.version(COLUMN_DATABASE_VERSION).stores(COLUMN_STORES);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Dexie adds a property for each store
    return await work(opened as ColumnDatabase);
  } catch (error) {
    throw asOfPlatform(error);
  } finally {
    opened.close();
  }
}

/** Dexie wraps what the browser says; callers know storage's refusals as DOMExceptions of their own names. */
function asOfPlatform(error: unknown): unknown {
  if (!(error instanceof Dexie.DexieError)) return error;
  const inner: unknown = "inner" in error ? error.inner : null;
  const said = inner instanceof Error && inner.name !== "Error" ? inner : error;
  return new DOMException(said.message, said.name);
}

/** Gives each test an empty database in memory. Import it before anything of src/storage/. */
import "fake-indexeddb/auto";
import { beforeEach } from "vitest";
import { database } from "#src/storage/database.ts";

beforeEach(async () => {
  await database.open();
  await Promise.all(database.tables.map((table) => table.clear()));
});

import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { database } from "#src/storage/database.ts";
import { createStrategy, listStrategies } from "#src/storage/strategies.ts";

it("reads a database that a newer app wrote, but does not write to it and asks for the newer app", async () => {
  const oldVersion = await database.open().then((opened) => opened.backendDB().version);
  database.close();
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("tidemark", oldVersion + 10);
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
  });
  newer.close();

  const created = await createStrategy("Momentum");
  expect(created).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
  expect(created.ok ? "" : created.problem.message).toContain("newer Tidemark");
  expect(await listStrategies()).toEqual({ records: [], damaged: [] });
});

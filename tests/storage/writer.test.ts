import "./empty-database.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { createStrategy, listStrategies, renameStrategy } from "#src/storage/strategies.ts";
import { write, writeOrRefuse } from "#src/storage/writer.ts";
import { err } from "#workers/model/problem.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A full disk as the browser tells of it: requests succeed, then the commit is aborted with this reason. */
function fillTheDisk(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its store below
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function spied(
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    const request = put.call(this, value, key);
    // fake-indexeddb's own door to an abort with a reason, which a page does not have
    const abort: unknown = Reflect.get(this.transaction, "_abort");
    if (typeof abort !== "function") throw new TypeError("fake-indexeddb has no _abort any more");
    request.addEventListener("success", () => abort.call(this.transaction, "QuotaExceededError"));
    return request;
  });
}

function countUp(): Promise<unknown> {
  return write("The count", ["settings"], async () => {
    const stored = await database.settings.get("count");
    await database.settings.put({ key: "count", value: Number(stored?.value ?? 0) + 1 });
  });
}

describe("write", () => {
  it("does one write at a time, in the order asked", async () => {
    const steps: string[] = [];
    const writeSlowly = (name: string) =>
      write(name, ["settings"], async () => {
        steps.push(`${name} begins`);
        await database.settings.put({ key: name, value: 1 });
        await database.settings.put({ key: name, value: 2 });
        steps.push(`${name} ends`);
      });
    await Promise.all([writeSlowly("first"), writeSlowly("second"), writeSlowly("third")]);
    expect(steps).toEqual([
      "first begins",
      "first ends",
      "second begins",
      "second ends",
      "third begins",
      "third ends",
    ]);
  });

  it("loses no update when many read and write the same record", async () => {
    await Promise.all(Array.from({ length: 50 }, countUp));
    expect(await database.settings.get("count")).toEqual({ key: "count", value: 50 });
  });

  it("on a full disk keeps what was stored before and says what was not saved and what to do", async () => {
    const before = valueOf(await createStrategy("Momentum"));
    fillTheDisk();
    const saved = await renameStrategy(before.id, "Better");
    expect(saved).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
    expect(saved.ok ? "" : saved.problem.message).toMatch(
      /^The strategy "Better" was not saved: .* no room .* free disk space/,
    );
    vi.restoreAllMocks();
    expect((await listStrategies()).records).toEqual([before]);
  });

  it("goes on after a write that failed", async () => {
    const before = valueOf(await createStrategy("Momentum"));
    fillTheDisk();
    const failing = renameStrategy(before.id, "Lost");
    const next = failing.then(() => vi.restoreAllMocks()).then(() => createStrategy("Next"));
    expect((await failing).ok).toBe(false);
    expect((await next).ok).toBe(true);
  });

  it("writes nothing of a transaction that refuses half way", async () => {
    const refused = await writeOrRefuse("Both", ["settings"], async () => {
      await database.settings.put({ key: "theme", value: "dark" });
      return err({ code: "not-found", message: "no" });
    });
    expect(refused).toEqual({ ok: false, problem: { code: "not-found", message: "no" } });
    expect(await database.settings.count()).toBe(0);
  });

  it("lets an error of ours through, undoes its writes and goes on", async () => {
    const broken = write("The setting", ["settings"], async () => {
      await database.settings.put({ key: "theme", value: "dark" });
      throw new TypeError("a bug");
    });
    await expect(broken).rejects.toThrow("a bug");
    expect(await database.settings.count()).toBe(0);
    expect((await createStrategy("Next")).ok).toBe(true);
  });
});

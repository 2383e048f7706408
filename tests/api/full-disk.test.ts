/** A store whose disk is full: whoever asks is told, nothing waits for ever, and what was refused is not there. */
import { existsSync } from "node:fs";
import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  fillCores,
  makeFolder,
  removeFolders,
  startServer,
  WAVES_STRATEGY,
  wavesCsv,
} from "#tests/support/api-server.ts";
import { errorOf } from "#workers/api/error.ts";
import { makeColumns } from "#workers/api/made-columns.ts";
import { problemOf } from "#workers/api/server/problems.ts";
import { WorkLine } from "#workers/api/server/work-line.ts";
import type { NewWork, WorkTools } from "#workers/api/server/work-line.ts";
import { openWorkStore } from "#workers/api/server/work-store.ts";
import type { WorkRecord, WorkStore } from "#workers/api/server/work-store.ts";

afterEach(removeFolders);

const WORK: NewWork = {
  dataset: { id: "waves", hash: "sha256:0" },
  strategyName: "Waves",
  strategyHash: "sha256:1",
  engine: "1",
  strategy: {},
  columns: "columns",
};

interface Lab {
  readonly line: WorkLine;
  readonly store: WorkStore;
  readonly folder: string;
  readonly said: string[];
}

/** @param isFull - whether the disk has no room for a record */
async function openLab(
  isFull: (record: WorkRecord) => boolean,
  work: WorkTools["work"] = async () => {},
): Promise<Lab> {
  const folder = await makeFolder();
  const whole = await openWorkStore(folder, "run", () => {});
  const said: string[] = [];
  const store: WorkStore = {
    ...whole,
    async put(record) {
      if (!isFull(record)) return whole.put(record);
      if (whole.get(record.id)) whole.show(record); // in memory it is the new one at once
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    },
  };
  const line = new WorkLine({
    store,
    cores: 1,
    mostWaiting: 1,
    waitingElsewhere: () => 0,
    keep: 10,
    work,
    onOver: () => {},
    log: (text) => said.push(text),
  });
  return { line, store, folder, said };
}

const NEVER = new AbortController().signal;
const noKey = async (): Promise<void> => {};

describe("a full disk", () => {
  it("refuses a run with 507, and gives its place in line back", async () => {
    const full = { is: true };
    const { line, store } = await openLab(() => full.is);
    for (let tries = 0; tries < 3; tries++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const refused: unknown = await line.add(WORK, noKey).catch((error: unknown) => error);
      expect(problemOf(refused).body).toMatchObject({ status: 507, code: "store-full" });
    }
    expect(store.list()).toEqual([]);
    full.is = false;
    const id = await line.add(WORK, noKey);
    await line.whenOver(id, 5000, NEVER);
    expect(store.get(id)?.status).toBe("done");
  });

  it("fails a run whose record can't be written when it begins, and tells who follows it", async () => {
    const { line, store, said } = await openLab(({ status }) => status === "running");
    const id = await line.add(WORK, noKey);
    const told: string[] = [];
    line.follow(id, ({ status }) => told.push(status));
    await line.whenOver(id, 5000, NEVER);
    expect(store.get(id)).toMatchObject({ status: "failed", problem: { code: "store-full", status: 507 } });
    expect(told.at(-1)).toBe("failed");
    expect(line.running).toBe(0);
    expect(said.join()).toContain(id);
  });

  it("tells the end of a run that was cancelled, though it can't be written", async () => {
    const { line, store } = await openLab(
      ({ status }) => status === "cancelled",
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("ended")));
        }),
    );
    const id = await line.add(WORK, noKey);
    const told: string[] = [];
    line.follow(id, ({ status }) => told.push(status));
    await expect.poll(() => told.at(-1)).toBe("running");
    const refused: unknown = await line.cancel(id).catch((error: unknown) => error);
    expect(problemOf(refused).body.code).toBe("store-full");
    expect(store.get(id)?.status).toBe("cancelled");
    expect(told.at(-1)).toBe("cancelled");
    await expect.poll(() => line.running).toBe(0);
  });
});

const NO_FULL = existsSync("/dev/full") ? null : "there is no /dev/full";

describe("a result that there is no room for", () => {
  it.skipIf(NO_FULL !== null)(
    `fails its run, and nothing of it stays${NO_FULL === null ? "" : ` (skipped: ${NO_FULL})`}`,
    async () => {
      const data = join(await makeFolder({ "waves/prices.csv": wavesCsv(2) }), "waves");
      const server = await startServer({ args: ["--data", data, "--allow-code"] });
      await server.whenRead("waves");
      const before = await fillCores(server);
      const last = await server.call("POST", "/v1/runs", {
        body: { dataset: "waves", strategy: WAVES_STRATEGY },
      });
      const { id, status } = last.json;
      expect(status).toBe("waiting");
      await symlink("/dev/full", join(server.store, "runs", `${id}.result.part`));
      await Promise.all(before.map((one) => server.call("POST", `/v1/runs/${one}/cancel`)));
      const over = await server.call("GET", `/v1/runs/${id}`, { headers: { Prefer: "wait=60" } });
      expect(over.json).toMatchObject({ status: "failed", problem: { code: "store-full", status: 507 } });
      const names = await readdir(join(server.store, "runs"));
      expect(names.filter((name) => name.startsWith(id))).toEqual([`${id}.json`]);
      await server.stop();
    },
  );
});

it("refuses an upload whose prices there is no room for with 507", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write" });
  const folder = await makeFolder();
  const made = await makeColumns(join(folder, "prices"), async () => {
    throw full;
  });
  expect(made).toMatchObject({ ok: false, problem: { code: "storage-failed", place: folder } });
  if (made.ok) return;
  expect(problemOf(errorOf(made.problem)).body).toMatchObject({ status: 507, code: "store-full" });
  expect(await readdir(folder)).toEqual([]);
});

describe("the store of runs", () => {
  it("removes with a run what a thread that was ended left of its result", async () => {
    const { line, store, folder } = await openLab(() => false);
    const id = await line.add(WORK, noKey);
    await line.whenOver(id, 5000, NEVER);
    const part = `${store.resultPath(id)}.part`;
    await writeFile(part, "{");
    await line.remove(id);
    expect(existsSync(part)).toBe(false);
    expect(existsSync(join(folder, `${id}.json`))).toBe(false);
  });
});

/** How long idempotency keys hold, and what of them stays in the store. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openKeys } from "#workers/api/server/keys.ts";

const HOUR_MS = 3_600_000;
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-keys-"));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** Makes things by number, each once for a key. */
async function openShop(isThere: (made: string) => boolean = () => true) {
  const keys = await openKeys(folder, isThere, () => {});
  const app = Fastify();
  let made = 0;
  app.post("/things", (request, reply) =>
    keys.once({
      request,
      reply,
      act: async () => String(++made),
      tell: async (id) => reply.send({ id }),
    }),
  );
  return async (key: string): Promise<unknown> => {
    const answer = await app.inject({ method: "POST", url: "/things", headers: { "idempotency-key": key } });
    return [answer.json<{ id: string }>().id, answer.headers["idempotency-replayed"] ?? null];
  };
}

it("are known for 24 hours, also after a restart, and are new and gone from the disk then", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const post = await openShop();
  expect(await post("a")).toEqual(["1", null]);
  vi.setSystemTime(24 * HOUR_MS);
  expect(await post("a")).toEqual(["1", "true"]);
  const again = await openShop();
  expect(await again("a")).toEqual(["1", "true"]);
  vi.setSystemTime(24 * HOUR_MS + 1);
  expect(await again("b")).toEqual(["1", null]);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await again("a")).toEqual(["2", null]);
});

it("whose thing a crash kept from being made are forgotten, on the disk, too", async () => {
  const begun = { request: "of another time", made: "7", at: Date.now(), isWhole: false };
  await writeFile(join(folder, "0".repeat(64) + ".json"), JSON.stringify(begun));
  await openShop(() => false);
  expect(await readdir(folder)).toEqual([]);
});

/**
 * Idempotency keys: a POST that comes again has no second effect and tells what the first one made. Kept for 24 hours, in files, so
 * that they hold over a restart; refusals are not kept.
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { canonicalJson } from "../sweep/hashes.ts";
import { readRecords, writeWhole } from "./disk.ts";
import type { Log } from "./disk.ts";
import { refuse } from "./problems.ts";

const KEPT_MS = 24 * 3_600_000;
const LONGEST_KEY = 255;

interface KnownKey {
  /** SHA-256 of method, address and body. */
  readonly request: string;
  /** What the call made: an id, or "" for a call that makes nothing. */
  readonly made: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** False while what it makes may not be there yet: after a crash it is looked for. */
  readonly isWhole: boolean;
}

export interface Keys {
  /** Does a POST once for each key. */
  once(call: KeyedCall): Promise<FastifyReply>;
}

export interface KeyedCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** SHA-256 of the body, of an upload; of JSON it is worked out. */
  readonly bodyHash?: string;
  /** Makes the thing, and gives its id; `keep` is to be called with it before the thing is on the disk. */
  readonly act: (keep: (made: string) => Promise<void>) => Promise<string>;
  /** Answers with the present state of what was made. */
  readonly tell: (made: string) => Promise<FastifyReply>;
}

/** @param isThere - whether what a key made is on the disk, after a crash in between */
export async function openKeys(folder: string, isThere: (made: string) => boolean, log: Log): Promise<Keys> {
  const pathOf = (name: string): string => join(folder, `${name}.json`);
  const known = new Map<string, KnownKey>();
  const atWork = new Map<string, string>();
  for (const [name, value] of await readRecords(folder, log)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this server wrote it, whole
    const entry = value as KnownKey;
    if (entry.isWhole || isThere(entry.made)) known.set(name, entry);
    // oxlint-disable-next-line no-await-in-loop -- a crash leaves one or two
    else await rm(pathOf(name), { force: true });
  }

  async function forgetOld(now: number): Promise<void> {
    const old = [...known].filter(([, { at }]) => now - at > KEPT_MS);
    for (const [name] of old) known.delete(name);
    await Promise.all(old.map(([name]) => rm(pathOf(name), { force: true })));
  }

  return {
    async once({ request, reply, bodyHash, act, tell }) {
      const key = request.headers["idempotency-key"];
      if (key === undefined) return tell(await act(async () => {}));
      if (typeof key !== "string" || key === "" || key.length > LONGEST_KEY)
        throw refuse("request-invalid", `An Idempotency-Key has 1 to ${LONGEST_KEY} characters.`);
      const now = Date.now();
      await forgetOld(now);
      const name = sha256(key);
      const asked = sha256(`${request.method} ${request.url} ${bodyHash ?? hashOfBody(request.body)}`);
      const before = known.get(name);
      const same = atWork.get(name) ?? before?.request;
      if (same !== undefined && same !== asked)
        throw refuse("idempotency-key-reused", "This Idempotency-Key was sent with another call or body.");
      if (atWork.has(name))
        throw refuse("key-at-work", "The call with this Idempotency-Key is still being answered.", {
          headers: { "Retry-After": "1" },
        });
      if (before) {
        void reply.header("Idempotency-Replayed", "true");
        return tell(before.made);
      }
      atWork.set(name, asked);
      const keep = async (made: string, isWhole: boolean): Promise<void> => {
        const entry: KnownKey = { request: asked, made, at: now, isWhole };
        await writeWhole(pathOf(name), JSON.stringify(entry));
        if (isWhole) known.set(name, entry);
      };
      try {
        const made = await act((id) => keep(id, false));
        await keep(made, true);
        return await tell(made);
      } catch (error) {
        if (!known.has(name)) await rm(pathOf(name), { force: true });
        throw error;
      } finally {
        atWork.delete(name);
      }
    },
  };
}

function hashOfBody(body: unknown): string {
  if (body === undefined) return "";
  try {
    return sha256(canonicalJson(body));
  } catch (error) {
    if (error instanceof RangeError) throw refuse("json-invalid", "The body is nested too deep.");
    throw error;
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** JSON bodies: bounded in bytes and time, and read as they are: no name in them means anything to us. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { noteRefusal } from "./connections.ts";
import { refuse, unknownType } from "./problems.ts";

export interface BodyLimits {
  readonly bytes: number;
  /** For all of it to arrive. */
  readonly ms: number;
}

/** What is too large is read on for so long, so that who sends it gets to read the answer. */
const DRAIN_MS = 1000;

export function parserOf(
  limits: BodyLimits,
): (request: FastifyRequest, payload: IncomingMessage) => Promise<unknown> {
  const nextTurn = createTurnstile();
  return async ({ routeOptions }, payload) => {
    const body = await readBody(payload, limits);
    await nextTurn(); // what follows is a call's long piece: its JSON, its checks, its record
    const takesNone = routeOptions.schema?.body === undefined;
    return takesNone && body.length === 0 ? undefined : parse(body); // some clients name a type for nothing
  };
}

/** Of any other type: nothing, where a call takes none. Some clients name a type for nothing. */
export async function takeNothing({ headers }: FastifyRequest): Promise<undefined> {
  if (headers["content-length"] !== "0") throw unknownType();
}

/** @throws CallProblem `too-large`, `request-timeout` */
export function readBody(payload: IncomingMessage, { bytes, ms }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let isTooLarge = false;
    const tooLarge = refuse("too-large", `The body has more than ${bytes} bytes.`);
    const late = setTimeout(
      () => reject(refuse("request-timeout", `The body did not arrive within ${ms / 1000} s.`)),
      ms,
    );
    const end = (): void => {
      clearTimeout(late);
      if (isTooLarge) reject(tooLarge);
      else resolve(Buffer.concat(parts));
    };
    const drop = (): void => {
      isTooLarge = true;
      parts.length = 0;
      noteRefusal(payload.socket, tooLarge);
      clearTimeout(late);
      setTimeout(end, DRAIN_MS);
    };
    if (Number(payload.headers["content-length"]) > bytes) drop();
    payload.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (isTooLarge) return;
      if (size > bytes) drop();
      else parts.push(chunk);
    });
    payload.once("end", end);
    payload.once("close", () => clearTimeout(late));
    payload.once("error", (error) =>
      reject(isTooLarge ? tooLarge : refuse("request-invalid", `The body can't be read: ${error.message}`)),
    );
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse("json-invalid", `The body can't be read as JSON: ${reason}`);
  }
}

/**
 * Lets calls that came together go on one after the other, one a turn of the event loop: whoever asks something short
 * meanwhile waits for one of them, not for all.
 */
export function createTurnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const letOne = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(letOne);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(letOne);
    });
}

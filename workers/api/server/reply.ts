/** How calls answer beside plain objects. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { CallProblem } from "./problems.ts";

/** Fastify whose calls are typed by their zod schemas. */
export type App = ReturnType<typeof typed>;

export function typed(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>();
}

/** JSON that is text already. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply
    .type("application/json; charset=utf-8")
    .serializer((text: string) => text)
    .send(json);
}

export function sendProblem(reply: FastifyReply, { body, headers }: CallProblem): FastifyReply {
  const closes = body.status === 408 || body.status === 413 ? { Connection: "close" } : {};
  return reply
    .code(body.status)
    .headers({ ...headers, ...closes, "Content-Type": "application/problem+json" })
    .serializer((text: string) => text)
    .send(JSON.stringify(body));
}

/** Ends when the caller hangs up, or the server stops: neither cancels anything. */
export function whileThere({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const over = new AbortController();
  const end = (): void => {
    stopping.removeEventListener("abort", end); // it lives as long as the server, which keeps nothing of calls
    over.abort();
  };
  stopping.addEventListener("abort", end);
  raw.once("close", end);
  if (stopping.aborted) end();
  return over.signal;
}

/**
 * A reply that was sent, for calls that answer by it: its type says nothing of their schemas, which hold for what is
 * returned as an object.
 */
export type Answered = never;

export function answered(reply: FastifyReply): Answered {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see Answered
  return reply as never;
}

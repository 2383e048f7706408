/** What runs and sweeps have in common: they are told of, followed, cancelled and deleted. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { PassThrough } from "node:stream";
import { z } from "zod";
import { chooseType } from "../negotiate.ts";
import { pageOf } from "../paging.ts";
import { waitOf } from "../prefer.ts";
import { notFound } from "../problems.ts";
import { answered, whileThere } from "../reply.ts";
import type { Answered, App } from "../reply.ts";
import { byId, paging, refusals } from "../schemas.ts";
import type { Services } from "../services.ts";
import { isOver } from "../work-line.ts";
import type { WorkLine } from "../work-line.ts";
import type { WorkRecord, WorkStore } from "../work-store.ts";

export interface WorkKind {
  /** The kind as the address has it. */
  readonly name: "runs" | "sweeps";
  readonly line: WorkLine;
  readonly store: WorkStore;
  /** What is told of a record. */
  readonly tell: (record: WorkRecord) => object;
  readonly schemas: { readonly one: z.ZodType; readonly full: z.ZodType; readonly list: z.ZodType };
}

/** @throws CallProblem */
export function knownWork({ name, store }: WorkKind, id: string): WorkRecord {
  const record = store.get(id);
  if (!record) throw notFound(`${name.slice(0, -1)} ${id.slice(0, 100)}`);
  return record;
}

/** The record, as it is after the wait that the caller prefers. */
export async function waitedFor(
  kind: WorkKind,
  {
    request,
    reply,
    id,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly id: string },
  stopping: AbortSignal,
): Promise<WorkRecord> {
  knownWork(kind, id);
  const ms = waitOf(request.headers["prefer"]);
  if (ms > 0) await kind.line.whenOver(id, ms, whileThere(reply, stopping));
  return knownWork(kind, id);
}

export function addWorkRoutes(app: App, services: Services, kind: WorkKind): void {
  addReading(app, services, kind);
  addEvents(app, services, kind);
  addEnding(app, services, kind);
}

function addReading(app: App, { stopping }: Services, kind: WorkKind): void {
  const { name, store, tell, schemas } = kind;
  app.get(
    `/v1/${name}`,
    {
      schema: {
        operationId: `list-${name}`,
        summary: `The ${name}, newest first`,
        querystring: paging,
        response: { 200: schemas.list, ...refusals },
      },
    },
    ({ query }) => {
      const page = pageOf(store.list(), query, ({ id }) => id, "descending");
      return { [name]: page.items.map(tell), next: page.next };
    },
  );
  const getOne = async (
    request: FastifyRequest<{ Params: z.infer<typeof byId> }>,
    reply: FastifyReply,
  ): Promise<Answered> => {
    const record = await waitedFor(kind, { request, reply, id: request.params.id }, stopping);
    return answered(reply.send({ ...tell(record), strategy: record.strategy }));
  };
  app.get(
    `/v1/${name}/:id`,
    {
      schema: {
        operationId: `get-${name}`,
        summary: "One of them, with the strategy as it was sent",
        params: byId,
        response: { 200: schemas.full, ...refusals },
      },
    },
    getOne,
  );
}

function addEvents(app: App, { stopping }: Services, kind: WorkKind): void {
  const { name, line, tell } = kind;
  app.get(
    `/v1/${name}/:id/events`,
    {
      schema: {
        operationId: `follow-${name}`,
        summary: "Server-sent events: `progress`, at the end `done`, each with the record",
        produces: ["text/event-stream"],
        params: byId,
        response: { 200: z.unknown().meta({ description: "text/event-stream" }), ...refusals },
      },
    },
    (request, reply) => {
      const { id } = request.params;
      knownWork(kind, id);
      chooseType(request.headers.accept, ["text/event-stream"]);
      const stream = eventsOf({
        lastSeen: Number(request.headers["last-event-id"] ?? 0) || 0,
        follow: (follower) =>
          line.follow(id, (record) =>
            follower({ number: record.event, isLast: isOver(record), data: tell(record) }),
          ),
        stopping,
      });
      void reply.type("text/event-stream; charset=utf-8").send(stream);
    },
  );
}

function addEnding(app: App, { keys }: Services, kind: WorkKind): void {
  const { name, line, tell, schemas } = kind;
  const cancel = async (
    request: FastifyRequest<{ Params: z.infer<typeof byId> }>,
    reply: FastifyReply,
  ): Promise<Answered> => {
    const { id } = request.params;
    const sent = await keys.once({
      request,
      reply,
      async act() {
        knownWork(kind, id);
        await line.cancel(id);
        return id;
      },
      tell: async () => reply.send(tell(knownWork(kind, id))),
    });
    return answered(sent);
  };
  const remove = async (
    request: FastifyRequest<{ Params: z.infer<typeof byId> }>,
    reply: FastifyReply,
  ): Promise<Answered> => {
    knownWork(kind, request.params.id);
    await line.remove(request.params.id);
    return answered(reply.code(204).send());
  };
  app.post(
    `/v1/${name}/:id/cancel`,
    {
      schema: {
        operationId: `cancel-${name}`,
        summary: "Ends what waits or is at work",
        params: byId,
        response: { 200: schemas.one, ...refusals },
      },
    },
    cancel,
  );
  app.delete(
    `/v1/${name}/:id`,
    {
      schema: {
        operationId: `delete-${name}`,
        summary: "Ends and deletes it",
        params: byId,
        response: { 204: z.void().meta({ description: "deleted" }), ...refusals },
      },
    },
    remove,
  );
}

export interface WorkEvent {
  readonly number: number;
  readonly isLast: boolean;
  /** The record. */
  readonly data: object;
}

interface EventSource {
  /** What the caller has seen already, from a connection before; 0 for nothing. */
  readonly lastSeen: number;
  /** Tells the present state, then each change; returns what ends that. */
  readonly follow: (tell: (event: WorkEvent) => void) => () => void;
  readonly stopping: AbortSignal;
}

const COMMENT_MS = 15_000;
/** Progress that a slow reader has not taken is left out beyond this. */
const MOST_WAITING_BYTES = 65_536;

/** Server-sent events of one piece of work, until it is over. */
export function eventsOf({ lastSeen, follow, stopping }: EventSource): PassThrough {
  const stream = new PassThrough();
  stream.write(": \n\n"); // the headers go out at once
  const comment = setInterval(() => stream.write(": \n\n"), COMMENT_MS);
  let hasEnded = false;
  let seen = lastSeen; // who comes while a change is written is told it at once, and when it is
  let unfollow: (() => void) | null = null;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(comment);
    stopping.removeEventListener("abort", end);
    unfollow?.();
    stream.end();
  };
  stopping.addEventListener("abort", end);
  stream.on("close", end);
  unfollow = follow(({ number, isLast, data }) => {
    if (hasEnded) return;
    const isLate = !isLast && stream.writableLength > MOST_WAITING_BYTES;
    if (number > seen && !isLate) {
      seen = number;
      const name = isLast ? "done" : "progress";
      stream.write(`id: ${number}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    if (isLast) end();
  });
  if (hasEnded) unfollow();
  return stream;
}

/** Sweeps: asked for, and their rows as JSON lines or CSV. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { csvHeader, csvLine } from "../../sweep/row.ts";
import type { SweepRow } from "../../sweep/row.ts";
import { chooseType } from "../negotiate.ts";
import { answered, whileThere } from "../reply.ts";
import type { Answered, App } from "../reply.ts";
import { byId, refusals, rowsQuery, sweep, sweepBody, sweepList, sweepWithStrategy } from "../schemas.ts";
import type { Services } from "../services.ts";
import { newSweep, rowLines } from "../sweeps.ts";
import type { RowsPlace } from "../sweeps.ts";
import { isOver } from "../work-line.ts";
import type { WorkRecord } from "../work-store.ts";
import { tellRun } from "./runs.ts";
import { addWorkRoutes, knownWork, waitedFor } from "./work.ts";
import type { WorkKind } from "./work.ts";

export function addSweepRoutes(app: App, services: Services): void {
  const kind: WorkKind = {
    name: "sweeps",
    line: services.sweeps,
    store: services.sweepStore,
    tell: tellSweep,
    schemas: { one: sweep, full: sweepWithStrategy, list: sweepList },
  };
  addStart(app, services, kind);
  addRows(app, services, kind);
  addWorkRoutes(app, services, kind);
}

function tellSweep(record: WorkRecord): z.infer<typeof sweep> {
  const { axes = [], variants = 0, done = 0 } = record.sweep ?? {};
  return { ...tellRun(record), axes: [...axes], variants, done };
}

function addStart(app: App, services: Services, kind: WorkKind): void {
  const { datasets, sweeps, keys, allowCode, stopping } = services;
  const start = async (
    request: FastifyRequest<{ Body: z.infer<typeof sweepBody> }>,
    reply: FastifyReply,
  ): Promise<Answered> => {
    const { dataset, strategy, axes, keep } = request.body;
    const sent = await keys.once({
      request,
      reply,
      async act(keepId) {
        const asked = { strategy, axes, withEquity: keep.includes("equity"), allowCode };
        return datasets.whileReady(dataset, async (ready) =>
          sweeps.add(await newSweep(ready, asked), keepId),
        );
      },
      async tell(id) {
        const record = await waitedFor(kind, { request, reply, id }, stopping);
        void reply.header("Location", `/v1/sweeps/${id}`).code(isOver(record) ? 201 : 202);
        return reply.send(tellSweep(record));
      },
    });
    return answered(sent);
  };
  app.post(
    "/v1/sweeps",
    {
      schema: {
        operationId: "start-sweeps",
        summary: "Runs all variants of a strategy that some axes make",
        body: sweepBody,
        response: { 201: sweep, 202: sweep, ...refusals },
      },
    },
    start,
  );
}

type RowsRequest = FastifyRequest<{
  Params: z.infer<typeof byId>;
  Querystring: z.infer<typeof rowsQuery>;
}>;

const TYPES = ["application/jsonl", "application/x-ndjson", "application/json", "text/csv"] as const;

function addRows(app: App, services: Services, kind: WorkKind): void {
  const rows = async (request: RowsRequest, reply: FastifyReply): Promise<Answered> => {
    const record = knownWork(kind, request.params.id);
    const chosen = chooseType(request.headers.accept, TYPES);
    const isCsv = chosen === "text/csv";
    const { after = -1, follow } = request.query;
    const type = isCsv
      ? "text/csv; charset=utf-8"
      : `${chosen === "application/json" ? TYPES[0] : chosen}; charset=utf-8`;
    void reply.type(type);
    const asked: RowsAsked = { kind, id: record.id, after, isCsv };
    if (follow === "1") {
      const gone = whileThere(reply, services.stopping);
      return answered(reply.send(Readable.from(followRows(asked, gone))));
    }
    const path = join(services.uploads.folder, `${randomUUID()}.rows`);
    try {
      await pipeline(Readable.from(rowsNow(asked)), createWriteStream(path, { mode: 0o600 }));
      const { size } = await stat(path);
      const stream = createReadStream(path);
      stream.once("close", () => void rm(path, { force: true }));
      return answered(reply.header("Content-Length", size).send(stream));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };
  app.get(
    "/v1/sweeps/:id/rows",
    {
      schema: {
        operationId: "get-rows",
        summary: "Rows by index as JSON lines or text/csv; follow=1 waits for those to come",
        produces: [...TYPES],
        params: byId,
        querystring: rowsQuery,
        response: { 200: z.unknown().meta({ description: "a row a line" }), ...refusals },
      },
    },
    rows,
  );
}

interface RowsAsked {
  readonly kind: WorkKind;
  readonly id: string;
  /** -1 for all. */
  readonly after: number;
  readonly isCsv: boolean;
}

async function* rowsNow(asked: RowsAsked): AsyncGenerator<string> {
  const { sweep: part } = knownWork(asked.kind, asked.id);
  if (asked.isCsv) yield csvHeader(part?.axes ?? []);
  yield* linesOf(asked, { index: 0, byte: 0 }, part?.done ?? 0);
}

/** Those from a place on that are there, without those that the caller has. */
async function* linesOf(asked: RowsAsked, place: RowsPlace, done: number): AsyncGenerator<string> {
  const { kind, id, after, isCsv } = asked;
  for await (const line of rowLines(kind.store.resultPath(id), place, done)) {
    if (place.index - 1 <= after) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this server wrote it
    yield isCsv ? csvLine(JSON.parse(line) as SweepRow) : `${line}\n`;
  }
}

/** Rows that are there, then those that come, until the sweep is over or the caller has gone. */
async function* followRows(asked: RowsAsked, gone: AbortSignal): AsyncGenerator<string> {
  const { kind, id, isCsv } = asked;
  const place: RowsPlace = { index: 0, byte: 0 };
  let wake: (() => void) | null = null;
  const stop = kind.line.follow(id, () => wake?.());
  gone.addEventListener("abort", () => wake?.());
  try {
    if (isCsv) yield csvHeader(kind.store.get(id)?.sweep?.axes ?? []);
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const record = kind.store.get(id);
      if (!record || gone.aborted) return;
      yield* linesOf(asked, place, record.sweep?.done ?? 0);
      if (isOver(record)) return;
      // oxlint-disable-next-line no-await-in-loop -- for more rows
      await changed;
    }
  } finally {
    stop();
  }
}

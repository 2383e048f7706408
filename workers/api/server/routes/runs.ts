/** Runs: asked for, and their results. */
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { chooseType } from "../negotiate.ts";
import { waitOf } from "../prefer.ts";
import { notFound, refuse } from "../problems.ts";
import { answered, sendJson } from "../reply.ts";
import type { Answered, App } from "../reply.ts";
import { partCsv, partOf } from "../result-parts.ts";
import { newRun } from "../runs.ts";
import {
  byId,
  refusals,
  resultPart,
  run,
  runBody,
  runList,
  runWithResult,
  runWithStrategy,
} from "../schemas.ts";
import type { Run } from "../schemas.ts";
import type { Services } from "../services.ts";
import { isOver } from "../work-line.ts";
import { sizeOf } from "../work-store.ts";
import type { WorkRecord } from "../work-store.ts";
import { addWorkRoutes, knownWork, waitedFor } from "./work.ts";
import type { WorkKind } from "./work.ts";

export function addRunRoutes(app: App, services: Services): void {
  const kind: WorkKind = {
    name: "runs",
    line: services.runs,
    store: services.runStore,
    tell: tellRun,
    schemas: { one: run, full: runWithStrategy, list: runList },
  };
  addStart(app, services, kind);
  addResult(app, services, kind);
  addWorkRoutes(app, services, kind);
}

function addStart(app: App, services: Services, kind: WorkKind): void {
  const { datasets, runs, runStore, keys, allowCode, stopping } = services;
  const start = async (
    request: FastifyRequest<{ Body: z.infer<typeof runBody> }>,
    reply: FastifyReply,
  ): Promise<Answered> => {
    const { dataset, strategy } = request.body;
    const sent = await keys.once({
      request,
      reply,
      act: async (keep) => runs.add(newRun(datasets.ready(dataset), strategy, allowCode), keep),
      async tell(id) {
        const record = await waitedFor(kind, { request, reply, id }, stopping);
        void reply.header("Location", `/v1/runs/${id}`).code(isOver(record) ? 201 : 202);
        return record.status === "done" && waitOf(request.headers["prefer"]) > 0
          ? sendJson(reply, await withResult(record, runStore.resultPath(id)))
          : reply.send(tellRun(record));
      },
    });
    return answered(sent);
  };
  app.post(
    "/v1/runs",
    {
      schema: {
        operationId: "start-runs",
        summary: "Runs a strategy on a dataset",
        body: runBody,
        response: { 201: runWithResult, 202: run, ...refusals },
      },
    },
    start,
  );
}

type ResultRequest = FastifyRequest<{
  Params: z.infer<typeof byId>;
  Querystring: z.infer<typeof resultPart>;
}>;

function addResult(app: App, { runStore, stopping }: Services, kind: WorkKind): void {
  const result = async (request: ResultRequest, reply: FastifyReply): Promise<Answered> => {
    const { id } = request.params;
    const { part } = request.query;
    knownWork(kind, id);
    const tables = part === undefined ? [] : ["text/csv" as const];
    const type = chooseType(request.headers.accept, ["application/json", ...tables]);
    refuseWithoutResult(await waitedFor(kind, { request, reply, id }, stopping));
    const path = runStore.resultPath(id);
    const size = await sizeOf(path);
    if (size === null) throw notFound(`result of run ${id}`);
    if (part === undefined)
      return answered(
        reply
          .type("application/json; charset=utf-8")
          .header("Content-Length", size)
          .send(createReadStream(path)),
      );
    const whole = JSON.parse(await readFile(path, "utf8"));
    return answered(
      type === "text/csv"
        ? reply.type("text/csv; charset=utf-8").send(partCsv(whole, part))
        : sendJson(reply, JSON.stringify(partOf(whole, part))),
    );
  };
  app.get(
    "/v1/runs/:id/result",
    {
      schema: {
        operationId: "get-result",
        summary: "The result, or a part of it; parts also as text/csv",
        produces: ["application/json", "text/csv"],
        params: byId,
        querystring: resultPart,
        response: { 200: z.unknown().meta({ description: "result/1, or the part" }), ...refusals },
      },
    },
    result,
  );
}

/** What is told of a record; what is kept beside it is not. */
export function tellRun(record: WorkRecord): Run {
  const { id, status, progress, dataset, strategyName, strategyHash, engine } = record;
  const { created, started, ended, problem } = record;
  const what = { id, status, progress, dataset, strategyName, strategyHash, engine };
  return { ...what, created, started, ended, problem };
}

/** The result is put in as it stands in its file. */
async function withResult(record: WorkRecord, path: string): Promise<string> {
  const result = await readFile(path, "utf8");
  return `${JSON.stringify(tellRun(record)).slice(0, -1)},"result":${result}}`;
}

function refuseWithoutResult({ id, status, problem }: WorkRecord): void {
  if (status === "done") return;
  if (status === "failed") {
    const detail = `The run ${id} failed: ${problem?.detail ?? ""}`;
    throw refuse("run-failed", detail, { problems: problem?.problems ?? [] });
  }
  if (status === "cancelled") throw refuse("run-cancelled", `The run ${id} was cancelled; it has no result.`);
  throw refuse("run-not-done", `The run ${id} is ${status}; ask again when it is done.`, {
    headers: { "Retry-After": "1" },
  });
}

/** A model's own numbers, and other facts, beside a dataset's prices. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { chooseType } from "../negotiate.ts";
import { refuse } from "../problems.ts";
import { answered } from "../reply.ts";
import type { Answered, App } from "../reply.ts";
import { byName, refusals, report } from "../schemas.ts";
import type { Services } from "../services.ts";
import { receiveFile } from "../upload.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_.]{0,39}$/;
const CSV = "text/csv; charset=utf-8";

export function addSeriesRoutes(app: App, services: Services): void {
  addKind(app, services, { kind: "signal", part: "signals" });
  addKind(app, services, { kind: "fact", part: "facts" });
}

interface SeriesKind {
  readonly kind: "signal" | "fact";
  /** The address's part. */
  readonly part: "signals" | "facts";
}

type SeriesRequest = FastifyRequest<{ Params: z.infer<typeof byName> }>;

function addKind(app: App, services: Services, series: SeriesKind): void {
  const { kind, part } = series;
  const url = `/v1/datasets/:id/${part}/:name`;
  app.put(
    url,
    {
      schema: {
        operationId: `put-${part}`,
        summary: `Replaces a ${kind}: text/csv of symbol, date and value`,
        consumes: ["text/csv"],
        params: byName,
        response: { 200: z.object({ report }), ...refusals },
      },
    },
    putSeries(services, series),
  );
  app.get(
    url,
    {
      schema: {
        operationId: `get-${part}`,
        summary: `A ${kind} as text/csv`,
        produces: ["text/csv"],
        params: byName,
        response: { 200: z.unknown().meta({ description: "text/csv" }), ...refusals },
      },
    },
    getSeries(services, series),
  );
  const remove = async (request: SeriesRequest, reply: FastifyReply): Promise<Answered> => {
    const { id, name } = request.params;
    await services.datasets.removeSeries(id, kind, name);
    return answered(reply.code(204).send());
  };
  app.delete(
    url,
    {
      schema: {
        operationId: `delete-${part}`,
        summary: `Deletes a ${kind}`,
        params: byName,
        response: { 204: z.void().meta({ description: "deleted" }), ...refusals },
      },
    },
    remove,
  );
}

type SeriesCall = (request: SeriesRequest, reply: FastifyReply) => Promise<Answered>;

function putSeries({ datasets, uploads }: Services, { kind }: SeriesKind): SeriesCall {
  return async (request, reply) => {
    const { id, name } = request.params;
    datasets.get(id);
    if (!NAME.test(name))
      throw refuse(
        "body-invalid",
        "A name is a letter from a to z, then letters, digits, _ and ., at most 40 characters.",
      );
    const path = join(uploads.folder, `${randomUUID()}.csv`);
    try {
      await receiveFile(request, path, uploads);
      return answered(reply.send({ report: await datasets.putSeries(id, { name, kind, path }) }));
    } finally {
      await rm(path, { force: true });
    }
  };
}

function getSeries({ datasets, uploads }: Services, { kind }: SeriesKind): SeriesCall {
  return async (request, reply) => {
    const { id, name } = request.params;
    chooseType(request.headers.accept, ["text/csv"]);
    const path = join(uploads.folder, `${randomUUID()}.csv`);
    try {
      await datasets.writeSeries(id, { kind, name, path });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const { size } = await stat(path);
    const stream = createReadStream(path);
    stream.once("close", () => void rm(path, { force: true }));
    return answered(reply.type(CSV).header("Content-Length", size).send(stream));
  };
}

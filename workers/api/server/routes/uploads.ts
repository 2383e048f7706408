/** Datasets that are sent: new ones, more of one, and their end. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ImportGiven } from "../../thread-jobs.ts";
import type { NewFiles } from "../datasets.ts";
import { CallProblem, refuse } from "../problems.ts";
import { answered } from "../reply.ts";
import type { Answered, App } from "../reply.ts";
import { addQuery, byId, createQuery, dataset, dryRunAnswer, refusals } from "../schemas.ts";
import type { Services } from "../services.ts";
import { receiveUpload } from "../upload.ts";
import type { Upload } from "../upload.ts";

export function addUploadRoutes(app: App, services: Services): void {
  addCreate(app, services);
  addMore(app, services);
  addRemove(app, services);
}

type CreateRequest = FastifyRequest<{ Querystring: z.infer<typeof createQuery> }>;

function addCreate(app: App, services: Services): void {
  const { datasets, keys, uploads } = services;
  const create = async (request: CreateRequest, reply: FastifyReply): Promise<Answered> => {
    const { name, dryRun, ...query } = request.query;
    const upload = await receiveUpload(request, uploads);
    try {
      const files = filesOf(upload, query);
      if (dryRun === "1") return answered(reply.send(lookAnswer(await datasets.look(files, null))));
      const sent = await keys.once({
        request,
        reply,
        bodyHash: upload.hash,
        act: async (keep) => made(await datasets.create(name, files, keep)),
        tell: async (id) => reply.code(201).header("Location", `/v1/datasets/${id}`).send(datasets.get(id)),
      });
      return answered(sent);
    } finally {
      await upload.discard();
    }
  };
  app.post(
    "/v1/datasets",
    {
      schema: {
        operationId: "createDataset",
        summary: "A new dataset of multipart files or of one zip; dryRun=1 looks at them only",
        consumes: ["multipart/form-data", "application/zip"],
        querystring: createQuery,
        response: { 200: dryRunAnswer, 201: dataset, ...refusals },
      },
    },
    create,
  );
}

type AddRequest = FastifyRequest<{
  Params: z.infer<typeof byId>;
  Querystring: z.infer<typeof addQuery>;
}>;

function addMore(app: App, { datasets, keys, uploads }: Services): void {
  const add = async (request: AddRequest, reply: FastifyReply): Promise<Answered> => {
    const { id } = request.params;
    if (datasets.get(id).source === "folder") datasets.refuseWriting(id);
    const { dryRun, replace, ...query } = request.query;
    const upload = await receiveUpload(request, uploads);
    try {
      const files = { ...filesOf(upload, query), replaces: replace === "1" };
      if (dryRun === "1") return answered(reply.send(lookAnswer(await datasets.look(files, id))));
      const sent = await keys.once({
        request,
        reply,
        bodyHash: upload.hash,
        act: async () => made(await datasets.add(id, files)),
        tell: async () => reply.send(datasets.get(id)),
      });
      return answered(sent);
    } finally {
      await upload.discard();
    }
  };
  app.post(
    "/v1/datasets/:id/files",
    {
      schema: {
        operationId: "addFiles",
        summary: "More days or files, whole or not at all; dryRun=1 looks at them only",
        consumes: ["multipart/form-data", "application/zip"],
        params: byId,
        querystring: addQuery,
        response: { 200: z.union([dataset, dryRunAnswer]), ...refusals },
      },
    },
    add,
  );
}

function addRemove(app: App, { datasets }: Services): void {
  const remove = async (
    request: FastifyRequest<{ Params: z.infer<typeof byId> }>,
    reply: FastifyReply,
  ): Promise<Answered> => {
    await datasets.remove(request.params.id);
    return answered(reply.code(204).send());
  };
  app.delete(
    "/v1/datasets/:id",
    {
      schema: {
        operationId: "deleteDataset",
        summary: "Deletes an upload; results stay",
        params: byId,
        response: { 204: z.void().meta({ description: "deleted" }), ...refusals },
      },
    },
    remove,
  );
}

const FIELDS = new Set(["exchange", "instrumentType", "answers"]);
const LONGEST_PLACING = 40;

/** @throws CallProblem for fields that nobody knows */
function filesOf(
  { files, fields }: Upload,
  query: { readonly exchange?: string | undefined; readonly instrumentType?: string | undefined },
): NewFiles {
  const unknown = Object.keys(fields).find((name) => !FIELDS.has(name));
  if (unknown !== undefined)
    throw refuse(
      "body-invalid",
      `The part ${unknown.slice(0, 100)} is not known; ${[...FIELDS].join(", ")} are.`,
    );
  const placing = (name: "exchange" | "instrumentType"): string | null => {
    const text = fields[name] ?? query[name] ?? null;
    if (text !== null && (text.trim() === "" || text.length > LONGEST_PLACING))
      throw refuse(
        "body-invalid",
        `${name} has 1 to ${LONGEST_PLACING} characters; leave it out, or name one.`,
      );
    return text;
  };
  return {
    files,
    answers: answersOf(fields["answers"]),
    exchange: placing("exchange"),
    instrumentType: placing("instrumentType"),
  };
}

function answersOf(text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  const read = z.record(z.string(), z.union([z.string(), z.number()])).safeParse(jsonOf(text));
  if (!read.success)
    throw refuse("body-invalid", "The part answers is a JSON object: ids of questions with their values.");
  return Object.fromEntries(Object.entries(read.data).map(([id, value]) => [id, String(value)]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which no record is
  }
}

function lookAnswer({ report, questions, refused }: ImportGiven): z.infer<typeof dryRunAnswer> {
  const named = new Set(report.map(({ file }) => file));
  const others = refused.filter(({ file }) => !named.has(file));
  return {
    report: {
      files: [
        ...report.map(({ file, rows, leftOut, issues }) => ({ file, rows, leftOut, issues: [...issues] })),
        ...others.map(({ file, message }) => ({ file, rows: 0, leftOut: 0, issues: [message] })),
      ],
    },
    questions: questions.map(({ id, file, text, choices }) => ({ id, file, text, choices: [...choices] })),
  };
}

/** @throws CallProblem where files were refused or have to be asked about */
function made(given: string | ImportGiven): string {
  if (typeof given === "string") return given;
  const { refused, questions } = given;
  const [first] = refused;
  if (first) {
    const problems = refused.map(({ file, message }) => ({
      code: "file-refused",
      place: file,
      column: null,
      message,
    }));
    throw new CallProblem("file-refused", 422, first.message, { problems });
  }
  const text = "Some files can't be told without an answer: send the upload again with a part `answers`.";
  throw refuse("questions-open", text, { questions: lookAnswer({ ...given, questions }).questions });
}

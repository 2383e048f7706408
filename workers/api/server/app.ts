/** The server's HTTP side: one Fastify with its schemas, its refusals, and the calls of routes/. */
import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import type { FastifyError, FastifyRequest } from "fastify";
import { jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { SECURITY_HEADERS } from "../../offline/security-headers.ts";
import { holdConnections, MOST_HEADER_BYTES, refuseConnection } from "./connections.ts";
import type { Guard } from "./guards.ts";
import { parserOf, takeNothing } from "./json-body.ts";
import { describeCall } from "./openapi.ts";
import { problemOf, refuse, unknownType } from "./problems.ts";
import type { CallProblem } from "./problems.ts";
import { sendProblem, typed } from "./reply.ts";
import type { App } from "./reply.ts";
import type { Services } from "./services.ts";
import { addDatasetRoutes } from "./routes/datasets.ts";
import { addOpenRoutes } from "./routes/open.ts";
import { addRunRoutes } from "./routes/runs.ts";
import { addSeriesRoutes } from "./routes/series.ts";
import { addStrategyRoutes } from "./routes/strategies.ts";
import { addSweepRoutes } from "./routes/sweeps.ts";
import { addUploadRoutes } from "./routes/uploads.ts";
import { MULTIPART_OPTIONS } from "./upload.ts";

const JSON_BYTES = 4_194_304;
const CHECK_MS = 1000;
const HEADERS = { ...SECURITY_HEADERS, "Cache-Control": "no-store" };
/** Of calls that know no query: a field that nothing reads is refused, wherever it stands. */
const NO_QUERY = z.strictObject({});
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];

/** How long and how much is borne: of tests less. */
export interface ServerLimits {
  /** For a JSON body to arrive. */
  readonly bodyMs: number;
  /** Milliseconds that an upload may be without a byte. */
  readonly idleMs: number;
  /** Bytes of all files of an upload. */
  readonly uploadBytes: number;
  /** For the headers of a call. */
  readonly headersMs: number;
  /** Runs in line. */
  readonly mostWaiting: number;
}

export const LIMITS: ServerLimits = {
  bodyMs: 30_000,
  idleMs: 60_000,
  uploadBytes: 100e9,
  headersMs: 10_000,
  mostWaiting: 1000,
};

export async function createApp(services: Services, limits: ServerLimits): Promise<App> {
  const app = typed(
    Fastify({
      bodyLimit: JSON_BYTES,
      forceCloseConnections: true,
      exposeHeadRoutes: false,
      routerOptions: { maxParamLength: 300 },
      requestTimeout: 0,
      http: {
        requireHostHeader: false, // the guard says it, as a problem
        maxHeaderSize: MOST_HEADER_BYTES,
        headersTimeout: limits.headersMs,
        connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs / 2),
      },
      clientErrorHandler: refuseConnection,
      frameworkErrors: (error, request, reply) => {
        void reply.headers(HEADERS);
        void sendProblem(reply, guarded(services.guard, request.raw) ?? ofFastify(error));
      },
    }),
  );
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", parserOf({ bytes: JSON_BYTES, ms: limits.bodyMs }));
  app.addContentTypeParser("*", takeNothing);
  await app.register(multipart, MULTIPART_OPTIONS);
  for (const type of ["application/zip", "text/csv"])
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
  const known: { readonly method: string; readonly pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url, schema }) => {
    if (schema) schema.querystring ??= NO_QUERY;
    const pattern = new RegExp(`^${url.replaceAll(/:[a-z]+/gi, "[^/]+").replaceAll(".", "\\.")}$`);
    for (const one of [method].flat()) known.push({ method: one, pattern });
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(HEADERS);
    services.guard.check(request.raw);
    checkMediaType(request);
  });
  holdConnections(app);
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const problem = ofFastify(error);
    if (problem.body.status === 500)
      for (const line of (error.stack ?? error.message).split("\n")) services.log(line);
    return sendProblem(reply, problem);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = METHODS.filter((name) =>
      known.some(({ method, pattern }) => method === name && pattern.test(path)),
    );
    return sendProblem(reply, allowed.length > 0 ? notAllowed(request, allowed) : noCall(request));
  });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tidemark",
        version: services.version,
        description: "Strategies simulated on a whole market, on this machine.",
        license: { name: "MIT", identifier: "MIT" },
      },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
      security: [{ token: [] }],
    },
    transform: describeCall,
    transformObject: jsonSchemaTransformObject,
  });
  addOpenRoutes(app, services);
  addStrategyRoutes(app, services);
  addDatasetRoutes(app, services);
  addUploadRoutes(app, services);
  addSeriesRoutes(app, services);
  addRunRoutes(app, services);
  addSweepRoutes(app, services);
  return app;
}

function guarded(guard: Guard, request: IncomingMessage): CallProblem | null {
  try {
    guard.check(request);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** What Fastify refuses, in our words. */
function ofFastify(error: FastifyError): CallProblem {
  if (error.validation) return ofSchema(error.validation, error.validationContext === "body");
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unknownType();
    case "FST_ERR_CTP_BODY_TOO_LARGE":
    case "FST_REQ_FILE_TOO_LARGE":
      return refuse("too-large", `The body has more than ${JSON_BYTES} bytes.`);
    case "FST_ERR_BAD_URL":
      return refuse("request-invalid", "The address can't be read.");
    case "FST_ERR_MAX_PARAM_LENGTH":
      return refuse("not-found", "Nothing here has so long a name.");
    default:
      return typeof error.statusCode === "number" && error.statusCode >= 400 && error.statusCode < 500
        ? refuse("request-invalid", error.message)
        : problemOf(error);
  }
}

/** What the schema of a body or a query refuses: each with its place. */
function ofSchema(found: NonNullable<FastifyError["validation"]>, isBody: boolean): CallProblem {
  const code = isBody ? "body-invalid" : "query-invalid";
  const problems = found.map(({ instancePath, message = "" }) => {
    const place = instancePath.split("/").filter(Boolean).join(".");
    const where = `the ${isBody ? "body" : "query"}${place === "" ? "" : `'s ${place}`}`;
    return { code, place, column: null, message: `${where} ${inWords(message)}` };
  });
  return refuse(code, problems[0]?.message ?? "", { problems });
}

/** What zod says of a value, as the end of a sentence. */
function inWords(message: string): string {
  const [, keys] = /^Unrecognized keys?: (.+)$/.exec(message) ?? [];
  if (keys !== undefined) return `has ${keys}, which this call does not know: leave it out`;
  if (message.endsWith("received undefined")) return "is missing";
  return `can't be taken: ${message}`;
}

function notAllowed({ method }: FastifyRequest, allowed: readonly string[]): CallProblem {
  const list = allowed.join(", ");
  return refuse("method-not-allowed", `${method} is no call of this address; ${list} is.`, {
    headers: { Allow: list },
  });
}

function noCall({ method }: FastifyRequest): CallProblem {
  return refuse("not-found", `${method} of this address is no call; GET /v1/openapi.json lists them.`);
}

/**
 * Which bodies a call takes: known before a byte of them is read.
 *
 * @throws CallProblem `media-type-unsupported`
 */
function checkMediaType({ headers, routeOptions }: FastifyRequest): void {
  const taken = typesOf(routeOptions.schema);
  if (taken === null) return;
  const coding = headers["content-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "identity")
    throw refuse("media-type-unsupported", "Send the body as it is, without a Content-Encoding.");
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";", 1);
  if (type !== "" && !taken.includes(type.trim()))
    throw refuse(
      "media-type-unsupported",
      `This call takes ${taken.join(" or ")}; say that in Content-Type.`,
    );
}

/** null for a call that takes no body. */
function typesOf(schema: FastifyRequest["routeOptions"]["schema"]): readonly string[] | null {
  if (schema?.consumes) return schema.consumes;
  return schema?.body === undefined ? null : ["application/json"];
}

/**
 * The OpenAPI document: made from the schemas that check the input, with what these can't say. Bodies that are streamed have no
 * schema, headers are read where they are used, and refusals have a type of their own.
 */
import { jsonSchemaTransform } from "fastify-type-provider-zod";

type Transformed = ReturnType<typeof jsonSchemaTransform>;
type TransformRequest = Parameters<typeof jsonSchemaTransform>[0];

const KEY = {
  "Idempotency-Key": {
    type: "string",
    maxLength: 255,
    description: "A repeat with the same key, within 24 hours, has no second effect.",
  },
};
const WAIT = {
  Prefer: { type: "string", description: "wait=SECONDS, at most 60: answers when it is over, or then." },
};
const SEEN = {
  "Last-Event-ID": {
    type: "string",
    description: "The id of the last event that was seen: what came after it is told.",
  },
};
const WAITS = /^(?:start-|get-runs$|get-sweeps$|get-result$)/;

/** A call's schemas, with its headers and the types of a body that is streamed. */
export function describeCall(request: TransformRequest): Transformed {
  const { schema, url } = jsonSchemaTransform(request);
  const { operationId = "" }: { operationId?: string } = schema;
  const properties = {
    ...(request.route.method === "POST" ? KEY : {}),
    ...(WAITS.test(operationId) ? WAIT : {}),
    ...(url.endsWith("/events") ? SEEN : {}),
  };
  const headers = Object.keys(properties).length > 0 ? { headers: { type: "object", properties } } : {};
  const body = schema["consumes"] && !schema["body"] ? { body: STREAMED } : {};
  return { schema: { ...schema, ...headers, ...body }, url };
}

/** Stands for the schema of a body that has none. */
const STREAMED = { type: "string", format: "binary" };

const FILE = { type: "string", contentMediaType: "application/octet-stream" };

const BODIES: Readonly<Record<string, object>> = {
  "multipart/form-data": {
    type: "object",
    properties: {
      files: { type: "array", items: FILE },
      exchange: { type: "string" },
      instrumentType: { type: "string", description: "RATE has the files read as series of rates" },
      answers: { type: "string", description: "JSON: ids of questions with their values" },
    },
    required: ["files"],
  },
  "application/zip": FILE,
  "text/csv": { type: "string", description: "symbol,date,value" },
};

interface Content {
  content?: Record<string, { schema?: object }>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

/** Puts the types of bodies and answers right. @param paths - of the document, by address and method */
export function settleTypes<P extends object>(paths: P): P {
  const own = structuredClone(paths);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OpenAPI's own shape
  for (const operations of Object.values(own) as Record<string, Operation>[])
    for (const { requestBody, responses = {} } of Object.values(operations)) {
      if (requestBody) settleBody(requestBody);
      for (const [status, response] of Object.entries(responses)) settleAnswer(status, response);
    }
  return own;
}

/** The schemas that the paths name, and those that these name: each was made for what is sent and for what is answered. */
export function usedSchemas(
  paths: object,
  schemas: Readonly<Record<string, object>>,
): Record<string, object> {
  const used: Record<string, object> = {};
  const take = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || name in used) continue;
      used[name] = schema;
      take(schema);
    }
  };
  take(paths);
  return used;
}

function settleBody({ content = {} }: Content): void {
  for (const type of Object.keys(content)) {
    const schema = BODIES[type];
    if (schema) content[type] = { schema };
  }
}

function settleAnswer(status: string, response: Content): void {
  if (status === "204") delete response.content;
  const { content } = response;
  if (!content) return;
  if (/^[45]/.test(status)) {
    const [media = {}] = Object.values(content);
    response.content = { "application/problem+json": media };
    return;
  }
  for (const type of Object.keys(content))
    if (type.startsWith("text/")) content[type] = { schema: { type: "string" } };
}

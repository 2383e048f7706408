/** What the server says of itself and of the language. */
import { z } from "zod";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { functions } from "../../functions.ts";
import { settleTypes, usedSchemas } from "../openapi.ts";
import { functionsList, health, problem } from "../schemas.ts";
import type { App } from "../reply.ts";
import type { Services } from "../services.ts";

export function addOpenRoutes(app: App, { version, datasets, runs, sweeps, url }: Services): void {
  app.get(
    "/v1/health",
    {
      schema: {
        operationId: "health",
        summary: "Whether the server answers; the only call without a token",
        security: [],
        response: { 200: health, "4xx": problem },
      },
    },
    () => ({
      status: "ok" as const,
      version,
      engine: ENGINE_VERSION,
      datasets: datasets.list().length,
      running: runs.running + sweeps.running,
      waiting: runs.waiting + sweeps.waiting,
    }),
  );
  app.get(
    "/v1/openapi.json",
    {
      schema: {
        operationId: "openapi",
        summary: "This document",
        response: { 200: z.unknown().meta({ description: "OpenAPI 3.1" }), "4xx": problem },
      },
    },
    () => {
      const { paths = {}, ...document } = app.swagger();
      const settled = settleTypes(paths);
      const components = "components" in document ? (document.components ?? {}) : {};
      const schemas = usedSchemas(settled, "schemas" in components ? (components.schemas ?? {}) : {});
      const servers = [{ url: url() }]; // known when it listens
      return { ...document, servers, paths: settled, components: { ...components, schemas } };
    },
  );
  app.get(
    "/v1/functions",
    {
      schema: {
        operationId: "functions",
        summary: "The functions of the rule language",
        response: { 200: functionsList, "4xx": problem },
      },
    },
    () => ({
      functions: functions().map(({ name, arguments: list, unit, sentence, example }) => ({
        name,
        arguments: [...list],
        unit,
        sentence,
        example,
      })),
    }),
  );
}

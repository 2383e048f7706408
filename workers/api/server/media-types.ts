/** Which bodies a call takes: known before a byte of them is read. */
import type { FastifyRequest } from "fastify";
import { refuse } from "./problems.ts";

/** @throws CallProblem `media-type-unsupported` */
export function checkMediaType({ headers, routeOptions }: FastifyRequest): void {
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

/**
 * Connections before and after a call: what is no HTTP, comes too slowly or has headers without end is told as a problem, and
 * what nobody reads any more is not waited for.
 */
import type { Socket } from "node:net";
import { SECURITY_HEADERS } from "../../offline/security-headers.ts";
import { refuse } from "./problems.ts";
import type { CallProblem } from "./problems.ts";
import type { App } from "./reply.ts";

export const MOST_HEADER_BYTES = 16_384;

/** A body that comes on after its answer is let come for so long, so that who sends it gets to read the answer. */
const LINGER_MS = 2000;

export function holdConnections(app: App): void {
  app.server.maxHeadersCount = 0; // bytes are counted; Node would leave out what is beyond a number, unsaid
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.server.on("connect", (_request, socket) => {
    answerConnection(socket, refuse("request-invalid", "This is no proxy."));
  });
  app.addHook("onResponse", async ({ raw }) => {
    const { socket }: { socket: Socket | null } = raw; // null where the connection is gone
    if (raw.complete || socket === null || socket.destroyed) return;
    const late = setTimeout(() => {
      if (!raw.complete) socket.destroy();
    }, LINGER_MS);
    socket.once("close", () => clearTimeout(late));
  });
}

/** What a call was refused with while more of it comes: how that ends, or whether it is HTTP at all, changes nothing. */
const refusals = new WeakMap<Socket, CallProblem>();

export function noteRefusal(socket: Socket, problem: CallProblem): void {
  refusals.set(socket, problem);
}

/** For Fastify: what is no HTTP, or does not come. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
  else answerConnection(socket, refusals.get(socket) ?? ofConnection(error.code));
}

/** Without any of HTTP's machinery: there is no call that it could answer. */
function answerConnection(socket: { end(text: string): unknown }, { body }: CallProblem): void {
  const text = JSON.stringify(body);
  const headers = {
    ...SECURITY_HEADERS,
    "Cache-Control": "no-store",
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(text),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${body.status} ${body.title}`, ...lines, "", text].join("\r\n"));
}

function ofConnection(code: string | undefined): CallProblem {
  if (code === "HPE_HEADER_OVERFLOW")
    return refuse("headers-too-large", `The headers have more than ${MOST_HEADER_BYTES} bytes.`);
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return refuse("request-timeout", "The call's headers did not arrive in time.");
  return refuse("request-invalid", "The call is no HTTP that can be read.");
}

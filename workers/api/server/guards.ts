/** Who gets in: the Host first, then no Origin, then the token. Whoever fails the first learns nothing of the others. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { refuse } from "./problems.ts";

export interface Guard {
  /** @throws CallProblem */
  check(request: IncomingMessage): void;
}

/** @param behindTls - the name under which a proxy on this machine is reached; null without one */
export function createGuard(token: string, port: number, behindTls: string | null): Guard {
  const hosts = new Set(["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`));
  if (behindTls !== null) hosts.add(behindTls.toLowerCase());
  const expected = digest(token);
  return {
    check({ method, url = "", headers, rawHeaders }) {
      if (!hostsIn(url, rawHeaders).every((host) => hosts.has(host.toLowerCase())))
        throw refuse(
          "host-not-allowed",
          `The Host of this server is 127.0.0.1:${port}; send calls to that address.`,
        );
      if (headers.origin !== undefined)
        throw refuse(
          "origin-not-allowed",
          "Pages of a browser have no access here: a call has no Origin header.",
        );
      if (method === "GET" && url.split("?", 1)[0] === "/v1/health") return;
      const [, given = ""] = /^Bearer +([^\s]+)$/i.exec(headers.authorization ?? "") ?? [];
      if (timingSafeEqual(digest(given), expected)) return;
      throw refuse(
        "token-invalid",
        "Send the server's token as `Authorization: Bearer TOKEN`; it stands behind the address that the server printed at its start.",
        { headers: { "WWW-Authenticate": "Bearer" } },
      );
    },
  };
}

/** Every host that a call names: its Host headers, none of which counts as "", and that of an address that is whole. */
function hostsIn(url: string, rawHeaders: readonly string[]): readonly string[] {
  const told = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
  const [, whole] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  return [...(told.length === 0 ? [""] : told), ...(whole === undefined ? [] : [whole])];
}

/** Of equal lengths, so that a comparison takes the same time whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

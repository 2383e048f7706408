/** Clients of a server that answers as a test wants: lists of several pages, and connections that break. */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  because,
  CLIENTS,
  NO_PYTHON,
  NO_R,
  PYTHON,
  PYTHON_ENV as python,
  R_CLIENT,
  said,
  shellBeside,
} from "../support/client-languages.ts";
import type { Programs } from "../support/client-languages.ts";

/** @param more - for the program's environment; it finds no server's note, and a proxy that nobody should ask */
function told(command: string, args: readonly string[], more: NodeJS.ProcessEnv): Promise<string> {
  return said(command, args, { env: { ...shellBeside("/nowhere"), ...more } });
}

/** Where a server stands that answers as a test wants. */
let there: NodeJS.ProcessEnv = {};

function record(id: string): object {
  return { id, dataset: { id: "prices", hash: "" }, problem: null };
}

/** Three runs on two pages. */
function answerPage({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const page = url.includes("after=")
    ? { runs: [record("a")], next: null }
    : { runs: [record("c"), record("b")], next: "b" };
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(page));
}

/** All runs, by each client; each says their ids and datasets. */
const PAGES: Programs = {
  Python: {
    reason: NO_PYTHON,
    tell: () =>
      told(
        PYTHON,
        [
          "-S",
          "-c",
          "from tidemark import *; runs = Tidemark().runs(); print(*[r['id'] for r in runs], *[r['dataset'] for r in runs])",
        ],
        { ...python, ...there },
      ),
  },
  R: {
    reason: NO_R,
    tell: () =>
      told(
        "Rscript",
        ["-e", R_CLIENT, "-e", "runs <- tm_runs(tidemark()); cat(runs$id, runs$dataset$id)"],
        there,
      ),
  },
  JavaScript: {
    reason: null,
    tell: () =>
      told(
        process.execPath,
        [
          "--input-type=module",
          "-e",
          `import { Tidemark } from "${join(CLIENTS, "javascript", "index.mjs")}";
           const runs = await new Tidemark().runs();
           console.log(...runs.map(({ id }) => id), ...runs.map(({ dataset }) => dataset.id));`,
        ],
        there,
      ),
  },
};

describe.each(Object.entries(PAGES))("the client for %s", (_, { reason, tell }) => {
  it.skipIf(reason !== null)(`binds the pages of a long list${because(reason)}`, async () => {
    await withServer(answerPage, async () => {
      expect((await tell()).trim()).toBe("c b a prices prices prices");
    });
  });
});

const ASK: Programs = {
  Python: {
    reason: NO_PYTHON,
    tell: () =>
      told(
        PYTHON,
        [
          "-c",
          "from tidemark import *\ntry: print(Tidemark().start({}, 'prices'))\nexcept TidemarkError as e: print(e.code)",
        ],
        { ...python, ...there },
      ),
  },
  R: {
    reason: NO_R,
    tell: () =>
      told(
        "Rscript",
        [
          "-e",
          R_CLIENT,
          "-e",
          'r <- tryCatch(tm_start(tidemark(), list(), "prices"), tidemark_error = function(e) list(id = e$code)); cat(r$id)',
        ],
        there,
      ),
  },
  JavaScript: {
    reason: null,
    tell: () =>
      told(
        process.execPath,
        [
          "--input-type=module",
          "-e",
          `import { Tidemark } from "${join(CLIENTS, "javascript", "index.mjs")}";
           const r = await new Tidemark().start({}, "prices").catch(({ code }) => ({ id: code }));
           console.log(r.id);`,
        ],
        there,
      ),
  },
};

async function withServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  work: () => Promise<void>,
): Promise<void> {
  const own: Server = createServer(answer);
  await new Promise<void>((done) => {
    own.listen(0, "127.0.0.1", done);
  });
  const address = own.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  there = { TIDEMARK_URL: `http://127.0.0.1:${port}`, TIDEMARK_TOKEN: "secret" };
  await work().finally(() => own.close());
}

describe.each(Object.entries(ASK))("the client for %s", (_, { reason, tell }) => {
  it.skipIf(reason !== null)(
    `tries a POST again with its key where the connection breaks${because(reason)}`,
    async () => {
      const keys: (string | string[] | undefined)[] = [];
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        keys.push(request.headers["idempotency-key"]);
        if (keys.length < 3) request.socket.destroy();
        else response.writeHead(202, { "Content-Type": "application/json" }).end('{"id":"one","news":1}');
      };
      await withServer(answer, async () => {
        expect(await tell()).toContain("one");
      });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/.{16,}/);
    },
  );

  it.skipIf(reason !== null)(
    `waits where what it asked for is still being done${because(reason)}`,
    async () => {
      const keys: (string | string[] | undefined)[] = [];
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        keys.push(request.headers["idempotency-key"]);
        if (keys.length === 1) request.socket.destroy();
        else if (keys.length === 2)
          response
            .writeHead(409, { "Content-Type": "application/problem+json" })
            .end('{"code":"key-at-work"}');
        else response.writeHead(201, { "Content-Type": "application/json" }).end('{"id":"one"}');
      };
      await withServer(answer, async () => {
        expect(await tell()).toContain("one");
      });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it.skipIf(reason !== null)(
    `tries again where the connection breaks in the middle of an answer${because(reason)}`,
    async () => {
      const keys: (string | string[] | undefined)[] = [];
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        keys.push(request.headers["idempotency-key"]);
        response.writeHead(201, { "Content-Type": "application/json", "Content-Length": "12" });
        if (keys.length < 3) response.write('{"id":', () => request.socket.destroy());
        else response.end('{"id":"one"}');
      };
      await withServer(answer, async () => {
        expect(await tell()).toContain("one");
      });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it.skipIf(reason !== null)(
    `gives up where the server goes away while it waits${because(reason)}`,
    async () => {
      let calls = 0;
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        calls++;
        if (calls < 2 || calls > 4) request.socket.destroy();
        else
          response
            .writeHead(409, { "Content-Type": "application/problem+json" })
            .end('{"code":"key-at-work"}');
      };
      await withServer(answer, async () => {
        expect(await tell()).toContain("server-unreachable");
      });
      expect(calls).toBeLessThan(10);
    },
  );

  it.skipIf(reason !== null)(`takes the token through no redirect${because(reason)}`, async () => {
    const asked: (string | undefined)[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      asked.push(request.url);
      response.writeHead(307, { Location: "/elsewhere" }).end();
    };
    await withServer(answer, async () => {
      expect(await tell()).toContain("redirected");
    });
    expect(asked).toStrictEqual(["/v1/runs"]);
  });
});

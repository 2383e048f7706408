/** Clients of a server that answers as a test wants: lists of several pages, and connections that break. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it, vi } from "vitest";
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
import type { ServerNote } from "#workers/api/server/person-folder.ts";
import { isLiving, startOfProcess } from "#workers/commands/living-process.ts";

/** @param more - for the program's environment; it finds no server's note, and a proxy that nobody should ask */
function told(command: string, args: readonly string[], more: NodeJS.ProcessEnv): Promise<string> {
  return said(command, args, { env: { ...shellBeside("/nowhere"), ...more } });
}

/** Where a server stands that answers as a test wants. */
let there: NodeJS.ProcessEnv = {};

/** What a client is asked, in each language. */
interface Texts {
  readonly python: string;
  readonly r: string;
  readonly javascript: string;
}

/** @param file - the entry of the client for JavaScript, imported as Tidemark */
function programs({ python: text, r, javascript }: Texts, file = "index.mjs"): Programs {
  const load = `import { Tidemark } from "${join(CLIENTS, "javascript", file)}";`;
  return {
    Python: {
      reason: NO_PYTHON,
      tell: () => told(PYTHON, ["-S", "-c", `from tidemark import *\n${text}`], { ...python, ...there }),
    },
    R: { reason: NO_R, tell: () => told("Rscript", ["-e", R_CLIENT, "-e", r], there) },
    JavaScript: {
      reason: null,
      tell: () => told(process.execPath, ["--input-type=module", "-e", `${load}\n${javascript}`], there),
    },
  };
}

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
const PAGES = programs({
  python: "runs = Tidemark().runs(); print(*[r['id'] for r in runs], *[r['dataset'] for r in runs])",
  r: "runs <- tm_runs(tidemark()); cat(runs$id, runs$dataset$id)",
  javascript: `const runs = await new Tidemark().runs();
    console.log(...runs.map(({ id }) => id), ...runs.map(({ dataset }) => dataset.id));`,
});

describe.each(Object.entries(PAGES))("the client for %s", (_, { reason, tell }) => {
  it.skipIf(reason !== null)(`binds the pages of a long list${because(reason)}`, async () => {
    await withServer(answerPage, async () => {
      expect((await tell()).trim()).toBe("c b a prices prices prices");
    });
  });
});

/** A model's numbers by each client: one that a double has no short name for, a text, and one that is not known. */
const NUMBERS = programs({
  python: `days = [("2020-07-01", 1e-7), ("2020-07-02", "0.5"), ("2020-07-03", None)]
Tidemark().signals([{"symbol": "S,0", "date": d, "score": v} for d, v in days], "prices")`,
  r: 'invisible(tm_signals(tidemark(), data.frame(symbol = "S,0", date = as.Date("2020-07-01") + 0:2, score = c(1e-7, 0.5, NA)), "prices"))',
  javascript: `const days = [["2020-07-01", 1e-7], ["2020-07-02", "0.5"], ["2020-07-03", NaN]];
    await new Tidemark().signals(days.map(([date, score]) => ({ symbol: "S,0", date, score })), "prices");`,
});

describe.each(Object.entries(NUMBERS))("the client for %s", (_, { reason, tell }) => {
  it.skipIf(reason !== null)(
    `sends a model's numbers as they are, and nothing for what is not known${because(reason)}`,
    async () => {
      let body = "";
      let path: string | undefined = "";
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        path = request.url;
        request.on("data", (chunk: Buffer) => (body += chunk.toString()));
        request.on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
      };
      await withServer(answer, async () => {
        await tell();
      });
      expect(path).toBe("/v1/datasets/prices/signals/score");
      const [header, ...lines] = body.trimEnd().split("\n");
      expect(header).toBe("symbol,date,value");
      const rows = lines.map((line) => /^"S,0",(.*),(.*)$/.exec(line)?.slice(1) ?? []);
      expect(rows.map(([date]) => date)).toEqual(["2020-07-01", "2020-07-02", "2020-07-03"]);
      expect(rows.map(([, value]) => (value === "" ? null : Number(value)))).toEqual([1e-7, 0.5, null]);
    },
  );
});

it.skipIf(NO_PYTHON !== null)(
  `the client for Python reads a row as one, whatever stands in its texts${because(NO_PYTHON)}`,
  async () => {
    const answers: Readonly<Record<string, object>> = {
      "/v1/sweeps": { id: "one" },
      "/v1/sweeps/one": { id: "one", status: "done", progress: 1 },
      "/v1/sweeps/one/rows": { index: 0, values: ["a\u2028b"], problem: { code: "x", message: "c\u0085d" } },
    };
    const answer = ({ url = "" }: IncomingMessage, response: ServerResponse): void => {
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(`${JSON.stringify(answers[url])}\n`);
    };
    const program = `from tidemark import *
rows = Tidemark().sweep({}, [axis("scanner.match", ["x"])], "prices", progress=False)
print(len(rows), ascii(rows[0]["scanner.match"]))`;
    await withServer(answer, async () => {
      const out = await told(PYTHON, ["-S", "-c", program], { ...python, ...there });
      expect(out.trim()).toBe(String.raw`1 'a\u2028b'`);
    });
  },
);

const START: Texts = {
  python: "try: print(Tidemark().start({}, 'prices'))\nexcept TidemarkError as e: print(e.code)",
  r: 'r <- tryCatch(tm_start(tidemark(), list(), "prices"), tidemark_error = function(e) list(id = e$code)); cat(r$id)',
  javascript: `const r = await new Tidemark().start({}, "prices").catch(({ code }) => ({ id: code }));
    console.log(r.id);`,
};
const ASK = programs(START);

/** As ASK, of a server that the client finds by its note. */
const FOUND = programs(
  {
    ...START,
    javascript: `try { console.log((await new Tidemark().start({}, "prices")).id); } catch ({ code }) { console.log(code); }`,
  },
  "node.mjs",
);

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

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

type Note = Pick<ServerNote, "url" | "pid"> & Partial<Pick<ServerNote, "start">>;

/** A home with notes of servers. */
function homeWith(notes: readonly Note[]): NodeJS.ProcessEnv {
  const home = mkdtempSync(join(tmpdir(), "tidemark-notes-"));
  homes.push(home);
  const folder = join(home, "tidemark", "servers");
  mkdirSync(folder, { recursive: true });
  for (const [at, note] of notes.entries())
    writeFileSync(join(folder, `${4848 + at}.json`), JSON.stringify({ ...note, token: "secret" }));
  return { XDG_DATA_HOME: home };
}

function answerRun(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(201, { "Content-Type": "application/json" }).end('{"id":"one"}');
}

describe.each(Object.entries(FOUND))("the client for %s", (_, { reason, tell }) => {
  it.skipIf(reason !== null)(
    `asks the one server that lives, and none where there are two${because(reason)}`,
    async () => {
      const dead = spawnSync(process.execPath, ["-e", ""]).pid;
      const { pid } = process;
      const asked: (string | undefined)[] = [];
      const answer = ({ headers }: IncomingMessage, response: ServerResponse): void => {
        asked.push(headers.authorization);
        response.writeHead(201, { "Content-Type": "application/json" }).end('{"id":"one"}');
      };
      await withServer(answer, async () => {
        const url = there["TIDEMARK_URL"] ?? "";
        const gone = { url: "http://127.0.0.1:1", pid: dead };
        there = homeWith([gone, { url, pid }]);
        expect(await tell()).toContain("one");
        there = homeWith([
          { url: "http://127.0.0.1:1", pid },
          { url, pid },
        ]);
        expect(await tell()).toContain("server-unclear");
        there = homeWith([gone]);
        expect(await tell()).toContain("server-unreachable");
      });
      expect(asked).toEqual(["Bearer secret"]);
    },
  );

  it.skipIf(reason !== null || process.platform !== "linux")(
    `takes no process for a server that only has its number, and none that nobody reaped${because(reason)}`,
    async () => {
      const { pid } = process;
      const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(createInterface(parent.stdout), "line");
      const ended = Number(line);
      await vi.waitFor(() => expect(isLiving(ended)).toBe(false), 10_000);
      await withServer(answerRun, async () => {
        const url = there["TIDEMARK_URL"] ?? "";
        const reused = { url, pid, start: "1" };
        const unreaped = { url, pid: ended, start: startOfProcess(ended) };
        const answers: (string | undefined)[] = [];
        for (const notes of [
          [reused],
          [unreaped],
          [reused, unreaped, { url, pid, start: startOfProcess(pid) }],
          [reused, { url, pid, start: "" }],
        ]) {
          there = homeWith(notes);
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          answers.push(/server-[a-z]+|one/.exec(await tell())?.[0]);
        }
        expect(answers).toEqual(["server-unreachable", "server-unreachable", "one", "one"]);
      }).finally(() => parent.kill());
    },
  );
});

/** Each client's README, as it stands, against a real server: what people copy works. */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeFor, LANGUAGES } from "#src/pages/api/strategy-code.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { makeFolder, removeFolders, startServer, WAVES_STRATEGY, wavesCsv } from "../support/api-server.ts";
import type { TestServer } from "../support/api-server.ts";

const CLIENTS = resolve(import.meta.dirname, "../../workers/api/clients");
const PYTHON = "/usr/bin/python3";
const execute = promisify(execFile);

function works(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const NO_PYTHON = works(PYTHON, "--version") ? null : `${PYTHON} is not installed`;
const NO_PANDAS = works(PYTHON, "-c", "import pandas") ? null : "python3-pandas is not installed";
const NO_R = works("Rscript", "-e", "library(jsonlite); library(curl)")
  ? null
  : "r-base-core, r-cran-jsonlite and r-cran-curl are not all installed";

function because(reason: string | null): string {
  return reason === null ? "" : ` (skipped: ${reason})`;
}

/** The README's blocks of the client's language: a run, a model's numbers, a sweep. */
function examplesIn(client: string, language: string): readonly [string, string, string] {
  const readme = readFileSync(join(CLIENTS, client, "README.md"), "utf8");
  const blocks = readme.split(`\`\`\`${language}\n`).slice(1);
  const [run, signals, sweep] = blocks.map((text) => text.slice(0, text.indexOf("```")));
  if (!run || !signals || !sweep || blocks.length !== 3)
    throw new Error(`${client}: ${blocks.length} examples`);
  return [run, signals, sweep];
}

let server: TestServer;
let folder = "";
/** As a shell has it where a server runs: nothing says where it is but its note. */
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const prices = await makeFolder({ "prices/prices.csv": wavesCsv() });
  server = await startServer({ args: ["--data", join(prices, "prices")] });
  folder = await makeFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(CLIENTS, "javascript"), join(folder, "node_modules", "tidemark-client"));
  const { TIDEMARK_URL: _, TIDEMARK_TOKEN: __, ...rest } = process.env;
  // a proxy that nobody should ask
  env = {
    ...rest,
    XDG_DATA_HOME: server.home,
    http_proxy: "http://127.0.0.1:1",
    HTTP_PROXY: "http://127.0.0.1:1",
  };
});
afterAll(async () => {
  await server.stop();
  await removeFolders();
});

async function said(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await execute(command, [...args], { env: { ...env, ...more }, cwd: folder });
  return stdout;
}

/** Example by example, in a script of its own each: the first one is what the others begin with. */
interface Documented {
  readonly client: string;
  readonly language: string;
  readonly reason: string | null;
  /** Runs a script. */
  readonly tell: (script: string) => Promise<string>;
  readonly says: { readonly run: RegExp; readonly signals: RegExp; readonly sweep: RegExp };
}

const python = { PYTHONPATH: join(CLIENTS, "python"), PYTHONDONTWRITEBYTECODE: "1" };
const REFUSAL = /rules-invalid"?\s+"?buy\.rules\[0\], column 8/;

const DOCUMENTED: readonly Documented[] = [
  {
    client: "python",
    language: "python",
    reason: NO_PYTHON,
    tell: (script) => said(PYTHON, ["-S", written("example.py", script)], python), // -S: without what is installed
    says: {
      run: /^-?\d+\.\d+ \d+\n\[\{'date': '20/,
      signals: /\n\d+\n$/,
      sweep: /'sell\.stopLoss': 16, 'buy\.rules\[1\]#2': 30/,
    },
  },
  {
    client: "python",
    language: "python",
    reason: NO_PYTHON ?? NO_PANDAS,
    tell: (script) =>
      said(PYTHON, [written("frames.py", `${script}\nprint(result.equity.dtypes["date"])\n`)], python),
    says: { run: /datetime64\[ns\]\n$/, signals: /\n\d+\ndatetime64/, sweep: /\[6 rows x 17 columns\]/ },
  },
  {
    client: "r",
    language: "r",
    reason: NO_R,
    tell: async (script) => said("Rscript", [written("example.R", script)], { R_LIBS: await libraryOfR() }),
    says: {
      run: /entryDate[^]*benchmark/,
      signals: /\[1\] \d+\n$/,
      sweep: /buy\.rules\[1\]#2[^]*\n6 +5 +16 +30 /,
    },
  },
  {
    client: "javascript",
    language: "js",
    reason: null,
    tell: (script) => said(process.execPath, [written("example.mjs", script)]),
    says: { run: /^-?\d+\.\d+ \d+\n/, signals: /\n\d+\n$/, sweep: /\[ 16, 30 \]/ },
  },
];

function written(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, script);
  return file;
}

let installed: Promise<string> | null = null;

/** With the package installed. */
function libraryOfR(): Promise<string> {
  installed ??= (async () => {
    const library = join(folder, "library");
    mkdirSync(library);
    const source = join(folder, "source-of-r");
    cpSync(join(CLIENTS, "r"), source, { recursive: true });
    await said("R", ["CMD", "INSTALL", "--no-docs", "--no-test-load", "-l", library, source]);
    return library;
  })();
  return installed;
}

describe.each(DOCUMENTED)("the README of $client", ({ client, language, reason, tell, says }) => {
  it.skipIf(reason !== null)(`runs a strategy${because(reason)}`, async () => {
    const [run] = examplesIn(client, language);
    const out = await tell(run);
    expect(out).toMatch(says.run);
    expect(out).toMatch(REFUSAL);
  });

  it.skipIf(reason !== null)(`sends a model's numbers${because(reason)}`, async () => {
    const [run, signals] = examplesIn(client, language);
    expect(await tell(`${run}\n${signals}`)).toMatch(says.signals);
  });

  it.skipIf(reason !== null)(`sweeps${because(reason)}`, async () => {
    const [run, , sweep] = examplesIn(client, language);
    expect(await tell(`${run}\n${sweep}`)).toMatch(says.sweep);
  });
});

describe.each(DOCUMENTED.filter((_, at) => at !== 1))(
  "the code of the page API for $client",
  ({ client, reason, tell }) => {
    it.skipIf(reason !== null)(`runs the strategy that it shows${because(reason)}`, async () => {
      const language = LANGUAGES.find((one) => one === client) ?? "python";
      const strategy = parseStrategy({
        ...WAVES_STRATEGY,
        format: "strategy/2",
        name: 'Quoted "waves" \\ and ünïcode',
        buy: { closeDays: 3, rules: ["close > sma(10)", { any: ["rsi(2) < 60", "close > 50"] }] },
      });
      if (!strategy.ok) throw new Error(strategy.problem.message);
      const body = { dataset: "prices", strategy: strategy.value };
      const alone = await server.call("POST", "/v1/runs", { body, headers: { Prefer: "wait=30" } });
      const { trades, endValue } = alone.json.result.performance;
      expect(trades).toBeGreaterThan(0);
      const out = await tell(codeFor(language, strategy.value).code);
      expect(out).toMatch(new RegExp(`trades['"]?:?\\s+(\\[1\\] )?${trades}`));
      expect(out).toContain(String(endValue).slice(0, 5));
    });
  },
);

/** Where a server stands that answers as a test wants. */
let there: NodeJS.ProcessEnv = {};

/** Reads the package without installing it. */
const R_CLIENT = `for (file in list.files("${join(CLIENTS, "r", "R")}", full.names = TRUE)) source(file)`;

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

describe("the client for R", () => {
  it.skipIf(NO_R !== null)(`binds the pages of a long list${because(NO_R)}`, async () => {
    await withServer(answerPage, async () => {
      const out = await said(
        "Rscript",
        ["-e", R_CLIENT, "-e", "runs <- tm_runs(tidemark()); cat(runs$id, runs$dataset$id)"],
        there,
      );
      expect(out).toBe("c b a prices prices prices");
    });
  });
});

/** Step by step, and files: what each README says beside its examples. Each says the same. */
const STEPS: Readonly<
  Record<string, { readonly reason: string | null; readonly tell: () => Promise<string> }>
> = {
  Python: {
    reason: NO_PYTHON,
    tell: () =>
      said(
        PYTHON,
        [
          "-S",
          written(
            "steps.py",
            `from tidemark import *
tm = Tidemark()
made = tm.upload(["early.csv"], "py")
more = tm.add_files("py", ["late.csv"])
print(made["instruments"], made["bars"], more["bars"], len(tm.instruments("py")))
run = tm.start({"scanner": {"minPrice": 1}}, "py")["id"]
print(tm.wait(run, progress=False)["status"], tm.result(run)["format"], tm.cancel(run)["status"])
tm.delete(run)
print(str(any(record["id"] == run for record in tm.runs())).lower())
tm.delete_dataset("py")
`,
          ),
        ],
        python,
      ),
  },
  R: {
    reason: NO_R,
    tell: () =>
      said("Rscript", [
        "-e",
        R_CLIENT,
        "-e",
        `tm <- tidemark()
         made <- tm_upload(tm, "early.csv", "r")
         more <- tm_add_files(tm, "r", "late.csv")
         cat(made$instruments, made$bars, more$bars, nrow(tm_instruments(tm, "r")), "\n")
         run <- tm_start(tm, list(scanner = list(minPrice = 1)), "r")$id
         cat(tm_wait(tm, run, FALSE)$status, tm_result(tm, run)$format, tm_cancel(tm, run)$status, "\n")
         tm_delete(tm, run)
         cat(tolower(run %in% tm_runs(tm)$id))`,
      ]),
  },
  JavaScript: {
    reason: null,
    tell: () =>
      said(process.execPath, [
        written(
          "steps.mjs",
          `import { Tidemark } from "tidemark-client/node";
          import { openAsBlob } from "node:fs";
          const tm = new Tidemark();
          const made = await tm.upload([{ name: "early.csv", data: await openAsBlob("early.csv") }], "js");
          const more = await tm.addFiles("js", [{ name: "late.csv", data: await openAsBlob("late.csv") }]);
          console.log(made.instruments, made.bars, more.bars, (await tm.instruments("js")).length);
          const { id } = await tm.start({ scanner: { minPrice: 1 } }, "js");
          console.log((await tm.wait(id)).status, (await tm.result(id)).format, (await tm.cancel(id)).status);
          await tm.delete(id);
          console.log((await tm.runs()).some((record) => record.id === id));`,
        ),
      ]),
  },
};

describe.each(Object.entries(STEPS))("the client for %s", (_, { reason, tell }) => {
  it.skipIf(reason !== null)(`sends files, and runs step by step${because(reason)}`, async () => {
    const [header = "", ...rows] = wavesCsv(2, 40).trimEnd().split("\n");
    const early = rows.filter((row) => row.includes(",2020-01-"));
    written("early.csv", `${[header, ...early].join("\n")}\n`);
    written("late.csv", `${[header, ...rows.filter((row) => !early.includes(row))].join("\n")}\n`);
    // weekdays from 1 January 2020 on: 23 to the end of the month, 28 to 9 February
    expect((await tell()).trim().split(/\s*\n/)).toEqual(["2 46 56 2", "done result/1 done", "false"]);
  });
});

const ASK: Readonly<Record<string, { readonly reason: string | null; readonly ask: () => Promise<string> }>> =
  {
    Python: {
      reason: NO_PYTHON,
      ask: () =>
        said(
          PYTHON,
          [
            "-c",
            "from tidemark import *\ntry: print(Tidemark().start({}, 'prices'))\nexcept TidemarkError as e: print(e.code)",
          ],
          { PYTHONPATH: join(CLIENTS, "python"), PYTHONDONTWRITEBYTECODE: "1", ...there },
        ),
    },
    R: {
      reason: NO_R,
      ask: () =>
        said(
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
      ask: () =>
        said(
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

describe.each(Object.entries(ASK))("the client for %s", (_, { reason, ask }) => {
  it.skipIf(reason !== null)("tries a POST again with its key where the connection breaks", async () => {
    const keys: (string | string[] | undefined)[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      keys.push(request.headers["idempotency-key"]);
      if (keys.length < 3) request.socket.destroy();
      else response.writeHead(202, { "Content-Type": "application/json" }).end('{"id":"one","news":1}');
    };
    await withServer(answer, async () => {
      expect(await ask()).toContain("one");
    });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/.{16,}/);
  });

  it.skipIf(reason !== null)("waits where what it asked for is still being done", async () => {
    const keys: (string | string[] | undefined)[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      keys.push(request.headers["idempotency-key"]);
      if (keys.length === 1) request.socket.destroy();
      else if (keys.length === 2)
        response.writeHead(409, { "Content-Type": "application/problem+json" }).end('{"code":"key-at-work"}');
      else response.writeHead(201, { "Content-Type": "application/json" }).end('{"id":"one"}');
    };
    await withServer(answer, async () => {
      expect(await ask()).toContain("one");
    });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.skipIf(reason !== null)(
    "tries again where the connection breaks in the middle of an answer",
    async () => {
      const keys: (string | string[] | undefined)[] = [];
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        keys.push(request.headers["idempotency-key"]);
        response.writeHead(201, { "Content-Type": "application/json", "Content-Length": "12" });
        if (keys.length < 3) response.write('{"id":', () => request.socket.destroy());
        else response.end('{"id":"one"}');
      };
      await withServer(answer, async () => {
        expect(await ask()).toContain("one");
      });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it.skipIf(reason !== null)("gives up where the server goes away while it waits", async () => {
    let calls = 0;
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      calls++;
      if (calls < 2 || calls > 4) request.socket.destroy();
      else
        response.writeHead(409, { "Content-Type": "application/problem+json" }).end('{"code":"key-at-work"}');
    };
    await withServer(answer, async () => {
      expect(await ask()).toContain("server-unreachable");
    });
    expect(calls).toBeLessThan(10);
  });

  it.skipIf(reason !== null)("takes the token through no redirect", async () => {
    const asked: (string | undefined)[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      asked.push(request.url);
      response.writeHead(307, { Location: "/elsewhere" }).end();
    };
    await withServer(answer, async () => {
      expect(await ask()).toContain("redirected");
    });
    expect(asked).toStrictEqual(["/v1/runs"]);
  });
});

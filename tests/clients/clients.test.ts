/** Each client's README, as it stands, against a real server: what people copy works. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeFor, LANGUAGES } from "#src/pages/api/strategy-code.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { makeFolder, removeFolders, startServer, WAVES_STRATEGY, wavesCsv } from "../support/api-server.ts";
import type { TestServer } from "../support/api-server.ts";
import type { Programs } from "../support/client-languages.ts";
import {
  because,
  CLIENTS,
  installR,
  linkJavascript,
  NO_PANDAS,
  NO_PYTHON,
  NO_R,
  PYTHON,
  PYTHON_ENV as python,
  R_CLIENT,
  said,
  shellBeside,
} from "../support/client-languages.ts";

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
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const prices = await makeFolder({ "prices/prices.csv": wavesCsv() });
  server = await startServer({ args: ["--data", join(prices, "prices")] });
  folder = await makeFolder();
  linkJavascript(folder);
  env = shellBeside(server.home);
});
afterAll(async () => {
  await server.stop();
  await removeFolders();
});

/** @param more - for the program's environment */
function told(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  return said(command, args, { env: { ...env, ...more }, cwd: folder });
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

const REFUSAL = /rules-invalid"?\s+"?buy\.rules\[0\], column 8/;

const DOCUMENTED: readonly Documented[] = [
  {
    client: "python",
    language: "python",
    reason: NO_PYTHON,
    tell: (script) => told(PYTHON, ["-S", written("example.py", script)], python), // -S: without what is installed
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
      told(PYTHON, [written("frames.py", `${script}\nprint(result.equity.dtypes["date"])\n`)], python),
    says: { run: /datetime64\[ns\]\n$/, signals: /\n\d+\ndatetime64/, sweep: /\[6 rows x 18 columns\]/ },
  },
  {
    client: "r",
    language: "r",
    reason: NO_R,
    tell: async (script) => told("Rscript", [written("example.R", script)], await installR(folder)),
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
    tell: (script) => told(process.execPath, [written("example.mjs", script)]),
    says: { run: /^-?\d+\.\d+ \d+\n/, signals: /\n\d+\n$/, sweep: /\[ 16, 30 \]/ },
  },
];

function written(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, script);
  return file;
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

/** Strategies that the page API shows as code. */
const SHOWN = [
  {
    ...WAVES_STRATEGY,
    format: "strategy/2",
    name: 'Quoted "waves" \\ and ünïcode',
    buy: { closeDays: 3, rules: ["close > sma(10)", { any: ["rsi(2) < 60", "close > 50"] }] },
  },
  {
    ...WAVES_STRATEGY,
    format: "strategy/3",
    name: "By weights",
    sell: { rules: ["close < sma(10)"] },
    simulation: {
      ...WAVES_STRATEGY.simulation,
      positionSizing: "weights",
      weight: "1",
      weights: [{ symbol: "S0", weight: "if(close > sma(10), 3, 0)" }],
      rebalance: "weekly",
      rebalanceBand: { points: 1, percent: null },
      flows: [{ amount: 1000, every: "monthly", growPercent: 5 }],
      cash: { percent: 3 },
    },
  },
];

describe.each(DOCUMENTED.filter((_, at) => at !== 1))(
  "the code of the page API for $client",
  ({ client, reason, tell }) => {
    it.skipIf(reason !== null).each(SHOWN)(
      `runs the $format that it shows${because(reason)}`,
      async (shown) => {
        const language = LANGUAGES.find((one) => one === client) ?? "python";
        const strategy = parseStrategy(shown);
        if (!strategy.ok) throw new Error(strategy.problem.message);
        const body = { dataset: "prices", strategy: strategy.value };
        const alone = await server.call("POST", "/v1/runs", { body, headers: { Prefer: "wait=30" } });
        const { trades, endValue } = alone.json.result.performance;
        expect(trades).toBeGreaterThan(0);
        const out = await tell(codeFor(language, strategy.value).code);
        expect(out).toMatch(new RegExp(`trades['"]?:?\\s+(\\[1\\] )?${trades}`));
        expect(out).toContain(String(endValue).slice(0, 5));
      },
    );
  },
);

/** Step by step, and files: what each README says beside its examples. Each says the same. */
const STEPS: Programs = {
  Python: {
    reason: NO_PYTHON,
    tell: () =>
      told(
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
      told("Rscript", [
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
      told(process.execPath, [
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

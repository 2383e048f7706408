/** A folder for each test, with a deployment's file and the small market's prices, and `npm run deploy` on it. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { deployCommand } from "#workers/commands/deploy-command.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { SMALL_CLOSES, smallStart, smallStrategy } from "./small-deployment.ts";

/** 2020-01-20T18:00:00Z */
const CLOCK = 1_579_543_200_000;

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

export interface DeployFolder {
  readonly folder: string;
  readonly file: string;
  /** The folder of prices that `run` reads. */
  data: string;
  /** Milliseconds since 1970, as the command is told. */
  clock: number;
  /** The small market's files, from a session up to another. */
  readonly pricesUpTo: (last: number, first?: number) => Promise<void>;
  readonly run: (...more: string[]) => Promise<Ran>;
  /** The deployment of the file. @throws Error where it does not verify */
  readonly written: () => Promise<Deployment>;
  /** Writes a first file. @param more - fields beside, or in place of, the small deployment's */
  readonly start: (more?: object) => Promise<void>;
  /** The files beside the deployment's. */
  readonly leftBehind: () => Promise<string[]>;
}

/** Call it once in a file of tests. */
export function inDeployFolder(): DeployFolder {
  let folder = "";
  const here: DeployFolder = {
    get folder() {
      return folder;
    },
    get file() {
      return join(folder, "deployment.json");
    },
    data: "",
    clock: CLOCK,
    pricesUpTo: (last, first = 0) =>
      writeFile(
        join(folder, "data", "prices.csv"),
        smallPrices((at) => at >= first && at <= last),
      ),
    async run(...more) {
      let [out, said] = ["", ""];
      const code = await deployCommand(["--file", here.file, "--data", here.data, ...more], {
        out: (text) => (out += text),
        progress: (text) => (said += text),
        clock: () => here.clock,
      });
      return { code, out, said };
    },
    written: async () => valueOf(verifyDeployment(await readFile(here.file))),
    async start(more = {}) {
      const { format, name, begins, startMargin } = smallStart();
      const first = { format, name, begins, startMargin, strategy: smallStrategy(), ...more };
      await writeFile(here.file, JSON.stringify(first, null, 2));
    },
    leftBehind: async () =>
      (await readdir(folder)).filter((name) => name !== "deployment.json" && name !== "data"),
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "deploy-"));
    here.data = join(folder, "data");
    here.clock = CLOCK;
    await mkdir(here.data);
    await here.pricesUpTo(9);
  });
  afterEach(() => rm(folder, { recursive: true }));
  return here;
}

/** A file of the small market's bars that are kept. */
export function smallPrices(keeps: (session: number, symbol: string) => boolean): string {
  const rows = Object.entries(SMALL_CLOSES).flatMap(([symbol, closes]) =>
    closes.flatMap((close, at) =>
      keeps(at, symbol) ? [[symbol, dateOf(at), close, close, close, close, 1000].join(",")] : [],
    ),
  );
  return `symbol,date,open,high,low,close,volume\n${rows.join("\n")}\n`;
}

/** What a strategy with weights and money in and out comes back as in each client. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder, removeFolders, startServer, wavesCsv } from "../support/api-server.ts";
import type { TestServer } from "../support/api-server.ts";
import {
  because,
  installR,
  linkJavascript,
  NO_PANDAS,
  NO_PYTHON,
  NO_R,
  PYTHON,
  PYTHON_ENV,
  said,
  shellBeside,
} from "../support/client-languages.ts";

/** 10 of 1,000 each month, all of it by equal weight. */
const STRATEGY = {
  format: "strategy/3",
  name: "Monthly money",
  simulation: {
    startDate: "2020-06-01",
    endDate: "2020-12-31",
    startMargin: 1000,
    positionSizing: "weights",
    weight: "1",
    rebalance: "monthly",
    fractionalShares: true,
    flows: [{ amount: 10, every: "monthly", from: "2020-07-01" }],
  },
};

let server: TestServer;
let folder = "";
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const prices = await makeFolder({ "prices/prices.csv": wavesCsv() });
  server = await startServer({ args: ["--data", join(prices, "prices")] });
  folder = await makeFolder({ "strategy.json": JSON.stringify(STRATEGY) });
  linkJavascript(folder);
  env = shellBeside(server.home);
});
afterAll(async () => {
  await server.stop();
  await removeFolders();
});

async function tell(command: string, name: string, script: string, more: NodeJS.ProcessEnv = {}) {
  writeFileSync(join(folder, name), script);
  const out = await said(command, command === PYTHON && more["PLAIN"] === "1" ? ["-S", name] : [name], {
    env: { ...env, ...more },
    cwd: folder,
  });
  return out.trim().split("\n").at(-1);
}

/** Six deposits; growth and the same money have a value a session, as the account has; rebalances come each month. */
const SUMMARY = "60 True True True True";

const IN_PYTHON = `
import json
from tidemark import Tidemark
result = Tidemark().run(json.load(open("strategy.json")), "prices", progress=False)
sessions = len(result["equity"]["dates"])
print(round(result.money["deposited"]), len(result.equity) == sessions, len(result.same_money) == sessions, len(result.rebalances) >= 6, NAMES)
`;

it.skipIf(NO_PYTHON !== null)(
  `the client of Python has growth, money and rebalances${because(NO_PYTHON)}`,
  async () => {
    const names = '"growth" in result.equity[0] and "universeValue" in result.same_money[0]';
    const out = await tell(PYTHON, "money.py", IN_PYTHON.replace("NAMES", names), {
      ...PYTHON_ENV,
      PLAIN: "1",
    });
    expect(out).toBe(SUMMARY);
  },
);

it.skipIf((NO_PYTHON ?? NO_PANDAS) !== null)(
  `the client of Python has them as frames${because(NO_PYTHON ?? NO_PANDAS)}`,
  async () => {
    const names =
      'list(result.rebalances.columns) == ["date", "sells", "buys", "turnover"] and "growth" in result.equity';
    expect(await tell(PYTHON, "frames.py", IN_PYTHON.replace("NAMES", names), PYTHON_ENV)).toBe(SUMMARY);
  },
);

it.skipIf(NO_R !== null)(`the client of R has growth, money and rebalances${because(NO_R)}`, async () => {
  const script = `
library(tidemark)
tm <- tidemark()
result <- tm_run(tm, jsonlite::read_json("strategy.json"), "prices", progress = FALSE)
sessions <- nrow(result$equity)
all <- c(is.numeric(result$equity$growth), nrow(result$sameMoney) == sessions, nrow(result$rebalances) >= 6, inherits(result$rebalances$date, "Date"))
cat(round(result$money$deposited), ifelse(all, "True", "False"), "\\n")
`;
  expect((await tell("Rscript", "money.R", script, await installR(folder)))?.trim()).toBe(SUMMARY);
});

it("the client of JavaScript has growth, money and rebalances", async () => {
  const script = `
import { readFileSync } from "node:fs";
import { Tidemark } from "tidemark-client/node";
const tidemark = new Tidemark();
const { money, equity, rebalances } = await tidemark.run(JSON.parse(readFileSync("strategy.json", "utf8")), "prices");
const sessions = equity.dates.length;
const all = [equity.growth.length === sessions, money.universeValues.length === sessions, rebalances.length >= 6, money.moneyWeighted !== 0];
console.log(Math.round(money.deposited), ...all.map((one) => (one ? "True" : "False")));
`;
  expect(await tell(process.execPath, "money.mjs", script)).toBe(SUMMARY);
});

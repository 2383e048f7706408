/** Programs that run a strategy file from elsewhere. Each was run as it stands here; tests hold their flags true. */
import { fairStrategy } from "#workers/model/fair-terms.ts";

/** A strategy/1 file with every field: the strategy that the answer explains. */
export const STRATEGY_EXAMPLE = JSON.stringify(fairStrategy, null, 2);

export const COMMAND_EXAMPLE =
  "npm run --silent simulate -- --data datasets/demo --strategy strategy.json --out -";

export const PYTHON_EXAMPLE = `import json
import subprocess

command = ["npm", "run", "--silent", "simulate", "--"]
options = ["--data", "datasets/demo", "--strategy", "strategy.json", "--out", "-"]
run = subprocess.run(command + options, stdout=subprocess.PIPE, check=True)

performance = json.loads(run.stdout)["performance"]
for figure in ["cagr", "maxDrawdown", "sharpeRatio", "winRate"]:
    print(figure, performance[figure])`;

export const JAVASCRIPT_EXAMPLE = `import { execFile } from "node:child_process";
import { promisify } from "node:util";

const command = ["run", "--silent", "simulate", "--"];
const options = ["--data", "datasets/demo", "--strategy", "strategy.json", "--out", "-"];
const { stdout } = await promisify(execFile)("npm", [...command, ...options], {
  maxBuffer: 2 ** 28, // a result lists every position, which can pass the default of 1 MB
});

const { performance } = JSON.parse(stdout);
for (const figure of ["cagr", "maxDrawdown", "sharpeRatio", "winRate"]) {
  console.log(figure, performance[figure]);
}`;

export const R_EXAMPLE = `library(jsonlite)

command <- c("run", "--silent", "simulate", "--")
options <- c("--data", "datasets/demo", "--strategy", "strategy.json", "--out", "-")
status <- system2("npm", c(command, options), stdout = "result.json")
stopifnot(status == 0)

performance <- fromJSON("result.json")$performance
for (figure in c("cagr", "maxDrawdown", "sharpeRatio", "winRate")) {
  cat(figure, performance[[figure]], "\\n")
}`;

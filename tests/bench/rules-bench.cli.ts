/**
 * `npm run bench -- --rules [--instruments 500 --sessions 6500 --rounds 7 --only TEXT --json FILE]`: rules, templates and
 * functions on a synthetic market, in processor time of the process. --only measures what has the text in its "group: name".
 * Another process writes the file of a large market (`--write FILE`); it is deleted once it is read.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resourceUsage } from "node:process";
import { parseArgs } from "node:util";
import type { Market } from "#workers/model/market.ts";
import { loadTaLib } from "../support/talib.ts";
import { readDiskFile, writeDiskFile } from "./disk-file.ts";
import { describeGoals } from "./rules-goals.ts";
import { readRulesMarket, rulesMarket, writeRulesMarket } from "./rules-market.ts";
import { isMeasuredWhole, runRulesMeasures } from "./rules-measures.ts";
import { describeFinding } from "./rules-report.ts";

const { values } = parseArgs({
  options: {
    rules: { type: "boolean" },
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
    only: { type: "string", default: "" },
    json: { type: "string" },
    write: { type: "string" },
  },
});

const shape = {
  instruments: Number(values.instruments),
  sessions: Number(values.sessions),
  rounds: Number(values.rounds),
  only: values.only,
};
if (values.write === undefined) await measure();
else await writeDiskFile(values.write, (file) => writeRulesMarket(shape, file));

async function measure(): Promise<void> {
  const result = await runRulesMeasures(shape, { clock: processorTime, openMarket, loadTaLib }, (finding) =>
    console.log(describeFinding(finding)),
  );
  const memoryPeakBytes = resourceUsage().maxRSS * 1024;
  console.log(describeGoals(result, memoryPeakBytes));
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify({ ...result, memoryPeakBytes }, null, 2));
}

async function openMarket(): Promise<Market> {
  if (isMeasuredWhole(shape)) return rulesMarket(shape);
  const folder = mkdtempSync(join(tmpdir(), "rules-bench-"));
  try {
    const path = join(folder, "market.columns");
    const { status } = spawnSync(process.execPath, [...process.argv.slice(1), "--write", path]);
    if (status !== 0) throw new Error("the file could not be written");
    return await readDiskFile(path, readRulesMarket);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of all threads of the process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * `npm run bench -- --rules [--instruments 500 --sessions 6500 --rounds 7 --only TEXT --json FILE]`: rules, templates and
 * functions on a synthetic market, in processor time of the process. --only measures what has the text in its "group: name".
 */
import { writeFileSync } from "node:fs";
import { resourceUsage } from "node:process";
import { parseArgs } from "node:util";
import { loadTaLib } from "../support/talib.ts";
import { describeGoals } from "./rules-goals.ts";
import { runRulesMeasures } from "./rules-measures.ts";
import { describeFinding } from "./rules-report.ts";

const { values } = parseArgs({
  options: {
    rules: { type: "boolean" },
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
    only: { type: "string", default: "" },
    json: { type: "string" },
  },
});

const shape = {
  instruments: Number(values.instruments),
  sessions: Number(values.sessions),
  rounds: Number(values.rounds),
  only: values.only,
};
const result = await runRulesMeasures(shape, { clock: processorTime, loadTaLib }, (finding) =>
  console.log(describeFinding(finding)),
);
const memoryPeakBytes = resourceUsage().maxRSS * 1024;
console.log(describeGoals(result, memoryPeakBytes));
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ ...result, memoryPeakBytes }, null, 2));

/** Of all threads of the process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

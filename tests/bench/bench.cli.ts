/**
 * `npm run bench [-- --instruments 500 --sessions 6500 --rounds 7 --json FILE --compare FILE]`: how fast prices are
 * read and simulated on a synthetic market, beside other readers in the same run. Ratios carry over to other machines,
 * milliseconds don't. `npm run bench -- --browser ...` measures in a worker of headless Chromium.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resourceUsage } from "node:process";
import { parseArgs } from "node:util";
import { z } from "zod";
import { runMeasures } from "./measures.ts";
import { describeFigure, describeShape } from "./report.ts";
import type { EarlierFigures } from "./report.ts";

const { values } = parseArgs({
  options: {
    instruments: { type: "string", default: "500" },
    sessions: { type: "string", default: "6500" },
    rounds: { type: "string", default: "7" },
    json: { type: "string" },
    compare: { type: "string" },
  },
});
const earlierSchema = z.object({
  figures: z.array(z.object({ name: z.string(), median: z.number() })),
});

const shape = {
  instruments: Number(values.instruments),
  sessions: Number(values.sessions),
  rounds: Number(values.rounds),
};
const earlier: EarlierFigures = values.compare === undefined ? [] : readEarlier(values.compare);
let isFirst = true;
const result = await runMeasures(shape, (figure, size) => {
  if (isFirst) console.log(describeShape(shape, size));
  isFirst = false;
  console.log(describeFigure(figure, size, earlier));
});
const memoryPeakBytes = resourceUsage().maxRSS * 1024;
console.log(`the most memory that the process had: ${(memoryPeakBytes / 1e6).toFixed(0)} MB`);
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ ...result, memoryPeakBytes }, null, 2));

function readEarlier(file: string): EarlierFigures {
  return earlierSchema.parse(JSON.parse(readFileSync(file, "utf8"))).figures;
}

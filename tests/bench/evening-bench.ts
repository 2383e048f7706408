/** What follows an added day: its dataset is read as a deployment's step reads it, and the step is taken, up to the orders for the next session. */
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Json } from "#workers/model/canonical-json.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { err } from "#workers/model/problem.ts";
import type { Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { verifyLedger } from "#workers/deploy/verify-deployment.ts";
import { valueOf } from "../support/value-of.ts";
import { openDiskDataset } from "./disk-file.ts";

/** Days that the ledger goes back before the first evening. */
const LEDGER_DAYS = 365;
const NOW = "2040-01-01T18:00:00Z";

/** Of the default strategy. Days are EpochDays; each call is an evening on the dataset of that name; the first one records the year before. */
export function makeEvenings(folder: string, lastDay: number): (name: string) => Promise<string> {
  let deployment = begunOn(lastDay - LEDGER_DAYS);
  return async (name) => {
    const [begun, usage] = [performance.now(), process.cpuUsage()];
    const market = await readMarket(folder, name);
    const isRead = performance.now();
    const sound = valueOf(verifyLedger(deployment));
    const { deployment: goneOn, entries } = valueOf(appendSessions(sound, deployMarket(market), NOW));
    deployment = goneOn;
    const { user, system } = process.cpuUsage(usage);
    const took = `read in ${(isRead - begun).toFixed(0)} ms, ${entries.length} of ${goneOn.ledger.length} entries in ${(performance.now() - isRead).toFixed(0)} ms`;
    return `; ${took}, ${((user + system) / 1000).toFixed(0)} ms of processor time, ${goneOn.ledger.at(-1)?.decisions.buys.length ?? 0} to buy, most memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`;
  };
}

async function readMarket(folder: string, name: string): Promise<Market> {
  const open = openDiskDataset(folder);
  const read = await open(name, async ({ extendable }) =>
    extendable
      ? readStoredMarket(extendable.file, { highAndLow: true, mostBytes: Infinity })
      : err({ code: "data-missing", message: "no dataset" }),
  );
  return valueOf(read).market;
}

function begunOn(day: number): Deployment {
  return {
    format: "deployment/1",
    id: "bench",
    name: "Bench",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a strategy is JSON
    strategy: JSON.parse(JSON.stringify(defaultStrategy)) as Json,
    dataset: null,
    begins: formatIsoDay(day),
    replayedTo: formatIsoDay(day),
    startMargin: 1e6,
    stop: null,
    real: [],
    ledger: [],
  };
}

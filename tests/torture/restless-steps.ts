/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself */
/** Deployments that are played forward without an end, for a page that will be killed, and the look at their ledgers. */
import type { Page } from "playwright";

export const INSTRUMENTS = 12;
export const DAYS = 400;
/** Sessions that a deployment's prices have before it begins. */
export const WARM_UP = 40;

/** The hash of each session that the page said was recorded, as it arrived here before the kill, by deployment. */
export type Told = Map<string, Map<string, string>>;

/** Waves of a length of their own for each instrument, so that some rise and some fall each day. */
export function wavesCsv(): string {
  const rows = ["symbol,date,open,high,low,close,volume"];
  for (let instrument = 0; instrument < INSTRUMENTS; instrument++)
    for (let day = 0; day < DAYS; day++) {
      const close = (100 + instrument + 20 * Math.sin(day / (3 + (instrument % 7)))).toFixed(2);
      rows.push(`S${instrument},${isoOf(day)},${close},${close},${close},${close},${1000 + instrument}`);
    }
  return rows.join("\n");
}

export function isoOf(day: number): string {
  return new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);
}

/** @returns the dataset's id */
export async function bringWaves(page: Page): Promise<string> {
  return page.evaluate(async (csv) => {
    const imported = await globalThis.torture.importCsv("Waves", csv);
    if (!imported.ok) throw new Error(imported.problem.message);
    return imported.value.id;
  }, wavesCsv());
}

/**
 * Every second one goes by weights, with money in and out and idle cash that earns.
 *
 * @param playedTo - the day up to which there are prices for it
 * @returns its id; nothing is recorded yet
 */
export async function beginOnWaves(page: Page, datasetId: string, playedTo = WARM_UP): Promise<string> {
  return page.evaluate(
    async ([dataset, begins, upTo]) => {
      const { beginDeployment, defaultStrategy, listDeployments } = globalThis.torture;
      const isByWeights = (await listDeployments()).records.length % 2 === 1;
      const { scanner, buy, sell, simulation } = defaultStrategy;
      const bySlots = {
        ...defaultStrategy,
        scanner: { ...scanner, priceGrowth: null, minPrice: 1, marketCapRank: null, avgDailyValue: null },
        buy: { ...buy, closeDays: 5, movingAverageDays: 5 },
        sell: { ...sell, trailingStopLoss: 5, minHoldingDays: 2 },
        simulation: { ...simulation, maxPositions: 5, commissionPercent: 0.1 },
      };
      const byWeights = {
        ...bySlots,
        format: "strategy/3",
        simulation: {
          ...bySlots.simulation,
          positionSizing: "weights",
          weight: "1 / volatility(10)",
          rebalance: "weekly",
          flows: [
            { amount: 500, every: "weekly" },
            { amount: -1500, every: "monthly", growPercent: 10 },
            { percent: -3, every: "quarterly" },
          ],
          cash: { percent: 4 },
        },
      } as const;
      const strategy = isByWeights ? byWeights : bySlots;
      const plan = { name: "Restless", strategy, datasetId: dataset, startMargin: 100_000, runId: null };
      const begun = await beginDeployment({ ...plan, begins, playedTo: upTo });
      if (!begun.ok) throw new Error(begun.problem.message);
      return begun.value.id;
    },
    [datasetId, isoOf(WARM_UP), isoOf(playedTo)] as const,
  );
}

/** Plays a deployment forward, and the next one where it is at its end; tells each entry once it is recorded. */
export async function stepForEver(page: Page, told: Told, datasetId: string): Promise<void> {
  await page.exposeFunction("recorded", (id: string, session: string, hash: string) => {
    told.set(id, (told.get(id) ?? new Map<string, string>()).set(session, hash));
  });
  await page.exposeFunction("beginNext", () => beginOnWaves(page, datasetId));
  await page.evaluate(() => {
    const { listDeployments, playForward, stepDeployment } = globalThis.torture;
    const call = (name: string, ...args: string[]): unknown => {
      const outside: unknown = Reflect.get(globalThis, name);
      return typeof outside === "function" ? Reflect.apply(outside, null, args) : undefined;
    };
    const played = async (): Promise<void> => {
      const [record] = (await listDeployments()).records;
      if (record === undefined) return void (await call("beginNext"));
      // two at once, as two tabs that hear of the same news
      const both = await Promise.all([playForward(record, "session"), stepDeployment(record.id)]);
      for (const one of both) {
        if (!one.ok) throw new Error(one.problem.message);
        if (one.value.type === "end") await call("beginNext");
        if (one.value.type !== "recorded") continue;
        for (const { session, hash } of one.value.entries) call("recorded", record.id, session, hash);
      }
    };
    const forEver = async () => {
      for (;;) await played();
    };
    void forEver();
  });
}

/** What was told and is not there, and every ledger that is not whole or does not follow from the prices. */
export async function inspectLedgers(page: Page, told: Told) {
  const found = await page.evaluate(async () => {
    const { ledgerFault, listDeployments, loadDeployment } = globalThis.torture;
    const { records, damaged } = await listDeployments();
    const faults = damaged.map(({ problem }) => problem.message);
    const ledgers: (readonly [id: string, entries: (readonly [session: string, hash: string])[]])[] = [];
    for (const { id, playedTo = "" } of records) {
      const loaded = await loadDeployment(id);
      if (!loaded.ok) {
        faults.push(loaded.problem.message);
        continue;
      }
      const { deployment } = loaded.value;
      ledgers.push([id, deployment.ledger.map(({ session, hash }) => [session, hash] as const)]);
      const fault = await ledgerFault(deployment, playedTo);
      if (fault !== null) faults.push(`${id}: ${fault}`);
    }
    return { faults, ledgers };
  });
  const ledgers = new Map(found.ledgers);
  const lost = [...told].flatMap(([id, entries]) => {
    const kept = new Map(ledgers.get(id));
    return [...entries]
      .filter(([session, hash]) => kept.get(session) !== hash)
      .map(([day]) => `${id} ${day}`);
  });
  /** Sessions are the dataset's days, one after the other, each once. */
  const gaps = found.ledgers.flatMap(([id, entries]) =>
    entries.flatMap(([session], at) => (session === isoOf(WARM_UP + 1 + at) ? [] : [`${id} ${session}`])),
  );
  const entries = found.ledgers.reduce((sum, [, all]) => sum + all.length, 0);
  return { lost, gaps, faults: found.faults, entries, deployments: found.ledgers.length };
}

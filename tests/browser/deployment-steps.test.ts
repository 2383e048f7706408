/** A dataset of the browser's own files gains a session, and the deployments on it an entry. */
import { expect, it } from "vitest";
import { beginDeployment } from "#src/run/begin-deployment.ts";
import { browserClient } from "#src/run/browser-client.ts";
import { dataOf, replayOn } from "#src/run/deploy-calls.ts";
import { deleteDataset } from "#src/run/import-dataset.ts";
import { allowCode } from "#src/storage/code-consent.ts";
import { stepAll } from "#src/run/step-deployments.ts";
import { loadDeployment } from "#src/storage/deployments.ts";
import { importText } from "#tests/support/import-text.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { smallStrategy } from "../deploy/small-deployment.ts";

const INSTRUMENTS = 20;
const DAYS = 40;

function isoOf(day: number): string {
  return new Date(Date.UTC(2020, 0, day)).toISOString().slice(0, 10);
}

/** Waves of a length of their own for each instrument, so that some rise and some fall each day. */
function rowsOf(from: number, count: number): string {
  const rows: string[] = [];
  for (let instrument = 0; instrument < INSTRUMENTS; instrument++)
    for (let day = from; day < from + count; day++) {
      const close = (100 + instrument + 20 * Math.sin(day / (3 + (instrument % 7)))).toFixed(2);
      rows.push(`S${instrument},${isoOf(day)},${close},${close},${close},${close},${1000 + instrument}\n`);
    }
  return `symbol,date,open,high,low,close,volume\n${rows.join("")}`;
}

it("an import of a new day feeds all deployments of its dataset, and the ledgers replay to the bit", async () => {
  const dataset = await importText(rowsOf(1, DAYS), null);
  const strategy = valueOf(parseStrategy(smallStrategy({ simulation: { maxPositions: 5 } })));
  const plan = { strategy, datasetId: dataset.id, startMargin: 100_000, playedTo: null, runId: null };
  const one = valueOf(await beginDeployment({ ...plan, name: "One", begins: isoOf(DAYS) }));
  const other = valueOf(await beginDeployment({ ...plan, name: "Other", begins: isoOf(10) }));
  await stepAll();
  expect(valueOf(await loadDeployment(one.id)).deployment.ledger).toEqual([]);
  expect(valueOf(await loadDeployment(other.id)).deployment.ledger).toHaveLength(DAYS - 10);

  const grown = await importText(rowsOf(DAYS + 1, 1), dataset);
  const news = await stepAll();
  expect(news.map(({ stepped }) => stepped.type)).toEqual(["recorded", "recorded"]);
  const { deployment } = valueOf(await loadDeployment(other.id));
  expect(deployment.ledger.at(-1)?.session).toBe(isoOf(DAYS + 1));
  const { source } = valueOf(await dataOf(deployment));
  expect(valueOf(await replayOn(deployment, source, null)).verdict).toBe("same");
  valueOf(await deleteDataset(grown.id, browserClient, 0));
  expect((await stepAll()).map(({ stepped }) => stepped.type)).toEqual(["waits", "waits"]);
});

it("a strategy with own code goes on once the code may run here, as the built-in function does", async () => {
  const source = `const compute = ({ close }) => close.map((price) => price / 2) // ${crypto.randomUUID()}`;
  const dataset = await importText(rowsOf(1, DAYS), null);
  const plan = {
    datasetId: dataset.id,
    startMargin: 100_000,
    playedTo: null,
    runId: null,
    begins: isoOf(10),
  };
  const computed = [{ name: "half", language: "javascript", source }];
  const own = strategyWith("half > 52", { computed });
  const refused = await beginDeployment({ ...plan, name: "Own", strategy: own });
  expect(refused).toMatchObject({ problem: { code: "code-not-allowed" } });
  valueOf(await allowCode("javascript", source));
  const { id } = valueOf(await beginDeployment({ ...plan, name: "Own", strategy: own }));
  const other = valueOf(
    await beginDeployment({ ...plan, name: "Built in", strategy: strategyWith("close / 2 > 52") }),
  );
  await stepAll();
  const ledger = await ledgerOf(id);
  expect(ledger.some(({ fills }) => fills.length > 0)).toBe(true);
  expect(ledger).toEqual(await ledgerOf(other.id));
});

function strategyWith(rule: string, more: object = {}): Strategy {
  const plain = smallStrategy({ buy: { rules: [rule] }, simulation: { maxPositions: 5 } });
  return valueOf(parseStrategy({ ...Object(plain), ...more }));
}

async function ledgerOf(id: string) {
  const { deployment } = valueOf(await loadDeployment(id));
  return deployment.ledger.map(({ fills, equity }) => ({ fills, equity }));
}

/** A small dataset with prices, facts, a signal, statements and sectors, imported as a person does. */
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { valueOf } from "./value-of.ts";

const DAYS = Array.from({ length: 28 }, (_, at) => `2020-01-${String(at + 1).padStart(2, "0")}`);
const FILES = {
  "prices.csv": `symbol,date,close\n${DAYS.map((day, at) => `AAA,${day},${at + 1}\n`).join("")}`,
  "instruments.csv": "symbol,name,sector\nAAA,Alpha,Banks\n",
  "facts.csv":
    "symbol,date,name,value\nAAA,2019-12-31,eps,5.25\nAAA,2020-01-10,eps,\nAAA,2020-01-20,eps,-0.1\n",
  "signals.csv": "symbol,date,model\nAAA,2020-01-03,0.30000000000000004\n",
  "us-income.csv":
    "Ticker;SimFinId;Currency;Fiscal Year;Fiscal Period;Report Date;Publish Date;Revenue;Shares (Basic)\nAAA;1;USD;2019;Q1;2019-03-31;2019-05-01;100;7\n",
};

/** Imports it; gives its id. */
export async function importDatasetWithFacts(): Promise<string> {
  const { signal } = new AbortController();
  const plan: ImportPlan = {
    id: crypto.randomUUID(),
    files: Object.entries(FILES).map(([name, text]) => ({ name, bytes: new File([text], name) })),
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
  };
  const { digest } = valueOf(await checkImport(plan, () => undefined, signal)).planned;
  const defaults = new Map([["prices.csv", { exchange: "NSE", instrumentType: "EQUITY", currency: "" }]]);
  const request = { title: "Mine", plan, digest, datasetId: null, defaults };
  return valueOf(await importDataset(request, () => undefined, signal)).id;
}

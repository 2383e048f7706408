import { describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import { browserClient } from "#src/run/browser-client.ts";
import { compareResults } from "#tests/support/compare-results.ts";
import { importFiles } from "#tests/support/import-files.ts";
import { toResultFile } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const cases = await commands.readSharedCases();
const DEFAULTS = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };

/** Imports the case's files as a person's dataset, runs it from the store in the worker, cleans up. */
async function runInWorker({ name, strategy, files }: (typeof cases)[number]): Promise<unknown> {
  const parsed = parseStrategy(strategy);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const datasetId = `case-${name.replaceAll("/", "-")}`;
  const chosen = files.map((file) => toFile(file.name, file.base64));
  const never = new AbortController().signal;
  const imported = await importFiles(browserClient, { datasetId, files: chosen, defaults: DEFAULTS });
  if (!imported.ok) throw new Error(imported.problem.message);
  const source = { type: "stored", datasetId } as const;
  const report = await browserClient.runBacktest({ strategy: parsed.value, source }, () => {}, never);
  await browserClient.deleteDataset(datasetId);
  if (!report.ok) throw new Error(report.problem.message);
  return toResultFile(report.value);
}

function toFile(name: string, base64: string): File {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new File([bytes], name);
}

describe.skipIf(cases.length === 0)("the worker in a real browser, through import and store", () => {
  it.each(cases)("gives the independent result for $name", async (each) => {
    expect(compareResults(await runInWorker(each), each.expected)).toEqual([]);
  });
});

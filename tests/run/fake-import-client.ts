/** A worker client for imports: what is stored is a set of ids. */
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ImportOutcome } from "#workers/model/import-plan.ts";

export const outcome: ImportOutcome = {
  facts: {
    instruments: 1,
    bars: 3,
    firstDate: "2020-01-01",
    lastDate: "2020-01-03",
    exchanges: ["NSE"],
    instrumentTypes: ["EQUITY"],
    fingerprint: "f00d",
    bytes: 100,
  },
  notes: { files: [] },
  sources: [{ name: "a.csv", bytes: 17, sha256: "beef" }],
  indices: [],
};

/** A client whose worker keeps the columns of `stored` datasets. */
export function createFakeClient(imported: () => Promise<Result<ImportOutcome>>) {
  const stored = new Set<string>();
  const client: BacktestClient = {
    runBacktest: async () => err({ code: "worker-lost", message: "not in this test" }),
    sketchRun: async () => err({ code: "worker-lost", message: "not in this test" }),
    runVariants: async () => err({ code: "worker-lost", message: "not in this test" }),
    chainRuns: async () => err({ code: "worker-lost", message: "not in this test" }),
    runOtherwise: async () => err({ code: "worker-lost", message: "not in this test" }),
    randomEntries: async () => err({ code: "worker-lost", message: "not in this test" }),
    endIdle() {},
    rehearse: async () => null,
    previewStrategy: async () => err({ code: "worker-lost", message: "not in this test" }),
    analyseRun: async () => err({ code: "worker-lost", message: "not in this test" }),
    measurePeriod: async () => err({ code: "worker-lost", message: "not in this test" }),
    explainDay: async () => err({ code: "worker-lost", message: "not in this test" }),
    followPosition: async () => err({ code: "worker-lost", message: "not in this test" }),
    traceRun: async () => err({ code: "worker-lost", message: "not in this test" }),
    checkLookAhead: async () => err({ code: "worker-lost", message: "not in this test" }),
    deploy: async () => err({ code: "worker-lost", message: "not in this test" }),
    listInstruments: async () => err({ code: "worker-lost", message: "not in this test" }),
    findDays: async () => err({ code: "worker-lost", message: "not in this test" }),
    nameUniverse: async () => err({ code: "worker-lost", message: "not in this test" }),
    tryField: async () => err({ code: "worker-lost", message: "not in this test" }),
    loadBars: async () => err({ code: "worker-lost", message: "not in this test" }),
    prepareImport: async () => ok(null),
    exportDataset: async () => err({ code: "worker-lost", message: "not in this test" }),
    checkImport: async () => err({ code: "worker-lost", message: "not in this test" }),
    async commitImport({ datasetId }) {
      stored.add(datasetId);
      return imported();
    },
    async deleteDataset(datasetId) {
      stored.delete(datasetId);
      return ok(null);
    },
    forgetImport: async () => ok(null),
    async sweepDatasets(abandoned) {
      for (const id of abandoned) stored.delete(id);
      return ok(null);
    },
  };
  return { client, stored };
}

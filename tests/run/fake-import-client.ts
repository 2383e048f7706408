/** A worker client for imports: what is stored is a set of ids. */
import { fakeClient } from "#tests/support/fake-client.ts";
import type { Answers } from "#tests/support/fake-client.ts";
import { ok } from "#workers/model/problem.ts";
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

/** A client whose worker keeps the columns of `stored` datasets; with its answers, to put others in their place. */
export function createFakeClient(imported: () => Promise<Result<ImportOutcome>>) {
  const stored = new Set<string>();
  const answers: Answers = {
    prepareImport: async () => ok(null),
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
  return { client: fakeClient(answers), answers, stored };
}

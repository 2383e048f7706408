import { wrap } from "comlink";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handOver } from "#src/run/backtest-client.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";
import type { WorkerApi } from "#workers/model/protocol.ts";
import { createFakeWorker, deafApi } from "./fake-worker.ts";
import { tries } from "#tests/support/tries.ts";

function fileOf(number: number): ImportFile {
  return { name: `S${number}.csv`, bytes: new Blob([String(number)]) };
}

/** A worker that keeps the files that it is given, and how many came at once. */
function keeper() {
  const names: string[] = [];
  const sizes: number[] = [];
  const worker = createFakeWorker({
    ...deafApi,
    async takeFiles(from, files) {
      names.splice(from, names.length, ...files.map(({ name }) => name));
      sizes.push(files.length);
    },
  });
  return { names, sizes, worker, remote: wrap<WorkerApi>(worker) };
}

describe("the files of an import", () => {
  it("are at the worker in their order, whatever it was given before", async () => {
    const files = Array.from({ length: 70 }, (_, number) => fileOf(number));
    const choice = fc.array(fc.integer({ min: 0, max: 69 }), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(fc.array(choice, { minLength: 1, maxLength: 4 }), async (choices) => {
        const { names, remote, worker } = keeper();
        const handed: ImportFile[] = [];
        for (const numbers of choices) {
          const chosen = numbers.flatMap((number) => files.slice(number, number + 1));
          // oxlint-disable-next-line no-await-in-loop -- one look after another
          await handOver(remote, chosen, handed);
          expect(names).toEqual(chosen.map(({ name }) => name));
        }
        worker.terminate();
      }),
      { numRuns: tries(40) },
    );
  });

  it("come a few at a time, and again only from the first that is another", async () => {
    const { sizes, remote, worker } = keeper();
    const files = Array.from({ length: 40 }, (_, number) => fileOf(number));
    const handed: ImportFile[] = [];
    await handOver(remote, files, handed);
    expect(sizes).toEqual([16, 16, 8]);
    await handOver(remote, files.with(38, fileOf(99)), handed);
    expect(sizes.slice(3)).toEqual([2]);
    worker.terminate();
  });
});

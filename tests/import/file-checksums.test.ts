import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { describeSources } from "#workers/import/plan/import-desk.ts";

const MEGABYTE = 1_048_576;

/** @param megabytes - of bytes that are unlike from one to the next */
function fileOf(name: string, megabytes: number) {
  const part = Uint8Array.from({ length: MEGABYTE }, (_, at) => (at * 31) % 251);
  const parts = Array.from({ length: megabytes }, () => part);
  const hash = createHash("sha256");
  for (const one of [...parts, new Uint8Array(1)]) hash.update(one);
  return {
    file: { name, bytes: new Blob([...parts, new Uint8Array(1)]) },
    described: { name, bytes: megabytes * MEGABYTE + 1, sha256: hash.digest("hex") },
  };
}

it("knows a file by its checksum, be it taken at once or, past 160 MB, in pieces", async () => {
  const files = [fileOf("tiny.csv", 0), fileOf("whole.csv", 2), fileOf("pieces.csv", 161)];
  expect(await describeSources(files.map(({ file }) => file))).toEqual({
    ok: true,
    value: files.map(({ described }) => described),
  });
});

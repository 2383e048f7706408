import { describe, expect, it } from "vitest";
import { compareResults } from "#tests/support/compare-results.ts";
import { UNLESS_SHARED, hasSharedData, listSharedCases } from "#tests/support/shared-cases.ts";
import { simulateCommand } from "#workers/simulate-command.ts";

/** The words of the reference's message that name a place: fields, files with lines, quoted values. */
function placesIn(message: string): string[] {
  return (
    message.match(
      /\b(?:scanner|buy|sell|simulation)\.\w+|\b[\w-]+\.csv(?:\.gz)?|\bLSE\b|\brisk\b|\bABB\b/g,
    ) ?? []
  );
}

describe.skipIf(!hasSharedData)(`the cases of an independent implementation${UNLESS_SHARED}`, () => {
  it.each(listSharedCases())("$name", async ({ args, exit, expected, message }) => {
    let out = "";
    let said = "";
    const code = await simulateCommand(args, {
      out: (text) => (out += text),
      progress: (text) => (said += text),
    });
    expect({ code, said: code === exit ? "" : said }).toEqual({ code: exit, said: "" });
    expect(exit === 0 ? compareResults(JSON.parse(out), expected) : []).toEqual([]);
    expect(placesIn(message).filter((place) => !said.includes(place))).toEqual([]);
  });
});

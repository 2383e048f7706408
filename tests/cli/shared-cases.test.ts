import { describe, expect, it } from "vitest";
import { compareResults } from "#tests/support/compare-results.ts";
import { UNLESS_SHARED, hasSharedData, listSharedCases } from "#tests/support/shared-cases.ts";
import type { ResultFile } from "#workers/model/report.ts";
import { apartFromSplits } from "#workers/model/run-warnings.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

/** The words of the reference's message that name a place: fields, files with lines, quoted values. */
function placesIn(message: string): string[] {
  return (
    message.match(
      /\b(?:scanner|buy|sell|simulation)\.\w+|\b[\w-]+\.csv(?:\.gz)?|\bLSE\b|\brisk\b|\bABB\b/g,
    ) ?? []
  );
}

/** Worked out from the case's file by a script of its own: close and adjClose of neighbouring rows. */
const SPLITS: Readonly<Record<string, readonly string[]>> = {
  "targeted-cases/as-traded-with-splits": [
    "ABB: a split in its prices on 2018-05-18, the first of 2.",
    "ACC: a split in its prices on 2018-05-10, the first of 3.",
    "ALFA: a split in its prices on 2018-04-24, the first of 2.",
    "BETA: a split in its prices on 2018-05-25, the first of 2.",
    "BIRLA: a split in its prices on 2018-08-14, the first of 3.",
    "CIPLA: a split in its prices on 2018-08-31, the first of 3.",
    "DABUR: a split in its prices on 2018-04-17, the first of 2.",
    "EMAMI: a split in its prices on 2018-09-20.",
  ],
};

/** Of a case that is refused. */
const NOTHING = { older: null, splits: [] };

/** The cases were made before there was a warning of splits. @param out - result/1 as the command writes it */
function apart(out: string): { readonly older: unknown; readonly splits: readonly string[] } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command has just written
  const result = JSON.parse(out) as ResultFile;
  const { others, splits } = apartFromSplits(result.warnings);
  return { older: { ...result, warnings: others }, splits };
}

describe.skipIf(!hasSharedData)(`the cases of an independent implementation${UNLESS_SHARED}`, () => {
  it.each(listSharedCases())("$name", async ({ name, args, exit, expected, message }) => {
    let out = "";
    let said = "";
    const code = await simulateCommand(args, {
      out: (text) => (out += text),
      progress: (text) => (said += text),
    });
    expect({ code, said: code === exit ? "" : said }).toEqual({ code: exit, said: "" });
    const { older, splits } = exit === 0 ? apart(out) : NOTHING;
    expect(compareResults(older, expected)).toEqual([]);
    expect(splits).toEqual(SPLITS[name] ?? []);
    expect(placesIn(message).filter((place) => !said.includes(place))).toEqual([]);
  });
});

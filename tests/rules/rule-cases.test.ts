/** Markets with facts, signals and sectors, and strategies of strategy/2, with the results of an independent implementation. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareResults } from "#tests/support/compare-results.ts";
import { SHARED_DATA, UNLESS_SHARED, expectedOf, hasSharedData } from "#tests/support/shared-cases.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

const FOLDER = join(SHARED_DATA, "rule-cases");

interface RuleCase {
  readonly case: string;
  /** Arguments beside the data and the strategy; absent where there are none. */
  readonly args?: readonly string[];
  /** 0 where absent. */
  readonly exit?: number;
  /** What the reference says of a strategy or market that it refuses. */
  readonly reason?: string;
}

/** The words of a refusal that name a place: a rule's, a field's with its column, a file's, a quoted value. */
function placesIn(reason: string): string[] {
  return (
    reason.match(
      /\b(?:scanner|buy|sell|simulation)\.\w+(?:\[\d+\](?:\.\w+)*)*|\bcolumn \d+|\b[\w-]+\.csv(?:\.gz)?(?::\d+)?|"[^"]*"/g,
    ) ?? []
  );
}

/** Runs the command line on a case's folder. */
async function simulateCase({ case: name, args = [] }: RuleCase): Promise<{
  readonly code: number;
  readonly out: string;
  readonly said: string;
}> {
  let out = "";
  let said = "";
  const place = join(FOLDER, name);
  const code = await simulateCommand(
    ["--data", join(place, "data"), "--strategy", join(place, "strategy.json"), ...args, "--out", "-"],
    { out: (text) => (out += text), progress: (text) => (said += text) },
  );
  return { code, out, said };
}

describe.skipIf(!hasSharedData)(`the rule cases of an independent implementation${UNLESS_SHARED}`, () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that data/README.md promises
  const cases = (
    hasSharedData ? JSON.parse(readFileSync(join(FOLDER, "index.json"), "utf8")) : []
  ) as readonly RuleCase[];

  it.each(cases.filter(({ exit = 0 }) => exit === 0))("$case", async (entry) => {
    const { code, out, said } = await simulateCase(entry);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    const expected = expectedOf(join(FOLDER, entry.case));
    expect(expected).toHaveProperty("next");
    expect(compareResults(JSON.parse(out), expected)).toEqual([]);
  });

  const refusals = cases.filter(({ exit = 0 }) => exit !== 0);
  it.each(refusals)("$case is refused", async (entry) => {
    const { code, said } = await simulateCase(entry);
    expect(existsSync(join(FOLDER, entry.case, "expected.json"))).toBe(false);
    expect({ code, missing: placesIn(entry.reason ?? "").filter((place) => !said.includes(place)) }).toEqual({
      code: entry.exit,
      missing: [],
    });
  });
});

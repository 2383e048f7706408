/** Markets with strategies of strategy/3, and the results on which two independent implementations agree. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareResults } from "#tests/support/compare-results.ts";
import { SHARED_DATA, UNLESS_SHARED, hasSharedData } from "#tests/support/shared-cases.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

const FOLDER = join(SHARED_DATA, "account-cases");

interface Refusal {
  readonly code: string;
  /** The place that the message must name. */
  readonly where: string;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

async function simulateCase(name: string): Promise<{ code: number; out: string; said: string }> {
  let [out, said] = ["", ""];
  const place = join(FOLDER, name);
  const code = await simulateCommand(
    ["--data", join(place, "data"), "--strategy", join(place, "strategy.json"), "--out", "-"],
    { out: (text) => (out += text), progress: (text) => (said += text) },
  );
  return { code, out, said };
}

describe.skipIf(!hasSharedData)(`the account cases of independent implementations${UNLESS_SHARED}`, () => {
  const names = hasSharedData
    ? readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, "strategy.json")))
    : [];

  const isRefused = (name: string): boolean => existsSync(join(FOLDER, name, "refused.json"));

  it.each(names.filter(isRefused))("%s is refused", async (name) => {
    const { code, said } = await simulateCase(name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that data/README.md promises
    const { where } = readJson(join(FOLDER, name, "refused.json")) as Refusal;
    expect({ code, namesIt: said.includes(where) }).toEqual({ code: 1, namesIt: true });
  });

  it.each(names.filter((name) => !isRefused(name)))("%s", async (name) => {
    const { code, out, said } = await simulateCase(name);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that data/README.md promises
    const expected = readJson(join(FOLDER, name, "expected.json")) as { performance: { startValue: number } };
    const differences = compareResults(JSON.parse(out), expected, expected.performance.startValue);
    expect(differences.slice(0, 12)).toEqual([]);
  });
});

/** The browser is killed at any moment of saving, importing and running. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRandom } from "#workers/model/random.ts";
import { startDoomed } from "./doomed-browser.ts";
import { inspect, nothingAcknowledged, UNHARMED, work } from "./restless-work.ts";
import { times } from "./times.ts";

const KILLS = times(100);
const LONGEST_LIFE_MS = 1500;

let profile: string;
beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), "tidemark-torture-"));
});
afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

it(
  `${KILLS} kills of the browser lose nothing that was acknowledged, and tear nothing`,
  { timeout: 3_600_000 },
  async () => {
    const chance = openRandom("kills");
    const acknowledged = nothingAcknowledged();
    const healedAt = new Set<number>();
    for (let kill = 1; kill <= KILLS; kill++) {
      const browser = await startDoomed(profile);
      const { healed, ...faults } = await inspect(browser.page, acknowledged);
      if (healed !== null) healedAt.add(healed);
      expect({ kill, ...faults }).toEqual({ kill, ...UNHARMED });
      await work(browser.page, acknowledged, kill);
      await browser.page.waitForTimeout(50 + chance() * LONGEST_LIFE_MS);
      await browser.kill();
    }
    const last = await startDoomed(profile);
    const { healed, ...faults } = await inspect(last.page, acknowledged);
    if (healed !== null) healedAt.add(healed);
    await last.kill();
    expect(faults).toEqual(UNHARMED);
    const saves = [...acknowledged.strategies.values()].reduce((sum, revision) => sum + revision, 0);
    process.stdout.write(
      `    ${KILLS} kills: of ${saves} saves, ${acknowledged.datasets.size} imports and ${acknowledged.runs.size} runs none lost; healed ${healedAt.size} times\n`,
    );
  },
);

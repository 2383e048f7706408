/** A deployment's ledger is the same however its sessions come, and the same as a plain run's. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { isOver } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { valueOf } from "../support/value-of.ts";
import { NOW, gapsByChance, holdsHoweverSessionsCome, nothingSeen, stepped } from "./deployment-laws.ts";
import { accountDeployments, randomDeployments } from "./random-deployments.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

/** In a run of all tests; `npm run torture` has 200, of which each setting is looked at. */
const RUNS = tries(100);

describe.each([
  { of: "strategies up to strategy/2", drawn: randomDeployments(), least: { sales: RUNS / 8, plain: 1 } },
  {
    of: "strategy/3",
    drawn: accountDeployments(),
    least: { sales: RUNS / 2, plain: RUNS / 20, parts: RUNS / 10, more: RUNS / 10, moved: RUNS / 4 },
  },
])("a deployment of $of", ({ drawn: deployments, least }) => {
  it("has the same ledger evening by evening, with pauses and at once, which is that of a plain run", () => {
    const seen = nothingSeen();
    const law = fc.property(deployments, gapsByChance, (drawn, gaps) =>
      holdsHoweverSessionsCome(drawn, gaps, seen),
    );
    fc.assert(law, { numRuns: RUNS });
    const wanted = new Map(Object.entries(least));
    const tooFew = Object.entries(seen).filter(([name, count]) => count < whenFull(wanted.get(name) ?? 0));
    expect(tooFew).toEqual([]);
  });

  it("ends the same way however its sessions come after a person's stop, and replays to the bit", () => {
    let ended = 0;
    const law = fc.property(deployments, fc.nat(80), gapsByChance, (drawn, part, gaps) => {
      const { market, deployment } = drawn;
      const days = [...new Set(market.day)].toSorted((a, b) => a - b);
      const stopped = Math.floor((days.length * part) / 100);
      const before = stopped === 0 ? deployment : stepped(deployment, market, days.slice(0, stopped), [3]);
      const ordered = { ...before, stop: "2039-01-01T00:00:00Z" };
      const atOnce = appendSessions(ordered, deployMarket({ ...market }), NOW);
      if (!atOnce.ok) return;
      const whole = atOnce.value.deployment;
      expect(stepped(ordered, market, days, gaps)).toEqual(whole);
      expect(valueOf(verifyDeployment(deploymentText(whole)))).toEqual(whole);
      const replayed = valueOf(verifyAgainst(whole, deployMarket({ ...market }, { shortcuts: [] })));
      expect(replayed).toMatchObject({ verdict: "same", differences: [], rebased: [] });
      ended += isOver(whole) ? 1 : 0;
    });
    fc.assert(law, { numRuns: RUNS });
    expect(ended).toBeGreaterThanOrEqual(whenFull(1));
  });
});

/**
 * Deployments of a strategy/3 that an independent implementation recorded: its files verify to the byte, and what is made anew of
 * the same first files equals them but for the id, the clock's word and the hashes that hold them.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { startDeployment } from "#workers/deploy/start.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { firstFileSchema } from "#workers/model/deployment.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { UNLESS_SHARED } from "../support/shared-cases.ts";
import { valueOf } from "../support/value-of.ts";
import { accountDeployments, marketIn } from "./shared-deployments.ts";

/** Two programs add the same numbers in different orders. */
const TOLERANCE = 1e-9;
/** They hold what differs: the id, and when it was recorded. */
const OWN = new Set(["id", "hash", "previous", "recorded"]);
/** Sums of money, which are the same within 1e-9 of the account's beginning. */
const MONEY = new Set(
  "cash equity owed growth uninvested missed in out interest slotValue commission".split(" "),
);

/** What numbers are held against: startMargin, and the price of what they are a quantity of. */
interface Scale {
  readonly money: number;
  readonly price: number;
}

/** The places at which two values differ. */
function differences(a: unknown, b: unknown, scale: Scale, place = ""): string[] {
  if (typeof a === "number" && typeof b === "number") {
    const key = place.slice(place.lastIndexOf(".") + 1);
    const least = MONEY.has(key) ? scale.money : key === "quantity" ? scale.money / scale.price : 0;
    return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b), least)
      ? []
      : [`${place}: ${a} is not ${b}`];
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return a === b ? [] : [`${place}: ${String(a)} is not ${String(b)}`];
  const [own, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const priced: unknown = own.get("price") ?? own.get("close");
  const within = typeof priced === "number" ? { ...scale, price: priced } : scale;
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((key) =>
    OWN.has(key) ? [] : differences(own.get(key), other.get(key), within, `${place}.${key}`),
  );
}

/** The places at which a deployment differs from the one that is wanted. */
function apart(made: Deployment, wanted: Deployment): string[] {
  return differences(made, wanted, { money: wanted.startMargin, price: Infinity });
}

const all = accountDeployments();

describe.skipIf(all.length === 0)(`a deployment/2 of an independent implementation${UNLESS_SHARED}`, () => {
  it.each(all)("$name verifies, to the byte", ({ bytes }) => {
    const wanted = valueOf(verifyDeployment(bytes));
    expect(deploymentText(wanted)).toBe(new TextDecoder().decode(bytes));
  });

  it.each(all)("$name is made again of its first file", async ({ startPath, bytes, data }) => {
    const wanted = valueOf(verifyDeployment(bytes));
    const first = firstFileSchema.parse(JSON.parse(await readFile(startPath, "utf8")));
    const market = deployMarket(await marketIn(data));
    const started = valueOf(startDeployment(first, market, "own"));
    const made = valueOf(appendSessions(started, market, "2026-01-01T00:00:00Z")).deployment;
    expect(apart(made, wanted)).toEqual([]);
    expect(valueOf(verifyDeployment(deploymentText(made)))).toEqual(made);
    expect(valueOf(verifyAgainst(made, market))).toMatchObject({ verdict: "same", differences: [] });
    expect(valueOf(verifyAgainst(wanted, market)).differences).toEqual([]);
  });

  it.each(all)("$name goes on from each of its entries", async ({ bytes, data }) => {
    const wanted = valueOf(verifyDeployment(bytes));
    const market = deployMarket(await marketIn(data));
    for (let taken = 1; taken < wanted.ledger.length; taken += 7) {
      const before = { ...wanted, ledger: wanted.ledger.slice(0, taken) };
      const gone = valueOf(appendSessions(before, market, "2026-01-01T00:00:00Z"));
      expect(apart(gone.deployment, wanted)).toEqual([]);
    }
  });
});

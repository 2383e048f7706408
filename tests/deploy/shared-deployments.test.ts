/** What an independent implementation recorded is recorded here as well, and its files verify to the byte. */
import { describe, expect, it } from "vitest";
import { appendSessions } from "#workers/deploy/append.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { marketIn, sharedDeployments } from "./shared-deployments.ts";
import { UNLESS_SHARED } from "../support/shared-cases.ts";
import { valueOf } from "../support/value-of.ts";

/** Two programs add the same numbers in different orders. */
const TOLERANCE = 1e-9;
/** They hold what differs: the id, and when it was recorded. */
const HASHES = new Set(["hash", "previous", "recorded"]);

/** The places at which two values differ. */
function differences(a: unknown, b: unknown, place = ""): string[] {
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
      ? []
      : [`${place}: ${a} is not ${b}`];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return a === b ? [] : [`${place}: ${String(a)} is not ${String(b)}`];
  const [own, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((key) =>
    HASHES.has(key) ? [] : differences(own.get(key), other.get(key), `${place}.${key}`),
  );
}

describe.skipIf(sharedDeployments().length === 0)(
  `a deployment of an independent implementation${UNLESS_SHARED}`,
  () => {
    it.each(sharedDeployments())(
      "$name verifies, to the byte, and is made again",
      async ({ bytes, data }) => {
        const wanted = valueOf(verifyDeployment(bytes));
        expect(deploymentText(wanted)).toBe(new TextDecoder().decode(bytes));
        const market = deployMarket(await marketIn(data));
        const made = valueOf(appendSessions({ ...wanted, ledger: [] }, market, "2026-01-01T00:00:00Z"));
        expect(differences(made.entries, wanted.ledger)).toEqual([]);
        expect(made.entries.length).toBe(60);
      },
    );

    it.each(sharedDeployments())("$name goes on from each of its entries", async ({ bytes, data }) => {
      const wanted = valueOf(verifyDeployment(bytes));
      const market = deployMarket(await marketIn(data));
      for (let taken = 1; taken < wanted.ledger.length; taken += 7) {
        const before = { ...wanted, ledger: wanted.ledger.slice(0, taken) };
        const gone = valueOf(appendSessions(before, market, "2026-01-01T00:00:00Z"));
        expect(differences(gone.deployment.ledger, wanted.ledger)).toEqual([]);
      }
    });
  },
);

/** What is sent between a page and its worker in packs, of which each is written and read in a moment. */
import { expect, it } from "vitest";
import { goneOn, smallStart } from "../deploy/small-deployment.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { doWithout, unpacked } from "#workers/run/deploy-desk.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { packsOf, recordsIn } from "#workers/model/packed-entries.ts";
import type { CopiedRecord } from "#workers/model/second-copy.ts";

function itemsOf(pack: Uint8Array): number {
  const items: unknown = JSON.parse(new TextDecoder().decode(pack));
  return Array.isArray(items) ? items.length : 0;
}

it("records come back as they were, fifty a pack, with deleted ones and all signs", () => {
  const records = Array.from({ length: 120 }, (_, at): CopiedRecord => [
    "strategies",
    `${at}`,
    at === 7 ? null : { id: `${at}`, name: "\uFEFF₹ \uD83D\uDE00 \uD800" },
  ]);
  const packs = [...packsOf(records)];
  expect(packs.map(itemsOf)).toEqual([50, 50, 20]);
  expect(recordsIn(packs)).toEqual(records);
});

it("a deployment's file that was read is answered in packs", () => {
  const whole = goneOn(smallStart());
  const answer = valueOf(doWithout({ type: "read", bytes: new TextEncoder().encode(deploymentText(whole)) }));
  if (answer.type !== "read") throw new Error(`it is ${answer.type}`);
  expect(answer.deployment.ledger.map(itemsOf)).toEqual([whole.ledger.length]);
  expect(unpacked(answer.deployment)).toEqual(whole);
});

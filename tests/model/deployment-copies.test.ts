import { describe, expect, it } from "vitest";
import { bareDeployment, withSessions } from "../storage/sample-deployment.ts";
import type { Deployment, RealFill } from "#workers/model/deployment.ts";
import { joinCopies, withdrawnAfter } from "#workers/model/deployment-copies.ts";
import type { PaidKnown } from "#workers/model/deployment-copies.ts";

const paidAt = (price: number, instrument = "AB"): RealFill => ({
  session: "2025-03-21",
  instrument,
  side: "buy",
  reason: null,
  quantity: 4,
  price,
  commission: 0,
});

const short = withSessions(bareDeployment, "2025-03-21");
const long = withSessions(short, "2025-03-24");

function joined(own: Deployment, other: Deployment, known?: PaidKnown): Deployment {
  const { type, ...rest } = joinCopies(own, other, known);
  if (!("deployment" in rest)) throw new Error(`they are ${type}`);
  return rest.deployment;
}

const pricesOf = ({ real }: Deployment) => real.map(({ price }) => price);

it("a longer copy brings its sessions, and leaves name and dataset as they are here", () => {
  const dataset = { id: "set-of-another-browser", name: "Theirs" };
  const together = joined(short, { ...long, name: "Theirs", dataset });
  expect(together).toEqual({ ...short, ledger: long.ledger });
  expect(joined({ ...short, dataset: null }, { ...long, dataset }).dataset).toEqual(dataset);
});

describe("of two fills as paid for one fill", () => {
  const own = { ...short, real: [paidAt(100)] };

  it.each<[string, Deployment, PaidKnown["later"], number[]]>([
    ["that of a longer file", { ...long, real: [paidAt(101)] }, null, [101]],
    ["that of a file as long", { ...short, real: [paidAt(101)] }, null, [101]],
    ["that of the later copy of a backup", { ...short, real: [paidAt(101)] }, "other", [101]],
    ["the own one, if it is the later one", { ...long, real: [paidAt(101)] }, "own", [100]],
  ])("counts %s", (_what, other, later, prices) => {
    expect(pricesOf(joined(own, other, { later, withdrawn: [] }))).toEqual(prices);
  });

  it("counts the own one against a shorter file", () => {
    const longer = { ...long, real: [paidAt(100)] };
    expect(pricesOf(joined(longer, { ...short, real: [paidAt(101)] }))).toEqual([100]);
  });

  it("counts no one that was corrected here", () => {
    const known = { later: null, withdrawn: [paidAt(101)] };
    expect(pricesOf(joined(own, { ...long, real: [paidAt(101)] }, known))).toEqual([100]);
  });
});

it("a fill that was taken out here does not return, and others come in", () => {
  const other = { ...long, real: [paidAt(100), paidAt(7, "CD")] };
  expect(pricesOf(joined(short, other, { later: null, withdrawn: [paidAt(100)] }))).toEqual([7]);
});

it("a fill that was taken out of the later copy goes here too", () => {
  const own = { ...short, real: [paidAt(100), paidAt(7, "CD")] };
  expect(pricesOf(joined(own, long, { later: "other", withdrawn: [paidAt(100)] }))).toEqual([7]);
});

it("what was replaced or taken out is remembered until it is written in again", () => {
  const once = withdrawnAfter({ real: [paidAt(100)], withdrawn: [] }, [paidAt(101)]);
  expect(once).toEqual([paidAt(100)]);
  const twice = withdrawnAfter({ real: [paidAt(101)], withdrawn: once }, []);
  expect(twice).toEqual([paidAt(100), paidAt(101)]);
  expect(withdrawnAfter({ real: [], withdrawn: twice }, [paidAt(100)])).toEqual([paidAt(101)]);
});

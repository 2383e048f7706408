/** What of the form is counted: all that decides which prices the run reads, and nothing that can't be read. */
import { describe, expect, it } from "vitest";
import { toFormValues, toPreviewOutcome } from "#src/pages/builder/form-values.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { wantedBy } from "#workers/host/wanted-market.ts";

const source = { type: "stored", datasetId: "mine" } as const;
const names = { facts: ["pe"], signals: [], symbols: null };
const risk = { positionSizing: "risk", positionPercent: 20, riskPercent: 1 };

function counted(settings: object) {
  const outcome = toPreviewOutcome(toFormValues(strategyOf(settings), "mine", "USD"), [], names);
  if (!outcome) throw new Error("nothing is counted");
  return outcome.strategy;
}

describe("the counts read the prices of the run", () => {
  it.each([
    { title: "stops that rest", settings: { sell: { stopOrders: "resting" } } },
    {
      title: "an order by highs",
      settings: { simulation: { sortingType: "expression", sortBy: "high / low" } },
    },
    { title: "a size by ranges", settings: { simulation: { ...risk, riskDistance: "2 * atr(20)" } } },
  ])("with highs and lows for $title", ({ settings }) => {
    const wanted = wantedBy({ strategy: counted(settings), source });
    expect(wanted).toMatchObject({ ok: true, value: { highsAndLows: "all" } });
  });

  it("without what can't be read, or names what the data lacks", () => {
    const half = counted({ simulation: { sortingType: "expression", sortBy: "high /" } });
    expect(half.simulation.sortBy).toBeUndefined();
    const lacking = counted({ simulation: { ...risk, riskDistance: "eps * high" } });
    expect(lacking.simulation.positionSizing).toBe("equal-weight");
    const known = counted({ simulation: { sortingType: "expression", sortBy: "-pe" } });
    expect(known.simulation.sortBy).toBe("-pe");
  });
});

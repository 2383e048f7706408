import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affordableQuantity } from "#workers/model/forgive.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { tries } from "#tests/support/tries.ts";

const NEGLIGIBLE = 1e-6; // of a start margin of 1,000

interface Asked {
  readonly slotValue: number;
  readonly cash: number;
  readonly cost: number;
  readonly parts?: boolean;
}

function quantityOf({ slotValue, cash, cost, parts = false }: Asked): number {
  const simulation = { ...defaultStrategy.simulation, fractionalShares: parts };
  return affordableQuantity(slotValue, cash, cost, { strategy: { simulation }, negligible: NEGLIGIBLE });
}

const TABLE: readonly (Asked & { readonly title: string; readonly quantity: number })[] = [
  { title: "whole ones", slotValue: 1000, cash: 5000, cost: 300, quantity: 3 },
  { title: "no more than the cash pays for", slotValue: 1000, cash: 500, cost: 300, quantity: 1 },
  {
    title: "parts where the strategy takes them",
    slotValue: 1000,
    cash: 5000,
    cost: 400,
    parts: true,
    quantity: 2.5,
  },
  { title: "none where one is too dear", slotValue: 100, cash: 5000, cost: 300, quantity: 0 },
  {
    title: "three where rounding leaves 2.9999999999",
    slotValue: 2.999_999_999_9,
    cash: 5000,
    cost: 1,
    quantity: 3,
  },
  // three cost 0.0003 more than there is
  {
    title: "one less where that would overdraw",
    slotValue: 299_999.9999,
    cash: 299_999.9997,
    cost: 1e5,
    quantity: 2,
  },
];

describe("shares that a slot and the cash pay for", () => {
  it.each(TABLE)("are $title", ({ quantity, ...asked }) => {
    expect(quantityOf(asked)).toBe(quantity);
  });

  it("overdraw the cash by nothing that counts, in parts as well", () => {
    const money = fc.double({ min: 1e-3, max: 1e22, noNaN: true });
    const cost = fc.double({ min: 1e-4, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.record({ slotValue: money, cash: money, cost, parts: fc.boolean() }), (asked) => {
        const quantity = quantityOf(asked);
        const left = asked.cash - quantity * asked.cost;
        expect(quantity >= 0 && (left >= -NEGLIGIBLE || quantity >= 2 ** 52)).toBe(true);
      }),
      { numRuns: tries(2000) },
    );
  });
});

import { describe, expect, it } from "vitest";
import { hasStrategy, readStrategyLink, strategyLink } from "#src/share/strategy-link.ts";
import { everythingStrategy, portfolioStrategy } from "#tests/support/strategy-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const BASE = "https://example.org/strategy";

describe("a strategy as a link", () => {
  it("comes back as it was, with every sign of its name", async () => {
    const strategy = { ...defaultStrategy, name: "लहर & <tide> 🌊 +/=" };
    const link = await strategyLink(BASE, strategy);
    expect(link).toMatch(/^https:\/\/example\.org\/strategy#strategy=[\w-]+$/);
    expect(link.length).toBeLessThan(1000);
    expect(hasStrategy(new URL(link).hash)).toBe(true);
    expect(await readStrategyLink(new URL(link).hash)).toEqual({ ok: true, value: strategy });
  });

  it.each([everythingStrategy, portfolioStrategy])(
    "brings a $format with all that it has",
    async (strategy) => {
      const { hash } = new URL(await strategyLink(BASE, strategy));
      expect(await readStrategyLink(hash)).toEqual({ ok: true, value: strategy });
    },
  );

  it("brings one in the lowest format that has all of it, whatever format it was made in", async () => {
    const high = { ...defaultStrategy, format: "strategy/3" } as const;
    const { hash } = new URL(await strategyLink(BASE, high));
    expect(await readStrategyLink(hash)).toEqual({ ok: true, value: defaultStrategy });
  });

  it("that was cut off says so", async () => {
    const { hash } = new URL(await strategyLink(BASE, defaultStrategy));
    for (const part of [hash.slice(0, -20), "#strategy=", "#strategy=%%%", "#strategy=AAAA"]) {
      // oxlint-disable-next-line no-await-in-loop -- one link after the other
      expect(await readStrategyLink(part)).toMatchObject({
        ok: false,
        problem: { code: "strategy-unreadable" },
      });
    }
  });

  it("with a value beyond its limits names the field", async () => {
    const wrong = { ...defaultStrategy, sell: { ...defaultStrategy.sell, trailingStopLoss: 100 } };
    const { hash } = new URL(await strategyLink(BASE, wrong));
    expect(await readStrategyLink(hash)).toMatchObject({
      ok: false,
      problem: { place: "sell.trailingStopLoss" },
    });
  });

  it("with lines that say nothing names each of them with its column and the nearest name", async () => {
    const sell = { ...defaultStrategy.sell, rules: ["sam(5) < 3", "held >"] };
    const wrong = { ...defaultStrategy, format: "strategy/2", sell } as const;
    const { hash } = new URL(await strategyLink(BASE, wrong));
    const read = await readStrategyLink(hash);
    expect(!read.ok && read.problem.details).toEqual([
      expect.stringMatching(/^sell\.rules\[0\], column 1: sam .+sma/),
      expect.stringMatching(/^sell\.rules\[1\], column 7: the line ends here/),
    ]);
  });

  it("that unpacks to far too much is refused", async () => {
    const { hash } = new URL(await strategyLink(BASE, { ...defaultStrategy, name: "x".repeat(5_000_000) }));
    expect(await readStrategyLink(hash)).toMatchObject({ ok: false });
  });
});

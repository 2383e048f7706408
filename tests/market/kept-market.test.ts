/** The market that a worker keeps, with files that can be closed under it. */
import { describe, expect, it } from "vitest";
import { createMarketKeeper } from "#workers/host/kept-market.ts";
import type { MarketWanted, ReadMarket } from "#workers/host/kept-market.ts";
import type { OpenMarket } from "#workers/market/dataset-store.ts";
import { LateDamage } from "#workers/market/stored-market.ts";
import { err, ok } from "#workers/model/problem.ts";
import { buildMarket } from "../support/market-builder.ts";

const market = buildMarket([{ symbol: "A", bars: [] }]);
const wanted: MarketWanted = { source: { type: "stored", datasetId: "a" }, highsAndLows: "none" };
const other: MarketWanted = { source: { type: "stored", datasetId: "b" }, highsAndLows: "none" };
const refused = { code: "data-missing", message: "gone" } as const;

/** Turns that wait until they are allowed. */
function turns() {
  const waiting: (() => void)[] = [];
  return {
    turn: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    async allow() {
      waiting.shift()?.();
      await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    },
  };
}

/** A market with so many steps left in its file. */
function openMarket(steps: number, damageAt = -1) {
  const file = { isOpen: true, stepsRead: 0 };
  const stored: OpenMarket = {
    market,
    damaged: [],
    *readOn() {
      for (let step = 0; step < steps; step++) {
        if (!file.isOpen) throw new Error("the file is closed");
        if (step === damageAt) throw new LateDamage("A");
        file.stepsRead++;
        yield;
      }
    },
    close() {
      file.isOpen = false;
    },
  };
  return { file, stored };
}

function keeper() {
  const pauses = turns();
  let clock = 0;
  const markets = createMarketKeeper({ now: () => (clock += 10), turn: pauses.turn });
  return { markets, allow: () => pauses.allow() };
}

const reading =
  (stored: OpenMarket): ReadMarket =>
  async () =>
    ok(stored);
const never: ReadMarket = () => {
  throw new Error("read again");
};

describe("the market kept", () => {
  it("is read once, read on a turn at a time, and then its file is closed", async () => {
    const { markets, allow } = keeper();
    const { file, stored } = openMarket(3);
    expect(markets.known(wanted)).toBeNull();
    expect(await markets.on(wanted, reading(stored), () => ok(1))).toEqual(ok(1));
    expect(file).toEqual({ isOpen: true, stepsRead: 0 });
    await allow();
    expect(file).toEqual({ isOpen: true, stepsRead: 1 });
    expect(await markets.on(wanted, never, ({ market: own }) => ok(own === market))).toEqual(ok(true));
    await allow();
    await allow();
    expect(file).toEqual({ isOpen: true, stepsRead: 3 });
    await allow();
    expect(file).toEqual({ isOpen: false, stepsRead: 3 });
    expect(markets.known(wanted)).toBe(stored);
    expect(markets.known({ ...wanted, highsAndLows: "few" })).toBeNull();
  });

  it("is let go with its file when another is read, and not read on", async () => {
    const { markets, allow } = keeper();
    const [first, second] = [openMarket(3), openMarket(3)];
    await markets.on(wanted, reading(first.stored), () => ok(null));
    await markets.on(other, reading(second.stored), () => ok(null));
    expect([first.file.isOpen, second.file.isOpen]).toEqual([false, true]);
    await allow();
    await allow();
    expect([first.file.stepsRead, second.file.stepsRead]).toEqual([0, 1]);
    expect([markets.known(wanted), markets.known(other)]).toEqual([null, second.stored]);
    markets.letGo("a");
    expect(second.file.isOpen).toBe(true);
    markets.letGo("b");
    expect(second.file.isOpen).toBe(false);
    expect(markets.known(other)).toBeNull();
  });

  it("is let go with its file when two are read at the same time", async () => {
    const { markets } = keeper();
    const [first, second] = [openMarket(3), openMarket(3)];
    await Promise.all([
      markets.on(wanted, reading(first.stored), () => ok(null)),
      markets.on(other, reading(second.stored), () => ok(null)),
    ]);
    expect([first.file.isOpen, second.file.isOpen]).toEqual([false, true]);
  });

  it("is read whole, and worked on again, where the work comes upon damage", async () => {
    const { markets } = keeper();
    const first = openMarket(3);
    const repaired: OpenMarket = { market, damaged: ["A"] };
    const asked: boolean[] = [];
    const read: ReadMarket = async (mayStayOpen) => {
      asked.push(mayStayOpen);
      return ok(mayStayOpen ? first.stored : repaired);
    };
    const outcome = await markets.on(wanted, read, ({ damaged }) => {
      if (damaged.length === 0) throw new LateDamage("A");
      return ok(damaged);
    });
    expect(outcome).toEqual(ok(["A"]));
    expect(asked).toEqual([true, false]);
    expect(first.file.isOpen).toBe(false);
    expect(markets.known(wanted)).toBe(repaired);
  });

  it("is read once more, and no whole one, where its file was closed under the work", async () => {
    const { markets } = keeper();
    const asked: boolean[] = [];
    const read: ReadMarket = async (mayStayOpen) => {
      asked.push(mayStayOpen);
      return ok(openMarket(3).stored);
    };
    let isFirst = true;
    const outcome = await markets.on(wanted, read, () => {
      if (!isFirst) return ok("done");
      isFirst = false;
      markets.letGo(); // by another request
      throw new LateDamage("A");
    });
    expect(outcome).toEqual(ok("done"));
    expect(asked).toEqual([true, true]);
  });

  it("is read whole the next time where the reading on comes upon damage", async () => {
    const { markets, allow } = keeper();
    const first = openMarket(3, 1);
    await markets.on(wanted, reading(first.stored), () => ok(null));
    await allow();
    await allow();
    expect(first.file.isOpen).toBe(false);
    expect(markets.known(wanted)).toBeNull();
    const asked: boolean[] = [];
    await markets.on(
      wanted,
      async (mayStayOpen) => {
        asked.push(mayStayOpen);
        return ok({ market, damaged: ["A"] });
      },
      () => ok(null),
    );
    expect(asked).toEqual([false]);
  });

  it("gives a refusal back, and throws what is no damage", async () => {
    const { markets } = keeper();
    expect(
      await markets.on(
        wanted,
        async () => err(refused),
        () => ok(null),
      ),
    ).toEqual(err(refused));
    const broken = new RangeError("a mistake");
    const work = (): never => {
      throw broken;
    };
    await expect(markets.on(wanted, reading(openMarket(1).stored), work)).rejects.toBe(broken);
  });
});

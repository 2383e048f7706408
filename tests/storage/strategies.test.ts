import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { freeName } from "#src/storage/free-name.ts";
import { database } from "#src/storage/database.ts";
import {
  addStrategy,
  clearDraft,
  createStrategy,
  duplicateStrategy,
  keepStrategy,
  listStrategies,
  loadDraft,
  loadStrategy,
  moveEnd,
  removeStrategy,
  renameStrategy,
  restoreStrategy,
  saveDraft,
  saveStrategy,
  tryStrategy,
} from "#src/storage/strategies.ts";
import { sampleSubtitle } from "#src/storage/samples.ts";
import { everythingStrategy, portfolioStrategy } from "#tests/support/strategy-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const edited = {
  ...defaultStrategy,
  name: "Momentum",
  sell: { ...defaultStrategy.sell, trailingStopLoss: 15 },
};

describe("a new strategy", () => {
  it("is a draft with the default parameters on the demo market, under the name given, on fair terms", async () => {
    const { id } = valueOf(await createStrategy("Momentum"));
    const stored = valueOf(await loadStrategy(id));
    expect(stored).toMatchObject({ name: "Momentum", revision: 1, status: "draft", datasetId: "demo" });
    // 1,00,000 rupees in 20 places are 5,000 a trade: 0.39 % a side, worked out in tests/model/cost-presets.test.ts.
    // The spread is that of the exchange's preset.
    const terms = { priceBasis: "adjusted", commissionPercent: 0.39, slippagePercent: 0.1 };
    expect(stored.strategy).toEqual({
      ...defaultStrategy,
      name: "Momentum",
      simulation: { ...defaultStrategy.simulation, ...terms },
    });
  });

  it.each(["", "   ", "x".repeat(121)])(
    "is refused under the name %j and nothing is stored",
    async (name) => {
      expect(await createStrategy(name)).toMatchObject({ ok: false, problem: { place: "name" } });
      expect(await database.strategies.count()).toBe(0);
    },
  );

  it("from elsewhere gets a name of its own beside the others", async () => {
    valueOf(await addStrategy(edited, "demo"));
    const second = valueOf(await addStrategy(edited, "demo"));
    expect([second.name, second.strategy.name]).toEqual(["Momentum (2)", "Momentum (2)"]);
  });

  it("from elsewhere is ready at once", async () => {
    const { id } = valueOf(await addStrategy(edited, "my-data"));
    expect(valueOf(await loadStrategy(id))).toMatchObject({
      status: "ready",
      datasetId: "my-data",
      strategy: edited,
    });
  });
});

describe("a strategy of a later format", () => {
  it.each([everythingStrategy, portfolioStrategy])(
    "is stored, renamed and duplicated with all that it has: $format",
    async (strategy) => {
      const { id } = valueOf(await addStrategy(strategy, "my-data"));
      expect(valueOf(await loadStrategy(id)).strategy).toEqual(strategy);
      const renamed = valueOf(await renameStrategy(id, "Other"));
      expect(renamed.strategy).toEqual({ ...strategy, name: "Other" });
      const copy = valueOf(await duplicateStrategy(id));
      expect(copy.strategy).toEqual({ ...strategy, name: "Other (copy)" });
    },
  );

  it("has the end of its period moved where it ended on that day, and nothing else of it", async () => {
    const { id } = valueOf(await addStrategy(everythingStrategy, "my-data"));
    const { endDate } = everythingStrategy.simulation;
    valueOf(await moveEnd(id, { from: "1999-01-01", to: "2031-01-02" }));
    expect(valueOf(await loadStrategy(id))).toMatchObject({ strategy: everythingStrategy, revision: 1 });
    valueOf(await moveEnd(id, { from: endDate, to: "2031-01-02" }));
    expect(valueOf(await loadStrategy(id))).toMatchObject({
      strategy: {
        ...everythingStrategy,
        simulation: { ...everythingStrategy.simulation, endDate: "2031-01-02" },
      },
      revision: 2,
    });
    expect(await moveEnd("gone", { from: endDate, to: endDate })).toMatchObject({
      ok: false,
      problem: { code: "not-found" },
    });
  });

  it("of a format that this app does not know is refused at its format, and kept", async () => {
    const { id } = valueOf(await addStrategy(portfolioStrategy, "my-data"));
    const newer = { ...portfolioStrategy, format: "strategy/4" };
    await database.table("strategies").update(id, { strategy: newer });
    expect(await loadStrategy(id)).toMatchObject({
      ok: false,
      problem: { place: "strategy.format", message: expect.stringContaining("newer version") },
    });
    expect((await database.strategies.get(id))?.strategy).toEqual(newer);
  });
});

describe("saving", () => {
  it("stores the new parameters, makes the strategy ready and counts the revision", async () => {
    const { id } = valueOf(await createStrategy("First"));
    const saved = valueOf(await saveStrategy(id, edited, 1, { datasetId: "my-data" }));
    expect(saved).toMatchObject({ name: "Momentum", revision: 2, status: "ready", datasetId: "my-data" });
    expect(valueOf(await loadStrategy(id))).toEqual(saved);
  });

  it("keeps the dataset where none is given", async () => {
    const { id } = valueOf(await addStrategy(edited, "my-data"));
    expect(valueOf(await saveStrategy(id, edited, 1)).datasetId).toBe("my-data");
  });

  it("over a newer revision writes nothing and says that another tab saved", async () => {
    const { id } = valueOf(await createStrategy("First"));
    await saveStrategy(id, edited, 1);
    const late = await saveStrategy(id, { ...edited, name: "Late" }, 1);
    expect(late).toMatchObject({ ok: false, problem: { code: "strategy-conflict" } });
    expect(valueOf(await loadStrategy(id))).toMatchObject({ name: "Momentum", revision: 2 });
  });

  it("lets one of two saves of the same revision win when both are under way", async () => {
    const { id } = valueOf(await createStrategy("First"));
    const both = await Promise.all([
      saveStrategy(id, edited, 1),
      saveStrategy(id, { ...edited, name: "Other" }, 1),
    ]);
    expect(both.map((result) => result.ok)).toEqual([true, false]);
  });

  it("of a strategy that is gone says so", async () => {
    expect(await saveStrategy("gone", edited, 1)).toMatchObject({
      ok: false,
      problem: { code: "not-found" },
    });
  });
});

describe("renaming", () => {
  it("changes the name in the record and in the strategy alike", async () => {
    const { id } = valueOf(await createStrategy("First"));
    await renameStrategy(id, "Second");
    const { name, strategy, revision } = valueOf(await loadStrategy(id));
    expect([name, strategy.name, revision]).toEqual(["Second", "Second", 2]);
  });

  it("refuses a blank name and keeps the old one", async () => {
    const { id } = valueOf(await createStrategy("First"));
    expect(await renameStrategy(id, " ")).toMatchObject({ ok: false, problem: { place: "name" } });
    expect(valueOf(await loadStrategy(id)).name).toBe("First");
  });
});

describe("duplicating", () => {
  it("stores a copy under a name that says so and leaves the original", async () => {
    const original = valueOf(await addStrategy(edited, "my-data"));
    const copy = valueOf(await duplicateStrategy(original.id));
    expect(copy).toMatchObject({ name: "Momentum (copy)", revision: 1, datasetId: "my-data" });
    expect(copy.strategy).toEqual({ ...edited, name: "Momentum (copy)" });
    expect((await listStrategies()).records).toHaveLength(2);
  });

  it("keeps the longest name within its limit", async () => {
    const original = valueOf(await createStrategy("x".repeat(120)));
    const copy = valueOf(await duplicateStrategy(original.id));
    expect(copy.name).toBe(`${"x".repeat(113)} (copy)`);
  });

  it("makes a built-in strategy one's own", async () => {
    const copy = valueOf(await duplicateStrategy("builtin-1"));
    expect(valueOf(await loadStrategy(copy.id))).toMatchObject({
      name: "My Momentum Strategy (copy)",
      status: "ready",
    });
  });
});

describe("removing", () => {
  it("takes the strategy and its draft away, and its undo brings both back as they were", async () => {
    const before = valueOf(await createStrategy("First"));
    await saveDraft({ strategyId: before.id, values: { scanner: "half typed" }, revision: 1 }, null);
    const removed = valueOf(await removeStrategy(before.id));
    expect((await listStrategies()).records).toEqual([]);
    expect(await loadDraft(before.id)).toBeNull();

    await restoreStrategy(removed);
    expect(valueOf(await loadStrategy(before.id))).toEqual(before);
    expect(await loadDraft(before.id)).toMatchObject({ values: { scanner: "half typed" } });
  });

  it("undone twice does not overwrite what was saved in between", async () => {
    const { id } = valueOf(await createStrategy("First"));
    const removed = valueOf(await removeStrategy(id));
    await restoreStrategy(removed);
    await saveStrategy(id, edited, 1);
    expect(await restoreStrategy(removed)).toEqual({ ok: true, value: null });
    expect(valueOf(await loadStrategy(id)).name).toBe("Momentum");
  });
});

describe("the list", () => {
  it("shows the last updated first and no built-in strategy", async () => {
    const older = { ...valueOf(await createStrategy("Older")), updatedAt: 1000 };
    const newer = { ...valueOf(await createStrategy("Newer")), updatedAt: 2000 };
    await database.strategies.bulkPut([older, newer]);
    expect((await listStrategies()).records.map((record) => record.name)).toEqual(["Newer", "Older"]);
  });

  it("names a damaged record and keeps showing the others", async () => {
    await createStrategy("Whole");
    const { id } = valueOf(await createStrategy("Broken"));
    await database.table("strategies").update(id, { "strategy.scanner.minPrice": "cheap" });
    const { records, damaged } = await listStrategies();
    expect(records.map((record) => record.name)).toEqual(["Whole"]);
    expect(damaged).toMatchObject([{ id, name: "Broken", problem: { place: "strategy.scanner.minPrice" } }]);
    expect(await loadStrategy(id)).toMatchObject({ ok: false });
  });

  it("lets a damaged record be deleted and brought back", async () => {
    const { id } = valueOf(await createStrategy("Broken"));
    await database.table("strategies").update(id, { revision: -1 });
    const removed = valueOf(await removeStrategy(id));
    expect((await listStrategies()).damaged).toEqual([]);
    await restoreStrategy(removed);
    expect((await listStrategies()).damaged).toMatchObject([{ id }]);
  });
});

describe("built-in strategies", () => {
  it.each(["builtin-1", "builtin-2"])("are there without being stored: %s", async (id) => {
    const { name, strategy } = valueOf(await loadStrategy(id));
    expect(name).toBe("My Momentum Strategy");
    const { simulation, ...rules } = defaultStrategy;
    expect(strategy).toMatchObject(rules);
    const { fillAt: _open, priceBasis: _traded, ...costed } = simulation;
    const { commissionPercent: _none, slippagePercent: _nothing, ...specified } = costed;
    expect(strategy.simulation).toMatchObject(specified);
    const terms = { priceBasis: "adjusted", commissionPercent: 0.39, slippagePercent: 0.1 };
    expect(strategy.simulation).toMatchObject(terms);
    expect(await database.strategies.count()).toBe(0);
  });

  it("differ, and each says in what", async () => {
    const samples = ["builtin-1", "builtin-2"];
    const strategies = await Promise.all(samples.map(async (id) => valueOf(await loadStrategy(id)).strategy));
    expect(strategies.map(({ simulation }) => simulation.fillAt)).toEqual(["next-open", "next-close"]);
    expect(samples.map(sampleSubtitle)).toEqual([
      "Filled at the next day's open, after costs",
      "Filled at the next day's close, after costs",
    ]);
    expect(sampleSubtitle("mine")).toBeNull();
  });
});

/** A draft as a form gives it. */
function typed(strategyId: string, values: unknown = "typed", revision = 1) {
  return { strategyId, values, revision };
}

describe("drafts", () => {
  it("keep what was typed, valid or not, with the revision it started from", async () => {
    const values = { simulation: { startMargin: "30cr" } };
    await saveDraft(typed("some-id", values, 3), null);
    expect(await loadDraft("some-id")).toMatchObject({ strategyId: "some-id", values, revision: 3 });
  });

  it("go when the strategy is saved, and when they are discarded", async () => {
    const { id } = valueOf(await createStrategy("First"));
    const first = valueOf(await saveDraft(typed(id), null));
    await saveStrategy(id, edited, 1, { draftAt: first });
    expect(await loadDraft(id)).toBeNull();

    const second = valueOf(await saveDraft(typed(id, "typed again", 2), first));
    await clearDraft(id, second);
    expect(await loadDraft(id)).toBeNull();
  });

  it("stay when the save was refused", async () => {
    const { id } = valueOf(await createStrategy("First"));
    const at = valueOf(await saveDraft(typed(id), null));
    await saveStrategy(id, edited, 7, { draftAt: at });
    expect(await loadDraft(id)).toMatchObject({ values: "typed" });
  });

  it("are written over by the page that knows them, and by no other", async () => {
    const { id } = valueOf(await createStrategy("First"));
    const mine = valueOf(await saveDraft(typed(id, "mine"), null));
    const theirs = await saveDraft(typed(id, "theirs"), null);
    expect(theirs).toMatchObject({ ok: false, problem: { code: "strategy-conflict" } });
    expect(await loadDraft(id)).toMatchObject({ values: "mine" });
    const again = valueOf(await saveDraft(typed(id, "mine, longer"), mine));
    expect(again).toBeGreaterThan(mine);
    expect(await saveDraft(typed(id, "from a page that has the first one"), mine)).toMatchObject({
      ok: false,
    });
    expect(await loadDraft(id)).toMatchObject({ values: "mine, longer" });
  });

  it("stay when another page saves the strategy or drops its own draft", async () => {
    const { id } = valueOf(await createStrategy("First"));
    await saveDraft(typed(id, "mine"), null);
    await saveStrategy(id, edited, 1);
    await clearDraft(id, null);
    expect(await loadDraft(id)).toMatchObject({ values: "mine", revision: 1 });
  });
});

const names = async () => (await listStrategies()).records.map(({ name }) => name);

describe("a trial", () => {
  const golden = { ...defaultStrategy, name: "Golden" };

  it("is in no list, found again by its settings, and listed under a name of its own once it is kept", async () => {
    const trial = valueOf(await tryStrategy(golden, "demo"));
    expect(await names()).toEqual([]);
    expect(valueOf(await tryStrategy(golden, "demo")).id).toBe(trial.id);
    expect(valueOf(await tryStrategy(golden, "other")).id).not.toBe(trial.id);
    const own = valueOf(await addStrategy(golden, "demo")); // the trial holds no name
    expect(own.name).toBe("Golden");
    const kept = valueOf(await keepStrategy(trial.id));
    expect([kept.name, kept.strategy.name]).toEqual(["Golden (2)", "Golden (2)"]);
    expect((await names()).toSorted()).toEqual(["Golden", "Golden (2)"]);
    expect(valueOf(await keepStrategy(trial.id))).toEqual(kept); // a second click changes nothing
  });

  it("is listed once something of it is changed: a draft or a save", async () => {
    const tried = valueOf(await tryStrategy(golden, "demo"));
    const draft = { strategyId: tried.id, revision: tried.revision, values: { half: "typed" } };
    valueOf(await saveDraft(draft, null));
    expect(await names()).toEqual(["Golden"]);
    const saved = valueOf(await tryStrategy({ ...golden, name: "Other" }, "demo"));
    valueOf(await saveStrategy(saved.id, { ...golden, name: "Other" }, saved.revision));
    expect((await names()).toSorted()).toEqual(["Golden", "Other"]);
  });

  it("is the stored one where that is the same", async () => {
    const own = valueOf(await addStrategy(golden, "demo"));
    expect(valueOf(await tryStrategy(golden, "demo"))).toEqual(own);
  });
});

describe("addStrategy", () => {
  it("keeps the name where it is free, and numbers it where a stored or built-in strategy has it", async () => {
    const tides = { ...defaultStrategy, name: "Tides" };
    expect(valueOf(await addStrategy(tides, "demo")).name).toBe("Tides");
    expect(valueOf(await addStrategy(tides, "demo")).strategy.name).toBe("Tides (2)");
    expect(valueOf(await addStrategy(tides, "demo")).name).toBe("Tides (3)");
    expect(valueOf(await addStrategy(defaultStrategy, "demo")).name).toBe("My Momentum Strategy (2)");
  });

  it("keeps within the longest name", () => {
    const longest = "x".repeat(120);
    expect(freeName(longest, new Set([longest]))).toBe(`${"x".repeat(116)} (2)`);
  });
});

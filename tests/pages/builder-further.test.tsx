/** A strategy/2 in the builder: the form loses nothing of its rules, own numbers and settings. */
import { press, preview, retype } from "./open-builder.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { toFormValues } from "#src/pages/builder/form-values.ts";
import { addStrategy, loadDraft, loadStrategy, saveDraft } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { everythingStrategy, strategyOf } from "#tests/support/strategy-of.ts";
import type { Strategy } from "#workers/model/strategy.ts";

beforeEach(() => {
  asked.nameUniverse
    .mockReset()
    .mockResolvedValue({ ok: true, value: { instruments: [], symbols: [], sectors: [], listed: [] } });
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

async function openStrategy(strategy: Strategy, step: string): Promise<{ user: UserEvent; id: string }> {
  const { id } = valueOf(await addStrategy(strategy, "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=${step}`);
  await screen.findByRole("form");
  return { user, id };
}

async function stored(id: string): Promise<Strategy> {
  return valueOf(await loadStrategy(id)).strategy;
}

const withPositions = (strategy: Strategy, maxPositions: number): Strategy => ({
  ...strategy,
  simulation: { ...strategy.simulation, maxPositions },
});

describe("a strategy/2 in the form", () => {
  it("shows its own numbers", async () => {
    await openStrategy(everythingStrategy, "simulation");
    const numbers = within(await screen.findByRole("region", { name: "Your own numbers" }));
    expect(numbers.getByRole("button", { name: "Edit score" })).toBeTruthy();
    expect(numbers.getByText(/^Python · /)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("shows its order and its sizing in their fields", async () => {
    await openStrategy(everythingStrategy, "simulation");
    const order = screen.getByRole<HTMLSelectElement>("combobox", { name: "Order priority" });
    expect(order.selectedOptions[0]?.text).toBe("By an expression");
    expect(screen.getByRole("form").textContent).toContain("Highest growth over 126 days first.");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Position sizing" }).value).toBe("By risk");
  });

  it("keeps all of it when another field is edited and saved", async () => {
    const { user, id } = await openStrategy(everythingStrategy, "simulation");
    await retype(user, "Max positions", "7");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(await stored(id)).toEqual(withPositions(everythingStrategy, 7));
  });

  it("drops the expression with the order that it was for, and becomes a strategy/1 with its last new setting", async () => {
    const sorted = strategyOf({ simulation: { sortingType: "expression", sortBy: "volume" } });
    const { user, id } = await openStrategy(sorted, "simulation");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Priority expression" }).value).toBe(
      "volume",
    );
    await user.selectOptions(screen.getByRole("combobox", { name: "Order priority" }), "volume-desc");
    expect(screen.queryByRole("textbox", { name: "Priority expression" })).toBeNull();
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    const plain = strategyOf({ simulation: { sortingType: "volume-desc" } });
    expect(await stored(id)).toEqual({ ...plain, name: "My Momentum Strategy (2)" });
  });

  it("is counted with its scanner and buy rules", async () => {
    await openStrategy(everythingStrategy, "buy");
    await waitFor(() => expect(asked.preview).toHaveBeenCalled(), { timeout: 30_000 });
    const [counted] = asked.preview.mock.lastCall ?? [];
    expect(counted?.strategy.scanner).toEqual(everythingStrategy.scanner);
    expect(counted?.strategy.buy).toEqual(everythingStrategy.buy);
  });
});

it("is not warned of no exit where a rule sells, but where that rule is off", async () => {
  const sell = { trailingStopLoss: null };
  const never = /No exit rule is on/;
  await openStrategy(strategyOf({ sell: { ...sell, rules: ["held >= 5"] } }), "sell");
  expect(screen.queryByText(never)).toBeNull();
  cleanup();
  await openStrategy(strategyOf({ sell: { ...sell, rules: [{ off: "held >= 5" }] } }), "sell");
  expect(screen.getByText(never)).toBeTruthy();
});

/** As the form kept a strategy before it had fields of strategy/2. */
function olderForm(strategy: Strategy): Record<string, unknown> {
  const {
    scanner,
    sell,
    simulation,
    isOn,
    computed: _own,
    ...values
  } = toFormValues(strategy, "demo", "INR");
  const { symbols: _symbols, sectors: _sectors, ...olderScanner } = scanner;
  const { coolDownDays: _coolDown, stopOrders: _stops, ...olderSell } = sell;
  const { sortBy: _order, positionSizing: _sizing, schedule: _schedule, ...unscheduled } = simulation;
  const { positionPercent: _most, riskPercent: _risk, riskDistance: _over, ...olderSimulation } = unscheduled;
  const { symbols: _bySymbol, sectors: _bySector, ...olderSwitches } = isOn;
  return {
    ...values,
    scanner: olderScanner,
    sell: olderSell,
    simulation: olderSimulation,
    isOn: olderSwitches,
  };
}

describe("the draft of a strategy/2", () => {
  it("has its rules where an earlier version of this page kept them", async () => {
    const { id, revision } = valueOf(await addStrategy(strategyOf({ name: "Old" }), "demo"));
    const { rules: _later, ...values } = olderForm(strategyOf({ name: "Old" }));
    const further = '{"buy":{"rules":["rsi(2) < 5",{"off":"close > 5"}]},"sell":{"coolDownDays":3}}';
    valueOf(await saveDraft({ strategyId: id, revision, values: { ...values, further } }, null));
    const user = openApp(`/simulation-steps?id=${id}&step=simulation`);
    await screen.findByRole("form");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    const buy = { rules: ["rsi(2) < 5", { off: "close > 5" }] };
    expect(await stored(id)).toEqual(strategyOf({ name: "Old", buy, sell: { coolDownDays: 3 } }));
  });

  it("keeps all of it", async () => {
    const { user, id } = await openStrategy(everythingStrategy, "simulation");
    await retype(user, "Max positions", "8");
    await waitFor(async () => expect(await loadDraft(id)).not.toBeNull(), { timeout: 30_000 });
    await user.click(screen.getByRole("link", { name: "Logout" }));
    cleanup();
    const again = openApp(`/simulation-steps?id=${id}&step=simulation`);
    await screen.findByRole("form");
    await press(again, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(await stored(id)).toEqual(withPositions(everythingStrategy, 8));
  });

  it.each([
    { title: "has those of the strategy where it has no word of them", further: undefined },
    { title: "is left for the saved strategy where they can't be read", further: '{"buy":{"rules":[5]}}' },
    {
      title: "of an older form has those that it kept as text",
      further: JSON.stringify({
        sell: { coolDownDays: 7 },
        simulation: { positionSizing: "percent-of-equity", positionPercent: 4, sortBy: "volume" },
      }),
      kept: strategyOf({
        sell: { coolDownDays: 7 },
        simulation: {
          maxPositions: 9,
          positionSizing: "percent-of-equity",
          positionPercent: 4,
          sortingType: "expression",
          sortBy: "volume",
        },
      }),
    },
  ])("$title", async ({ further, kept }) => {
    const { id, revision } = valueOf(await addStrategy(everythingStrategy, "demo"));
    const { rules: _rules, ...values } = olderForm(withPositions(everythingStrategy, 9));
    const draft = { ...values, ...(further !== undefined && { further }) };
    valueOf(await saveDraft({ strategyId: id, revision, values: draft }, null));
    const user = openApp(`/simulation-steps?id=${id}&step=simulation`);
    await screen.findByRole("form");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    const older = further === undefined ? withPositions(everythingStrategy, 9) : everythingStrategy;
    expect(await stored(id)).toEqual(kept ? { ...kept, name: "Everything" } : older);
  });
});

/** A strategy/2 in the builder: the form does not edit its further settings yet, and loses none of them. */
import { press, preview, retype } from "./open-builder.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toFormValues } from "#src/pages/builder/form-values.ts";
import { previewStrategy } from "#src/run/preview-strategy.ts";
import { addStrategy, loadDraft, loadStrategy, saveDraft } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { everythingStrategy, strategyOf } from "#tests/support/strategy-of.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/preview-strategy.ts", () => ({ previewStrategy: vi.fn<typeof previewStrategy>() }));
beforeEach(() => {
  vi.mocked(previewStrategy).mockReset().mockResolvedValue({ ok: true, value: preview });
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
  it.each([
    {
      step: "scanner",
      shown: [
        "1 rule",
        "It is among the top 10% by growth over 252 days",
        "rank(growth(252)) < 10",
        "TIDE, MOON",
        "Shipping",
      ],
    },
    {
      step: "buy",
      shown: [
        "2 rules",
        "The close is above its 200-day average",
        "Dips: any of these",
        "The 2-day RSI is below 5",
        "Switched off: the close is above 5",
      ],
    },
    {
      step: "sell",
      shown: [
        "1 rule",
        "It will have been held for at least 5 days",
        "held >= 5",
        "3 days",
        "As resting orders in the market",
      ],
    },
    {
      step: "simulation",
      shown: [
        "10%",
        "1%",
        "2 times the 20-day average true range",
        "2 * atr(20)",
        "The growth over 126 days",
        "growth(126)",
        "Weekly, on the first session",
        /^score \(python, source/,
      ],
    },
  ])("shows the further settings of the $step step where they stand", async ({ step, shown }) => {
    await openStrategy(everythingStrategy, step);
    const form = within(screen.getByRole("form"));
    for (const text of shown) expect(form.getByText(text)).toBeTruthy();
    expect(form.getByText(/this form shows it and does not change it yet/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has the counts of each line and group beside it", async () => {
    const counts = [
      { place: "buy.rules[0]", alone: 60, soFar: 50 },
      { place: "buy.rules[1]", alone: 12, soFar: 7 },
      { place: "buy.rules[1].any[0]", alone: 11, soFar: 10 },
    ];
    vi.mocked(previewStrategy).mockResolvedValue({ ok: true, value: { ...preview, rules: counts } });
    await openStrategy(everythingStrategy, "buy");
    const list = await screen.findByRole("list", { name: "2 rules" });
    await waitFor(() => expect(list.textContent).toContain("by itself"), { timeout: 3000 });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "The close is above its 200-day averageclose > sma(200)60 of 120 by itself, 50 so far",
      "Dips: any of these12 of 120 by itself, 7 so farThe 2-day RSI is below 5rsi(2) < 511 of 120 by itself, 10 so farSwitched off: the close is above 5close > 5",
      "The 2-day RSI is below 5rsi(2) < 511 of 120 by itself, 10 so far",
      "Switched off: the close is above 5close > 5",
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says of a sell rule that asks about a position that it is not counted", async () => {
    const counts = [{ place: "sell.rules[0]", alone: null, soFar: null }];
    vi.mocked(previewStrategy).mockResolvedValue({ ok: true, value: { ...preview, rules: counts } });
    await openStrategy(everythingStrategy, "sell");
    expect(await screen.findByText(/asks about an open position/, {}, { timeout: 3000 })).toBeTruthy();
  });

  it("shows its order and its sizing in their fields", async () => {
    await openStrategy(everythingStrategy, "simulation");
    const order = screen.getByRole<HTMLSelectElement>("combobox", { name: "Order priority" });
    expect(order.selectedOptions[0]?.text).toBe("Highest growth over 126 days first");
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
    screen.getByText("The volume");
    await user.selectOptions(screen.getByRole("combobox", { name: "Order priority" }), "volume-desc");
    expect(screen.queryByText("The volume")).toBeNull();
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(await stored(id)).toEqual(strategyOf({ simulation: { sortingType: "volume-desc" } }));
  });

  it("is counted with its scanner and buy rules", async () => {
    await openStrategy(everythingStrategy, "buy");
    await waitFor(() => expect(previewStrategy).toHaveBeenCalled(), { timeout: 3000 });
    const [counted] = vi.mocked(previewStrategy).mock.lastCall ?? [];
    expect(counted?.scanner).toEqual(everythingStrategy.scanner);
    expect(counted?.buy).toEqual(everythingStrategy.buy);
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

describe("the draft of a strategy/2", () => {
  it("keeps all of it", async () => {
    const { user, id } = await openStrategy(everythingStrategy, "simulation");
    await retype(user, "Max positions", "8");
    await waitFor(async () => expect(await loadDraft(id)).not.toBeNull(), { timeout: 2000 });
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
  ])("$title", async ({ further }) => {
    const { id, revision } = valueOf(await addStrategy(everythingStrategy, "demo"));
    const { further: _kept, ...values } = toFormValues(withPositions(everythingStrategy, 9), "demo", "INR");
    const draft = { ...values, ...(further !== undefined && { further }) };
    valueOf(await saveDraft({ strategyId: id, revision, values: draft }, null));
    const user = openApp(`/simulation-steps?id=${id}&step=simulation`);
    await screen.findByRole("form");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(await stored(id)).toEqual(
      further === undefined ? withPositions(everythingStrategy, 9) : everythingStrategy,
    );
  });
});

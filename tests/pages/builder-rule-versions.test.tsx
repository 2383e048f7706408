/** Rules in a form that is not the only one: another tab's version, a draft of another version of the app, a pasted strategy. */
import { press, preview } from "./open-builder.tsx";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { toFormValues } from "#src/pages/builder/form-values.ts";
import { database } from "#src/storage/database.ts";
import {
  addStrategy,
  listStrategies,
  loadDraft,
  loadStrategy,
  saveDraft,
  saveStrategy,
} from "#src/storage/strategies.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Rule } from "#workers/model/rule.ts";
import type { Strategy } from "#workers/model/strategy.ts";

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

const SLOWLY = { timeout: 30_000 };
const withRules = (rules: readonly Rule[]): Strategy => strategyOf({ name: "Mine", buy: { rules } });

async function addMine(rules: readonly Rule[]): Promise<StrategyRecord> {
  return valueOf(await addStrategy(withRules(rules), "demo"));
}

async function openBuy({ id }: StrategyRecord): Promise<UserEvent> {
  const user = openApp(`/simulation-steps?id=${id}&step=buy`);
  await screen.findByRole("button", { name: "Add a condition" }, SLOWLY);
  return user;
}

async function typeRule(user: UserEvent, line: string): Promise<void> {
  await user.type(screen.getByRole("textbox", { name: "Type a rule and press Enter" }), `${line}{Enter}`);
}

const days = (rule: string) =>
  within(screen.getByRole("group", { name: rule })).getByRole<HTMLInputElement>("textbox", { name: "Days" });

/** The builder with a rule typed, refused because another tab saved other ones meanwhile. */
async function openBeside(): Promise<{ user: UserEvent; record: StrategyRecord }> {
  const record = await addMine(["close > sma(50)"]);
  const user = await openBuy(record);
  valueOf(await saveStrategy(record.id, withRules([{ any: ["close > sma(77)"] }]), record.revision));
  await typeRule(user, "close > sma(20)");
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByRole("dialog", { name: "This strategy was saved in another tab" }, SLOWLY);
  return { user, record };
}

describe("two tabs on one strategy", () => {
  it("show the other one's rules, where these are loaded", async () => {
    const { user, record } = await openBeside();
    await press(user, "Load theirs");
    await screen.findByRole("group", { name: "Rule 1.1" }, SLOWLY);
    expect(days("Rule 1.1").value).toBe("77");
    expect(screen.queryByRole("group", { name: "Rule 2" })).toBeNull();
    expect(valueOf(await loadStrategy(record.id)).strategy.buy.rules).toEqual([{ any: ["close > sma(77)"] }]);
  });

  it("keep both sets of rules, where that is wanted", async () => {
    const { user, record } = await openBeside();
    await press(user, "Keep both");
    await screen.findByText("Strategy saved successfully!", {}, SLOWLY);
    const { records } = await listStrategies();
    const rulesOf = (wanted: boolean) =>
      records.filter(({ id }) => (id === record.id) === wanted).map(({ strategy }) => strategy.buy.rules);
    expect(rulesOf(true)).toEqual([[{ any: ["close > sma(77)"] }]]);
    expect(rulesOf(false)).toEqual([["close > sma(50)", "close > sma(20)"]]);
  });
});

describe("a draft that can't be read", () => {
  it("leaves what was saved, says so, and stays until something is changed", async () => {
    const record = await addMine(["close > sma(60)"]);
    valueOf(await saveDraft({ strategyId: record.id, values: waves(record), revision: 0 }, null));
    const user = await openBuy(record);
    await screen.findByRole("group", { name: "Rule 1" }, SLOWLY);
    expect(days("Rule 1").value).toBe("60");
    expect(
      screen.getByText(/There is a draft of this strategy that this version of Tidemark can't read/),
    ).toBeTruthy();
    expect(JSON.stringify((await loadDraft(record.id))?.values)).toContain("wave");
    expect(await accessibilityFaults()).toEqual([]);
    await typeRule(user, "close > 3");
    await waitFor(() => expect(screen.queryByText(/There is a draft of this strategy/)).toBeNull(), SLOWLY);
  });
});

describe("a draft of a newer version", () => {
  it("stays as it is, whatever is changed and saved here, and that is said", async () => {
    const record = await addMine(["close > sma(60)"]);
    const draft = { strategyId: record.id, values: waves(record), revision: 0, updatedAt: 5, form: 3 };
    await database.drafts.put(draft);
    const user = await openBuy(record);
    await screen.findByRole("group", { name: "Rule 1" }, SLOWLY);
    expect(days("Rule 1").value).toBe("60");
    expect(screen.getByText(/^A newer version of Tidemark has a draft of this strategy/)).toBeTruthy();
    expect(screen.queryByText(/^Draft saved/)).toBeNull();
    await typeRule(user, "close > 3");
    await screen.findByText(/What you change on this page has none: save it/, {}, SLOWLY);
    expect(await loadDraft(record.id)).toEqual(draft);
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Strategy saved successfully!", {}, SLOWLY);
    expect(valueOf(await loadStrategy(record.id)).strategy.buy.rules).toEqual([
      "close > sma(60)",
      "close > 3",
    ]);
    expect(await loadDraft(record.id)).toEqual(draft);
  });

  it("is told of by its fields alone, too, where this version could read it", async () => {
    const record = await addMine(["close > sma(60)"]);
    const values = toFormValues(withRules(["close > sma(61)"]), "demo", "INR");
    await database.drafts.put({ strategyId: record.id, values, revision: 0, updatedAt: 5, form: 3 });
    await openBuy(record);
    await screen.findByRole("group", { name: "Rule 1" }, SLOWLY);
    expect(days("Rule 1").value).toBe("60");
    expect(screen.getByText(/^A newer version of Tidemark has a draft of this strategy/)).toBeTruthy();
  });
});

/** A draft with a kind of rule that this version does not know. */
function waves({ strategy }: StrategyRecord): unknown {
  const wave = JSON.stringify([{ type: "wave", heights: [1, 2] }]);
  return { ...toFormValues(strategy, "demo", "INR"), rules: { scanner: "", buy: wave, sell: "" } };
}

async function paste(user: UserEvent, text: string): Promise<void> {
  await user.click(screen.getByRole("textbox", { name: "Type a rule and press Enter" }));
  await user.paste(text);
  await user.click(await screen.findByRole("button", { name: "Import it" }));
}

describe("a whole strategy pasted into a rule's field", () => {
  const pasted = JSON.stringify({
    format: "strategy/2",
    name: "From a friend",
    buy: { rules: ["close > sma(33)", "rsi(2) < 5"] },
    simulation: { maxPositions: 4 },
  });

  it("is looked at, takes the form's place, and goes again with Undo", async () => {
    const user = await openBuy(await addMine(["close > sma(50)"]));
    await paste(user, pasted);
    const dialog = within(await screen.findByRole("dialog", { name: 'Use "From a friend"?' }, SLOWLY));
    expect(dialog.getByText(/2-day RSI is below 5/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Use in this form" }));
    await screen.findByRole("group", { name: "Rule 2" }, SLOWLY);
    expect(days("Rule 1").value).toBe("33");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("From a friend");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(days("Rule 1").value).toBe("50"), SLOWLY);
    expect(screen.queryByRole("group", { name: "Rule 2" })).toBeNull();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Mine");
  });

  it("becomes a strategy of its own", async () => {
    const record = await addMine(["close > sma(50)"]);
    const user = await openBuy(record);
    await paste(user, pasted);
    await user.click(await screen.findByRole("button", { name: "Keep as a new strategy" }, SLOWLY));
    await waitFor(() => expect(currentAddress()).not.toContain(record.id), SLOWLY);
    const { records } = await listStrategies();
    const own = records.find(({ id }) => id !== record.id);
    expect(own?.name).toBe("From a friend");
    expect(currentAddress()).toBe(`/simulation-steps?id=${own?.id}&step=scanner`);
    expect(valueOf(await loadStrategy(record.id)).strategy.buy.rules).toEqual(["close > sma(50)"]);
  });

  it("says where it is wrong", async () => {
    const user = await openBuy(await addMine([]));
    await paste(user, pasted.replace("rsi(2) < 5", "rsi(0) < 5"));
    const dialog = within(await screen.findByRole("dialog", { name: "This strategy can't be used" }, SLOWLY));
    expect(dialog.getByText(/buy\.rules\[1\], column 5/)).toBeTruthy();
  });
});

/** A rule that is typed below the others counts as one of them, whether or not Enter was pressed. */
import { preview } from "./open-builder.tsx";
import { openApp } from "./open-app.tsx";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { addStrategy, loadDraft, loadStrategy, saveDraft } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Rule } from "#workers/model/rule.ts";

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

const SLOWLY = { timeout: 30_000 };
const typing = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Type a rule and press Enter" });
const rule = (number: number) => screen.getByRole("group", { name: `Rule ${number}` });

async function openBuy(rules: readonly Rule[]): Promise<{ user: UserEvent; id: string }> {
  const { id } = valueOf(await addStrategy(strategyOf({ name: "Mine", buy: { rules } }), "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=buy`);
  await screen.findByRole("textbox", { name: "Type a rule and press Enter" }, SLOWLY);
  return { user, id };
}

const savedRules = async (id: string) => valueOf(await loadStrategy(id)).strategy.buy.rules;

describe("a typed rule without Enter", () => {
  it("is saved with the others, and stands among them then", async () => {
    const { user, id } = await openBuy(["close > 1"]);
    await user.type(typing(), "close > sma(50)");
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Strategy saved successfully!", {}, SLOWLY);
    expect(await savedRules(id)).toEqual(["close > 1", "close > sma(50)"]);
    expect(typing().value).toBe("");
    expect(within(rule(2)).getByRole<HTMLInputElement>("textbox", { name: "Days" }).value).toBe("50");
  });

  it("is in the draft while it is typed, and among the rules when the page is opened again", async () => {
    const { user, id } = await openBuy([]);
    await user.type(typing(), "close > sma(");
    await waitFor(async () => expect(JSON.stringify(await loadDraft(id))).toContain("close > sma("), SLOWLY);
    cleanup();
    openApp(`/simulation-steps?id=${id}&step=buy`);
    await screen.findByRole("group", { name: "Rule 1" }, SLOWLY);
    expect(within(rule(1)).getByRole<HTMLInputElement>("textbox", { name: "Formula" }).value).toBe(
      "close > sma(",
    );
  });

  it("stays in its field on the way to another step and back, and is counted", async () => {
    const { user } = await openBuy(["close > 1"]);
    await user.type(typing(), "close > 2");
    await waitFor(() => {
      const [counted] = asked.preview.mock.lastCall ?? [];
      expect(counted?.strategy.buy.rules).toEqual(["close > 1", "close > 2"]);
    }, SLOWLY);
    await user.click(screen.getByRole("button", { name: /^Sell Rules/ }));
    await user.click(screen.getByRole("button", { name: /^Buy Rules/ }));
    await waitFor(() => expect(typing().value).toBe("close > 2"), SLOWLY);
    expect(screen.queryByRole("group", { name: "Rule 2" })).toBeNull();
  });

  it("stops the start where it can't be read, and has the focus among the rules", async () => {
    const { user, id } = await openBuy([]);
    await user.type(typing(), "close >");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByText(/The simulation was not started\. Buy rule 1 can't be read\./, {}, SLOWLY);
    expect(await savedRules(id)).toEqual(["close >"]);
    await waitFor(() =>
      expect(document.activeElement).toBe(within(rule(1)).getByRole("textbox", { name: "Formula" })),
    );
  });

  it("is left where it is while the strategy has no room for it", async () => {
    const many = Array.from({ length: 200 }, (_, at) => `close > ${at}`);
    const { user, id } = await openBuy([{ any: many }]);
    await user.type(typing(), "close > 7");
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Strategy saved successfully!", {}, SLOWLY);
    expect(await savedRules(id)).toEqual([{ any: many }]);
    expect(typing().value).toBe("close > 7");
  });
});

describe("a pasted list of rules", () => {
  it("is offered as rules of its own, and added below the others", async () => {
    const { user, id } = await openBuy(["close > 1"]);
    await user.click(typing());
    await user.paste("1. close > sma(50)\n2. rsi(2) ≤ 5");
    expect(typing().value).toBe("");
    await user.click(await screen.findByRole("button", { name: "Add all 2" }, SLOWLY));
    await screen.findByRole("group", { name: "Rule 3" }, SLOWLY);
    expect(screen.queryByText(/These are 2 rules/)).toBeNull();
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Strategy saved successfully!", {}, SLOWLY);
    expect(await savedRules(id)).toEqual(["close > 1", "close > sma(50)", "rsi(2) <= 5"]);
  });

  it("is not added where there is no room for all of it", async () => {
    const { user } = await openBuy([{ any: Array.from({ length: 199 }, (_, at) => `close > ${at}`) }]);
    await user.click(typing());
    await user.paste("close > 5\nclose > 6");
    await user.click(await screen.findByRole("button", { name: "Add all 2" }, SLOWLY));
    expect(await screen.findByText("There is room for 1 more line: add fewer.")).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Rule 2" })).toBeNull();
  });
});

it("that kept the run from being started hides no word of a draft that another tab has", async () => {
  const { user, id } = await openBuy(["close >"]);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText(/The simulation was not started\./, {}, SLOWLY);
  const { revision } = valueOf(await loadStrategy(id));
  valueOf(await saveDraft({ strategyId: id, values: { typed: "elsewhere" }, revision }, null));
  await user.type(typing(), "close > 5");
  expect(await screen.findByText(/Another tab has unsaved changes/, {}, SLOWLY)).toBeTruthy();
});

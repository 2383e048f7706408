/** The rules of a step, edited by keyboard: every action of a row, what is said and what has the focus after it. */
import { press, preview } from "./open-builder.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { addStrategy, duplicateStrategy, loadDraft, loadStrategy } from "#src/storage/strategies.ts";
import { everythingStrategy, strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Rule } from "#workers/model/rule.ts";

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

type Section = "scanner" | "buy" | "sell";

async function openRules(section: Section, rules: readonly Rule[]): Promise<{ user: UserEvent; id: string }> {
  const { id } = valueOf(await addStrategy(strategyOf({ name: "Mine", [section]: { rules } }), "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=${section}`);
  await screen.findByRole("button", { name: "Add a condition" });
  if (rules.length > 0) await screen.findAllByRole("button", { name: /^Actions of rule/ });
  return { user, id };
}

/** Waits for the record: the message of an earlier saving may still be in sight. */
async function saved(user: UserEvent, id: string, section: Section): Promise<readonly Rule[] | undefined> {
  const before = valueOf(await loadStrategy(id)).revision;
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(async () => expect(valueOf(await loadStrategy(id)).revision).toBeGreaterThan(before));
  await screen.findByText("Strategy saved successfully!");
  return valueOf(await loadStrategy(id)).strategy[section].rules;
}

const row = (name: string) => screen.getByRole("group", { name });
const box = (name: string, field: string) =>
  within(row(name)).getByRole<HTMLInputElement>("textbox", { name: field });
const choice = (name: string, field: string) =>
  within(row(name)).getByRole<HTMLSelectElement>("combobox", { name: field });

/** Opens a rule's menu and takes an action, by keyboard alone. */
async function act(user: UserEvent, number: string, action: string): Promise<void> {
  screen.getByRole("button", { name: `Actions of rule ${number}` }).focus();
  await user.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: action });
  const steps = screen.getAllByRole("menuitem").indexOf(item); // from the first one, which has the focus
  if (steps > 0) await user.keyboard("{ArrowDown}".repeat(steps));
  expect(document.activeElement).toBe(item);
  await user.keyboard("{Enter}");
}

/** A line in so many groups. */
function nested(groups: number): Rule {
  return groups === 0 ? "sma(5) * 2 > sma(7) + 1" : { any: [nested(groups - 1)] };
}

/** Waits until the focus is on the menu of a rule. */
const menuHasFocus = (number: string) =>
  waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(`Actions of rule ${number}`));

describe("adding", () => {
  it("finds a condition by another word for it, and gives its number the focus", async () => {
    const { user, id } = await openRules("buy", []);
    screen.getByRole("button", { name: "Add a condition" }).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Add a condition" });
    expect(screen.queryByText("profit of 20 % or more")).toBeNull();
    await user.keyboard("52-week high 1-year{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(box("Rule 1", "Days")));
    await user.keyboard("120");
    expect(await accessibilityFaults()).toEqual([]);
    expect(await saved(user, id, "buy")).toEqual(["close >= highest(close, 120)"]);
  });

  it("takes a formula in the list's field, and one that is typed below the rules", async () => {
    const { user, id } = await openRules("sell", []);
    await press(user, "Add a condition");
    await screen.findByRole("dialog", { name: "Add a condition" });
    await user.keyboard("profit > 2 * 10{Enter}");
    await waitFor(() => expect(box("Rule 1", "Formula").value).toBe("profit > 2 * 10"));
    const typing = screen.getByRole<HTMLInputElement>("textbox", { name: "Type a rule and press Enter" });
    await user.type(typing, "held >= {Enter}");
    expect(await screen.findByText(/^Column 8: The line ends here/)).toBeTruthy();
    await user.type(typing, "5{Enter}");
    expect(typing.value).toBe("");
    expect(box("Rule 2", "Days").value).toBe("5");
    expect(await saved(user, id, "sell")).toEqual(["profit > 2 * 10", "held >= 5"]);
  });

  it("adds a group, rules to it, and its name", async () => {
    const { user, id } = await openRules("scanner", ["close > 5"]);
    await press(user, "Add a condition");
    await screen.findByRole("dialog", { name: "Add a condition" });
    await user.keyboard("none of{Enter}");
    await waitFor(() =>
      expect(document.activeElement).toBe(choice("Group 2", "How the group's rules are joined")),
    );
    await user.type(box("Group 2", "Name of the group"), "Never");
    await press(user, "Add a condition to Never");
    await screen.findByRole("dialog", { name: "Add a condition" });
    await user.keyboard("oversold rsi{Enter}");
    await user.selectOptions(choice("Group 2", "How the group's rules are joined"), "Any of these holds");
    expect(await accessibilityFaults()).toEqual([]);
    expect(await saved(user, id, "scanner")).toEqual([
      "close > 5",
      { any: ["rsi(14) < 30"], label: "Never" },
    ]);
  });
});

describe("a row", () => {
  it("ends with Enter in its formula, which stays on the step and leaves a wrong line where it is", async () => {
    const { user, id } = await openRules("scanner", ["close > 5"]);
    await act(user, "1", "Write as a formula");
    await waitFor(() => expect(document.activeElement).toBe(box("Rule 1", "Formula")));
    await user.clear(box("Rule 1", "Formula"));
    await user.type(box("Rule 1", "Formula"), "close > {Enter}");
    expect(await within(row("Rule 1")).findByText(/^Column \d+: The line ends here/)).toBeTruthy();
    expect(document.activeElement).toBe(box("Rule 1", "Formula"));
    await user.type(box("Rule 1", "Formula"), "sma(20) * 2{Enter}");
    await menuHasFocus("1");
    expect(screen.getByRole("heading", { level: 2, name: "Scanner" })).toBeTruthy();
    expect(await saved(user, id, "scanner")).toEqual(["close > sma(20) * 2"]);
  });

  it("is edited by its fields, and is its formula and back without loss", async () => {
    const { user, id } = await openRules("buy", ["RSI( 14 ) < 30%"]);
    await act(user, "1", "Write as a formula");
    await waitFor(() => expect(document.activeElement).toBe(box("Rule 1", "Formula")));
    expect(box("Rule 1", "Formula").value).toBe("RSI( 14 ) < 30%");
    expect(within(row("Rule 1")).getByText("The 14-day RSI is below 30")).toBeTruthy();
    await act(user, "1", "Show as fields");
    await user.selectOptions(choice("Rule 1", "How"), "crosses above");
    const level = box("Rule 1", "Level");
    await user.clear(level);
    expect(within(row("Rule 1")).getByText("Type a number for level.")).toBeTruthy();
    expect(level.getAttribute("aria-invalid")).toBe("true");
    await user.type(level, "2.5");
    expect(level.value).toBe("2.5");
    expect(await saved(user, id, "buy")).toEqual(["rsi(14) crosses above 2.5"]);
    await user.selectOptions(choice("Rule 1", "What"), "Volume");
    expect(await saved(user, id, "buy")).toEqual(["volume > 2 * sma(volume, 20)"]);
  });

  it("keeps its text to the byte on the way to its formula and back", async () => {
    const { user, id } = await openRules("buy", ["close>=SMA( 200.0 )", "close>1e2"]);
    await act(user, "1", "Write as a formula");
    await act(user, "1", "Show as fields");
    await user.selectOptions(choice("Rule 2", "How"), "<");
    expect(await saved(user, id, "buy")).toEqual(["close>=SMA( 200.0 )", "close < 1e2"]);
  });

  it("that is written as a formula is one when the saved strategy is opened again, and in a copy of it", async () => {
    const { user, id } = await openRules("buy", ["close > sma(20)", { any: ["close > sma(50)"] }]);
    await act(user, "2.1", "Write as a formula");
    await saved(user, id, "buy");
    const copy = valueOf(await duplicateStrategy(id));
    for (const each of [id, copy.id]) {
      cleanup();
      openApp(`/simulation-steps?id=${each}&step=buy`);
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await screen.findByRole("group", { name: "Rule 2.1" });
      expect(box("Rule 2.1", "Formula").value).toBe("close > sma(50)");
      expect(box("Rule 1", "Days").value).toBe("20");
      expect(screen.queryByText(/^Draft saved/)).toBeNull();
    }
  });

  it("that is shown as fields again is so when the saved strategy is opened again", async () => {
    const { user, id } = await openRules("buy", ["close > sma(20)"]);
    await act(user, "1", "Write as a formula");
    await saved(user, id, "buy");
    await act(user, "1", "Show as fields");
    await saved(user, id, "buy");
    cleanup();
    openApp(`/simulation-steps?id=${id}&step=buy`);
    await screen.findByRole("group", { name: "Rule 1" });
    expect(box("Rule 1", "Days").value).toBe("20");
  });

  it("moves up, down, into a group and out of it, is copied, put into a group and switched off", async () => {
    const { user, id } = await openRules("buy", ["close > 1", "close > 2", { any: ["close > 3"] }]);
    await act(user, "1", "Move down");
    await menuHasFocus("2");
    expect(screen.getByText("Moved down: now 2 of 3.")).toBeTruthy();
    await act(user, "2", "Move into the group beside it");
    await menuHasFocus("2.1");
    await act(user, "2.1", "Move down");
    await menuHasFocus("2.2");
    await act(user, "2.2", "Move out of the group");
    await menuHasFocus("3");
    expect(screen.getByText("Moved out of the group: now 3 of 3.")).toBeTruthy();
    await act(user, "3", "Move up");
    await menuHasFocus("2");
    await act(user, "2", "Duplicate");
    await menuHasFocus("3");
    await act(user, "3", "Put into a group");
    await menuHasFocus("3.1");
    await act(user, "1", "Switch off");
    await menuHasFocus("1");
    expect(row("Rule 1, off")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    expect(await saved(user, id, "buy")).toEqual([
      { off: "close > 2" },
      "close > 1",
      { any: ["close > 1"] },
      { any: ["close > 3"] },
    ]);
  });

  it("says of what can't be done why", async () => {
    const { user } = await openRules("buy", ["close > 1", nested(8)]);
    const whyNot = async (number: string) => {
      await user.click(screen.getByRole("button", { name: `Actions of rule ${number}` }));
      const items = await screen.findAllByRole("menuitem");
      const closed = items.filter((item) => item.getAttribute("aria-disabled") === "true");
      const texts = closed.map((item) => item.textContent);
      await user.keyboard("{Escape}");
      return texts;
    };
    expect(await whyNot("1")).toEqual(["Move up (it is the first)", "Move out of the group (it is in none)"]);
    const deepest = `2${".1".repeat(8)}`;
    expect(await whyNot(deepest)).toEqual([
      "Move up (it is the first)",
      "Move down (it is the last)",
      "Move into the group beside it (none is beside it)",
      "Put into a group (groups may stand 8 deep)",
      "Show as fields (no fields can say it)",
    ]);
    expect(await whyNot("2")).toEqual([
      "Move down (it is the last)",
      "Move into the group beside it (none is beside it)",
      "Move out of the group (it is in none)",
      "Put into a group (groups may stand 8 deep)",
    ]);
  });

  it("is deleted, and comes back from another step", async () => {
    const { user, id } = await openRules("buy", ["close > 1", { all: ["close > 2"], label: "Two" }]);
    await act(user, "2", "Delete");
    await menuHasFocus("1");
    await act(user, "1", "Delete");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a condition" })),
    );
    await user.click(screen.getByRole("button", { name: "Sell Rules" }));
    const [undoGroup] = screen.getAllByRole("button", { name: "Undo" });
    if (undoGroup) await user.click(undoGroup);
    expect(await saved(user, id, "buy")).toEqual([{ all: ["close > 2"], label: "Two" }]);
  });
});

describe("a line that can't be read", () => {
  it("tells its column, stops only the start, and is kept with the draft", async () => {
    const { user, id } = await openRules("buy", ["close > 1"]);
    await act(user, "1", "Write as a formula");
    const formula = box("Rule 1", "Formula");
    await user.clear(formula);
    await user.type(formula, "close > sam(200)");
    expect(await within(row("Rule 1")).findByText("Column 9: sam is not known.")).toBeTruthy();
    expect(within(row("Rule 1")).getAllByText(/sam is not known/)).toHaveLength(1);
    expect(within(row("Rule 1")).getByRole("button", { name: "Did you mean sma?" })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await waitFor(async () => expect(JSON.stringify(await loadDraft(id))).toContain("sam(200)"), {
      timeout: 30_000,
    });
    expect(await saved(user, id, "buy")).toEqual(["close > sam(200)"]);
    await user.click(screen.getByRole("button", { name: "Sell Rules" }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(
      await screen.findByText(
        /The simulation was not started. Buy rule 1 can't be read. Column 9: sam is not known/,
      ),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box("Rule 1", "Formula")));
  });

  it("is left out of the counts of the others", async () => {
    await openRules("sell", ["close >", { any: ["held >= 5", "rsi(2) <"] }]);
    await waitFor(() => expect(asked.preview).toHaveBeenCalled(), { timeout: 30_000 });
    const [counted] = asked.preview.mock.lastCall ?? [];
    expect(counted?.strategy.sell.rules).toEqual([
      { off: "close > 0" },
      { any: ["held >= 5", { off: "close > 0" }] },
    ]);
  });

  it("tells a fact that the data lacks with the nearest that it has, and counts the others", async () => {
    const { user } = await openRules("buy", ["close > 1", "roicc > 15", "2 * pbb < sqrt(close)"]);
    const lacks = "the dataset has no fact or signal of that name.";
    const told = await within(row("Rule 2")).findByText(/^"roicc" is not a name of the language/);
    expect(told.textContent).toBe(`"roicc" is not a name of the language, and ${lacks} Did you mean roic?`);
    expect(await within(row("Rule 3")).findByRole("button", { name: "Did you mean pb?" })).toBeTruthy();
    await waitFor(() => expect(asked.preview).toHaveBeenCalled(), { timeout: 30_000 });
    const [counted] = asked.preview.mock.lastCall ?? [];
    expect(counted?.strategy.buy.rules).toEqual(["close > 1", { off: "close > 0" }, { off: "close > 0" }]);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByText(
      /The simulation was not started\. Buy rule 2 can't be read\./,
      {},
      { timeout: 30_000 },
    );
    await user.click(within(row("Rule 3")).getByRole("button", { name: "Did you mean pb?" }));
    await waitFor(() => expect(box("Rule 3", "Formula").value).toBe("2 * pb < sqrt(close)"));
  });

  it("is as it was typed when the page is opened again", async () => {
    const { user, id } = await openRules("buy", ["rsi(14) < 30"]);
    const level = box("Rule 1", "Level");
    await user.clear(level);
    await user.type(level, "thirty");
    await waitFor(async () => expect(JSON.stringify(await loadDraft(id))).toContain("thirty"), {
      timeout: 30_000,
    });
    cleanup();
    openApp(`/simulation-steps?id=${id}&step=buy`);
    await screen.findByRole("group", { name: "Rule 1" });
    expect(box("Rule 1", "Level").value).toBe("thirty");
    expect(within(row("Rule 1")).getByText("“thirty” is not a number for level.")).toBeTruthy();
  });
});

describe("counts and limits", () => {
  it("has the counts of each line and group in its row", async () => {
    const rules = [
      { place: "buy.rules[0]", alone: 60, soFar: 50 },
      { place: "buy.rules[1]", alone: 12, soFar: 7 },
      { place: "buy.rules[1].any[0]", alone: 11, soFar: 10 },
    ];
    asked.preview.mockResolvedValue({ ok: true, value: { ...preview, rules } });
    await openRules("buy", everythingStrategy.buy.rules ?? []);
    await waitFor(
      () => expect(row("Rule 1").textContent).toContain("60 of 120 pass, 50 with the rows above"),
      {
        timeout: 30_000,
      },
    );
    expect(row("Group 2").textContent).toContain("12 of 120 pass, 7 with the rows above");
    expect(row("Rule 2.1").textContent).not.toContain("row above"); // it is the first of its group
    expect(row("Rule 2.1").textContent).toContain("11 of 120 pass");
    expect(row("Rule 2.2, off").textContent).not.toContain("of 120");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says of a line that is true on nobody today how often it was", async () => {
    const recently = { sessions: 4, of: 250 };
    const rules = [{ place: "buy.rules[0]", alone: 0, soFar: 0, recently }];
    asked.preview.mockResolvedValue({ ok: true, value: { ...preview, rules } });
    await openRules("buy", ["rsi(2) < 5"]);
    expect(
      await screen.findByText(
        (_, element) =>
          (element?.tagName === "P" &&
            element.textContent.startsWith("0 of 120 pass, true on 4 of the last 250 sessions")) ??
          false,
      ),
    ).toBeTruthy();
  });

  it("says of a sell rule that asks about a position that it is not counted", async () => {
    const rules = [{ place: "sell.rules[0]", alone: null, soFar: null }];
    asked.preview.mockResolvedValue({ ok: true, value: { ...preview, rules } });
    await openRules("sell", ["held >= 5"]);
    expect(await screen.findByText(/asks about an open position/)).toBeTruthy();
  });

  it("says by a line why the data can't answer it", async () => {
    const message = "buy.rules[0], column 1: this data has no NOSUCH";
    const problem = {
      code: "rules-unknown-symbol",
      message,
      place: "buy.rules[0]",
      details: [message],
    } as const;
    asked.preview.mockResolvedValue({ ok: false, problem });
    await openRules("buy", ['of("NOSUCH", close) > 15']);
    await waitFor(() => expect(row("Rule 1").textContent).toContain("column 1: this data has no NOSUCH"), {
      timeout: 30_000,
    });
  });

  it("tells before the last line is taken, and adds none behind it", async () => {
    const many = Array.from({ length: 199 }, (_, at) => `close > ${at}`);
    const { user } = await openRules("buy", [{ any: many }]);
    expect(screen.getByText("Room for 1 more of the 200 lines that a strategy may have.")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Type a rule and press Enter" }), "close > 7{Enter}");
    expect(
      screen.getByText("A strategy may have 200 lines of rules in all, and this one has them."),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add a condition" }).disabled).toBe(true);
  });
});

/** What is not simulated, asked for in the palette, the search of conditions, a formula and the FAQ. */
import { preview } from "./open-builder.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { NOT_POSSIBLE } from "#workers/words/not-possible.ts";

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

const SLOWLY = { timeout: 30_000 };
const ANSWER = "Only buying is simulated: no short sales.";
const WORDS = NOT_POSSIBLE.flatMap(({ words, answer }) =>
  words.split(",").map((word) => ({ word: word.trim(), answer })),
);

async function openPalette() {
  const user = openApp("/contact");
  await user.keyboard("{Control>}k{/Control}");
  return { user, dialog: await screen.findByRole("dialog", { name: "Command palette" }) };
}

async function openBuyRules() {
  const { id } = valueOf(await addStrategy(strategyOf({ name: "Mine", buy: { rules: [] } }), "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=buy`);
  await screen.findByRole("button", { name: "Add a condition" }, SLOWLY);
  return user;
}

async function openPicker() {
  const user = await openBuyRules();
  await user.click(screen.getByRole("button", { name: "Add a condition" }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Add a condition" }) };
}

function answerTo(dialog: HTMLElement, typed: string): string {
  fireEvent.change(within(dialog).getByRole("combobox"), { target: { value: typed } });
  return within(dialog).getByRole("status").textContent;
}

describe("the command palette", () => {
  it("answers every word of the table, and nothing else", async () => {
    const { dialog } = await openPalette();
    for (const { word, answer } of WORDS) expect(answerTo(dialog, word)).toContain(answer);
    for (const word of ["short average", "dividendYield", "run", ""]) expect(answerTo(dialog, word)).toBe("");
  });

  it("keeps what matches below the answer, and leads to the FAQ", async () => {
    const { user, dialog } = await openPalette();
    await user.keyboard("short");
    expect(within(dialog).getByRole("status").textContent).toContain(ANSWER);
    expect(within(dialog).getByRole("option", { name: /Show the keyboard shortcuts/ })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(within(dialog).getByRole("option", { name: "Read what it can't do" }));
    expect(location.pathname + location.hash).toBe("/questions#not-possible");
    const list = await screen.findByRole("list", { name: "What is not simulated" }, SLOWLY);
    expect(list.closest("details")?.open).toBe(true);
  });

  it("says that nothing matches where there is no answer either, and not beside one", async () => {
    const { user, dialog } = await openPalette();
    await user.keyboard("crypto");
    expect(within(dialog).queryByText("No match.")).toBeNull();
    await user.keyboard("{Enter}");
    expect(location.pathname + location.hash).toBe("/questions#not-possible");
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("cryptx");
    expect(await screen.findByText("No match.")).toBeTruthy();
  });
});

describe("the search of conditions", () => {
  it("answers every word of the table, and no fact of the dataset", async () => {
    const { dialog } = await openPicker();
    for (const { word, answer } of WORDS) expect(answerTo(dialog, word)).toContain(answer);
    // The demo market has a fact called dividends.
    for (const word of ["dividends", "short average", "short-term", "stop loss"])
      expect(answerTo(dialog, word)).toBe("");
  });

  it("keeps the conditions that match below the answer", async () => {
    const { user, dialog } = await openPicker();
    await user.keyboard("short");
    expect(within(dialog).getByRole("status").textContent).toContain(ANSWER);
    expect(within(dialog).getByRole("option", { name: /^pullback: 2-day RSI below 10/ })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("a formula", () => {
  it("that names something of the table gets the answer in place of a name that only looks like it", async () => {
    const user = await openBuyRules();
    const typing = screen.getByRole("textbox", { name: "Type a rule and press Enter" });
    await user.type(typing, "short > 5");
    expect(await screen.findByText(`Column 1: ${ANSWER}`, {}, SLOWLY)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Did you mean/ })).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
    await user.keyboard("{Enter}");
    const row = await screen.findByRole("group", { name: "Rule 1" }, SLOWLY);
    expect(await within(row).findByText(ANSWER, {}, SLOWLY)).toBeTruthy();
    expect(screen.getByText(`Buy rule 1 can't be read. Column 1: ${ANSWER}`)).toBeTruthy();
  });
});

describe("the FAQ", () => {
  it("lists every entry of the table with its sentences", async () => {
    openApp("/questions#not-possible");
    const list = await screen.findByRole("list", { name: "What is not simulated" }, SLOWLY);
    const told = within(list).getAllByRole("listitem");
    expect(told).toHaveLength(NOT_POSSIBLE.length);
    for (const [at, { title, answer, sentence, instead }] of NOT_POSSIBLE.entries())
      for (const part of [title, answer, sentence, instead ?? ""])
        expect(told[at]?.textContent).toContain(part);
    await waitFor(() => expect(list.closest("details")?.open).toBe(true));
    expect(await accessibilityFaults()).toEqual([]);
  });
});

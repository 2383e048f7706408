/** A click on a warning's mend in the builder, and the way back. */
import { press, preview } from "./open-builder.tsx";
import { openApp } from "./open-app.tsx";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { addStrategy, loadStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

async function open(settings: object, step: string) {
  const { id } = valueOf(await addStrategy(strategyOf(settings), "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=${step}`);
  await screen.findByRole("form");
  return { user, id };
}

const buyRules = async (id: string) => valueOf(await loadStrategy(id)).strategy.buy.rules;

it("mends a slip of unit within a line, and takes it back", async () => {
  const { user, id } = await open(
    { buy: { rules: ["close > sma(50)", { any: ["growth(126) > 0.1"] }] } },
    "simulation",
  );
  await press(user, "Make it 10");
  expect(screen.queryByRole("button", { name: "Make it 10" })).toBeNull();
  await press(user, "Save Strategy");
  await waitFor(async () =>
    expect(await buyRules(id)).toEqual(["close > sma(50)", { any: ["growth(126) > 10"] }]),
  );
  await press(user, "Undo");
  expect(screen.getByRole("button", { name: "Make it 10" })).toBeTruthy();
  await press(user, "Save Strategy");
  await waitFor(async () =>
    expect(await buyRules(id)).toEqual(["close > sma(50)", { any: ["growth(126) > 0.1"] }]),
  );
});

it("switches off one of two lines that exclude each other, and keeps its text", async () => {
  const { user, id } = await open({ buy: { rules: ["rsi(14) < 30", "rsi(14) > 70"] } }, "simulation");
  await press(user, "Switch off “rsi(14) > 70”");
  await press(user, "Save Strategy");
  await waitFor(async () => expect(await buyRules(id)).toEqual(["rsi(14) < 30", { off: "rsi(14) > 70" }]));
});

it("switches a fixed condition and a figure together, and undoes both alone", async () => {
  const { user, id } = await open({ sell: { trailingStopLoss: null } }, "sell");
  await press(user, "Use a trailing stop of 10%");
  const stop = screen.getByRole<HTMLInputElement>("checkbox", { name: "Trailing stop loss" });
  expect(stop.checked).toBe(true);
  await press(user, "Undo");
  expect(stop.checked).toBe(false);
  expect(valueOf(await loadStrategy(id)).strategy.sell.trailingStopLoss).toBeNull();
});

it("tells market caps that look ahead, and does without them", async () => {
  const message =
    "Market caps of 3 instruments use one sharesOutstanding figure for all years, which looks ahead.";
  const warnings = [{ code: "market-cap-look-ahead", message } as const];
  asked.preview.mockResolvedValue({ ok: true, value: { ...preview, warnings } });
  const { user } = await open({ simulation: { sortingType: "market-cap-desc" } }, "scanner");
  expect(
    await screen.findByText(
      `${message} Companies that grew later count as large too early.`,
      {},
      { timeout: 4000 },
    ),
  ).toBeTruthy();
  await press(user, "Do without market cap");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Market cap rank" }).checked).toBe(false);
});

it("takes the data's own dates where the period has none of them", async () => {
  const { user, id } = await open(
    { simulation: { startDate: "1990-01-01", endDate: "1991-01-01" } },
    "simulation",
  );
  await user.click(screen.getByRole("button", { name: /^Use \d\d\// }));
  expect(screen.queryByText(/has no prices in this period/)).toBeNull();
  await press(user, "Save Strategy");
  await waitFor(async () =>
    expect(valueOf(await loadStrategy(id)).strategy.simulation.startDate > "1991-01-01").toBe(true),
  );
});

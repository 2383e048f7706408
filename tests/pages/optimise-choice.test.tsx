import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createStrategy } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

it("asks which strategy, where the address names none", async () => {
  const { id } = valueOf(await createStrategy("Breakout"));
  const user = openApp("/optimise");
  const choice = await screen.findByRole("combobox", { name: "Strategy" });
  expect(Array.from(choice.querySelectorAll("option"), ({ textContent }) => textContent)).toEqual([
    "Breakout",
    "My Momentum Strategy (built-in 1)",
    "My Momentum Strategy (built-in 2)",
  ]);
  expect(await accessibilityFaults()).toEqual([]);
  await user.selectOptions(choice, "Breakout");
  await user.click(screen.getByRole("button", { name: "Choose its settings" }));
  expect(currentAddress()).toBe(`/optimise?strategy=${id}`);
});

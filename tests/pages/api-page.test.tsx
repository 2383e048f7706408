import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createStrategy } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

const LONG = { timeout: 30_000 };

it("shows the code that runs the strategy of the address, in each language", async () => {
  const { id } = valueOf(await createStrategy('Break "out"'));
  const user = openApp(`/api?strategy=${id}`);
  const python = await screen.findByRole("region", { name: "Python program" }, LONG);
  expect(python.textContent).toContain('"name": "Break \\"out\\"",');
  expect(python.textContent).toContain('"minHoldingDays": ');
  expect(python.textContent).toContain("tm.run(strategy)");
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "R" }));
  expect(screen.getByRole("region", { name: "R program" }).textContent).toContain(
    'name = "Break \\"out\\"",',
  );
  await user.click(screen.getByRole("radio", { name: "JavaScript" }));
  expect(screen.getByRole("region", { name: "JavaScript program" }).textContent).toContain(
    "tidemark.run(strategy)",
  );
  await user.click(screen.getByRole("radio", { name: "Command line" }));
  const file = screen.getByRole("region", { name: "Command line program" }).textContent ?? "";
  expect(JSON.parse(file)).toMatchObject({ name: 'Break "out"' });
});

it("begins with a strategy that is there, and takes another one", async () => {
  const { id } = valueOf(await createStrategy("Breakout"));
  const user = openApp("/api");
  const choice = await screen.findByRole("combobox", { name: "Strategy" }, LONG);
  await user.selectOptions(choice, "My Momentum Strategy (built-in 1)");
  expect(currentAddress()).toBe("/api?strategy=builtin-1");
  await user.selectOptions(choice, "Breakout");
  expect(currentAddress()).toBe(`/api?strategy=${id}`);
});

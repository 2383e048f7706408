/** The symbol that a person types where neither rows nor the file's name say one. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { checkImport } from "#src/run/import-dataset.ts";
import { dismissImport } from "#src/pages/datasets/import-store.ts";
import { asking, dryRunOf, findInTurn, openImport, prices } from "./import-checks.tsx";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/import-dataset.ts", () => ({
  prepareImport: () => Promise.resolve(),
  forgetImport: () => Promise.resolve(),
  checkImport: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
}));

beforeEach(() => {
  dismissImport();
  vi.mocked(checkImport).mockReset();
});

it("takes no symbol that a reader would refuse, and says why", async () => {
  const unnamed = {
    about: "symbol",
    text: "Neither the rows nor the file's name say which.",
    choices: [],
  } as const;
  findInTurn(dryRunOf({ ...asking, symbols: [], questions: [unnamed] }));
  const user = await openImport(prices("tcs.csv"));
  const field = await screen.findByRole("textbox", { name: "Symbol" });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Use this symbol" });
  await user.type(field, "=A1");
  expect(screen.getByText(/This is a text which a spreadsheet would take for a formula/)).toBeTruthy();
  expect(button.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, "TCS");
  expect(button.disabled).toBe(false);
});

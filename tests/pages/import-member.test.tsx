/** The name of a membership, which comes from a file's name, is edited where the file is taken in. */
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

it("asks for the plan again with the name that was typed, and takes none that rules can't write", async () => {
  const listed = { ...asking, verdict: "ok", kind: "instruments", questions: [] } as const;
  findInTurn(dryRunOf({ ...listed, member: "member.s_p" }), dryRunOf({ ...listed, member: "member.sp500" }));
  const user = await openImport(prices("S&P.csv"));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Name of the membership/ });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Rename" });
  expect(field.value).toBe("member.s_p");
  expect(button.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, "S&P 500");
  expect(screen.getByText(/letters from a to z, digits or _/)).toBeTruthy();
  expect(button.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, "SP500");
  await user.click(button);
  expect(await screen.findByDisplayValue("member.sp500")).toBeTruthy();
  const [plan] = vi.mocked(checkImport).mock.lastCall ?? [];
  expect(plan?.answers.get(asking.file)).toEqual({ member: "member.sp500" });
});

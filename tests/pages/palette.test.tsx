import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { completeRun } from "./complete-run.ts";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useShortcut } from "#src/app/shortcuts.ts";
import { database } from "#src/storage/database.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { loadSettings } from "#src/storage/settings.ts";
import { createStrategy } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";

const startRun = vi.fn<(id: string) => Promise<unknown>>();
vi.mock("#src/run/start-run.ts", () => ({
  startRun: (id: string) => startRun(id),
  cancelRun: () => false,
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

async function openPalette(address = "/contact") {
  const user = openApp(address);
  await user.keyboard("{Control>}k{/Control}");
  const palette = await screen.findByRole("dialog", { name: "Command palette" });
  return { user, palette };
}

describe("the command palette", () => {
  it("goes to a page by a few letters and Enter", async () => {
    const { user, palette } = await openPalette();
    expect(document.activeElement).toBe(within(palette).getByRole("combobox"));
    await user.keyboard("pric{Enter}");
    expect(currentAddress()).toBe("/price");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each(["rebalancing", "deposits", "SIP", "withdrawals", "interest", "weights"])(
    "knows portfolios by the word %s, and shows those to begin with",
    async (word) => {
      const { user } = await openPalette();
      await user.keyboard(`${word}{Enter}`);
      expect(currentAddress()).toBe("/strategy?templates=all&kind=portfolio");
    },
  );

  it("opens and starts a strategy", async () => {
    const { id } = valueOf(await createStrategy("Breakout"));
    startRun.mockResolvedValue({ ok: true, value: { runId: "run-9" } });
    const { user, palette } = await openPalette();
    expect(await within(palette).findByRole("option", { name: /Open Breakout/ })).toBeTruthy();
    await user.click(within(palette).getByRole("option", { name: /Start Breakout/ }));
    expect(startRun).toHaveBeenCalledWith(id);
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-9"));
  });

  it("draws thirty strategies of many, says how many more there are, and finds any by its name", async () => {
    const saved = valueOf(await createStrategy("Tide"));
    const many = Array.from({ length: 40 }, (_, place) => ({
      ...saved,
      id: `tide-${place}`,
      name: `Tide ${place}`,
      updatedAt: saved.updatedAt + 1 + place, // Tide 39 is the latest, and "Tide" the last of the person's own
    }));
    await database.strategies.bulkPut(many);
    const { user, palette } = await openPalette();
    expect(await within(palette).findByRole("option", { name: /^Open Tide 39/ })).toBeTruthy();
    expect(within(palette).getByRole("option", { name: /^Open Tide 10/ })).toBeTruthy();
    expect(within(palette).queryByRole("option", { name: /^Open Tide 9/ })).toBeNull();
    // Forty, "Tide" itself and the built-in ones, without the thirty that are drawn.
    const hidden = 40 + 1 + SAMPLE_STRATEGIES.length - 30;
    expect(within(palette).getByText(`${hidden} more strategies: type a part of a name.`)).toBeTruthy();
    await user.keyboard("start tide 9");
    expect(await within(palette).findByRole("option", { name: /^Start Tide 9/ })).toBeTruthy();
  });

  it("offers the last result of a strategy, not a later run without one and none of a variant", async () => {
    const { id } = valueOf(await createStrategy("Breakout"));
    const own = { ...completeRun, strategyId: id };
    await database.runs.bulkPut([
      { ...own, id: "first", startedAt: 1 },
      { ...own, id: "second", startedAt: 2 },
      { ...own, id: "variant", startedAt: 3, isVariant: true },
      { ...own, id: "failed", startedAt: 4, state: "failed", headline: null },
    ]);
    const { user, palette } = await openPalette();
    await user.click(await within(palette).findByRole("option", { name: /Show the result of Breakout/ }));
    expect(currentAddress()).toBe("/simulation-result?run=second");
  });

  it("goes to the screen of runs, and opens a recent run", async () => {
    const runs = Array.from({ length: 8 }, (_, place) => ({
      ...completeRun,
      id: `run-${place}`,
      number: place + 1,
      startedAt: place,
    }));
    await database.runs.bulkPut(runs);
    const { user, palette } = await openPalette();
    const recent = await within(palette).findAllByRole("option", { name: /^Open run \d/ });
    expect(recent.map((option) => option.textContent?.slice(0, 20))).toEqual([
      "Open run 8 of By han",
      "Open run 7 of By han",
      "Open run 6 of By han",
      "Open run 5 of By han",
      "Open run 4 of By han",
      "Open run 3 of By han",
    ]);
    await user.keyboard("open run 7{Enter}");
    expect(currentAddress()).toBe("/simulation-result?run=run-6");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: "Command palette" });
    await user.keyboard("go to runs{Enter}");
    expect(currentAddress()).toBe("/runs");
  });

  it("turns the theme", async () => {
    const { user } = await openPalette();
    await user.click(screen.getByRole("option", { name: /^Switch to the .* theme$/ }));
    await waitFor(async () => expect((await loadSettings()).theme).not.toBe("system"));
  });

  it("opens by its button too, and has nothing that axe objects to", async () => {
    const user = openApp("/contact");
    await user.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByRole("dialog", { name: "Command palette" });
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the sheet of shortcuts", () => {
  it("opens at ? and lists them", async () => {
    const user = openApp("/contact");
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(sheet).getByText("Save the strategy")).toBeTruthy();
    expect(within(sheet).getByText("Previous position")).toBeTruthy();
    await user.click(within(sheet).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a shortcut", () => {
  const save = vi.fn<() => void>();
  const search = vi.fn<() => void>();

  function Page({ canSave = true }: { readonly canSave?: boolean }) {
    useShortcut("save", canSave ? save : null);
    useShortcut("search", search);
    return <input aria-label="Name" />;
  }

  it("with Ctrl or Cmd works while one types, and takes the key from the browser", () => {
    render(<Page />);
    const field = screen.getByLabelText("Name");
    expect(fireEvent.keyDown(field, { key: "s", ctrlKey: true })).toBe(false);
    expect(fireEvent.keyDown(field, { key: "s", metaKey: true })).toBe(false);
    expect(save).toHaveBeenCalledTimes(2);
  });

  it("of a plain key is off while one types", () => {
    render(<Page />);
    expect(fireEvent.keyDown(screen.getByLabelText("Name"), { key: "/" })).toBe(true);
    expect(search).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "/" });
    expect(search).toHaveBeenCalledOnce();
  });

  it("that nobody answers is left to the browser", () => {
    save.mockClear();
    render(<Page canSave={false} />);
    expect(fireEvent.keyDown(document.body, { key: "s", ctrlKey: true })).toBe(true);
    expect(save).not.toHaveBeenCalled();
  });
});

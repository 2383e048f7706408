import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { completeRun } from "./complete-run.ts";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useShortcut } from "#src/app/shortcuts.ts";
import { database } from "#src/storage/database.ts";
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

  it("opens and starts a strategy", async () => {
    const { id } = valueOf(await createStrategy("Breakout"));
    startRun.mockResolvedValue({ ok: true, value: { runId: "run-9" } });
    const { user, palette } = await openPalette();
    expect(await within(palette).findByRole("option", { name: /Open Breakout/ })).toBeTruthy();
    await user.click(within(palette).getByRole("option", { name: /Start Breakout/ }));
    expect(startRun).toHaveBeenCalledWith(id);
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-9"));
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

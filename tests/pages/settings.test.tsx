import { accessibilityFaults, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followAppearance } from "#src/app/appearance.ts";
import { PACKAGE_LICENCES } from "#src/pages/about/licences.ts";
import { mirroredSettings } from "#src/storage/settings-mirror.ts";
import { loadSettings, refreshMirror } from "#src/storage/settings.ts";
import { createStrategy } from "#src/storage/strategies.ts";
import { noteBackup } from "#src/storage/backup/backup-state.ts";
import { database } from "#src/storage/database.ts";
import { loadWalk, storeWalk } from "#src/storage/grids.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import { gridQuestion, walkOutcome } from "#tests/storage/sample-grid.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

const storage = {
  estimate: () => Promise.resolve({ usage: 24_300_000, quota: 11_000_000_000 }),
  persisted: vi.fn<() => Promise<boolean>>(),
  persist: vi.fn<() => Promise<boolean>>(),
};
Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
followAppearance();

beforeEach(async () => {
  storage.persisted.mockResolvedValue(false);
  localStorage.clear();
  await refreshMirror();
});
afterEach(() => vi.restoreAllMocks());

async function openSettings() {
  const user = openApp("/settings");
  await screen.findByRole("heading", { level: 2, name: "Appearance" });
  return user;
}

describe("a setting", () => {
  it("of the theme applies at once, is stored, and is there before the next first paint", async () => {
    const user = await openSettings();
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
    expect((await loadSettings()).theme).toBe("dark");
    expect(JSON.parse(localStorage.getItem("tidemark-settings") ?? "{}")).toMatchObject({ theme: "dark" });
    await user.click(screen.getByRole("radio", { name: "System" }));
    await waitFor(() => expect(document.documentElement.dataset["theme"]).toBeUndefined());
  });

  it("of the colours marks the page for the style sheet", async () => {
    const user = await openSettings();
    await user.click(screen.getByRole("radio", { name: "Colour-blind safe" }));
    await waitFor(() => expect(document.documentElement.dataset["gainLoss"]).toBe("colour-blind"));
    await user.click(screen.getByRole("radio", { name: "Red up" }));
    await waitFor(() => expect(document.documentElement.dataset["gainLoss"]).toBe("red-up"));
  });

  it("of locale and dates writes every figure anew", async () => {
    const user = await openSettings();
    expect(screen.getByText(/₹3,00,00,000, \$1,234\.50, \+18\.25%/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Locale"), "German (Germany): 30.000.000");
    expect(await screen.findByText(/1\.234,50/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Date format"), "ISO: yyyy-MM-dd");
    expect(await screen.findByText(/^2025-03-20 on the screen/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Locale"), "Automatic, by currency");
    await user.selectOptions(screen.getByLabelText("Date format"), "dd/MM/yyyy");
    expect(await screen.findByText(/^20\/03\/2025 on the screen/)).toBeTruthy();
  });

  it("made in another tab is taken over", async () => {
    await openSettings();
    localStorage.setItem("tidemark-settings", JSON.stringify({ theme: "light", colours: 7 }));
    window.dispatchEvent(new StorageEvent("storage", { key: "tidemark-settings" }));
    expect(document.documentElement.dataset["theme"]).toBe("light");
    expect(mirroredSettings()).toEqual({
      theme: "light",
      colours: "classic",
      dateStyle: "day-first",
      locale: null,
      growthScale: null,
      growthAverage: true,
    });
  });
});

describe("the risk-free rate", () => {
  it("is what new strategies start with", async () => {
    const user = await openSettings();
    const rate = screen.getByRole("textbox", { name: "Percent a year" });
    await user.clear(rate);
    await user.type(rate, "6.5{Enter}");
    expect(await screen.findByText("New strategies start with a risk-free rate of 6.5%.")).toBeTruthy();
    const { strategy } = valueOf(await createStrategy("Calm"));
    expect(strategy.simulation.riskFreePercent).toBe(6.5);
  });

  it("that is none is refused by the field", async () => {
    const user = await openSettings();
    const rate = screen.getByRole("textbox", { name: "Percent a year" });
    await user.clear(rate);
    await user.type(rate, "much{Enter}");
    expect(screen.getByText(/Type a percentage from −100% to 100%, such as/)).toBeTruthy();
    expect(rate.getAttribute("aria-invalid")).toBe("true");
    expect((await loadSettings()).riskFreePercent).toBe(0);
  });
});

describe("the storage view", () => {
  it("says what is in use, where the data is, that the browser can clear it, and each dataset's size", async () => {
    await openSettings();
    const panel = within(screen.getByRole("region", { name: "Storage" }));
    expect(await panel.findByText("24 MB")).toBeTruthy();
    expect(panel.getByText("not promised by the browser")).toBeTruthy();
    expect(panel.getByText(/stay on this device.*The browser can clear them.*keep a backup/)).toBeTruthy();
    expect(await panel.findByRole("rowheader", { name: "Demo market (invented)" })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("asks the browser to keep the data, and says what it answered", async () => {
    const user = await openSettings();
    storage.persist.mockResolvedValue(true);
    storage.persisted.mockResolvedValue(true);
    await user.click(await screen.findByRole("button", { name: "Keep my data" }));
    expect(await screen.findByText(/keeps your data until you clear it yourself/)).toBeTruthy();
    expect(await screen.findByText("yes, until you clear it")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Keep my data" })).toBeNull();
  });

  it("hands out everything as one JSON file", async () => {
    valueOf(await createStrategy("Kept"));
    const saved: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return "blob:test";
    });
    const user = await openSettings();
    await user.click(screen.getByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const contents: unknown = JSON.parse((await saved[0]?.text()) ?? "");
    expect(contents).toMatchObject({ format: "tidemark-data/1", strategies: [{ name: "Kept" }], runs: [] });
  });
});

describe("what takes how much", () => {
  it("is listed by dataset and by run, and each can be deleted after a question", async () => {
    const strategy = { ...defaultStrategy, name: "Momentum" };
    const run = {
      id: "r",
      strategyId: "s",
      strategy,
      datasetId: "demo",
      datasetTitle: "Demo market",
      datasetFingerprint: "abc",
      engineVersion: "1",
    };
    valueOf(await createRun(run));
    valueOf(await finishRun("r", sampleReport));
    const user = await openSettings();
    await user.click(await screen.findByText(/^1 result of runs, \d/));
    await user.click(screen.getByRole("button", { name: /^Delete the run of Momentum/ }));
    expect(screen.getByRole("dialog").textContent).toMatch(/The strategy stays and can be run again/);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/the run of "Momentum".* was deleted/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/result of runs/)).toBeNull());
  });

  it("has the optimisations, which are deleted with their walk-forwards", async () => {
    const settings = { choose: 5, trade: 1, metric: "cagr" };
    valueOf(await storeWalk({ id: "g", settings, outcome: walkOutcome }, gridQuestion, [null, null, null]));
    const user = await openSettings();
    await user.click(await screen.findByText(/^1 optimisation, \d/));
    expect(screen.getByRole("rowheader", { name: /^Mine, .*: 3 variants and a walk-forward$/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Delete the optimisation of Mine/ }));
    expect(screen.getByRole("dialog").textContent).toMatch(/The strategy and its runs stay/);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText(/1 optimisation/)).toBeNull());
    expect(await loadWalk("g")).toBeNull();
  });

  it("names a damaged record and lets it be deleted; the rest stays", async () => {
    valueOf(await createStrategy("Whole"));
    const { id } = valueOf(await createStrategy("Broken"));
    await database.table("strategies").update(id, { "strategy.sell": 7 });
    const user = await openSettings();
    expect((await screen.findByRole("alert")).textContent).toMatch(/"Broken" is damaged/);
    await user.click(screen.getByRole("button", { name: "Delete the damaged record" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(await database.strategies.toCollection().count()).toBe(1);
  });
});

describe("the backup", () => {
  it("says that there is none so far, later when the last one was and what changed since", async () => {
    await openSettings();
    const panel = within(screen.getByRole("region", { name: "Backup" }));
    expect(await panel.findByText(/You have no backup so far/)).toBeTruthy();
    await createStrategy("One");
    await noteBackup(new Date(2026, 0, 31, 9, 30).getTime());
    expect(await panel.findByText(/The last one: 31\/01\/2026, 09:30; no changes since/)).toBeTruthy();
    await createStrategy("Two");
    expect(await panel.findByText(/1 change since/)).toBeTruthy();
    expect(panel.getByRole("button", { name: "Restore a backup..." })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the licences", () => {
  it("are those of the installed packages", () => {
    for (const { name, version, licence } of PACKAGE_LICENCES) {
      const metadata: unknown = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
      expect(metadata).toMatchObject({ name, version, license: licence });
    }
  });

  it("stand with the app's own and the charts' notice on the About page", async () => {
    openApp("/about");
    await screen.findByRole("heading", { level: 1, name: "About Tidemark" });
    expect(screen.getByText(/Permission is hereby granted/)).toBeTruthy();
    expect(screen.getByText(/TradingView Lightweight Charts™/)).toBeTruthy();
    const all = screen.getByRole("link", { name: /all licences in full/ });
    expect(all.getAttribute("href")).toBe("/licences.txt"); // the build writes it
    expect(screen.getByRole("link", { name: "https://www.tradingview.com/" })).toBeTruthy();
    expect(screen.getByRole("rowheader", { name: "lightweight-charts" })).toBeTruthy();
  });
});

import { accessibilityFaults, openApp } from "./open-app.tsx";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { holdReload, UNSAVED } from "#src/app/work-in-hand.ts";
import { useOfflineStore } from "#src/offline/offline-store.ts";
import { database } from "#src/storage/database.ts";
import { useStorageState } from "#src/storage/storage-state.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

const CALM = { isNewer: false, isBlocked: false, copyProblem: null, lossProblem: null };

beforeEach(() => {
  useStorageState.setState(CALM);
});

describe("a notice of the storage", () => {
  it("says what came back from the second copy until the person has read it", async () => {
    const value = { at: Date.UTC(2026, 0, 2), strategies: 12, runs: 1, datasets: 0, resultsLost: 1 };
    await database.marks.put({ key: "healed", value });
    const user = openApp("/contact");
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toMatch(/lost the database.*12 strategies, 1 run, no datasets came back/);
    expect(notice.textContent).toMatch(/positions and curves of 1 run did not: run it again/);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Understood" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("of a newer app's data offers the update and the export", async () => {
    openApp("/contact");
    await screen.findByRole("heading", { level: 1 });
    useStorageState.setState({ ...CALM, isNewer: true });
    expect(await screen.findByText(/written by a newer Tidemark.*update the app/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reload to update" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Download my data" })).toBeTruthy();
  });

  it("of a newer app's data is the only one about the update, and says what becomes of unsaved changes", async () => {
    openApp("/contact");
    await screen.findByRole("heading", { level: 1 });
    useOfflineStore.setState({ update: "waiting" });
    const release = holdReload(UNSAVED);
    expect(await screen.findByText("It can be loaded when your changes are saved.")).toBeTruthy();
    useStorageState.setState({ ...CALM, isNewer: true });
    expect(
      await screen.findByText(/can't be saved here any more, and a reload drops it: note it down/),
    ).toBeTruthy();
    expect(screen.queryByText("A new version is ready.")).toBeNull();
    release();
    await waitFor(() => expect(screen.queryByText(/a reload drops it/)).toBeNull());
    useOfflineStore.setState({ update: "none" });
  });

  it("says that work is saved but has no second copy, and why", async () => {
    openApp("/contact");
    await screen.findByRole("heading", { level: 1 });
    useStorageState.setState({ ...CALM, copyProblem: { code: "storage-failed", message: "No room." } });
    expect(await screen.findByText(/saved, but without its second copy. No room\./)).toBeTruthy();
  });
});

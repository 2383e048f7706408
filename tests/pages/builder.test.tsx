import { openBuilder, press, preview, retype, stepTitle } from "./open-builder.tsx";
import { currentAddress, accessibilityFaults, openApp } from "./open-app.tsx";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Dexie } from "dexie";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { storedValues } from "#src/pages/builder/use-strategy-form.ts";
import { startRun } from "#src/run/start-run.ts";
import {
  addStrategy,
  listStrategies,
  loadDraft,
  saveDraft,
  loadStrategy,
  saveStrategy,
} from "#src/storage/strategies.ts";
import { database } from "#src/storage/database.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<(id: string) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { runId: "run-1" } }),
  ),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

beforeEach(() => {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

/** What a text box or a select holds. */
function valueOfBox(name: string): string {
  const role = ["Exchange", "Instrument type", "Dataset", "Benchmark", "Costs", "Prices"].includes(name)
    ? "combobox"
    : "textbox";
  return screen.getByRole<HTMLInputElement>(role, { name }).value;
}

/** The builder with 7 positions typed, refused because another tab saved 33 meanwhile. */
async function openBeside(): Promise<{ user: UserEvent; id: string }> {
  const { id, revision } = valueOf(await addStrategy({ ...defaultStrategy, name: "Tides" }, "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=simulation`);
  await screen.findByRole("form");
  const simulation = { ...defaultStrategy.simulation, maxPositions: 33 };
  valueOf(await saveStrategy(id, { ...defaultStrategy, name: "Tides", simulation }, revision));
  await retype(user, "Max positions", "7");
  await press(user, "Save Strategy");
  await screen.findByRole("dialog", { name: "This strategy was saved in another tab" });
  return { user, id };
}

async function maxPositionsOf(id: string): Promise<number> {
  return valueOf(await loadStrategy(id)).strategy.simulation.maxPositions;
}

describe("the steps", () => {
  it("go on with Continue, back with Back, and from the first one back to the list", async () => {
    const { user, record } = await openBuilder("scanner");
    for (const title of ["Buy Rules", "Sell Rules", "Simulation"]) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await press(user, "Continue");
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(stepTitle()).toBe(title));
    }
    expect(currentAddress()).toBe(`/simulation-steps?id=${record.id}&step=simulation`);
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    for (const title of ["Sell Rules", "Buy Rules", "Scanner"]) {
      // oxlint-disable-next-line no-await-in-loop
      await press(user, "Back");
      expect(stepTitle()).toBe(title);
    }
    await press(user, "Back");
    expect(currentAddress()).toBe("/strategy");
  });

  it("mark the ones that are done and can be chosen directly", async () => {
    const { user } = await openBuilder("sell");
    const steps = within(screen.getByRole("navigation", { name: "Steps" }));
    expect(steps.getByRole("button", { name: "Scanner (done)" })).toBeTruthy();
    expect(steps.getByRole("button", { name: "Sell Rules" }).getAttribute("aria-current")).toBe("step");
    await user.click(steps.getByRole("button", { name: "Buy Rules (done)" }));
    expect(stepTitle()).toBe("Buy Rules");
    expect(document.activeElement?.textContent).toBe("Buy Rules");
  });

  it.each(["scanner", "buy", "sell", "simulation"])("pass axe: %s", async (step) => {
    await openBuilder(step);
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the fields", () => {
  it("start with the specified defaults", async () => {
    const { user } = await openBuilder("scanner");
    expect(valueOfBox("Exchange")).toBe("NSE");
    expect(valueOfBox("Instrument type")).toBe("EQUITY");
    expect(valueOfBox("Dataset")).toBe("demo");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Any of the conditions" }).checked).toBe(true);
    expect(valueOfBox("Price growth, At least")).toBe("0");
    expect(valueOfBox("Minimum price, At least")).toBe("99");
    expect(valueOfBox("Market cap rank, In the top")).toBe("10");
    expect(valueOfBox("Average daily value, At least")).toBe("30,00,00,000");
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Buy Rules"));
    expect(screen.getAllByRole<HTMLInputElement>("checkbox").map((box) => box.checked)).toEqual([true, true]);
    expect(valueOfBox("Moving average, Over")).toBe("30");
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Sell Rules"));
    expect(valueOfBox("Trailing stop loss, Falls by")).toBe("10");
    expect(valueOfBox("Minimum holding period, At least")).toBe("5");
    expect(screen.getByText(/not exited before the minimum holding period/)).toBeTruthy();
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Simulation"));
    expect(valueOfBox("Initial margin")).toBe("1,00,000");
    expect(screen.getByLabelText<HTMLInputElement>("Start date").value).toBe("2000-01-01");
    expect(screen.getByLabelText<HTMLInputElement>("End date").value).toBe("2025-03-20");
    expect(valueOfBox("Max positions")).toBe("20");
    expect(
      screen.getByRole<HTMLInputElement>("textbox", { name: "Max positions per instrument" }).readOnly,
    ).toBe(true);
    expect(valueOfBox("Position sizing")).toBe("Equal Weight");
  });

  it.each([
    { typed: "", message: "Market cap rank is empty: it must be above 0, at most 100." },
    { typed: "abc", message: '"abc" is not a number: market cap rank must be above 0, at most 100.' },
    {
      typed: "1,5",
      message:
        '"1,5" is not a number: market cap rank must be above 0, at most 100. A comma only groups digits, as in 1,50,000 or 150,000.',
    },
    { typed: "101", message: "Market cap rank must be above 0, at most 100." },
  ])("say what is wrong with '$typed' and stay on the step with it", async ({ typed, message }) => {
    const { user } = await openBuilder("scanner");
    const box = await retype(user, "Market cap rank, In the top", typed);
    await press(user, "Continue");
    expect(await screen.findByText(message, { selector: "p[id]" })).toBeTruthy();
    expect(stepTitle()).toBe("Scanner");
    expect(box.value).toBe(typed);
    expect(box.getAttribute("aria-invalid")).toBe("true");
    const described = box.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
    expect(document.activeElement).toBe(box);
  });

  it("ask for an end date after the start date", async () => {
    const { user } = await openBuilder("simulation");
    const end = screen.getByLabelText<HTMLInputElement>("End date");
    await user.clear(end);
    await user.type(end, "1999-12-31");
    await press(user, "Save Strategy");
    expect(await screen.findByText("The end date must be after the start date.")).toBeTruthy();
    expect(screen.queryByText("Strategy saved successfully!")).toBeNull();
  });

  it("take a message away with its cause: a start date moved, a condition switched off", async () => {
    const { user } = await openBuilder("simulation");
    const start = screen.getByLabelText<HTMLInputElement>("Start date");
    await user.clear(start);
    await user.type(start, "2026-01-01");
    await press(user, "Save Strategy");
    await screen.findByText("The end date must be after the start date.");
    await user.clear(start);
    await user.type(start, "2020-01-01");
    await waitFor(() => expect(screen.queryByText("The end date must be after the start date.")).toBeNull());
    await user.click(screen.getByRole("button", { name: /Scanner/ }));
    const price = await retype(user, "Minimum price, At least", "cheap");
    await press(user, "Continue");
    await waitFor(() => expect(price.getAttribute("aria-invalid")).toBe("true"));
    await user.click(screen.getByRole("checkbox", { name: "Minimum price" }));
    await waitFor(() => expect(price.getAttribute("aria-invalid")).toBeNull());
  });

  it("can switch a condition off and on without losing its figure", async () => {
    const { user, record } = await openBuilder("scanner");
    const box = await retype(user, "Minimum price, At least", "150");
    const condition = screen.getByRole("checkbox", { name: "Minimum price" });
    await user.click(condition);
    expect(box.disabled).toBe(true);
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Buy Rules"));
    await user.click(screen.getByRole("button", { name: /Simulation/ }));
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(valueOf(await loadStrategy(record.id)).strategy.scanner.minPrice).toBeNull();
    await user.click(screen.getByRole("button", { name: /Scanner/ }));
    await user.click(screen.getByRole("checkbox", { name: "Minimum price" }));
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Minimum price, At least" }).value).toBe(
      "150",
    );
  });

  it("read 30cr as thirty crore and say so", async () => {
    const { user } = await openBuilder("scanner");
    await retype(user, "Average daily value, At least", "45cr");
    expect(screen.getByText("₹45,00,00,000 (₹45Cr)")).toBeTruthy();
  });

  it("say when the dataset has no such instruments, and refuse the start with that reason", async () => {
    vi.mocked(startRun).mockClear();
    const { user } = await openBuilder("scanner");
    await user.selectOptions(screen.getByRole("combobox", { name: "Instrument type" }), "FUTURES");
    expect(screen.getByRole("note").textContent).toContain("has no FUTURES");
    await user.click(screen.getByRole("button", { name: /Simulation/ }));
    await press(user, "Start Simulation");
    expect((await screen.findByRole("alert")).textContent).toContain("The simulation was not started.");
    expect(startRun).not.toHaveBeenCalled();
  });

  it("follow the exchange with the unit and rewrite nothing", async () => {
    const { user } = await openBuilder("scanner");
    await user.selectOptions(screen.getByRole("combobox", { name: "Exchange" }), "NYSE");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Minimum price, At least" }).value).toBe(
      "99",
    );
    expect(screen.getByText("$300,000,000 ($300M)")).toBeTruthy();
  });
});

describe("saving", () => {
  it.each(["scanner", "buy", "sell", "simulation"] as const)(
    "is at hand on the step %s, and stays there",
    async (step) => {
      const { user, record } = await openBuilder(step);
      const title = stepTitle();
      await user.selectOptions(screen.getByRole("combobox", { name: "Prices" }), "as-traded");
      await press(user, "Save Strategy");
      await screen.findByText("Strategy saved successfully!");
      expect(valueOf(await loadStrategy(record.id)).strategy.simulation.priceBasis).toBe("as-traded");
      expect(stepTitle()).toBe(title);
    },
  );

  it("says so in a status message once it is stored", async () => {
    const { user, record } = await openBuilder("sell");
    await retype(user, "Trailing stop loss, Falls by", "12.5");
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Simulation"));
    await press(user, "Save Strategy");
    const message = await screen.findByText("Strategy saved successfully!");
    expect(message.closest("output")).toBeTruthy();
    const stored = valueOf(await loadStrategy(record.id));
    expect(stored.status).toBe("ready");
    expect(stored.strategy.sell.trailingStopLoss).toBe(12.5);
  });

  it("goes to the step and field that are wrong", async () => {
    const { user } = await openBuilder("scanner");
    const box = await retype(user, "Minimum price, At least", "cheap");
    expect(box.value).toBe("cheap");
    await user.click(screen.getByRole("button", { name: "Simulation" }));
    await press(user, "Save Strategy");
    await waitFor(() => expect(stepTitle()).toBe("Scanner"));
    const again = screen.getByRole<HTMLInputElement>("textbox", { name: "Minimum price, At least" });
    await waitFor(() => expect(document.activeElement).toBe(again));
    expect(again.value).toBe("cheap");
  });

  it("says why it failed and keeps the form", async () => {
    const { user } = await openBuilder("simulation");
    await retype(user, "Max positions", "7");
    vi.spyOn(database.strategies, "put").mockRejectedValueOnce(
      new DOMException("full", "QuotaExceededError"),
    );
    await press(user, "Save Strategy");
    expect((await screen.findByRole("alert")).textContent).toContain("was not saved");
    expect(screen.queryByText("Strategy saved successfully!")).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Max positions" }).value).toBe("7");
  });

  it("makes a copy of a built-in strategy and goes on with it", async () => {
    const user = openApp("/simulation-steps?id=builtin-1&step=simulation");
    await screen.findByRole("form");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    const [copy] = (await listStrategies()).records;
    expect(copy?.name).toBe("My Momentum Strategy (copy)");
    await waitFor(() => expect(currentAddress()).toBe(`/simulation-steps?id=${copy?.id}&step=simulation`));
  });
});

describe("a newer version from another tab", () => {
  it("is not overwritten before the person says so", async () => {
    const { user, id } = await openBeside();
    expect(await maxPositionsOf(id)).toBe(33);
    await press(user, "Keep mine");
    await screen.findByText("Strategy saved successfully!");
    expect(await maxPositionsOf(id)).toBe(7);
  });

  it("can take the form's place", async () => {
    const { user, id } = await openBeside();
    await press(user, "Load theirs");
    const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Max positions" });
    await waitFor(() => expect(box.value).toBe("33"));
    expect(await maxPositionsOf(id)).toBe(33);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can stay beside the person's own", async () => {
    const { user, id } = await openBeside();
    await press(user, "Keep both");
    await screen.findByText("Strategy saved successfully!");
    const { records } = await listStrategies();
    expect(records).toHaveLength(2);
    const own = records.find((record) => record.id !== id);
    expect(own?.strategy.simulation.maxPositions).toBe(7);
    expect(own?.name).toMatch(/ \(2\)$/);
  });
});

describe("the draft", () => {
  it("is kept while typing and restored when the builder opens again", async () => {
    const { user, record } = await openBuilder("simulation");
    await retype(user, "Max positions", "twelve");
    await waitFor(async () => expect(await loadDraft(record.id)).not.toBeNull(), { timeout: 30_000 });
    await user.click(screen.getByRole("link", { name: "Logout" }));
    expect(screen.queryByRole("form")).toBeNull();
    cleanup();
    openApp(`/simulation-steps?id=${record.id}&step=simulation`);
    const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Max positions" });
    expect(box.value).toBe("twelve");
  });

  it("is kept at once when the page goes, even where the database answers too late", async () => {
    const { user, record } = await openBuilder("simulation");
    await retype(user, "Max positions", "8");
    const put = vi
      .spyOn(database.drafts, "put")
      .mockImplementation(() => Dexie.Promise.reject(new Dexie.AbortError()));
    window.dispatchEvent(new Event("pagehide"));
    cleanup();
    openApp(`/simulation-steps?id=${record.id}&step=simulation`);
    const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Max positions" });
    expect(box.value).toBe("8");
    put.mockRestore();
    await user.type(box, "0");
    await waitFor(async () => expect(await loadDraft(record.id)).not.toBeNull(), { timeout: 30_000 });
    expect(localStorage.getItem(`tidemark-draft-${record.id}`)).toBeNull();
  });

  it("of another tab is not written over, and the person is told", async () => {
    const { user, record } = await openBuilder("simulation");
    const elsewhere = { strategyId: record.id, values: { typed: "elsewhere" }, revision: record.revision };
    valueOf(await saveDraft(elsewhere, null));
    await retype(user, "Max positions", "8");
    expect((await screen.findByRole("alert")).textContent).toContain("Another tab has unsaved changes");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(screen.queryByText(/Another tab has unsaved changes/)).toBeNull();
    expect(await loadDraft(record.id)).toMatchObject({ values: { typed: "elsewhere" } });
  });

  it("ends with the save", async () => {
    const { user, record } = await openBuilder("simulation");
    await retype(user, "Max positions", "8");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    await new Promise((resolve) => {
      setTimeout(resolve, 700);
    });
    expect(await loadDraft(record.id)).toBeNull();
  });

  it("ends with the save even while it is being stored", async () => {
    const { user, record } = await openBuilder("simulation");
    await retype(user, "Max positions", "8");
    document.dispatchEvent(new Event("visibilitychange"));
    fireEvent.click(screen.getByRole("button", { name: "Save Strategy" }));
    await screen.findByText("Strategy saved successfully!");
    expect(await loadDraft(record.id)).toBeNull();
    cleanup();
    await saveAgain(record.id);
  });

  it("of what was typed during the save changes what was saved", async () => {
    const { user, record } = await openBuilder("simulation");
    const box = await retype(user, "Max positions", "8");
    const put = vi.spyOn(database.strategies, "put");
    fireEvent.click(screen.getByRole("button", { name: "Save Strategy" }));
    await waitFor(() => expect(put).toHaveBeenCalled(), { interval: 1 });
    fireEvent.change(box, { target: { value: "9" } });
    document.dispatchEvent(new Event("visibilitychange"));
    await screen.findByText("Strategy saved successfully!");
    await waitFor(async () => expect(await loadDraft(record.id)).toMatchObject({ revision: 2 }));
  });

  it("has what was typed while the form was being checked", async () => {
    const { user, record } = await openBuilder("simulation");
    const box = await retype(user, "Max positions", "8");
    fireEvent.click(screen.getByRole("button", { name: "Save Strategy" }));
    fireEvent.change(box, { target: { value: "9" } });
    await screen.findByText("Strategy saved successfully!");
    expect(await maxPositionsOf(record.id)).toBe(8);
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(async () => expect(await loadDraft(record.id)).toMatchObject({ revision: 2 }));
  });

  it("of an earlier revision that says what is stored asks nothing", async () => {
    const record = valueOf(await addStrategy({ ...defaultStrategy, name: "Tides" }, "demo"));
    valueOf(await saveDraft({ strategyId: record.id, values: storedValues(record), revision: 0 }, null));
    await saveAgain(record.id);
    expect(await loadDraft(record.id)).toBeNull();
  });
});

async function saveAgain(id: string): Promise<void> {
  const user = openApp(`/simulation-steps?id=${id}&step=simulation`);
  await screen.findByRole("form");
  await retype(user, "Max positions", "9");
  await press(user, "Save Strategy");
  await screen.findByText("Strategy saved successfully!");
  expect(await maxPositionsOf(id)).toBe(9);
}

it("saves, starts the run and shows it", async () => {
  const { user, record } = await openBuilder("simulation");
  await press(user, "Start Simulation");
  await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-1"));
  expect(startRun).toHaveBeenCalledWith(record.id);
  expect(valueOf(await loadStrategy(record.id)).status).toBe("ready");
});

it("says so when the strategy is not on this device", async () => {
  openApp("/simulation-steps?id=gone");
  expect(await screen.findByRole("heading", { name: "This strategy can't be opened" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to your strategies" })).toBeTruthy();
});

it("shows what was understood of a count in letters", async () => {
  const { user } = await openBuilder("simulation");
  await retype(user, "Initial margin", "1.5L");
  expect(screen.getByText("₹1,50,000 (₹1.5L)")).toBeTruthy();
  await retype(user, "Max positions", "0.1k");
  expect(screen.getByText("= 100")).toBeTruthy();
});

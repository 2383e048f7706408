import { currentAddress, accessibilityFaults, openApp } from "./open-app.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { strategyFileName } from "#src/pages/strategies/strategy-file.ts";
import { addLiveRun, updateLiveRun } from "#src/run/run-store.ts";
import { startRun } from "#src/run/start-run.ts";
import { database } from "#src/storage/database.ts";
import { createRun, failRun, finishRun, interruptRuns, markRunning } from "#src/storage/runs.ts";
import {
  addStrategy,
  createStrategy,
  listStrategies,
  saveDraft,
  saveStrategy,
} from "#src/storage/strategies.ts";
import { findSample } from "#src/storage/samples.ts";
import { saveFile } from "#src/ui/save-file.ts";
import type { Progress } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<(id: string) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { runId: "run-1" } }),
  ),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

const progress: Progress = {
  stage: "simulating",
  bytesRead: 0,
  bytesTotal: null,
  rows: 0,
  date: null,
  positions: 0,
  percent: 0,
  secondsLeft: null,
};

async function storeRun(strategyId: string, id = "run-9"): Promise<void> {
  valueOf(
    await createRun({
      id,
      strategyId,
      strategy: findSample(strategyId)?.strategy ?? defaultStrategy,
      datasetId: "demo",
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: "abc",
      engineVersion: "1",
    }),
  );
}

vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

async function findCard(name: string): Promise<HTMLElement> {
  const heading = await screen.findByRole("heading", { level: 3, name });
  const card = heading.closest("article");
  if (!card) throw new Error(`${name} is in no card`);
  return card;
}

const names = () =>
  within(screen.getByRole("region", { name: "Your strategies" }))
    .getAllByRole("heading", { level: 3 })
    .map((heading) => heading.textContent);

async function openLongList(count: number) {
  for (let number = 1; number <= count; number++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that their order is known
    const { id } = valueOf(await createStrategy(`Tide ${number}`));
    // oxlint-disable-next-line no-await-in-loop
    await database.strategies.update(id, { updatedAt: number });
  }
  const user = openApp("/strategy");
  await screen.findByRole("heading", { name: `Tide ${count}` });
  return user;
}

const fileOf = (content: unknown, name = "tides.json") => new File([JSON.stringify(content)], name);
const upload = async (user: UserEvent, file: File) =>
  user.upload(await screen.findByLabelText("File to open"), file);

describe("Create a Strategy", () => {
  it("keeps BEGIN disabled until the trimmed name is not empty", async () => {
    const user = openApp("/strategy");
    const box = await screen.findByPlaceholderText("Enter strategy name");
    const begin = screen.getByRole<HTMLButtonElement>("button", { name: "BEGIN" });
    expect(begin.disabled).toBe(true);
    await user.type(box, "   ");
    expect(begin.disabled).toBe(true);
    await user.type(box, "Tides");
    expect(begin.disabled).toBe(false);
  });

  it("stores a draft of that name and opens the builder with it", async () => {
    const user = openApp("/strategy");
    await user.type(await screen.findByPlaceholderText("Enter strategy name"), "  Tides {Enter}");
    await screen.findByRole("heading", { level: 1, name: "Tides" });
    const [stored] = (await listStrategies()).records;
    expect(stored?.name).toBe("Tides");
    expect(currentAddress()).toBe(`/simulation-steps?id=${stored?.id}&step=scanner`);
  });

  it("says that a name is too long and keeps what was typed", async () => {
    const user = openApp("/strategy");
    const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Strategy name" });
    await user.click(box);
    await user.paste("x".repeat(121));
    await user.click(screen.getByRole("button", { name: "BEGIN" }));
    expect(await screen.findByText("The name may have at most 120 characters.")).toBeTruthy();
    expect(box.value).toHaveLength(121);
    expect(box.getAttribute("aria-invalid")).toBe("true");
  });
});

describe("the built-in strategies", () => {
  it("are two cards as specified, one to start and one to show", async () => {
    openApp("/strategy");
    await screen.findByRole("heading", { name: "Or Test with Built-in strategies" });
    const cards = screen.getAllByRole("article");
    expect(cards).toHaveLength(2);
    for (const card of cards) {
      expect(within(card).getByRole("heading", { name: "My Momentum Strategy" })).toBeTruthy();
      expect(within(card).getByText("Built-in")).toBeTruthy();
      expect(within(card).getByText("Last updated 2 hours ago")).toBeTruthy();
      expect(within(card).getByRole("link", { name: "Edit Strategy" })).toBeTruthy();
      expect(within(card).getByRole("button", { name: "Duplicate Strategy" })).toBeTruthy();
    }
    const [first, second] = cards.map((card) => within(card));
    expect(first?.getByRole("button", { name: "Start Simulation" })).toBeTruthy();
    expect(second?.getByRole("button", { name: "Show Results" })).toBeTruthy();
  });

  it("open to their status and parameters", async () => {
    const user = openApp("/strategy");
    const [toggle] = await screen.findAllByRole("button", { name: "My Momentum Strategy" });
    if (!toggle) throw new Error("no card");
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    await user.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    const [card] = screen.getAllByRole("article");
    if (!card) throw new Error("no card");
    const shown = within(card);
    expect(shown.getByText("Not simulated yet")).toBeTruthy();
    expect(shown.getByText("Any of")).toBeTruthy();
    expect(shown.getByText("Market cap rank in the top 10%")).toBeTruthy();
    expect(shown.getByText("Initial margin ₹1,00,000")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("run first where there is no result to show yet", async () => {
    const user = openApp("/strategy");
    await user.click(await screen.findByRole("button", { name: "Show Results" }));
    expect(startRun).toHaveBeenCalledWith("builtin-2");
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-1"));
  });

  it("show the real time, status and result after a run of one's own", async () => {
    await storeRun("builtin-2");
    valueOf(await finishRun("run-9", sampleReport));
    openApp("/strategy");
    const link = await screen.findByRole("link", { name: "Show Results" });
    expect(link.getAttribute("href")).toBe("/simulation-result?run=run-9");
    expect(screen.getByText("Last updated just now")).toBeTruthy();
    const terms = screen.getAllByRole("term").filter(({ textContent }) => textContent === "Total growth");
    expect(terms.map((term) => term.closest("dl")?.textContent)).toEqual([
      "Total growth+21.0%CAGR–Max drawdown−5.0%",
    ]);
    expect(screen.getByText("Demo market (invented)")).toBeTruthy();
  });
});

describe("one's own strategies", () => {
  it("show where they stand", async () => {
    const draft = valueOf(await createStrategy("Draft one"));
    const failed = valueOf(await addStrategy({ ...defaultStrategy, name: "Failed one" }, "demo"));
    const live = valueOf(await addStrategy({ ...defaultStrategy, name: "Live one" }, "demo"));
    await saveDraft({ strategyId: failed.id, values: {}, revision: 1 }, null);
    await storeRun(failed.id);
    valueOf(await failRun("run-9", { code: "data-missing", message: "No prices." }));
    openApp("/strategy");
    expect(within(await findCard(draft.name)).getByText("Draft")).toBeTruthy();
    expect(within(await findCard("Failed one")).getByText("Failed")).toBeTruthy();
    expect(within(await findCard("Failed one")).getByText("Unsaved changes")).toBeTruthy();
    expect(within(await findCard("Live one")).getByText("Not simulated")).toBeTruthy();
    act(() => addLiveRun("run-2", live.id, live.name));
    expect(within(await findCard("Live one")).getByText("Queued")).toBeTruthy();
    act(() => updateLiveRun("run-2", { state: "running", progress: { ...progress, percent: 41.9 } }));
    expect(within(await findCard("Live one")).getByText("Running, 41%")).toBeTruthy();
    expect(within(await findCard("Live one")).getByRole("link", { name: "Show Progress" })).toBeTruthy();
  });

  it.each([9e15, 1e308])("show all but one that has the time %d, which is named", async (updatedAt) => {
    const good = valueOf(await addStrategy({ ...defaultStrategy, name: "Mine" }, "demo"));
    await database.strategies.put({ ...good, id: "late", name: "Late", updatedAt });
    openApp("/strategy");
    await findCard("Mine");
    expect(screen.getByText(/The stored strategy "Late" is damaged \(updatedAt\)/)).toBeTruthy();
  });

  it("can be duplicated", async () => {
    await createStrategy("Tides");
    const user = openApp("/strategy");
    const card = within(await findCard("Tides"));
    await user.click(card.getByRole("button", { name: "Tides" }));
    await user.click(card.getByRole("button", { name: "Duplicate Strategy" }));
    expect(await findCard("Tides (copy)")).toBeTruthy();
  });

  it("can be renamed", async () => {
    await createStrategy("Tides");
    const user = openApp("/strategy");
    const card = await findCard("Tides");
    await user.click(within(card).getByRole("button", { name: "Tides" }));
    await user.click(within(card).getByRole("button", { name: "Rename" }));
    const box = await screen.findByRole("textbox", { name: "New name" });
    await user.clear(box);
    await user.type(box, "Currents{Enter}");
    expect(await findCard("Currents")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be deleted, and the deletion undone", async () => {
    await createStrategy("Tides");
    const user = openApp("/strategy");
    const card = await findCard("Tides");
    await user.click(within(card).getByRole("button", { name: "Tides" }));
    await user.click(within(card).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Tides" })).toBeNull());
    expect(document.activeElement?.textContent).toBe("Or Test with Built-in strategies");
    await waitFor(async () => user.click(screen.getByRole("button", { name: "Undo" }))); // once it takes clicks
    expect(await findCard("Tides")).toBeTruthy();
  });
});

describe("a run in another tab", () => {
  it("is shown as it goes on, and as interrupted once that tab is gone", async () => {
    const { id } = valueOf(await addStrategy({ ...defaultStrategy, name: "Away" }, "demo"));
    await storeRun(id);
    openApp("/strategy");
    expect(within(await findCard("Away")).getByText("Queued")).toBeTruthy();
    await markRunning("run-9");
    expect(await within(await findCard("Away")).findByText("Running")).toBeTruthy();
    const link = within(await findCard("Away")).getByRole("link", { name: "Show Progress" });
    expect(link.getAttribute("href")).toBe("/simulation-result?run=run-9");
    expect(within(await findCard("Away")).queryByRole("button", { name: "Start Simulation" })).toBeNull();
    await interruptRuns(["run-9"]);
    expect(await within(await findCard("Away")).findByText("Interrupted")).toBeTruthy();
    expect(within(await findCard("Away")).getByRole("button", { name: "Start Simulation" })).toBeTruthy();
  });

  it("that ends leaves a result, marked once the strategy is changed", async () => {
    const { id, revision } = valueOf(await addStrategy({ ...defaultStrategy, name: "Away" }, "demo"));
    await storeRun(id);
    await finishRun("run-9", sampleReport);
    openApp("/strategy");
    const row = within(await findCard("Away"));
    expect(row.getByText("Demo market (invented)")).toBeTruthy();
    expect(row.queryByText("Total growth")).toBeNull(); // as a whole once it is opened
    expect(row.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Show Results",
      "Edit Strategy",
    ]);
    const scanner = { ...defaultStrategy.scanner, minPrice: 150 };
    valueOf(await saveStrategy(id, { ...defaultStrategy, name: "Away", scanner }, revision));
    expect(await screen.findByText("Demo market (invented), before the latest changes")).toBeTruthy();
  });
});

it("tells the exact time on hover and on focus, and hides it on Esc", async () => {
  await createStrategy("Tides");
  const user = openApp("/strategy");
  const card = within(await findCard("Tides"));
  const when = card.getByRole("button", { name: "Last updated just now" });
  await user.hover(when);
  expect(screen.getByRole("tooltip").textContent).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/);
  await user.unhover(when);
  expect(screen.queryByRole("tooltip")).toBeNull();
  act(() => when.focus());
  expect(when.getAttribute("aria-describedby")).toBe(screen.getByRole("tooltip").id);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
});

it("folds the built-in strategies away once there is one of one's own", async () => {
  await createStrategy("Tides");
  const user = openApp("/strategy");
  await findCard("Tides");
  expect(screen.getByRole("heading", { name: "Or Test with Built-in strategies" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "My Momentum Strategy" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show the built-in strategies" }));
  expect(screen.getAllByRole("heading", { name: "My Momentum Strategy" })).toHaveLength(2);
  expect(await accessibilityFaults()).toEqual([]);
});

describe("a list that grew long", () => {
  it("has no search while five are all", async () => {
    await openLongList(5);
    expect(screen.queryByRole("searchbox")).toBeNull();
  });

  it("can be searched, from the keyboard too", async () => {
    const user = await openLongList(6);
    await user.keyboard("/");
    const box = screen.getByRole("searchbox", { name: "Search by name" });
    expect(document.activeElement).toBe(box);
    await user.type(box, "3 tide");
    expect(names()).toEqual(["Tide 3"]);
    expect(screen.getByText("1 of 6 strategies")).toBeTruthy();
    await user.type(box, "x");
    expect(screen.getByText("No strategy has this name.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(names()).toHaveLength(6);
    expect(document.activeElement).toBe(box);
  });

  it("can be sorted by time, name and growth", async () => {
    const user = await openLongList(10);
    expect(names()[0]).toBe("Tide 10");
    const sort = screen.getByRole("combobox", { name: "Sort by" });
    await user.selectOptions(sort, "Name");
    expect(names()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `Tide ${number}`));
    const third = (await listStrategies()).records.find(({ name }) => name === "Tide 3");
    await storeRun(third?.id ?? "");
    await finishRun("run-9", sampleReport);
    await user.selectOptions(sort, "Total growth");
    await waitFor(() => expect(names()[0]).toBe("Tide 3"));
  });
});

describe("strategy files", () => {
  const saved = vi.mocked(saveFile);
  it("come back as they went out, under a name of their own", async () => {
    const strategy = {
      ...defaultStrategy,
      name: "Tides: <50%?>",
      sell: { ...defaultStrategy.sell, stopLoss: 7.5 },
    };
    await addStrategy(strategy, "demo");
    const user = openApp("/strategy");
    const card = within(await findCard(strategy.name));
    await user.click(card.getByRole("button", { name: strategy.name }));
    await user.click(card.getByRole("button", { name: "Export" }));
    const [fileName, , text] = saved.mock.lastCall ?? ["", "", ""];
    expect(fileName).toBe("tides-50.json");
    await upload(user, new File([text], fileName));
    const dialog = within(await screen.findByRole("dialog", { name: `Import "${strategy.name}"?` }));
    expect(dialog.getByText(/Sell on a fall of 7.5% below the entry price/)).toBeTruthy();
    expect(dialog.getByText(/it is stored as "Tides: <50%\?> \(2\)"/)).toBeTruthy();
    expect((await listStrategies()).records).toHaveLength(1);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Import" }));
    await findCard("Tides: <50%?> (2)");
    const [imported] = (await listStrategies()).records;
    expect(imported?.strategy).toEqual({ ...strategy, name: "Tides: <50%?> (2)" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be dropped on the page, and looked at without being stored", async () => {
    const user = openApp("/strategy");
    await screen.findByRole("button", { name: "Open a file" });
    const dataTransfer = { types: ["Files"], files: [fileOf({ name: "Dropped" })] };
    fireEvent.dragOver(document, { dataTransfer });
    expect(screen.getByText("Drop a strategy, run capsule, deployment or backup")).toBeTruthy();
    fireEvent.drop(document, { dataTransfer });
    await screen.findByRole("dialog", { name: 'Import "Dropped"?' });
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect((await listStrategies()).records).toEqual([]);
  });

  it.each([
    {
      title: "a field beyond its limit, with its value",
      file: fileOf({ sell: { trailingStopLoss: 150 } }),
      message: /sell\.trailingStopLoss is 150, but must be above 0, under 100/,
    },
    {
      title: "an unknown field by its name",
      file: fileOf({ scanner: { minimumPrice: 9 } }),
      message: /unknown field scanner\.minimumPrice/,
    },
    {
      title: "what is not JSON",
      file: new File(['{"name": "Tides'], "a.json"),
      message: /"a\.json" is not JSON/,
    },
    {
      title: "more than a strategy can be",
      file: new File([`{"name": "${"x".repeat(5_000_001)}"}`], "big.json"),
      message: /"big\.json" has 5\.0 MB/,
    },
  ])("are refused: $title", async ({ file, message }) => {
    const user = openApp("/strategy");
    await upload(user, file);
    const dialog = within(await screen.findByRole("dialog", { name: "This file can't be imported" }));
    expect(dialog.getByText(message)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect((await listStrategies()).records).toEqual([]);
  });

  it("name every field that is wrong", async () => {
    const user = openApp("/strategy");
    await upload(user, fileOf({ name: " ", simulation: { maxPositions: 0 } }));
    const dialog = within(await screen.findByRole("dialog", { name: "This file can't be imported" }));
    expect(dialog.getAllByRole("listitem")).toHaveLength(2);
  });

  it("name every line that is wrong, with place, column and the nearest name", async () => {
    const user = openApp("/strategy");
    await upload(user, fileOf({ buy: { rules: ["sam(20) > 1"] }, sell: { rules: [{ any: ["held >"] }] } }));
    const dialog = within(await screen.findByRole("dialog", { name: "This file can't be imported" }));
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "buy.rules[0], column 1: sam is not known; did you mean sma?",
      expect.stringMatching(/^sell\.rules\[0\]\.any\[0\], column 7: the line ends here/),
    ]);
    expect((await listStrategies()).records).toEqual([]);
  });

  it.each([
    { name: "../../etc/passwd", fileName: "etc-passwd.json" },
    { name: "CON", fileName: "strategy-con.json" },
    { name: "???", fileName: "strategy.json" },
    { name: "Größe 2", fileName: "größe-2.json" },
    { name: "x".repeat(120), fileName: `${"x".repeat(80)}.json` },
  ])("have a name that every system takes: $name", ({ name, fileName }) => {
    expect(strategyFileName(name)).toBe(fileName);
  });
});

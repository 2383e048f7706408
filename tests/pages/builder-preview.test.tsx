import { openBuilder, press, preview, retype, stepTitle } from "./open-builder.tsx";
import { accessibilityFaults, currentAddress } from "./open-app.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Dexie } from "dexie";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { adviceFor } from "#src/pages/builder/advice.ts";
import { startRun } from "#src/run/start-run.ts";
import { database } from "#src/storage/database.ts";
import { fairStrategy } from "#workers/model/fair-terms.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import type { Preview } from "#workers/model/preview.ts";
import type { Result } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<(id: string) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { runId: "run-1" } }),
  ),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

beforeEach(() => {
  asked.rehearse.mockClear();
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
});

const answerOf = (changes: Partial<Preview>) => ({ ok: true as const, value: { ...preview, ...changes } });

/** What is said of a new strategy with this scanner and margin. */
function warningsAbout(scanner: Partial<typeof defaultStrategy.scanner>, startMargin: number) {
  const strategy = {
    ...fairStrategy,
    scanner: { ...fairStrategy.scanner, ...scanner },
    simulation: { ...fairStrategy.simulation, startMargin },
  };
  const advice = adviceFor(strategy, { dataset: null, preview, currency: "INR" });
  return advice.filter(({ stopsStart }) => !stopsStart);
}

const fullStorage = {
  getItem: () => null,
  removeItem: () => {},
  setItem: () => {
    throw new DOMException("full", "QuotaExceededError");
  },
};

function holdsTab(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Matches a line whose figure stands in an element of its own. */
function passes(text: string) {
  return (_content: string, element: Element | null) =>
    element?.tagName === "P" && element.textContent === text;
}

describe("the live preview", () => {
  it("counts what passes each condition and all of them together", async () => {
    const { user } = await openBuilder("scanner");
    expect(await screen.findByText(passes("70 of 120 pass on 20/03/2025"))).toBeTruthy();
    expect(screen.getByText(passes("12 of 120 pass on 20/03/2025"))).toBeTruthy();
    const totals = screen.getByRole("region", { name: "What passes on 20/03/2025" });
    expect(totals.querySelector("[aria-live=polite]")?.textContent).toBe(
      "Scanner90 of 120Buy rules50 of 120Both40 of 12040 candidates that day for 20 places: the order priority decides.",
    );
    await press(user, "Continue");
    expect(await screen.findByText(passes("55 of 120 pass on 20/03/2025"))).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Last price at or above the moving average" }));
    expect(screen.queryByText(passes("55 of 120 pass on 20/03/2025"))).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has the very run gone through that a start would record, once the form is at rest", async () => {
    const { user, record } = await openBuilder("simulation");
    await retype(user, "Max positions", "8");
    await waitFor(() => expect(asked.rehearse).toHaveBeenCalled(), { timeout: 30_000 });
    const [rehearsed] = asked.rehearse.mock.lastCall ?? [];
    await press(user, "Start Simulation");
    await waitFor(() => expect(startRun).toHaveBeenCalledWith(record.id));
    const started = valueOf(await loadStrategy(record.id));
    expect(started.strategy.simulation.maxPositions).toBe(8);
    expect(JSON.stringify(rehearsed?.strategy)).toBe(JSON.stringify(started.strategy));
    expect(rehearsed?.source).toEqual({ type: "stored", datasetId: started.datasetId });
  });

  it("asks one question at a time, after a pause, and shows the last answer only", async () => {
    const answers: ((answer: Result<Preview>) => void)[] = [];
    asked.preview.mockImplementation(
      () =>
        new Promise((resolve) => {
          answers.push(resolve);
        }),
    );
    const { user } = await openBuilder("scanner");
    await waitFor(() => expect(answers).toHaveLength(1), { timeout: 30_000 });
    await retype(user, "Minimum price, At least", "150");
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    expect(answers).toHaveLength(1);
    answers[0]?.(answerOf({ together: 1 }));
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(screen.queryByText(/1 candidate that day/)).toBeNull();
    answers[1]?.(answerOf({ together: 2 }));
    expect(await screen.findByText("2 candidates that day for 20 places.")).toBeTruthy();
    expect(asked.preview.mock.lastCall?.[0].strategy.scanner.minPrice).toBe(150);
    await user.click(screen.getByRole("button", { name: "Sell Rules" }));
    await retype(user, "Trailing stop loss, Falls by", "9");
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    expect(answers).toHaveLength(2);
  });

  it("loses the counts of the step with a wrong field, which is marked, and of no other step", async () => {
    const { user } = await openBuilder("scanner");
    await screen.findByText(passes("70 of 120 pass on 20/03/2025"));
    await retype(user, "Price growth, At least", "much");
    expect(screen.queryByText(passes("70 of 120 pass on 20/03/2025"))).toBeNull();
    const totals = screen.getByRole("region", { name: "What passes on 20/03/2025" });
    await waitFor(() =>
      expect(totals.querySelector("[aria-live=polite]")?.textContent).toBe(
        "Scanner– of 120Buy rules50 of 120Both– of 120The scanner is counted once every field there can be read.",
      ),
    );
    const steps = within(screen.getByRole("navigation", { name: "Steps" }));
    await user.click(steps.getByRole("button", { name: "Buy Rules" }));
    expect(await screen.findByText(passes("55 of 120 pass on 20/03/2025"))).toBeTruthy();
    expect(steps.getByRole("button", { name: "Scanner (needs attention)" })).toBeTruthy();
    await user.click(steps.getByRole("button", { name: "Sell Rules" }));
    await retype(user, "Trailing stop loss, Falls by", "deep");
    expect(steps.getByRole("button", { name: "Sell Rules (needs attention)" })).toBeTruthy();
  });

  it("goes on while dates, benchmark or name can't be read", async () => {
    const { user } = await openBuilder("simulation");
    expect(await screen.findByText(/40 candidates that day/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("End date"), { target: { value: "" } });
    await retype(user, "Initial margin", "all I have");
    await user.click(screen.getByRole("button", { name: /Scanner/ }));
    await user.clear(screen.getByRole("textbox", { name: "Strategy name" }));
    await user.click(screen.getByRole("button", { name: "Buy Rules" }));
    expect(await screen.findByText(passes("55 of 120 pass on 20/03/2025"))).toBeTruthy();
  });

  it("says why there is no count, and counts again when asked", async () => {
    asked.preview.mockResolvedValueOnce({
      ok: false,
      problem: { code: "worker-lost", message: "The background worker stopped." },
    });
    const { user } = await openBuilder("simulation");
    expect(await screen.findByText("No count: The background worker stopped.")).toBeTruthy();
    await press(user, "Count again");
    expect(await screen.findByText(/40 candidates that day/)).toBeTruthy();
  });

  it("says that a condition is left out where the data can't answer it", async () => {
    asked.preview.mockResolvedValue(answerOf({ passing: { ...preview.passing, marketCapRank: null } }));
    await openBuilder("scanner");
    expect(await screen.findByText("This data can't answer it: the condition is left out.")).toBeTruthy();
    expect(screen.getByRole("note").textContent).toContain("no market cap");
  });
});

describe("warnings", () => {
  it("stand on their step and do not block", async () => {
    const { user, record } = await openBuilder("scanner");
    await retype(user, "Minimum price, At least", "0");
    expect(screen.getByRole("note").textContent).toContain("the others change nothing");
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Buy Rules"));
    expect(screen.queryByRole("note", { name: "Worth a look" })).toBeNull();
    await press(user, "Continue");
    await retype(user, "Trailing stop loss, Falls by", "0.5");
    expect(screen.getByText(/less than most prices move in a day/)).toBeTruthy();
    await press(user, "Continue");
    await waitFor(() => expect(stepTitle()).toBe("Simulation"));
    expect(within(screen.getByRole("note")).getAllByRole("listitem")).toHaveLength(2);
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(valueOf(await loadStrategy(record.id)).strategy.sell.trailingStopLoss).toBe(0.5);
    await press(user, "Go to Sell Rules");
    expect(stepTitle()).toBe("Sell Rules");
  });

  it("tell of a period that reaches beyond the prices, and refuse one that misses them", async () => {
    vi.mocked(startRun).mockClear();
    const { user } = await openBuilder("simulation");
    fireEvent.change(screen.getByLabelText("Start date"), { target: { value: "1995-01-01" } });
    expect(screen.getByRole("note").textContent).toContain("the simulation begins on 03/01/2000");
    fireEvent.change(screen.getByLabelText("End date"), { target: { value: "1996-01-01" } });
    await waitFor(() => expect(screen.getByRole("note").textContent).toContain("Can't start"));
    await press(user, "Start Simulation");
    expect((await screen.findByRole("alert")).textContent).toContain("has no prices in this period");
    expect(startRun).not.toHaveBeenCalled();
  });

  const base = defaultStrategy;
  it.each([
    { title: "a hold that ends before it may", sell: { maxHoldingDays: 3 }, said: "the minimum wins" },
    { title: "a stop that never comes first", sell: { stopLoss: 12 }, said: "never comes first" },
    { title: "no exit at all", sell: { trailingStopLoss: null }, said: "No exit rule is on" },
  ])("know $title", ({ sell, said }) => {
    const strategy = { ...base, sell: { ...base.sell, ...sell } };
    const messages = adviceFor(strategy, { dataset: null, preview: null, currency: "INR" });
    expect(messages.map(({ message }) => message).join(" ")).toContain(said);
  });

  it("have nothing to say about what is new, nor about a place that can pay for a share", () => {
    expect(warningsAbout({}, 100_000)).toEqual([]);
    expect(warningsAbout({ match: "all", minPrice: 5000 }, 100_000)).toEqual([]);
    expect(warningsAbout({ match: "all", minPrice: 5001 }, 100_000)).toHaveLength(1);
  });
});

describe("the keyboard", () => {
  it("saves, goes through the steps and starts", async () => {
    const { user, record } = await openBuilder("scanner");
    await retype(user, "Minimum price, At least", "120");
    await user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Strategy saved successfully!");
    expect(valueOf(await loadStrategy(record.id)).strategy.scanner.minPrice).toBe(120);
    act(() => screen.getByRole("button", { name: "Continue" }).focus());
    await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
    await waitFor(() => expect(stepTitle()).toBe("Buy Rules"));
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    await waitFor(() => expect(stepTitle()).toBe("Scanner"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-1"));
  });
});

describe("leaving", () => {
  it("asks nothing while the draft is kept", async () => {
    const { user } = await openBuilder("simulation");
    await retype(user, "Max positions", "8");
    await user.click(screen.getByRole("link", { name: "Logout" }));
    expect(currentAddress()).toBe("/");
    expect(holdsTab()).toBe(false);
  });

  it("asks first where the draft could not be kept anywhere", async () => {
    vi.spyOn(database.drafts, "put").mockImplementation(() => Dexie.Promise.reject(new Dexie.AbortError()));
    vi.stubGlobal("localStorage", fullStorage);
    const { user } = await openBuilder("simulation");
    const here = currentAddress();
    await retype(user, "Max positions", "8");
    expect((await screen.findByRole("alert")).textContent).toContain("The draft was not saved");
    await waitFor(() => expect(holdsTab()).toBe(true));
    await user.click(screen.getByRole("link", { name: "Logout" }));
    await screen.findByRole("dialog", { name: "Leave without your changes?" });
    expect(currentAddress()).toBe(here);
    await press(user, "Stay here");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Command palette" }), "go to pricing{Enter}");
    await screen.findByRole("dialog", { name: "Leave without your changes?" });
    expect(currentAddress()).toBe(here);
    await press(user, "Stay here");
    const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Max positions" });
    expect(box.value).toBe("8");
    await user.click(await screen.findByRole("button", { name: "Scanner (done)" }));
    expect(stepTitle()).toBe("Scanner");
    await press(user, "Back");
    await press(user, "Leave and lose them");
    expect(currentAddress()).toBe("/strategy");
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

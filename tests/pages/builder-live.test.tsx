/** Beside the builder's form: what it would have done, what changed since the last run, who is a candidate. */
import { openBuilder, press, preview, retype } from "./open-builder.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { DASH } from "#src/format/number.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import { countTrials } from "#src/storage/trials.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { handReport } from "./results-report.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";

vi.mock("#src/run/sketch-runs.ts", () => ({ sketchRuns: () => new Promise(() => {}) }));

const SLOWLY = { timeout: 30_000 };
const sketch: RunSketch = {
  from: "2000-01-03",
  to: "2025-03-20",
  priceBasis: "adjusted",
  cagr: 12.34,
  maxDrawdown: -43.5,
  trades: 321,
  positions: 330,
  invested: 87.6,
  benchmark: { label: "TIDAL120", cagr: 10.3, maxDrawdown: -59.9 },
  account: [1, 2, 4],
  index: [1, 1.5, 2],
};

beforeEach(() => {
  const candidates = Array.from({ length: 14 }, (_, at) => ({ symbol: `S${at}`, name: `Company ${at}` }));
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: { ...preview, candidates } });
  asked.rehearse.mockReset().mockResolvedValue({ ok: true, value: sketch });
  asked.findDays.mockReset().mockResolvedValue({
    ok: false,
    problem: { code: "data-missing", message: "S1 is not among the instruments of this strategy." },
  });
});

const refused = (message: string) => ({
  ok: false as const,
  problem: { code: "memory-short" as const, message },
});
const side = () => within(screen.getByRole("complementary"));

it("leads from the first step to the templates, on the data that the strategy is for", async () => {
  const { user } = await openBuilder("scanner");
  const link = screen.getByRole("link", { name: "Start from a template" });
  expect(link.getAttribute("href")).toBe("/strategy?templates=all&on=demo+NSE#templates");
  await user.click(link);
  await screen.findByRole("button", { name: "Close the gallery" }, SLOWLY);
  expect(await screen.findByText(/^Ideas from the literature/, undefined, SLOWLY)).toBeTruthy();
});

it.each(["buy", "sell", "simulation"])("offers no template once the strategy is begun: %s", async (step) => {
  await openBuilder(step);
  expect(screen.queryByRole("link", { name: "Start from a template" })).toBeNull();
});

it("draws the run of the form at rest, with figures beside the benchmark's", async () => {
  await openBuilder("simulation");
  const row = await side().findByRole("row", { name: /CAGR/ }, SLOWLY);
  expect(row.textContent).toBe("CAGR12.3%10.3%");
  expect(side().getByRole("row", { name: /Deepest fall/ }).textContent).toBe("Deepest fall−43.5%−59.9%");
  expect(side().getByRole("row", { name: /Trades/ }).textContent).toBe(`Trades321${DASH}`);
  expect(side().getByRole("row", { name: /Invested/ }).textContent).toBe(`Invested88%${DASH}`);
  expect(await accessibilityFaults()).toEqual([]);
});

it("counts each picture that it draws as a variant tried, and a run of the same settings as no other", async () => {
  const { user, record } = await openBuilder("simulation");
  await side().findByRole("row", { name: /CAGR/ }, SLOWLY);
  const { fingerprint } = valueOf(await sourceFor("demo", "NSE"));
  const { id: strategyId, strategy } = record;
  const run = { strategyId, strategy, datasetFingerprint: fingerprint };
  await waitFor(async () => expect(await countTrials(run)).toBe(1), SLOWLY);
  await retype(user, "Max positions", "5");
  await waitFor(async () => expect(await countTrials(run)).toBe(2), SLOWLY);
  const of = { ...run, id: "own", datasetId: "demo", datasetTitle: "Demo", engineVersion: "1" };
  valueOf(await createRun(of));
  valueOf(await finishRun("own", handReport));
  expect(await countTrials(run)).toBe(2);
});

it("says of figures that hang on own code that nobody looked for look-ahead yet", async () => {
  asked.rehearse.mockResolvedValue({ ok: true, value: { ...sketch, isUnchecked: true } });
  await openBuilder("simulation");
  expect(await side().findByText(/^Not checked yet: Start Simulation checks/, {}, SLOWLY)).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
});

it("says that nothing would have been bought", async () => {
  asked.rehearse.mockResolvedValue({ ok: true, value: { ...sketch, positions: 0, trades: 0 } });
  await openBuilder("simulation");
  expect(await side().findByText(/it would have bought no instrument/, {}, SLOWLY)).toBeTruthy();
});

it("drops the answer to a form that was changed meanwhile", async () => {
  const answers: ((late: RunSketch) => void)[] = [];
  asked.rehearse.mockImplementation(
    () => new Promise((resolve) => answers.push((value) => resolve({ ok: true, value }))),
  );
  const { user } = await openBuilder("simulation");
  await waitFor(() => expect(answers).toHaveLength(1), SLOWLY);
  await retype(user, "Max positions", "5");
  answers[0]?.({ ...sketch, trades: 111 });
  await waitFor(() => expect(answers.length).toBeGreaterThan(1), SLOWLY);
  expect(side().queryByRole("row", { name: /Trades/ })).toBeNull();
  answers.at(-1)?.({ ...sketch, trades: 222 });
  expect((await side().findByRole("row", { name: /Trades/ }, SLOWLY)).textContent).toBe(`Trades222${DASH}`);
});

it("tries again where something else ended the run ahead", async () => {
  asked.rehearse.mockResolvedValueOnce({ ok: true, value: null });
  await openBuilder("simulation");
  expect(await side().findByRole("row", { name: /CAGR/ }, SLOWLY)).toBeTruthy();
  expect(asked.rehearse).toHaveBeenCalledTimes(2);
});

it("says that other work came first each time, and draws it when asked", async () => {
  asked.rehearse.mockResolvedValue({ ok: true, value: null });
  const { user } = await openBuilder("simulation");
  expect(await side().findByText("Not drawn: other work came first.", {}, SLOWLY)).toBeTruthy();
  expect(asked.rehearse).toHaveBeenCalledTimes(3);
  asked.rehearse.mockResolvedValue({ ok: true, value: sketch });
  await user.click(side().getByRole("button", { name: "Draw it" }));
  expect(await side().findByRole("row", { name: /CAGR/ }, SLOWLY)).toBeTruthy();
});

it("says why the run, or the counts before it, were refused", async () => {
  asked.rehearse.mockResolvedValue(refused("No run of it."));
  const { user } = await openBuilder("scanner");
  expect(await side().findByText("Not drawn: No run of it.", {}, SLOWLY)).toBeTruthy();
  asked.preview.mockResolvedValue(refused("Too large."));
  await retype(user, "Minimum price, At least", "150");
  expect(await side().findByText("Not drawn: Too large.", {}, SLOWLY)).toBeTruthy();
});

it("says that something keeps the run from being started", async () => {
  const { user } = await openBuilder("simulation");
  await side().findByRole("row", { name: /CAGR/ }, SLOWLY);
  await user.selectOptions(screen.getByRole("combobox", { name: "Order priority" }), "expression");
  const box = screen.getByRole("textbox", { name: "Priority expression" });
  await user.clear(box);
  await user.type(box, "roicc");
  expect(await side().findByText("Appears once the strategy can run.", {}, SLOWLY)).toBeTruthy();
  expect(
    await screen.findByText(/^Priority expression can't be read\. Column 1: "roicc".* Did you mean roic\?$/),
  ).toBeTruthy();
});

it("waits for a page that is hidden, and draws once it is looked at", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  try {
    await openBuilder("simulation");
    await waitFor(() => expect(asked.preview).toHaveBeenCalled(), SLOWLY);
    await screen.findByText(/candidates that day/, {}, SLOWLY);
    expect(asked.rehearse).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await side().findByRole("row", { name: /CAGR/ }, SLOWLY)).toBeTruthy();
  } finally {
    hidden.mockRestore();
  }
});

it("keeps the run from being started where the counts found a symbol that the data lacks", async () => {
  const lacks = {
    code: "rules-unknown-symbol" as const,
    message: "",
    details: ['buy.rules[0], column 1: the dataset has no bar of "NOSUCH"; name another symbol'],
  };
  asked.preview.mockResolvedValue({ ok: true, value: { ...preview, lacks } });
  const { user } = await openBuilder("simulation");
  const told = `Buy rule 1 can't be answered. Column 1: the dataset has no bar of "NOSUCH"; name another symbol.`;
  expect(await screen.findByText(told, {}, SLOWLY)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Start Simulation" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(`The simulation was not started. ${told}`);
  expect(asked.rehearse).not.toHaveBeenCalled();
});

it("names candidates, and asks for the days of one with the rules of the step", async () => {
  const { user } = await openBuilder("scanner");
  const panel = within(await side().findByRole("region", { name: /^Candidates on/ }, SLOWLY));
  await waitFor(() => expect(panel.queryByRole("button", { name: "S11" })).toBeTruthy(), SLOWLY);
  expect(panel.queryByRole("button", { name: "S13" })).toBeNull();
  await user.click(panel.getByRole("button", { name: "2 more" }));
  expect(panel.getByRole("button", { name: "S13" })).toBeTruthy();
  await user.click(panel.getByRole("button", { name: "S1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "S1 · Company 1" }, SLOWLY));
  expect(await dialog.findByText(/not among the instruments/)).toBeTruthy();
  const [question] = asked.findDays.mock.lastCall ?? [];
  expect(question?.strategy.buy).toMatchObject({ lastPriceVsClose: false, lastPriceVsMA: false });
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("marks the days of one rule that is chosen, and on the sell step those of sell rules", async () => {
  const rules = ["close > sma(50)", { any: ["rsi(2) < 5"], label: "Dips" }];
  const settings = {
    buy: { rules, lastPriceVsClose: true, lastPriceVsMA: false },
    sell: { rules: ["close < sma(9)", "held > 5"] },
  };
  const { id } = valueOf(await addStrategy(strategyOf(settings), "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=buy`);
  await screen.findByRole("complementary", {}, SLOWLY);
  await user.click(await side().findByRole("button", { name: "S1" }, SLOWLY));
  const chosen = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Mark the days of" }, SLOWLY);
  const labels = async () => Array.from((await chosen()).options, ({ text }) => text);
  expect(await labels()).toEqual([
    "Scanner and buy rules",
    "Last price at or above the last close",
    "Rule 1: close > sma(50)",
    "Group 2: Dips",
    "Rule 2.1: rsi(2) < 5",
  ]);
  await user.selectOptions(await chosen(), "Rule 2.1: rsi(2) < 5");
  await waitFor(() => expect(asked.findDays).toHaveBeenCalledTimes(2));
  const [one] = asked.findDays.mock.lastCall ?? [];
  expect(one?.strategy.buy).toMatchObject({ rules: ["rsi(2) < 5"], lastPriceVsClose: false });
  expect(one?.strategy.scanner).toMatchObject({ priceGrowth: null, minPrice: null });
  expect(await accessibilityFaults()).toEqual([]);
  await press(user, "Close");
  await user.click(screen.getByRole("button", { name: /^Sell Rules/ }));
  await user.click(side().getByRole("button", { name: "S1" }));
  expect(await labels()).toEqual(["Any sell rule that asks about no position", "Rule 1: close < sma(9)"]);
  const [sells] = asked.findDays.mock.lastCall ?? [];
  expect(sells?.strategy.buy.rules).toEqual([{ any: ["close < sma(9)"] }]);
});

it("says that rules about a position have no days without one", async () => {
  const { id } = valueOf(await addStrategy(strategyOf({ sell: { rules: ["held > 5"] } }), "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=sell`);
  await screen.findByRole("complementary", {}, SLOWLY);
  await user.click(await side().findByRole("button", { name: "S1" }, SLOWLY));
  expect(await screen.findByText(/^Every sell rule asks about an open position/, {}, SLOWLY)).toBeTruthy();
  expect(asked.findDays).not.toHaveBeenCalled();
});

it("says beside the buttons when the draft was saved", async () => {
  const { user } = await openBuilder("simulation");
  await retype(user, "Max positions", "5");
  expect(await screen.findByText(/^Draft saved \d\d:\d\d$/, {}, SLOWLY)).toBeTruthy();
});

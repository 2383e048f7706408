/** The strip with dataset, exchange, benchmark, costs and prices, and the warnings that a click mends. */
import { openBuilder, preview, press, retype, stepTitle } from "./open-builder.tsx";
import { record as imported } from "./import-checks.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { filterWarning, placesWarning } from "#src/pages/builder/terms-advice.ts";
import { addDataset } from "#src/storage/datasets.ts";
import { listRuns } from "#src/storage/runs.ts";
import { addStrategy, loadStrategy } from "#src/storage/strategies.ts";
import type { Preview } from "#workers/model/preview.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

beforeEach(() => answerWith({}));

function answerWith(changes: Partial<Preview>): void {
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: { ...preview, ...changes } });
}

const selectNamed = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const warnings = () => screen.getByRole("note", { name: "Worth a look" });
/** What stands below a select, by aria-describedby. */
const hintOf = (name: string) =>
  document.getElementById(selectNamed(name).getAttribute("aria-describedby") ?? "")?.textContent;

const rowText = (row: string) => screen.getByRole("group", { name: row }).textContent;

async function savedSimulation(id: string) {
  return valueOf(await loadStrategy(id)).strategy.simulation;
}

/** What is said in one line of dataset, exchange, benchmark, costs and price basis. */
function termsLine(): string {
  const strip = screen.getByRole("region", { name: "Data and costs" });
  return strip.querySelector("summary")?.textContent ?? "";
}

/** The specification's defaults as a file has them: prices as traded, no costs. */
async function openDefaults(step: string, changes: Partial<typeof defaultStrategy.simulation> = {}) {
  const simulation = { ...defaultStrategy.simulation, ...changes };
  const { id } = valueOf(await addStrategy({ ...defaultStrategy, simulation }, "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=${step}`);
  await screen.findByRole("form");
  return { user, id };
}

describe("the strip", () => {
  it.each(["scanner", "buy", "sell", "simulation"])("stands on the %s step", async (step) => {
    await openBuilder(step);
    const strip = within(screen.getByRole("region", { name: "Data and costs" }));
    const names = strip.getAllByRole("combobox").map((box) => box.closest("div")?.parentElement?.textContent);
    expect(names).toHaveLength(4);
    expect(selectNamed("Dataset").value).toBe("demo");
    expect(selectNamed("Prices").value).toBe("adjusted");
    expect(selectNamed("Costs").value).toBe("nse-delivery");
    expect(hintOf("Costs")).toBe("0.39% a side, for trades from ₹5,000, and 0.1% slippage");
  });

  it("fits the terms to the dataset that is chosen, says so, and takes it all back", async () => {
    const universes = [
      { exchange: "BSE", instrumentType: "EQUITY", instruments: 3, adjusted: 0 },
      { exchange: "NSE", instrumentType: "EQUITY", instruments: 1, adjusted: 0 },
    ];
    const facts = { ...imported.facts, exchanges: ["BSE", "NSE"], instruments: 4, universes };
    valueOf(await addDataset({ ...imported, id: "mixed", title: "Mixed", facts }));
    const { user, record } = await openBuilder("simulation");
    await user.selectOptions(selectNamed("Dataset"), "Mixed");
    await screen.findByText(/^On "Mixed": exchange BSE, prices as traded, .*3 places and fitting costs\.$/);
    expect(termsLine()).toMatch(/Mixed, BSE, .*, prices as traded$/);
    expect(selectNamed("Prices").value).toBe("as-traded");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Max positions" }).value).toBe("3");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(selectNamed("Dataset").value).toBe("demo");
    expect(termsLine()).toMatch(/, NSE, .*, adjusted prices$/);
    expect(selectNamed("Prices").value).toBe("adjusted");
    await user.selectOptions(selectNamed("Dataset"), "Mixed");
    await user.selectOptions(selectNamed("Prices"), "adjusted");
    await press(user, "Start Simulation");
    const refused = await screen.findByText(/The simulation was not started\. This data has no adjusted/);
    const banner = within(refused.closest<HTMLElement>("[role=alert]") ?? document.body);
    await user.click(banner.getByRole("button", { name: "Use prices as traded" }));
    expect(selectNamed("Prices").value).toBe("as-traded");
    expect(screen.queryByText(/was not started/)).toBeNull();
    expect((await listRuns()).records).toEqual([]);
    expect(valueOf(await loadStrategy(record.id)).datasetId).toBe("mixed");
  });

  it("says of options that they are simulated like shares", async () => {
    const { user } = await openBuilder("scanner");
    await user.selectOptions(selectNamed("Instrument type"), "OPTIONS");
    expect(hintOf("Instrument type")).toMatch(/^Options are simulated as if they were shares: /);
  });

  it("has a dataset in pence, whose amounts are told in pence and not in pounds", async () => {
    const defaults = { exchange: "LSE", instrumentType: "EQUITY", currency: "GBX" };
    const facts = { ...imported.facts, exchanges: ["LSE"] };
    valueOf(await addDataset({ ...imported, id: "london", defaults, facts }));
    const scanner = { ...defaultStrategy.scanner, exchange: "LSE" };
    const { id } = valueOf(await addStrategy({ ...defaultStrategy, scanner }, "london"));
    openApp(`/simulation-steps?id=${id}&step=simulation`);
    await screen.findByRole("form");
    const words = screen.getByRole("complementary", { name: "The strategy in words" });
    await waitFor(() => expect(words.textContent).toMatch(/GBX\s?[\d,]+/));
    expect(document.body.textContent).not.toContain("£");
  });

  it("has the dataset's series as benchmarks, its own index first by name", async () => {
    answerWith({
      series: [
        { symbol: "IDX", name: "Index", isIndex: true },
        { symbol: "AAA", name: "", isIndex: false },
      ],
    });
    const { user, record } = await openBuilder("simulation");
    await waitFor(() =>
      expect([...selectNamed("Benchmark").options].map(({ text }) => text)).toEqual([
        "Own index: IDX",
        "The average share",
        "IDX, Index",
        "AAA",
      ]),
    );
    expect([...selectNamed("Benchmark").querySelectorAll("optgroup")].map(({ label }) => label)).toEqual([
      "Indices",
      "Other instruments",
    ]);
    expect(screen.getByText(/compared with IDX, the dataset's own index/)).toBeTruthy();
    await user.selectOptions(selectNamed("Benchmark"), "AAA");
    expect(screen.getByText(/compared with AAA;/)).toBeTruthy();
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect((await savedSimulation(record.id)).benchmark).toBe("AAA");
  });

  it("offers the average share as the benchmark, says what it is, and saves the word for it", async () => {
    answerWith({ series: [{ symbol: "IDX", name: "Index", isIndex: true }] });
    const { user, record } = await openBuilder("simulation");
    await waitFor(() => expect(selectNamed("Benchmark").options).toHaveLength(3));
    await user.selectOptions(selectNamed("Benchmark"), "The average share");
    expect(hintOf("Benchmark")).toBe("All instruments in equal parts, set back each month, without costs.");
    expect(screen.getByText(/compared with the average share: all instruments in equal parts/)).toBeTruthy();
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect((await savedSimulation(record.id)).benchmark).toBe("average-share");
  });

  it("keeps a benchmark that the data has not, and says so", async () => {
    answerWith({ series: [{ symbol: "IDX", name: "", isIndex: true }] });
    await openDefaults("buy", { benchmark: "GONE" });
    await waitFor(() =>
      expect(selectNamed("Benchmark").selectedOptions[0]?.text).toBe("GONE, not in this data"),
    );
    expect(selectNamed("Benchmark").value).toBe("GONE");
  });

  it("takes a typed symbol where the dataset has more series than a list shows", async () => {
    const series = Array.from({ length: 300 }, (_, at) => ({ symbol: `S${at}`, name: "", isIndex: false }));
    answerWith({ series });
    const { user, record } = await openBuilder("simulation");
    await screen.findByPlaceholderText("The dataset's own index");
    await user.type(screen.getByRole("combobox", { name: "Benchmark" }), "SPY");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect((await savedSimulation(record.id)).benchmark).toBe("SPY");
  });

  it("sets costs by preset, for the size that a position begins with", async () => {
    const { user, record } = await openBuilder("simulation");
    await retype(user, "Initial margin", "20 lakh"); // a lakh in each of 20 places
    await user.selectOptions(selectNamed("Costs"), "none");
    expect(hintOf("Costs")).toBe("Nothing is taken off.");
    await user.selectOptions(selectNamed("Costs"), "nse-delivery");
    expect(hintOf("Costs")).toBe("0.15% a side, for trades from ₹1,00,000, and 0.1% slippage");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Commission" }).value).toBe("0.15");
    await user.click(screen.getByText("What NSE delivery costs"));
    expect(screen.getByRole("row", { name: "Stamp duty 0.015% 0%" })).toBeTruthy();
    await user.selectOptions(selectNamed("Costs"), "own");
    await retype(user, "Commission", "0.5");
    await retype(user, "Slippage", "0.1");
    expect(selectNamed("Costs").value).toBe("own");
    expect(hintOf("Costs")).toContain("0.5% a side, and 0.1% slippage.");
    await retype(user, "Slippage", "-3");
    expect(hintOf("Costs")).toBe("A figure under Simulation can't be read.");
    await retype(user, "Slippage", "0.1");
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(await savedSimulation(record.id)).toMatchObject({ commissionPercent: 0.5, slippagePercent: 0.1 });
  });

  it("passes axe with costs of one's own that can't be read", async () => {
    const { user } = await openBuilder("simulation");
    await retype(user, "Commission", "much");
    expect(selectNamed("Costs").value).toBe("own");
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("warnings", () => {
  it("tell a scanner that filters nothing, and mend it", async () => {
    answerWith({ instruments: 93, scanner: 92 });
    const { user, record } = await openBuilder("scanner");
    await screen.findByText(/The scanner passes 92 of 93 instruments: it filters next to nothing/);
    await press(user, "Ask for all of them");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "All of the conditions" }).checked).toBe(true);
    expect(screen.queryByText(/because any one of its conditions is enough/)).toBeNull();
    expect(document.activeElement?.textContent).toBe(stepTitle());
    await press(user, "Continue");
    await user.click(screen.getByRole("button", { name: "Simulation" }));
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(valueOf(await loadStrategy(record.id)).strategy.scanner.match).toBe("all");
  });

  it("tell a single condition that all pass, at its row too, and not one that asks about the market alone", async () => {
    const rules = [
      { place: "scanner.rules[0]", alone: 93, soFar: 93 },
      { place: "scanner.rules[1]", alone: 93, soFar: 93 },
    ];
    answerWith({ instruments: 93, scanner: 93, rules });
    const none = { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null };
    const asking = { ...none, match: "all", rules: ["market(close > sma(200))", "volume > 0"] };
    const { id } = valueOf(await addStrategy(strategyOf({ scanner: asking }), "demo"));
    openApp(`/simulation-steps?id=${id}&step=scanner`);
    await screen.findByText(
      /^The scanner passes 93 of 93 instruments on 20\/03\/2025: it filters nothing\. /,
    );
    await waitFor(() => expect(rowText("Rule 2")).toContain("93 of 93 pass, 93 so far. It filters nothing."));
    expect(rowText("Rule 1")).not.toContain("filters");
  });

  it.each([
    { title: "a market filter alone", rules: ["market(close > sma(200)) and month > 3"], passing: 93 },
    { title: "no condition at all", rules: [], passing: 93 },
    { title: "fewer than nearly all", rules: ["volume > 0"], passing: 88 },
  ])("are silent about a scanner with $title", ({ rules, passing }) => {
    const none = { priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null };
    const strategy = strategyOf({ scanner: { ...none, rules } });
    const counts = { ...preview, instruments: 93, scanner: passing };
    expect(filterWarning(strategy, counts)).toBeNull();
  });

  it("tell more places than instruments, and mend it", async () => {
    // 7 trade on the last day, and 8 did so at once before: 12 of 20 places never have one
    answerWith({ instruments: 7, mostListed: 8, scanner: 3 });
    const { user } = await openBuilder("simulation");
    await screen.findByText(
      "At most 8 instruments at once for 20 places: 60% of the account or more stays in cash.",
    );
    await press(user, "Use 8 places");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Max positions" }).value).toBe("8");
    expect(screen.queryByText(/stays in cash/)).toBeNull();
  });

  it.each([
    { title: "where as many were listed at once, though one is gone since", mostListed: 5, invested: null },
    {
      title: "of an account that was invested: its four positions grew beyond their places",
      mostListed: 4,
      invested: 99.6,
    },
  ])("say nothing of four instruments for five places $title", ({ mostListed, invested }) => {
    const strategy = strategyOf({ simulation: { maxPositions: 5 } });
    expect(placesWarning(strategy, { ...preview, instruments: 4, mostListed }, invested)).toBeNull();
    const [seldom, unknown] = [15, null].map((share) =>
      placesWarning(strategy, { ...preview, instruments: 4, mostListed: 4 }, share),
    );
    expect(seldom?.message).toContain("20% of the account or more stays in cash");
    expect(unknown).toEqual(seldom);
  });

  it("tell a strategy without costs and on prices as traded, and mend both", async () => {
    const { user, id } = await openDefaults("simulation");
    await screen.findByText(/a split looks like a crash, sets off stops/);
    expect(warnings().textContent).toContain("No costs are taken off");
    await press(user, "Use NSE delivery, 0.39% and 0.1%");
    await press(user, "Use adjusted prices");
    expect(screen.queryByRole("note", { name: "Worth a look" })).toBeNull();
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect(await savedSimulation(id)).toMatchObject({ priceBasis: "adjusted", commissionPercent: 0.39 });
  });

  it("leave alone what was stored: a strategy without costs on prices as traded stays that until it is changed", async () => {
    await openDefaults("simulation");
    expect(selectNamed("Costs").value).toBe("none");
    expect(selectNamed("Prices").value).toBe("as-traded");
  });

  it("go on for the other steps while one has a field that can't be read", async () => {
    answerWith({ instruments: 93, mostListed: 93, scanner: 92 });
    const { user } = await openBuilder("scanner");
    await screen.findByText(/92 of 93 instruments/);
    await retype(user, "Minimum price, At least", "cheap");
    expect(screen.queryByRole("note", { name: "Worth a look" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Simulation" }));
    expect(screen.queryByText(/No costs are taken off/)).toBeNull(); // the form has costs
    await retype(user, "Max positions", "500");
    expect(await screen.findByText(/^At most 93 instruments at once for 500 places/)).toBeTruthy();
    await retype(user, "Max positions", "lots");
    expect(screen.queryByRole("note", { name: "Worth a look" })).toBeNull();
  });

  it("tell costs of another country and of another size of trade", async () => {
    const { user } = await openBuilder("scanner");
    await user.selectOptions(selectNamed("Exchange"), "NYSE");
    await press(user, "Simulation");
    expect(warnings().textContent).toContain("costs are those of NSE delivery, and the exchange is NYSE.");
    await press(user, "Use US, 0.002% and 0.05%");
    expect(selectNamed("Costs").value).toBe("us");
    await press(user, "Scanner (done)");
    await user.selectOptions(selectNamed("Exchange"), "NSE");
    await press(user, "Simulation");
    await press(user, "Use NSE delivery, 0.39% and 0.1%");
    await retype(user, "Initial margin", "1 crore"); // five lakh in each of 20 places
    expect(warnings().textContent).toContain("positions begin with ₹5,00,000");
    await press(user, "Use NSE delivery, 0.12% and 0.1%");
    expect(screen.queryByText(/another size of trade/)).toBeNull();
  });

  it("tell a preset without a spread, and mend it", async () => {
    const { user } = await openDefaults("simulation", { commissionPercent: 0.39, priceBasis: "adjusted" });
    expect((await screen.findByRole("note", { name: "Worth a look" })).textContent).toContain(
      "have no spread",
    );
    await press(user, "Use NSE delivery, 0.39% and 0.1%");
    expect(screen.queryByText(/have no spread/)).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Slippage" }).value).toBe("0.1");
  });

  it("tell a benchmark that is no longer there, and mend it", async () => {
    asked.preview.mockResolvedValueOnce({
      ok: false,
      problem: {
        code: "benchmark-invalid",
        message: 'strategy: simulation.benchmark is "GONE", which is not in the data.',
        place: "simulation.benchmark",
      },
    });
    const { user, id } = await openDefaults("simulation", { benchmark: "GONE" });
    await screen.findByText(/^The benchmark GONE is not in this data\./);
    await press(user, "Use the dataset's own index");
    expect(screen.queryByText(/The benchmark GONE/)).toBeNull();
    await press(user, "Save Strategy");
    await screen.findByText("Strategy saved successfully!");
    expect((await savedSimulation(id)).benchmark).toBeNull();
  });

  it("offer prices as traded where the data has no adjusted ones", async () => {
    asked.preview.mockResolvedValueOnce({
      ok: false,
      problem: { code: "adjclose-missing", message: "no adjClose", place: "simulation.priceBasis" },
    });
    const { user } = await openBuilder("simulation");
    await screen.findByText(/This data has no adjusted prices/);
    expect(warnings().textContent).toContain("Can't start");
    answerWith({ hasAdjusted: false });
    await press(user, "Use prices as traded");
    await screen.findByText(/40 candidates that day/);
    expect(screen.queryByText(/no adjusted prices/)).toBeNull();
    expect(screen.queryByText(/looks like a crash, sets off/)).toBeNull();
  });
});

describe("in plain words", () => {
  it("stand costs, fill, prices, benchmark and what is left out", async () => {
    answerWith({ passing: { ...preview.passing, marketCapRank: null } });
    await openBuilder("sell");
    const words = within(screen.getByRole("complementary", { name: "The strategy in words" }));
    await words.findByText(
      "Left out, because the data can't answer it: market cap rank.",
      {},
      { timeout: 30_000 },
    );
    expect(words.queryByText(/market cap rank in the top/)).toBeNull();
    expect(
      words.getByText(
        /fill at the next day's open.*adjusted for splits and dividends.*0.39% commission.*own index/,
      ),
    ).toBeTruthy();
  });
});

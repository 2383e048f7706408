import { accessibilityFaults } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dismissImport } from "#src/pages/datasets/import-store.ts";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { ok } from "#workers/model/problem.ts";
import type { DefaultsGuess } from "#workers/model/import-plan.ts";
import { dryRunOf, findInTurn, importButton, infy, openImport, prices, record } from "./import-checks.tsx";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/import-dataset.ts", () => ({
  prepareImport: () => Promise.resolve(),
  forgetImport: () => Promise.resolve(),
  checkImport: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  importDataset: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
}));

const exchangesOf = () => screen.getAllByRole<HTMLSelectElement>("combobox", { name: "Exchange" });
const answersOf = (call: number) => vi.mocked(checkImport).mock.calls[call]?.[0].answers;
const typeOf = () => screen.getByLabelText<HTMLSelectElement>("Instrument type");

beforeEach(() => {
  dismissImport();
  vi.mocked(importDataset).mockReset();
  vi.mocked(checkImport).mockReset();
});

describe("where a file's instruments are traded", () => {
  it("is asked once for all files that don't say it, or file by file", async () => {
    const files = [infy, { ...infy, file: "aapl.us.csv" }, { ...infy, file: "tcs.csv" }];
    const nothing: DefaultsGuess = { exchange: null, instrumentType: null, currency: null };
    const guesses = new Map([
      ["infy.csv", nothing],
      ["aapl.us.csv", { ...nothing, currency: { value: "USD", from: "AAPL.US" } }],
      ["tcs.csv", nothing],
    ]);
    findInTurn({ ...dryRunOf(...files), guesses });
    vi.mocked(importDataset).mockResolvedValue(ok(record));
    const user = await openImport(...files.map(({ file }) => prices(file)));
    await screen.findByText("First say on which exchange 2 files like infy.csv are traded.");
    expect(screen.getByRole("heading", { name: /: 3 files need an answer\.$/ })).toBeTruthy();
    expect(screen.queryByText(/looks good/i)).toBeNull();
    expect(exchangesOf().map(({ value }) => value)).toEqual(["", ""]);
    expect(screen.getAllByLabelText<HTMLSelectElement>("Currency").map(({ value }) => value)).toEqual([
      "",
      "USD",
    ]);
    expect((await importButton()).disabled).toBe(true);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Answer for each file" }));
    const [first, second, third] = exchangesOf();
    if (!first || !second || !third) throw new Error("there is a question for each file");
    await user.selectOptions(first, "NSE");
    await user.selectOptions(second, "NASDAQ");
    expect((await importButton()).disabled).toBe(true);
    await user.selectOptions(third, "BSE");
    expect(screen.getByRole("heading", { name: /: looks good\.$/ })).toBeTruthy();
    await user.click(await importButton());
    const { defaults } = vi.mocked(importDataset).mock.calls[0]?.[0] ?? {};
    expect(
      Array.from(defaults ?? [], ([file, { exchange, currency }]) => [file, exchange, currency]),
    ).toEqual([
      ["infy.csv", "NSE", ""],
      ["aapl.us.csv", "NASDAQ", "USD"],
      ["tcs.csv", "BSE", ""],
    ]);
  });

  it("may be any exchange of the world, whose currency is asked where it tells none", async () => {
    const guesses = new Map<string, DefaultsGuess>([
      ["infy.csv", { exchange: { value: "LSE", from: "INFY.L" }, instrumentType: null, currency: null }],
    ]);
    findInTurn({ ...dryRunOf(infy), guesses });
    vi.mocked(importDataset).mockResolvedValue(ok(record));
    const user = await openImport(prices("infy.csv"));
    await screen.findByText("First say in which currency the prices of infy.csv are.");
    expect(
      screen.getByText(
        "Prices from there come in GBP and in hundredths of it, GBX. The files don't say which.",
      ),
    ).toBeTruthy();
    const exchange = screen.getByLabelText<HTMLSelectElement>("Exchange");
    const currency = screen.getByLabelText<HTMLSelectElement>("Currency");
    expect([exchange.value, currency.value]).toEqual(["LSE", ""]);
    expect((await importButton()).disabled).toBe(true);
    await user.selectOptions(exchange, "OTHER");
    expect((await importButton()).disabled).toBe(true);
    await user.selectOptions(currency, "GBX");
    expect((await importButton()).disabled).toBe(false);
    await user.selectOptions(exchange, "XETRA");
    await user.selectOptions(currency, "");
    expect(currency.selectedOptions[0]?.textContent).toBe("The exchange's own (EUR)");
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(await importButton());
    const { defaults } = vi.mocked(importDataset).mock.calls[0]?.[0] ?? {};
    expect(defaults?.get("infy.csv")).toEqual({
      exchange: "XETRA",
      instrumentType: "EQUITY",
      currency: "EUR",
    });
  });
});

it("counts what was found as it writes all numbers", async () => {
  const text = "The 12500 rows looked at have 12500 symbols. Is each row the price of its day?";
  const questions = [{ about: "columns", doubt: "list", text, choices: ["take them", "leave out"] }] as const;
  findInTurn(dryRunOf({ ...infy, verdict: "ask", questions, warnings: ["1250 rows have no close."] }));
  await openImport(prices("infy.csv"));
  expect(await screen.findByText(/^The 12,500 rows looked at have 12,500 symbols\./)).toBeTruthy();
  expect(screen.getByText("1,250 rows have no close.")).toBeTruthy();
});

describe("files of rates", () => {
  const nothing: DefaultsGuess = { exchange: null, instrumentType: null, currency: null };
  const asPrices = { ...dryRunOf(infy), guesses: new Map([["infy.csv", nothing]]) };
  const asRates = {
    ...dryRunOf({ ...infy, rates: ["INFY"], rateCount: 1 }),
    guesses: new Map([
      ["infy.csv", { ...nothing, instrumentType: { value: "RATE", from: "what it is read as" } }],
    ]),
  };
  it("are read as such where that type is chosen, and asked neither for an exchange nor for a currency", async () => {
    findInTurn(asPrices, asRates);
    vi.mocked(importDataset).mockResolvedValue(ok(record));
    const user = await openImport(prices("infy.csv"));
    await user.selectOptions(await screen.findByLabelText("Instrument type"), "RATE");
    expect(
      await screen.findByText("Rates may be any number, have no exchange, and are never traded."),
    ).toBeTruthy();
    expect(answersOf(1)).toEqual(new Map([["infy.csv", { figures: "rate" }]]));
    expect(screen.getByText(/^You said: the figures are rates\./)).toBeTruthy();
    expect(screen.queryByLabelText("Exchange")).toBeNull();
    expect(screen.queryByLabelText("Currency")).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(await importButton());
    const { defaults } = vi.mocked(importDataset).mock.calls[0]?.[0] ?? {};
    expect(defaults?.get("infy.csv")).toEqual({ exchange: "OTHER", instrumentType: "RATE", currency: "" });
  });

  it("are prices again where another type is chosen", async () => {
    findInTurn(asPrices, asRates, asPrices);
    const user = await openImport(prices("infy.csv"));
    await user.selectOptions(await screen.findByLabelText("Instrument type"), "RATE");
    await screen.findByText(/never traded\.$/);
    await user.selectOptions(typeOf(), "EQUITY");
    expect(await screen.findByLabelText("Exchange")).toBeTruthy();
    expect(answersOf(2)).toEqual(new Map());
    expect(typeOf().value).toBe("EQUITY");
  });

  it("can be no other type where that is known of them", async () => {
    findInTurn(asRates);
    await openImport(prices("infy.csv"));
    await screen.findByText("It is known that these are rates, which are never traded.");
    expect(Array.from(typeOf().options, ({ value }) => value)).toEqual(["RATE"]);
  });

  it("are told from prices by one answer to what is asked of their columns", async () => {
    const questions = [
      { about: "columns", doubt: "economy", text: "Is that right?", choices: ["rate", "take", "leave out"] },
    ] as const;
    findInTurn({ ...asPrices, files: dryRunOf({ ...infy, verdict: "ask", questions }).files }, asRates);
    const user = await openImport(prices("infy.csv"));
    expect(await screen.findByRole("button", { name: "They are prices" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Rates, which nobody trades" }));
    await screen.findByText(/never traded\.$/);
    expect(answersOf(1)).toEqual(new Map([["infy.csv", { figures: "rate" }]]));
  });
});

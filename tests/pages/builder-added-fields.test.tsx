/** The builder's fields of strategy/2 beside its rules: limits of the market, waits, stops, order, sizing and schedule. */
import { openBuilder, press, preview, retype } from "./open-builder.tsx";
import { accessibilityFaults } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { startRun } from "#src/run/start-run.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({ startRun: vi.fn<typeof startRun>() }));
const SLOWLY = { timeout: 30_000 };
const universe = {
  instruments: [
    { symbol: "MOON", name: "Moon Mills" },
    { symbol: "REEF", name: "Reef Power" },
    { symbol: "TIDE", name: "Tide Works" },
  ],
  symbols: ["TIDAL120"],
  sectors: ["Oil, Gas and Fuels", "Shipping"],
  listed: [],
};

beforeEach(() => {
  vi.mocked(startRun).mockReset();
  asked.preview.mockReset().mockResolvedValue({ ok: true, value: preview });
  asked.nameUniverse.mockReset().mockResolvedValue({ ok: true, value: universe });
});

async function saved(user: UserEvent, id: string): Promise<Strategy> {
  await press(user, "Save Strategy");
  await screen.findByText("Strategy saved successfully!");
  return valueOf(await loadStrategy(id)).strategy;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const select = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const goTo = (user: UserEvent, name: string) =>
  user.click(screen.getByRole("button", { name: new RegExp(name) }));

describe("the simulation step", () => {
  it("orders candidates by an expression, with its meaning below it", async () => {
    const { user, record } = await openBuilder("simulation");
    expect(screen.queryByRole("textbox", { name: "Priority expression" })).toBeNull();
    await user.selectOptions(select("Order priority"), "expression");
    expect(box("Priority expression").value).toBe("growth(126)");
    await retype(user, "Priority expression", "-rsi(2)");
    expect(screen.getByText("Lowest 2-day RSI first.")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    const strategy = await saved(user, record.id);
    expect(strategy).toMatchObject({
      format: "strategy/2",
      simulation: { sortingType: "expression", sortBy: "-rsi(2)" },
    });
  });

  it("says what is wrong with an expression at its column, keeps it, and starts nothing", async () => {
    const { user, record } = await openBuilder("simulation");
    await user.selectOptions(select("Order priority"), "expression");
    await retype(user, "Priority expression", "close / sam(20)");
    expect(await screen.findByText("Column 9: sam is not known.")).toBeTruthy();
    expect(box("Priority expression").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole("button", { name: "Did you mean sma?" })).toBeTruthy();
    expect(
      screen.getByText("Priority expression, column 9: sam is not known; did you mean sma?"),
    ).toBeTruthy();
    expect(await saved(user, record.id)).toMatchObject({ simulation: { sortBy: "close / sam(20)" } });
    await press(user, "Start Simulation");
    expect(
      await screen.findByText(/The simulation was not started. Priority expression, column 9/),
    ).toBeTruthy();
    expect(startRun).not.toHaveBeenCalled();
    await retype(user, "Priority expression", "close / sma(20)");
    expect(box("Priority expression").getAttribute("aria-invalid")).toBeNull();
  });

  it("sizes positions by risk, keeps what was typed for it, and asks for it only then", async () => {
    const { user, record } = await openBuilder("simulation");
    await user.selectOptions(select("How positions are sized"), "risk");
    expect(box("Position sizing").value).toBe("By risk");
    await retype(user, "Risk of a position", "0.5");
    await retype(user, "Risk distance", "3 * atr(14)");
    await retype(user, "Position size", "25");
    const { simulation } = await saved(user, record.id);
    expect(simulation).toMatchObject({
      positionSizing: "risk",
      riskPercent: 0.5,
      riskDistance: "3 * atr(14)",
      positionPercent: 25,
    });
    await user.selectOptions(select("How positions are sized"), "equal-weight");
    expect(screen.queryByRole("textbox", { name: "Risk distance" })).toBeNull();
    await waitFor(() => expect(screen.queryByText("Strategy saved successfully!")).toBeTruthy());
    await press(user, "Save Strategy");
    await waitFor(async () =>
      expect(valueOf(await loadStrategy(record.id)).strategy.format).toBe("strategy/1"),
    );
    await user.selectOptions(select("How positions are sized"), "risk");
    expect(box("Risk distance").value).toBe("3 * atr(14)");
  });

  it("holds a size to the limits of the table of settings", async () => {
    const { user } = await openBuilder("simulation");
    await user.selectOptions(select("How positions are sized"), "percent-of-equity");
    await retype(user, "Position size", "101");
    await press(user, "Save Strategy");
    expect(await screen.findByText("Position size must be above 0, at most 100.")).toBeTruthy();
  });

  it("has a schedule, which its words tell", async () => {
    const { user, record } = await openBuilder("simulation");
    await user.selectOptions(select("Schedule"), "monthly");
    expect(screen.getByRole("complementary").textContent).toContain("decided monthly, on the first session");
    expect(await saved(user, record.id)).toMatchObject({ simulation: { schedule: "monthly" } });
  });
});

describe("the sell step", () => {
  it("has a cool-down and stops that rest in the market", async () => {
    const { user, record } = await openBuilder("sell");
    await retype(user, /Cool-down/, "12");
    await user.click(screen.getByRole("radio", { name: /As resting orders in the market/ }));
    expect(await accessibilityFaults()).toEqual([]);
    await goTo(user, "Simulation");
    const { sell } = await saved(user, record.id);
    expect(sell).toMatchObject({ coolDownDays: 12, stopOrders: "resting" });
  });

  it("goes back to a strategy/1 with the last of them", async () => {
    const { user, record } = await openBuilder("sell");
    await user.click(screen.getByRole("radio", { name: /As resting orders in the market/ }));
    await user.click(screen.getByRole("radio", { name: /At the close/ }));
    await retype(user, /Cool-down/, "0");
    await goTo(user, "Simulation");
    expect((await saved(user, record.id)).format).toBe("strategy/1");
  });
});

describe("the scanner step", () => {
  it("limits the market to symbols of the data, found by their names", async () => {
    const { user, record } = await openBuilder("scanner");
    await user.click(screen.getByRole("checkbox", { name: "Only some symbols" }));
    const search = await screen.findByRole("searchbox", { name: "Find among 3 symbols" }, SLOWLY);
    await user.type(search, "power");
    await user.click(screen.getByRole("checkbox", { name: "REEF, Reef Power" }));
    await user.clear(search);
    await user.type(search, "tide, moon{Enter}");
    const chosen = within(screen.getByRole("list", { name: "Chosen symbols" })).getAllByRole("listitem");
    expect(chosen.map(({ textContent }) => textContent)).toEqual(["REEF", "TIDE", "MOON"]);
    await user.click(screen.getByRole("button", { name: "Remove TIDE" }));
    expect(await accessibilityFaults()).toEqual([]);
    await goTo(user, "Simulation");
    expect((await saved(user, record.id)).scanner.symbols).toEqual(["REEF", "MOON"]);
  });

  it("takes a sector with a comma in its name as one, and keeps the choice while it is off", async () => {
    const { user, record } = await openBuilder("scanner");
    await user.click(screen.getByRole("checkbox", { name: "Only some sectors" }));
    const search = await screen.findByRole("searchbox", { name: "Find among 2 sectors" }, SLOWLY);
    await user.type(search, "oil, gas and fuels{Enter}");
    expect(screen.getByRole("button", { name: "Remove Oil, Gas and Fuels" })).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Only some sectors" }));
    await user.click(screen.getByRole("checkbox", { name: "Only some sectors" }));
    expect(screen.getByRole("button", { name: "Remove Oil, Gas and Fuels" })).toBeTruthy();
    await goTo(user, "Simulation");
    expect((await saved(user, record.id)).scanner.sectors).toEqual(["Oil, Gas and Fuels"]);
  });

  it("asks for at least one where the limit is on", async () => {
    const { user } = await openBuilder("scanner");
    await user.click(screen.getByRole("checkbox", { name: "Only some symbols" }));
    await press(user, "Continue");
    expect(await screen.findByText("Choose at least one symbol, or switch this off.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("search"));
  });
});

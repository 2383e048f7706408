/** Money of statements: in one currency over all files and the dataset, and not silently in another than the prices. */
import { describe, expect, it } from "vitest";
import { planOf, readPlan } from "./plan-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const statements = (symbol: string, currency: string): string =>
  `Ticker;SimFinId;Currency;Fiscal Year;Fiscal Period;Report Date;Publish Date;Shares (Basic);Revenue\n${symbol};1;${currency};2018;Q1;2018-03-31;2018-05-01;1000;100\n`;
const PRICES = pricesOf(["AB", "CD"]);

describe("figures in two currencies", () => {
  it("refuse the second file, with the item and both places", async () => {
    const { files, steps } = await factsFrom({
      "p.csv": PRICES,
      "a.csv": statements("AB", "USD"),
      "b.csv": statements("CD", "EUR"),
    });
    expect(files[1]).toBe(
      "b.csv refuse: revenue is in EUR here and in USD in a.csv: figures of two currencies cannot be compared; give each its own dataset",
    );
    expect(steps["revenue.quarter"]).toEqual([["AB", "2018-05-01", 100]]);
  });

  it("refuse what is added to a dataset that has the item in another", async () => {
    const { market } = await readPlan(planOf({ "p.csv": PRICES, "a.csv": statements("AB", "USD") }));
    expect(market.facts?.map(({ name, currency }) => `${name} ${currency ?? "-"}`)).toEqual([
      "revenue.quarter USD",
      "shares.quarter -",
    ]);
    const added = await readPlan(planOf({ "b.csv": statements("CD", "EUR") }), { base: market });
    expect(added.files[0]?.check.message).toContain("revenue is in EUR here and in USD in the dataset");
    expect(added.market.facts?.[0]?.value).toEqual(Float64Array.of(100));
    const same = await readPlan(planOf({ "b.csv": statements("CD", "USD") }), { base: market });
    expect(same.market.facts?.[0]?.value).toEqual(Float64Array.of(100, 100));
  });

  it("are warned about where prices are in another one than statements", async () => {
    const instruments =
      "symbol,name,exchange,instrumentType,currency\nAB,Ab,NSE,EQUITY,INR\nCD,Cd,NSE,EQUITY,INR\n";
    const told = await factsFrom({
      "p.csv": PRICES,
      "instruments.csv": instruments,
      "a.csv": statements("AB", "USD"),
    });
    const warning =
      "Its figures are in USD and prices in INR: ratios of the two, such as close / eps, mean nothing until one is converted.";
    expect(told.notes[0]?.warnings).toContain(warning);
    const same = await factsFrom({
      "p.csv": PRICES,
      "instruments.csv": instruments.replaceAll("INR", "USD"),
      "a.csv": statements("AB", "USD"),
    });
    expect(same.notes[0]?.warnings?.join() ?? "").not.toContain("prices in");
  });
});

/** Files of dividends and splits of several vendors: taken as actions where they have ex-dates, and else told by name. */
import { describe, expect, it } from "vitest";
import { checkText } from "./check-support.ts";
import { planOf, readPlan } from "./plan-support.ts";

const DIVIDENDS = `ex_dividend_date,declaration_date,record_date,payment_date,amount
2024-01-05,2023-12-01,2024-01-06,2024-02-01,2
2023-10-05,None,None,None,1.5
`;
const ROWS = DIVIDENDS.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));
const ANSWER = {
  symbol: "ACME",
  data: ROWS.map(([ex, declared, recorded, paid, amount]) => ({
    ex_dividend_date: ex,
    declaration_date: declared,
    record_date: recorded,
    payment_date: paid,
    amount,
  })),
};
const SPLITS = "effective_date,split_factor\n2024-01-03,2.0000\n";

describe("Alpha Vantage's dividends and splits", () => {
  it.each([
    [
      "JSON",
      "query.json",
      JSON.stringify(ANSWER),
      "2 dividends of ACME, ex-dates from 2023-10-05 to 2024-01-05.",
    ],
    ["CSV", "dividends_ACME.csv", DIVIDENDS, "2 dividends of ACME, ex-dates from 2023-10-05 to 2024-01-05."],
    [
      "CSV, the name behind",
      "ACME_dividends.csv",
      DIVIDENDS,
      "2 dividends of ACME, ex-dates from 2023-10-05 to 2024-01-05.",
    ],
    ["splits", "splits_ACME.csv", SPLITS, "1 split of ACME, ex-dates from 2024-01-03 to 2024-01-03."],
    [
      "splits as JSON",
      "query.json",
      JSON.stringify({ symbol: "ACME", data: [{ effective_date: "2024-01-03", split_factor: "2.0000" }] }),
      "1 split of ACME, ex-dates from 2024-01-03 to 2024-01-03.",
    ],
  ])("are actions: %s", async (_, name, text, message) => {
    expect(await checkText(name, text)).toMatchObject({ verdict: "ok", kind: "actions", message });
  });

  it("are money as it was paid: a later split does not divide them", async () => {
    const prices = `symbol,date,open,high,low,close,volume
ACME,2024-01-01,100,100,100,100,10
ACME,2024-01-02,96,96,96,96,10
ACME,2024-01-03,96,96,96,96,10
ACME,2024-01-04,48,48,48,48,20
ACME,2024-01-05,48,48,48,48,20
`;
    const dividends = "ex_dividend_date,declaration_date,record_date,payment_date,amount\n2024-01-02,,,,4\n";
    const { market } = await readPlan(
      planOf({
        "prices.csv": prices,
        "dividends_ACME.csv": dividends,
        "splits_ACME.csv": SPLITS.replace("03,", "04,"),
      }),
    );
    // 4 on 100 in the night to the 2nd, then two for one on the 4th.
    expect([...(market.adjClose ?? [])].map((one) => Number(one.toFixed(9)))).toEqual([48, 48, 48, 48, 48]);
  });
});

const MOSCOW = {
  columns: ["secid", "isin", "registryclosedate", "value", "currencyid"],
  data: [
    ["ACME", "RU0000000001", "2020-10-05", 18.7, "RUB"],
    ["ACME", "RU0000000001", "2021-05-12", 18.7, "RUB"],
    ["ACME", "RU0000000001", "2023-05-11", 25, "RUB"],
  ],
};
const table = (header: string, separator: string): string =>
  `${[header, ...MOSCOW.data.map((row) => row.join(separator))].join("\n")}\n`;

describe("dividends by the day of the register", () => {
  it.each([
    ["the Moscow Exchange's JSON", "ACME.json", JSON.stringify({ dividends: { metadata: {}, ...MOSCOW } })],
    [
      "its CSV, with the block's name above",
      "ACME.csv",
      `dividends\n\n${table(MOSCOW.columns.join(";"), ";")}`,
    ],
    ["other words, in English", "divs.csv", table("ticker,isin,Record Date,Amount,currency", ",")],
    ["in Russian", "divs.csv", table("Тикер\tISIN\tДата закрытия реестра\tДивиденд\tВалюта", "\t")],
  ])("are no prices, and it says what they are: %s", async (_, name, text) => {
    const check = await checkText(name, text);
    expect(check.verdict).toBe("refuse");
    expect(check.message).toMatch(/^dividends by the day .*, not prices.*ex-date/);
  });

  it("are not seen in prices with such a day beside them", async () => {
    const text =
      "date,close,record_date\n2024-01-02,10,2024-01-08\n2024-01-03,11,2024-01-08\n2024-01-04,12,\n";
    expect(await checkText("ACME.csv", text)).toMatchObject({ verdict: "ok", kind: "prices", bars: 3 });
  });
});

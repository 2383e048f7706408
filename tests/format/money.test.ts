import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { describe, expect, it } from "vitest";
import {
  currencySymbol,
  formatMoney,
  formatMoneyChange,
  formatMoneyCompact,
  formatMoneySetting,
  formatQuantity,
} from "#src/format/money.ts";

describe("formatMoney", () => {
  it.each([
    { value: 300_000_000, currency: "INR", decimals: 0, text: "₹30,00,00,000" },
    { value: 100_000, currency: "INR", decimals: 0, text: "₹1,00,000" },
    { value: 99_999.5, currency: "INR", decimals: 2, text: "₹99,999.50" },
    { value: 300_000_000, currency: "USD", decimals: 0, text: "$300,000,000" },
    { value: 1234.567, currency: "USD", decimals: 2, text: "$1,234.57" },
    { value: 1234.5, currency: "EUR", decimals: 2, text: "€1,234.50" },
    { value: -1234.5, currency: "USD", decimals: 2, text: "−$1,234.50" },
    { value: -0.4, currency: "INR", decimals: 0, text: "₹0" },
    { value: 1234.5, currency: "GBX", decimals: 2, text: "GBX\u00A01,234.50" },
    { value: 12.5, currency: "points", decimals: 2, text: "12.50" },
    { value: null, currency: "INR", decimals: 2, text: "–" },
    { value: Number.NaN, currency: "INR", decimals: 2, text: "–" },
  ] as const)("writes $value $currency as $text", ({ value, currency, decimals, text }) => {
    expect(formatMoney(value, currency, decimals)).toBe(text);
  });
});

describe("formatMoneyChange", () => {
  it.each([
    { value: 250_000, currency: "INR", text: "+₹2,50,000.00" },
    { value: -250_000, currency: "INR", text: "−₹2,50,000.00" },
    { value: -0.001, currency: "USD", text: "$0.00" },
  ])("signs $value $currency: $text", ({ value, currency, text }) => {
    expect(formatMoneyChange(value, currency, 2)).toBe(text);
  });
});

describe("formatMoneyCompact", () => {
  it.each([
    { value: 300_000_000, currency: "INR", text: "₹30Cr" },
    { value: 100_000, currency: "INR", text: "₹1L" },
    { value: 150_000, currency: "INR", text: "₹1.5L" },
    { value: 300_000_000, currency: "USD", text: "$300M" },
  ])("shortens $value $currency to $text", ({ value, currency, text }) => {
    expect(formatMoneyCompact(value, currency)).toBe(text);
  });
});

it("shows a setting's decimals only where it has some", () => {
  expect(formatMoneySetting(99, "INR")).toBe("₹99");
  expect(formatMoneySetting(99.5, "INR")).toBe("₹99.50");
});

it("shows whole shares whole and fractions to four decimals", () => {
  expect(formatQuantity(125_000, "INR")).toBe("1,25,000");
  expect(formatQuantity(0.123456, "USD")).toBe("0.1235");
});

it.each([
  { exchange: "NSE", currency: "INR", symbol: "₹" },
  { exchange: "BSE", currency: "INR", symbol: "₹" },
  { exchange: "NYSE", currency: "USD", symbol: "$" },
  { exchange: "NASDAQ", currency: "USD", symbol: "$" },
  { exchange: "XETRA", currency: "EUR", symbol: "€" },
  { exchange: "TSE", currency: "JPY", symbol: "¥" },
])("takes $exchange prices to be in $currency", ({ exchange, currency, symbol }) => {
  expect(currencyOfExchange(exchange, null)).toBe(currency);
  expect(currencySymbol(currency)).toBe(symbol);
});

describe("a dataset's money", () => {
  const said = { exchange: "LSE", instrumentType: "EQUITY", currency: "GBX" };

  it("is what its instruments have, else what was said at import, else the exchange's own", () => {
    expect(currencyOfExchange("LSE", { currencies: { LSE: "GBX" }, defaults: null })).toBe("GBX");
    expect(currencyOfExchange("LSE", { currencies: { LSE: "EUR" }, defaults: said })).toBe("EUR");
    expect(currencyOfExchange("LSE", { currencies: {}, defaults: said })).toBe("GBX");
    expect(currencyOfExchange("LSE", { currencies: {}, defaults: { ...said, currency: "" } })).toBe("GBP");
    expect(currencyOfExchange("NSE", { currencies: { LSE: "GBX" }, defaults: said })).toBe("INR");
  });

  it.each(["constructor", "__proto__"])("is dollars of an exchange named %s", (exchange) => {
    expect(currencyOfExchange(exchange, { currencies: {}, defaults: null })).toBe("USD");
  });
});

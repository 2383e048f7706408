import { afterEach, describe, expect, it } from "vitest";
import { formatDay, formatMoment } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact, localeOfCurrency } from "#src/format/money.ts";
import { formatCount, formatPercent, formatRatio } from "#src/format/number.ts";
import { setFormatPreferences } from "#src/format/preferences.ts";

afterEach(() => setFormatPreferences({ locale: null, dateStyle: "day-first" }));

describe("a chosen locale", () => {
  it.each([
    { locale: "en-IN", money: "$3,00,00,000.50", count: "12,34,567", percent: "18.25%" },
    { locale: "en-US", money: "$30,000,000.50", count: "1,234,567", percent: "18.25%" },
    { locale: "en-IE", money: "$30,000,000.50", count: "1,234,567", percent: "18.25%" },
    { locale: "de-DE", money: "30.000.000,50\u00A0$", count: "1.234.567", percent: "18,25\u00A0%" },
  ])("$locale writes all figures", ({ locale, money, count, percent }) => {
    setFormatPreferences({ locale, dateStyle: "day-first" });
    expect(formatMoney(30_000_000.5, "USD", 2)).toBe(money);
    expect(formatCount(1_234_567)).toBe(count);
    expect(formatPercent(18.25, 2)).toBe(percent);
  });

  it("goes before the currency's own, and its end brings that back", () => {
    setFormatPreferences({ locale: "en-US", dateStyle: "day-first" });
    expect(formatMoneyCompact(300_000_000, "INR")).toBe("₹300M");
    setFormatPreferences({ locale: null, dateStyle: "day-first" });
    expect(formatMoneyCompact(300_000_000, "INR")).toBe("₹30Cr");
  });

  it("leaves the fields of forms alone, which are read back by their currency's rules", () => {
    setFormatPreferences({ locale: "de-DE", dateStyle: "day-first" });
    expect(localeOfCurrency("INR")).toBe("en-IN");
    expect(formatRatio(1.62)).toBe("1,62");
  });
});

it("writes days and moments as ISO where that was chosen", () => {
  setFormatPreferences({ locale: null, dateStyle: "iso" });
  expect(formatDay("2025-03-20")).toBe("2025-03-20");
  expect(formatDay("soon")).toBe("–");
  expect(formatMoment(new Date(2025, 2, 20, 9, 5).getTime())).toBe("2025-03-20, 09:05");
});

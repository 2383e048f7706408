/** Money in a run's currency. The locale follows the currency (rupees group by lakh) unless a person chose one. */
import { formatWith, numberFormat } from "./number.ts";
import { formatPreferences } from "./preferences.ts";

/** The locale whose grouping suits the currency: for form fields, which are read back by its rules. */
export function localeOfCurrency(currency: string): string {
  switch (currency) {
    case "INR":
      return "en-IN";
    case "EUR":
      return "en-IE";
    default:
      return "en-US";
  }
}

/** 0 decimals in cards, 2 in tables. */
export function formatMoney(value: number | null, currency: string, decimals: 0 | 2): string {
  return formatWith(value, shownLocale(currency), moneyOptions(currency, decimals));
}

/** As formatMoney, with a plus or minus sign except for what rounds to zero. */
export function formatMoneyChange(value: number | null, currency: string, decimals: 0 | 2): string {
  return formatWith(value, shownLocale(currency), {
    ...moneyOptions(currency, decimals),
    signDisplay: "exceptZero",
  });
}

/** A price without its currency: two decimals, up to four where it has them, six below one. */
export function formatPrice(value: number, currency: string): string {
  return formatWith(value, shownLocale(currency), {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(value) < 1 ? 6 : 4,
  });
}

/** A setting as it was typed: decimals only where there are some. */
export function formatMoneySetting(value: number, currency: string): string {
  return formatMoney(value, currency, Number.isInteger(value) ? 0 : 2);
}

/** Short form for axes and hints: ₹30Cr, $300M. */
export function formatMoneyCompact(value: number | null, currency: string): string {
  return formatWith(value, shownLocale(currency), {
    ...currencyStyle(currency),
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
}

/** Shares: whole where whole, else up to four decimals. */
export function formatQuantity(value: number, currency: string): string {
  return formatWith(value, shownLocale(currency), { maximumFractionDigits: 4 });
}

/** "₹", "$", or the code where the currency has no sign of its own. */
export function currencySymbol(currency: string): string {
  if (!isCurrencyCode(currency)) return currency;
  const parts = numberFormat(shownLocale(currency), currencyStyle(currency)).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency;
}

function shownLocale(currency: string): string {
  return formatPreferences().locale ?? localeOfCurrency(currency);
}

function moneyOptions(currency: string, decimals: 0 | 2): Intl.NumberFormatOptions {
  return {
    ...currencyStyle(currency),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  };
}

/** A dataset may name anything as its currency; Intl refuses what is not three letters. */
function currencyStyle(currency: string): Intl.NumberFormatOptions {
  return isCurrencyCode(currency) ? { style: "currency", currency, currencyDisplay: "narrowSymbol" } : {};
}

function isCurrencyCode(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency);
}

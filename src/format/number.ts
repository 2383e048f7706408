/** Plain numbers and percents for the screen, over Intl formatters that are made once each. */
import { formatPreferences } from "./preferences.ts";

/** Stands where a figure is undefined; never NaN, Infinity or 0. */
export const DASH = "–";

const formatters = new Map<string, Intl.NumberFormat>();

/** The formatter for a locale and options; making one is slow, so each is kept. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formatters.set(key, made);
  return made;
}

const MINUS = "−";

/** Formats a finite number, a negative one with a minus sign and no hyphen; null, NaN and the infinities become the dash. */
export function formatWith(value: number | null, locale: string, options: Intl.NumberFormatOptions): string {
  if (value === null || !Number.isFinite(value)) return DASH;
  const text = numberFormat(locale, { signDisplay: "negative", ...options }).format(value);
  return text.replaceAll("-", MINUS);
}

/** A count of things: whole, grouped. */
export function formatCount(value: number, locale = plainLocale()): string {
  return formatWith(value, locale, { maximumFractionDigits: 0 });
}

/** "1 position", "2 positions", "no positions". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  if (count === 0) return `no ${many}`;
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A ratio such as Sharpe's: two decimals. */
export function formatRatio(value: number | null): string {
  return formatDecimal(value, 2);
}

/** A plain number with just so many decimals. */
export function formatDecimal(value: number | null, decimals: number): string {
  return formatWith(value, plainLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Plain numbers of any size with four significant digits: 0.0001234, 12.34. */
export function formatSignificant(value: number | null): string {
  return formatWith(value, plainLocale(), { maximumSignificantDigits: 4 });
}

/** A value in percent (18.2 is 18.2 %), without a plus sign. */
export function formatPercent(value: number | null, decimals: number): string {
  return formatWith(percentToFraction(value), plainLocale(), percentOptions(decimals));
}

/** A change in percent: with its sign, except for what rounds to zero. */
export function formatPercentChange(value: number | null, decimals: number): string {
  return formatWith(percentToFraction(value), plainLocale(), {
    ...percentOptions(decimals),
    signDisplay: "exceptZero",
  });
}

/** A difference of two percents, in points: one decimal, with its sign, except for what rounds to zero. */
export function formatPoints(value: number | null): string {
  return formatWith(value, plainLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
}

/** A setting that is a plain number as it was typed: no padding zeros, at most four decimals. */
export function formatSetting(value: number): string {
  return formatWith(value, plainLocale(), { maximumFractionDigits: 4 });
}

/** A setting in percent as it was typed: no padding zeros, at most four decimals. */
export function formatPercentSetting(value: number): string {
  return `${formatSetting(value)}%`;
}

/** Bytes as kB, MB or GB in powers of 1000. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"] as const;
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  const decimals = unit > 0 && amount < 9.95 ? 1 : 0;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${formatWith(amount, plainLocale(), options)} ${units[unit] ?? "B"}`;
}

/** Where no currency suggests one. */
function plainLocale(): string {
  return formatPreferences().locale ?? "en";
}

/** Intl's percent style multiplies by 100 in decimal, so that the division does not show. */
function percentToFraction(value: number | null): number | null {
  return value === null ? null : value / 100;
}

function percentOptions(decimals: number): Intl.NumberFormatOptions {
  return { style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

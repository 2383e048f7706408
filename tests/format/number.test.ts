import { describe, expect, it } from "vitest";
import {
  countOf,
  formatBytes,
  formatCount,
  formatPercent,
  formatPercentChange,
  formatPercentSetting,
  formatRatio,
} from "#src/format/number.ts";

describe("formatPercent", () => {
  it.each([
    { value: 18.2, decimals: 1, text: "18.2%" },
    { value: 18.25, decimals: 2, text: "18.25%" },
    { value: -35.84, decimals: 1, text: "−35.8%" },
    { value: 12_345.6, decimals: 1, text: "12,345.6%" },
    { value: -0.04, decimals: 1, text: "0.0%" },
    { value: -0, decimals: 1, text: "0.0%" },
    { value: null, decimals: 1, text: "–" },
    { value: Number.NaN, decimals: 1, text: "–" },
    { value: Number.POSITIVE_INFINITY, decimals: 1, text: "–" },
  ])("writes $value with $decimals decimals as $text", ({ value, decimals, text }) => {
    expect(formatPercent(value, decimals)).toBe(text);
  });
});

describe("formatPercentChange", () => {
  it.each([
    { value: 4.5, text: "+4.50%" },
    { value: -4.5, text: "−4.50%" },
    { value: 0, text: "0.00%" },
    { value: 0.001, text: "0.00%" },
    { value: -0.001, text: "0.00%" },
    { value: null, text: "–" },
  ])("gives $value its sign: $text", ({ value, text }) => {
    expect(formatPercentChange(value, 2)).toBe(text);
  });
});

it.each([
  { value: 10, text: "10%" },
  { value: 0.25, text: "0.25%" },
  { value: 0.03, text: "0.03%" },
])("writes the setting $value without padding: $text", ({ value, text }) => {
  expect(formatPercentSetting(value)).toBe(text);
});

it.each([
  { value: 1.62, text: "1.62" },
  { value: -0.001, text: "0.00" },
  { value: null, text: "–" },
])("writes the ratio $value as $text", ({ value, text }) => {
  expect(formatRatio(value)).toBe(text);
});

it("groups counts by thousand, and by lakh for India", () => {
  expect(formatCount(1_234_567)).toBe("1,234,567");
  expect(formatCount(1_234_567, "en-IN")).toBe("12,34,567");
});

it.each([
  { count: 0, text: "no positions" },
  { count: 1, text: "1 position" },
  { count: 5000, text: "5,000 positions" },
])("counts $count as $text", ({ count, text }) => {
  expect(countOf(count, "position")).toBe(text);
});

it.each([
  { bytes: 0, text: "0 B" },
  { bytes: 999, text: "999 B" },
  { bytes: 1000, text: "1.0 kB" },
  { bytes: 9960, text: "10 kB" },
  { bytes: 24_300_000, text: "24 MB" },
  { bytes: 999_600_000, text: "1.0 GB" },
])("writes $bytes bytes as $text", ({ bytes, text }) => {
  expect(formatBytes(bytes)).toBe(text);
});

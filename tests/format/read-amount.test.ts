import { expect, it } from "vitest";
import { readAmount } from "#src/format/read-amount.ts";

it.each([
  { text: "99", value: 99 },
  { text: " 99.5 ", value: 99.5 },
  { text: ".5", value: 0.5 },
  { text: "5.", value: 5 },
  { text: "-3", value: -3 },
  { text: "−3", value: -3 },
  { text: "3,00,00,000", value: 30_000_000 },
  { text: "300,000,000", value: 300_000_000 },
  { text: "₹1,00,000", value: 100_000 },
  { text: "$99", value: 99 },
  { text: "10%", value: 10 },
  { text: "10 %", value: 10 },
  { text: "30cr", value: 300_000_000 },
  { text: "1.1cr", value: 11_000_000 },
  { text: "1.5L", value: 150_000 },
  { text: "2 lakh", value: 200_000 },
  { text: "300m", value: 300_000_000 },
  { text: "10k", value: 10_000 },
  { text: "1bn", value: 1_000_000_000 },
])("reads $text as $value", ({ text, value }) => {
  expect(readAmount(text)).toBe(value);
});

it.each(["", " ", "abc", "1,5", "12,34", "1,,000", "1.2.3", ".", "-", "5x", "1e5", "cr", "9".repeat(400)])(
  "finds no number in '%s'",
  (text) => {
    expect(readAmount(text)).toBeNull();
  },
);

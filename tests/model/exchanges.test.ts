import { expect, it } from "vitest";
import { OTHER_EXCHANGE, WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";
import { EXCHANGES } from "#workers/model/strategy.ts";

it("has each exchange and each ending of symbols once, the specified ones first", () => {
  const codes = WELL_KNOWN_EXCHANGES.map(({ code }) => code);
  const endings = WELL_KNOWN_EXCHANGES.map(({ ending }) => ending).filter((ending) => ending !== "");
  expect(new Set([...codes, OTHER_EXCHANGE]).size).toBe(codes.length + 1);
  expect(new Set(endings).size).toBe(endings.length);
  expect(codes.slice(0, EXCHANGES.length)).toEqual([...EXCHANGES]);
});

it("names currencies that are known to the browser", () => {
  const known = new Set(Intl.supportedValuesOf("currency"));
  expect(WELL_KNOWN_EXCHANGES.filter(({ currency }) => !known.has(currency))).toEqual([]);
});

import { expect, it } from "vitest";
import { isTotalReturn } from "#workers/model/total-return.ts";

it.each(["NIFTY 50 TRI", "NIFTY50TRI", "^SP500TR", "S&P 500 Total Return", "NIFTY_500_TR", "^GDAXI", "DAX"])(
  "%s counts dividends",
  (symbol) => expect(isTotalReturn(symbol)).toBe(true),
);

it.each(["NIFTY 50", "^GSPC", "TRI", "TR", "SENSEX", "AUTRI", "BSE 500"])("%s does not say so", (symbol) =>
  expect(isTotalReturn(symbol)).toBe(false),
);

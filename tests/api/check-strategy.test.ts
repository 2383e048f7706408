/** What a check says of names that are not known: what library and server tell of a strategy before it runs. */
import { expect, it } from "vitest";
import { checkWhole } from "#workers/api/check-strategy.ts";
import { outlineOf, readOutline } from "#workers/api/outline.ts";
import { buildMarket } from "#tests/support/market-builder.ts";

const market = readOutline(outlineOf(buildMarket([{ symbol: "A", bars: [[0, 1, 2]] }])));

it.each([
  ["short > 5", market],
  ["short(5) > 5", null],
])("answers %s, which names what is not simulated", (line, on) => {
  const checked = checkWhole({ format: "strategy/2", buy: { rules: [line] } }, on);
  const messages = checked.ok ? [] : checked.problems.map(({ message }) => message);
  expect(messages).toEqual([expect.stringMatching(/Only buying is simulated: no short sales\.$/)]);
});

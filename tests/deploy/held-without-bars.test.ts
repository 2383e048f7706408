/** A share that is held and has no further bars: a person is asked about it once, until it has a bar again. */
import { expect, it } from "vitest";
import { filterMarket, marketUpTo } from "./filter-market.ts";
import { goneOn, NOW, seriesOf, smallStart } from "./small-deployment.ts";
import { buildMarket, dateOf, dayOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Market } from "#workers/model/market.ts";

const flat = Array.from({ length: 16 }, () => 50);
const others = [seriesOf("CD", flat), seriesOf("EF", flat)];
/** AB is bought as it rises, and has its last bar on session 5; sold it is never. */
const rising = seriesOf("AB", [100, 101, 102, 103, 104, 105]);
const ended = buildMarket([rising, ...others]);
const start = smallStart({ sell: { rules: [] } });

function asked(deployment: Deployment, market: Market): readonly string[] {
  const { warnings } = valueOf(appendSessions(deployment, deployMarket(market), NOW));
  return warnings.filter(({ code }) => code === "stale").map(({ session }) => session);
}

it("is asked about on its first evening alone", () => {
  expect(asked(goneOn(start, marketUpTo(ended, dayOf(5))), marketUpTo(ended, dayOf(6)))).toEqual([dateOf(6)]);
  for (const session of [6, 7, 8]) {
    const evening = goneOn(start, marketUpTo(ended, dayOf(session)));
    expect(evening.ledger.at(-1)).toMatchObject({
      session: dateOf(session),
      positions: [{ instrument: "AB", closeDate: dateOf(5) }],
    });
    expect(asked(evening, marketUpTo(ended, dayOf(session + 1)))).toEqual([]);
  }
});

it("is asked about again where it had a bar in between", () => {
  const again = buildMarket([
    { symbol: "AB", bars: [...rising.bars, ...seriesOf("AB", [106], 10).bars] },
    ...others,
  ]);
  const evening = goneOn(start, marketUpTo(again, dayOf(7)));
  expect(asked(evening, again)).toEqual([dateOf(11)]);
});

it("is asked about behind a session that was asked about because few instruments had bars", () => {
  const thin = filterMarket(ended, (instrument, day) => day !== dayOf(6) || instrument === 2);
  const evening = goneOn(start, marketUpTo(thin, dayOf(6)));
  expect(evening.ledger.at(-1)?.session).toBe(dateOf(6));
  expect(asked(evening, marketUpTo(thin, dayOf(7)))).toEqual([dateOf(7)]);
});

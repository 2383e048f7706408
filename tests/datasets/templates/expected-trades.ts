/** What must be true of every trade of a template, said in plain code: on the evening of its signal, not of its fill. */
import type { DemoExchange, Spot } from "./demo-shares.ts";
import { lastRowOn } from "./demo-shares.ts";
import {
  adx,
  ago,
  atr20,
  band,
  bandwidth,
  barStrength,
  close,
  crossesAbove,
  crossesBelow,
  growth,
  high,
  highest,
  isAtLeast,
  isEqual,
  isOver,
  isUnder,
  lastOf,
  low,
  lowest,
  macd,
  macdSignal,
  minusDI,
  percentB,
  plusDI,
  rsi2,
  slopeOf,
  sma,
  supertrend,
  trend,
  volatility,
  volume,
  type Figure,
} from "./plain-figures.ts";
import { openPlaces } from "./places.ts";

export interface Expected {
  /** Holds on the evening on which a buy was decided. */
  readonly buys: (spot: Spot) => boolean;
  /** Holds on the evening on which a rule sold; `held` counts the sessions if it is sold at the next open. */
  readonly sells: (spot: Spot, held: number) => boolean;
  /** Reasons with which its positions may end, beside `open` and `no-data`. */
  readonly reasons: readonly string[];
  /** The most that a position may be worth, as a part of the account; a full share of it where there is no risk sizing. */
  readonly size?: Figure;
  /** Sessions on which it decides: the first of each. */
  readonly schedule?: "week" | "month" | "quarter";
}

const RULE = ["rule"];
const STOPS = ["stop-loss", "take-profit"];
const never = (): boolean => false;

const closeIsOver = (n: number) => (spot: Spot) => isOver(close(spot), sma(n)(spot));
const closeIsUnder = (n: number) => (spot: Spot) => isUnder(close(spot), sma(n)(spot));
const isCalm = (spot: Spot): boolean => lastOf(growth(1), 90, spot).every((move) => Math.abs(move) <= 15);
const skipMonth: Figure = (spot) => growth(231)(ago(spot, 21));
const nearHigh: Figure = (spot) => close(spot) / highest(252, high)(spot);
const fallen: Figure = (spot) => -growth(5)(spot);
const aYearsSwings = volatility(252);
const calm: Figure = (spot) => -aYearsSwings(spot);
const oneYear = growth(252);
const breakout = (n: number) => (spot: Spot) => isOver(close(spot), highest(n, high)(ago(spot, 1)));
const breakdown = (n: number) => (spot: Spot) => isUnder(close(spot), lowest(n, low)(ago(spot, 1)));
const volumeIsOver = (times: number) => (spot: Spot) => isOver(volume(spot), times * sma(50, volume)(spot));
/** A part `risk` of the account for each fall of `ranges` usual ranges, and no more than a tenth. */
const sizeByRange =
  (risk: number, ranges: number): Figure =>
  (spot) =>
    Math.min(0.1, (risk / (ranges * atr20(spot))) * close(spot));
const averagesRise = (spot: Spot): boolean =>
  isOver(sma(150)(spot), sma(200)(spot)) &&
  isOver(sma(200)(spot), sma(200)(ago(spot, 21))) &&
  isOver(sma(50)(spot), sma(150)(spot)) &&
  closeIsOver(150)(spot) &&
  closeIsOver(50)(spot);

/** The templates by id, but for those by weights (portfolios.test.ts). */
export function expectTrades(exchange: DemoExchange): Record<string, Expected> {
  const { factAt, index, dates, shares } = exchange;
  const fact =
    (name: string): Figure =>
    (spot) =>
      factAt(spot, name);
  const dateOf = ({ share, row }: Spot): string => dates[share.session[row] ?? -1] ?? "";
  const monthOf = (spot: Spot): number => Number(dateOf(spot).slice(5, 7));
  const dayOf = (spot: Spot): number => Number(dateOf(spot).slice(8));
  const sessionOfMonth = ({ share, row }: Spot): number => {
    const session = share.session[row] ?? 0;
    return dates.filter((date, at) => at <= session && date.slice(0, 7) === dates[session]?.slice(0, 7))
      .length;
  };
  const isMarketUp = ({ share, row }: Spot): boolean => {
    const at = { share: index, row: lastRowOn(index.session, share.session[row] ?? 0) };
    return isOver(close(at), sma(200)(at));
  };
  const placeOf = openPlaces(shares);
  /** 0 for the highest, in percent. */
  const rank = (spot: Spot, figure: Figure): number => {
    const { place, among } = placeOf(spot, figure);
    return ((place - 1) * 100) / among;
  };

  const cheap: Figure = (spot) => -fact("pb")(spot);
  const [earningsYield, roic] = [fact("earningsYield"), fact("roic")];
  const isSummer = (spot: Spot): boolean => monthOf(spot) >= 5 && monthOf(spot) <= 10;

  return {
    "my-momentum-strategy": {
      buys: ({ share: { rawClose }, row }) => {
        const month = rawClose.slice(row - 29, row + 1);
        const average = month.reduce((sum, price) => sum + price, 0) / 30;
        return (
          isAtLeast(rawClose[row] ?? 0, rawClose[row - 30] ?? Infinity) &&
          isAtLeast(rawClose[row] ?? 0, average)
        );
      },
      sells: never,
      reasons: ["trailing-stop"],
    },
    "twelve-one-momentum": {
      buys: (spot) => rank(spot, skipMonth) < 10,
      sells: (spot) => rank(spot, skipMonth) > 20,
      reasons: RULE,
      schedule: "month",
    },
    "fifty-two-week-high": {
      buys: (spot) => rank(spot, nearHigh) < 10,
      sells: (spot) => rank(spot, nearHigh) > 30,
      reasons: RULE,
      schedule: "month",
    },
    "stocks-on-the-move": {
      buys: (spot) => isMarketUp(spot) && closeIsOver(100)(spot) && isCalm(spot) && rank(spot, trend) < 10,
      sells: (spot) => closeIsUnder(100)(spot) || rank(spot, trend) > 20,
      reasons: RULE,
      size: sizeByRange(0.001, 1),
      schedule: "week",
    },
    "trend-template": {
      buys: (spot) =>
        averagesRise(spot) &&
        isAtLeast(close(spot), 1.3 * lowest(252, low)(spot)) &&
        isAtLeast(close(spot), 0.75 * highest(252, high)(spot)) &&
        rank(spot, oneYear) < 30,
      sells: closeIsUnder(50),
      reasons: ["rule", "stop-loss"],
    },
    "stage-two-breakout": {
      buys: (spot) =>
        crossesAbove(close, (at) => highest(150, high)(ago(at, 1)))(spot) &&
        isOver(slopeOf(sma(150), 20)(spot), 0) &&
        volumeIsOver(2)(spot),
      sells: closeIsUnder(150),
      reasons: RULE,
    },
    "turtle-system-one": {
      buys: breakout(20),
      sells: breakdown(10),
      reasons: RULE,
      size: sizeByRange(0.01, 2),
    },
    "turtle-system-two": {
      buys: breakout(55),
      sells: breakdown(20),
      reasons: RULE,
      size: sizeByRange(0.01, 2),
    },
    "golden-cross": {
      buys: crossesAbove(sma(50), sma(200)),
      sells: crossesBelow(sma(50), sma(200)),
      reasons: RULE,
    },
    supertrend: {
      buys: crossesAbove(close, supertrend),
      sells: crossesBelow(close, supertrend),
      reasons: RULE,
    },
    "macd-with-trend": {
      buys: (spot) => crossesAbove(macd, macdSignal)(spot) && closeIsOver(200)(spot),
      sells: crossesBelow(macd, macdSignal),
      reasons: RULE,
    },
    "strong-trends-by-adx": {
      buys: (spot) => isOver(adx(spot), 25) && crossesAbove(plusDI, minusDI)(spot),
      sells: crossesBelow(plusDI, minusDI),
      reasons: RULE,
    },
    "squeeze-breakout": {
      buys: (spot) =>
        isEqual(bandwidth(ago(spot, 1)), lowest(126, bandwidth)(ago(spot, 1))) &&
        isOver(close(spot), band(2)(spot)),
      sells: closeIsUnder(20),
      reasons: RULE,
    },
    "volume-backed-new-high": {
      buys: (spot) => isEqual(close(spot), highest(252)(spot)) && volumeIsOver(1.5)(spot) && isMarketUp(spot),
      sells: never,
      reasons: STOPS,
    },
    "rsi-two-pullback": {
      buys: (spot) => closeIsOver(200)(spot) && isUnder(rsi2(spot), 5),
      sells: closeIsOver(5),
      reasons: RULE,
    },
    "double-sevens": {
      buys: (spot) => closeIsOver(200)(spot) && isEqual(close(spot), lowest(7)(spot)),
      sells: (spot) => isEqual(close(spot), highest(7)(spot)),
      reasons: RULE,
    },
    "internal-bar-strength": {
      buys: (spot) => isUnder(barStrength(spot), 0.2) && closeIsOver(200)(spot),
      sells: (spot) => isOver(barStrength(spot), 0.8),
      reasons: RULE,
    },
    "bollinger-bounce": {
      buys: (spot) => crossesAbove(percentB, () => 0)(spot) && closeIsOver(200)(spot),
      sells: (spot, held) => closeIsOver(20)(spot) || held >= 20,
      reasons: RULE,
    },
    "short-term-reversal": {
      buys: (spot) => rank(spot, fallen) < 10,
      sells: (_, held) => held >= 5,
      reasons: RULE,
      schedule: "week",
    },
    "low-volatility": {
      buys: (spot) => rank(spot, calm) < 10,
      sells: (spot) => rank(spot, calm) > 20,
      reasons: RULE,
      schedule: "month",
    },
    "turn-of-the-month": {
      buys: (spot) => dayOf(spot) >= 26,
      sells: (spot) => sessionOfMonth(spot) === 3,
      reasons: RULE,
    },
    halloween: {
      buys: (spot) => !isSummer(spot),
      sells: isSummer,
      reasons: RULE,
      schedule: "month",
    },
    "magic-formula": {
      buys: (spot) => rank(spot, earningsYield) + rank(spot, roic) < 20,
      sells: (_, held) => held >= 252,
      reasons: RULE,
      schedule: "quarter",
    },
    "quality-and-growth": {
      buys: (spot) =>
        fact("eps.yoy")(spot) > 25 &&
        fact("revenue.yoy")(spot) > 20 &&
        isAtLeast(close(spot), 0.85 * highest(252, high)(spot)) &&
        rank(spot, oneYear) < 20 &&
        isMarketUp(spot),
      sells: never,
      reasons: STOPS,
    },
    "defensive-value": {
      buys: (spot) => {
        const pe = fact("pe")(spot);
        return pe > 0 && pe < 15 && fact("pb")(spot) < 1.5 && fact("currentRatio")(spot) > 2;
      },
      sells: (spot, held) => fact("pe")(spot) > 25 || held >= 504,
      reasons: RULE,
      schedule: "quarter",
    },
    "f-score": {
      buys: (spot) => fact("fScore")(spot) >= 8 && rank(spot, cheap) < 20,
      sells: (_, held) => held >= 252,
      reasons: RULE,
      schedule: "quarter",
    },
  };
}

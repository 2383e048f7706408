/** Functions of the rule language as other libraries have them, each called as its own documentation does. */
import * as technical from "technicalindicators";
import * as signals from "trading-signals";
import type { TaLib } from "../../support/talib.ts";
import type { PlainBars } from "../plain/plain-bars.ts";

/** An instrument's bars in the forms that the libraries take; each is made whenever it is asked for. */
export interface LibraryBars {
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  readonly volume: number[];
  readonly candles: readonly Readonly<Record<"high" | "low" | "close" | "volume", number>>[];
}

export interface LibraryCall {
  /** As the rule language calls it. */
  readonly text: string;
  readonly library: "talib-web" | "technicalindicators" | "trading-signals";
  readonly run: (bars: LibraryBars) => unknown;
}

/** Prices lie in columns, as the evaluator finds them: what a library wants of them is a part of its call. */
export function libraryBarsOf(bars: PlainBars): LibraryBars {
  return {
    get high() {
      return listOf(bars.high);
    },
    get low() {
      return listOf(bars.low);
    },
    get close() {
      return listOf(bars.close);
    },
    get volume() {
      return listOf(bars.volume);
    },
    get candles() {
      const { high, low, close, volume } = bars;
      const candles: Record<"high" | "low" | "close" | "volume", number>[] = [];
      for (let bar = 0; bar < close.length; bar++) {
        candles.push({
          high: high[bar] ?? NaN,
          low: low[bar] ?? NaN,
          close: close[bar] ?? NaN,
          volume: volume[bar] ?? NaN,
        });
      }
      return candles;
    },
  };
}

/** In the fastest way that we know: Array.from takes five times as long. */
function listOf(column: Float64Array): number[] {
  const list: number[] = [];
  for (let bar = 0; bar < column.length; bar++) list.push(column[bar] ?? NaN);
  return list;
}

export function libraryCalls(talib: TaLib): readonly LibraryCall[] {
  return [
    ...Object.entries(talibCalls(talib)).map(([text, run]) => ({ text, library: "talib-web", run }) as const),
    ...Object.entries(TECHNICAL).map(
      ([text, run]) => ({ text, library: "technicalindicators", run }) as const,
    ),
    ...Object.entries(SIGNALS).map(([text, run]) => ({ text, library: "trading-signals", run }) as const),
  ];
}

type Calls = Readonly<Record<string, (bars: LibraryBars) => unknown>>;

/** Without those that have a value on the first bar (OBV, SQRT, LN): the package lets them write behind their arrays. */
function talibCalls(talib: TaLib): Calls {
  return {
    "sma(200)": ({ close }) => talib.SMA({ inReal: close, timePeriod: 200 }),
    "wma(50)": ({ close }) => talib.WMA({ inReal: close, timePeriod: 50 }),
    "highest(close, 252)": ({ close }) => talib.MAX({ inReal: close, timePeriod: 252 }),
    "lowest(close, 252)": ({ close }) => talib.MIN({ inReal: close, timePeriod: 252 }),
    "sum(volume, 20)": ({ volume }) => talib.SUM({ inReal: volume, timePeriod: 20 }),
    "stdev(20)": ({ close }) => talib.STDDEV({ inReal: close, timePeriod: 20 }),
    "growth(126)": ({ close }) => talib.ROC({ inReal: close, timePeriod: 126 }),
    "change(20)": ({ close }) => talib.MOM({ inReal: close, timePeriod: 20 }),
    "slope(20)": ({ close }) => talib.LINEARREG_SLOPE({ inReal: close, timePeriod: 20 }),
    "ema(20)": ({ close }) => talib.EMA({ inReal: close, timePeriod: 20 }),
    "rsi(14)": ({ close }) => talib.RSI({ inReal: close, timePeriod: 14 }),
    "macd(12, 26)": ({ close }) => talib.MACD({ inReal: close }),
    "macdSignal(12, 26, 9)": ({ close }) => talib.MACD({ inReal: close }),
    "macdHistogram(12, 26, 9)": ({ close }) => talib.MACD({ inReal: close }),
    trueRange: ({ high, low, close }) => talib.TRANGE({ high, low, close }),
    "atr(14)": ({ high, low, close }) => talib.ATR({ high, low, close, timePeriod: 14 }),
    "plusDI(14)": ({ high, low, close }) => talib.PLUS_DI({ high, low, close, timePeriod: 14 }),
    "minusDI(14)": ({ high, low, close }) => talib.MINUS_DI({ high, low, close, timePeriod: 14 }),
    "adx(14)": ({ high, low, close }) => talib.ADX({ high, low, close, timePeriod: 14 }),
    "stochK(14)": ({ high, low, close }) =>
      talib.STOCHF({ high, low, close, fastK_Period: 14, fastD_Period: 3 }),
    "stochD(14, 3)": ({ high, low, close }) =>
      talib.STOCHF({ high, low, close, fastK_Period: 14, fastD_Period: 3 }),
    "williamsR(14)": ({ high, low, close }) => talib.WILLR({ high, low, close, timePeriod: 14 }),
    "cci(20)": ({ high, low, close }) => talib.CCI({ high, low, close, timePeriod: 20 }),
    "mfi(14)": ({ high, low, close, volume }) => talib.MFI({ high, low, close, volume, timePeriod: 14 }),
    "bollingerUpper(20, 2)": ({ close }) => talib.BBANDS({ inReal: close, timePeriod: 20 }),
    "bollingerLower(20, 2)": ({ close }) => talib.BBANDS({ inReal: close, timePeriod: 20 }),
  };
}

const bands = ({ close }: LibraryBars) =>
  technical.BollingerBands.calculate({ period: 20, stdDev: 2, values: close });
const averagesApart = ({ close }: LibraryBars) =>
  technical.MACD.calculate({
    values: close,
    fastPeriod: 12,
    slowPeriod: 26,
    signalPeriod: 9,
    SimpleMAOscillator: false,
    SimpleMASignal: false,
  });
const movement = ({ high, low, close }: LibraryBars) =>
  technical.ADX.calculate({ high, low, close, period: 14 });
const stochastic = ({ high, low, close }: LibraryBars) =>
  technical.Stochastic.calculate({ high, low, close, period: 14, signalPeriod: 3 });

const TECHNICAL: Calls = {
  "sma(200)": ({ close }) => technical.SMA.calculate({ period: 200, values: close }),
  "wma(50)": ({ close }) => technical.WMA.calculate({ period: 50, values: close }),
  "highest(close, 252)": ({ close }) => technical.Highest.calculate({ period: 252, values: close }),
  "lowest(close, 252)": ({ close }) => technical.Lowest.calculate({ period: 252, values: close }),
  "sum(volume, 20)": ({ volume }) => technical.Sum.calculate({ period: 20, values: volume }),
  "stdev(20)": ({ close }) => technical.SD.calculate({ period: 20, values: close }),
  "growth(126)": ({ close }) => technical.ROC.calculate({ period: 126, values: close }),
  "ema(20)": ({ close }) => technical.EMA.calculate({ period: 20, values: close }),
  "rma(20)": ({ close }) => technical.WEMA.calculate({ period: 20, values: close }),
  "rsi(14)": ({ close }) => technical.RSI.calculate({ period: 14, values: close }),
  "macd(12, 26)": averagesApart,
  "macdSignal(12, 26, 9)": averagesApart,
  "macdHistogram(12, 26, 9)": averagesApart,
  trueRange: ({ high, low, close }) => technical.TrueRange.calculate({ high, low, close }),
  "atr(14)": ({ high, low, close }) => technical.ATR.calculate({ high, low, close, period: 14 }),
  "plusDI(14)": movement,
  "minusDI(14)": movement,
  "adx(14)": movement,
  "stochK(14)": stochastic,
  "stochD(14, 3)": stochastic,
  "williamsR(14)": ({ high, low, close }) => technical.WilliamsR.calculate({ high, low, close, period: 14 }),
  "cci(20)": ({ high, low, close }) => technical.CCI.calculate({ high, low, close, period: 20 }),
  "mfi(14)": ({ high, low, close, volume }) =>
    technical.MFI.calculate({ high, low, close, volume, period: 14 }),
  obv: ({ close, volume }) => technical.OBV.calculate({ close, volume }),
  "bollingerUpper(20, 2)": bands,
  "bollingerLower(20, 2)": bands,
  "percentB(20, 2)": bands,
};

const makeMacd = () => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9));
const makeStochastic = () => new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 1, dPeriod: 3 });

const SIGNALS: Calls = {
  "sma(200)": ({ close }) => new signals.SMA(200).updates(close),
  "wma(50)": ({ close }) => new signals.WMA(50).updates(close),
  "growth(126)": ({ close }) => new signals.ROC(126).updates(close),
  "change(20)": ({ close }) => new signals.MOM(20).updates(close),
  "slope(20)": ({ close }) => new signals.LinearRegression(20).updates(close),
  "ema(20)": ({ close }) => new signals.EMA(20).updates(close),
  "rma(20)": ({ close }) => new signals.WSMA(20).updates(close),
  "rsi(14)": ({ close }) => new signals.RSI(14).updates(close),
  "macd(12, 26)": ({ close }) => makeMacd().updates(close),
  "macdSignal(12, 26, 9)": ({ close }) => makeMacd().updates(close),
  "macdHistogram(12, 26, 9)": ({ close }) => makeMacd().updates(close),
  trueRange: ({ candles }) => new signals.TR().updates(candles),
  "atr(14)": ({ candles }) => new signals.ATR(14).updates(candles),
  "adx(14)": ({ candles }) => new signals.ADX(14).updates(candles),
  "stochK(14)": ({ candles }) => makeStochastic().updates(candles),
  "stochD(14, 3)": ({ candles }) => makeStochastic().updates(candles),
  "williamsR(14)": ({ candles }) => new signals.WilliamsR(14).updates(candles),
  "cci(20)": ({ candles }) => new signals.CCI(20).updates(candles),
  "mfi(14)": ({ candles }) => new signals.MFI(14).updates(candles),
  "bollingerUpper(20, 2)": ({ close }) => new signals.BollingerBands(20, 2).updates(close),
  "bollingerLower(20, 2)": ({ close }) => new signals.BollingerBands(20, 2).updates(close),
  "percentB(20, 2)": ({ close }) => new signals.PercentB({ interval: 20 }).updates(close),
  "bandwidth(20, 2)": ({ close }) =>
    new signals.BollingerBandsWidth(new signals.BollingerBands(20, 2)).updates(close),
  "supertrend(10, 3)": ({ candles }) =>
    new signals.SuperTrend({ interval: 10, multiplier: 3 }).updates(candles),
};

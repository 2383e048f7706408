/** What the benchmark calls of the libraries that it compares with. Only `npm ci --prefix tests/bench/compared` fetches them. */

declare module "udsv" {
  type Schema = { readonly cols: readonly unknown[] };
  export function inferSchema(text: string): Schema;
  export function initParser(schema: Schema): { typedCols(text: string): unknown[][] };
}

declare module "data-forge" {
  export class DataFrame<Index, Row> {
    constructor(rows: readonly Row[]);
    readonly rows: ReadonlyMap<Index, Row>;
  }
}

declare module "grademark" {
  import type { DataFrame } from "data-forge";

  export interface IStrategy<InputBar, Bar> {
    entryRule(enterPosition: () => void, args: { readonly bar: Bar }): void;
    exitRule(
      exitPosition: () => void,
      args: {
        readonly bar: Bar;
        readonly entryPrice: number;
        readonly position: { readonly holdingPeriod: number };
      },
    ): void;
    prepIndicators?(series: DataFrame<number, InputBar>): DataFrame<number, Bar>;
  }

  export function backtest<InputBar, Bar>(
    strategy: IStrategy<InputBar, Bar>,
    series: DataFrame<number, InputBar>,
  ): readonly unknown[];
}

declare module "technicalindicators" {
  interface Indicator {
    calculate(input: object): unknown[];
  }
  export const ADX: Indicator;
  export const ATR: Indicator;
  export const BollingerBands: Indicator;
  export const CCI: Indicator;
  export const EMA: Indicator;
  export const Highest: Indicator;
  export const Lowest: Indicator;
  export const MACD: Indicator;
  export const MFI: Indicator;
  export const OBV: Indicator;
  export const ROC: Indicator;
  export const RSI: Indicator;
  export const SD: Indicator;
  export const SMA: Indicator;
  export const Stochastic: Indicator;
  export const Sum: Indicator;
  export const TrueRange: Indicator;
  export const WEMA: Indicator;
  export const WilliamsR: Indicator;
  export const WMA: Indicator;
}

declare module "trading-signals" {
  interface Series<Input> {
    updates(inputs: readonly Input[]): unknown[];
  }
  /** Of closes. */
  class OfCloses implements Series<number> {
    constructor(interval: number, ...more: readonly number[]);
    updates(inputs: readonly number[]): unknown[];
  }
  class OfBars implements Series<object> {
    constructor(options?: number | object);
    updates(inputs: readonly object[]): unknown[];
  }
  export class BollingerBands extends OfCloses {}
  export class EMA extends OfCloses {}
  export class LinearRegression extends OfCloses {}
  export class MOM extends OfCloses {}
  export class ROC extends OfCloses {}
  export class RSI extends OfCloses {}
  export class SMA extends OfCloses {}
  export class WMA extends OfCloses {}
  export class WSMA extends OfCloses {}
  export class ADX extends OfBars {}
  export class ATR extends OfBars {}
  export class CCI extends OfBars {}
  export class MFI extends OfBars {}
  export class StochasticOscillator extends OfBars {}
  export class SuperTrend extends OfBars {}
  export class TR extends OfBars {}
  export class WilliamsR extends OfBars {}
  export class MACD implements Series<number> {
    constructor(short: EMA, long: EMA, signal: EMA);
    updates(inputs: readonly number[]): unknown[];
  }
  export class BollingerBandsWidth implements Series<number> {
    constructor(bands: BollingerBands);
    updates(inputs: readonly number[]): unknown[];
  }
  export class PercentB implements Series<number> {
    constructor(options: { readonly interval: number });
    updates(inputs: readonly number[]): unknown[];
  }
}

/** Ten numbers that run as they are, to begin with and to learn from. Each tells in its source what it does. */
import type { CodeLanguage } from "./bars-table.ts";

export interface CodeExample {
  /** The field's name, as rules use it. */
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  readonly language: CodeLanguage;
  readonly source: string;
}

const REGRESSION = `// The slope of a straight line through the last 50 closes, by least squares,
// in percent of the line's end per bar. Above 0 the line rises.
const N = 50

function compute(bars) {
  const { close } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  const meanX = (N - 1) / 2
  const sumXX = (N * (N * N - 1)) / 12 // of (x - meanX) squared, for x = 0 ... N - 1
  for (let i = N - 1; i < bars.length; i++) {
    let meanY = 0
    for (let k = 0; k < N; k++) meanY += close[i - N + 1 + k] / N
    let sumXY = 0
    for (let k = 0; k < N; k++) sumXY += (k - meanX) * (close[i - N + 1 + k] - meanY)
    const slope = sumXY / sumXX
    const end = meanY + slope * meanX
    out[i] = (100 * slope) / end
  }
  return out
}
`;

const KALMAN = `// How far the close is above a level that a Kalman filter follows, in percent.
// The level moves by itself (NOISE_OF_LEVEL) and each close shows it blurred (NOISE_OF_CLOSE).
const NOISE_OF_LEVEL = 0.01
const NOISE_OF_CLOSE = 1

function compute(bars) {
  const { close } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  let level = NaN
  let doubt = NOISE_OF_CLOSE // the variance of what is known of the level
  for (let i = 0; i < bars.length; i++) {
    if (Number.isNaN(close[i])) continue
    if (Number.isNaN(level)) level = close[i]
    doubt += NOISE_OF_LEVEL
    const gain = doubt / (doubt + NOISE_OF_CLOSE)
    level += gain * (close[i] - level)
    doubt *= 1 - gain
    out[i] = 100 * (close[i] / level - 1)
  }
  return out
}
`;

const REGIME = `// 0 in calm, 1 in usual and 2 in wild times: the last 20 days' volatility
// against the mean of that figure over the last 250 bars.
const SHORT = 20
const LONG = 250

function compute(bars) {
  const { close, length } = bars
  const out = new Float64Array(length).fill(NaN)
  const volatility = new Float64Array(length).fill(NaN)
  for (let i = SHORT; i < length; i++) {
    let mean = 0
    for (let k = i - SHORT + 1; k <= i; k++) mean += (close[k] / close[k - 1] - 1) / SHORT
    let squares = 0
    for (let k = i - SHORT + 1; k <= i; k++) squares += (close[k] / close[k - 1] - 1 - mean) ** 2
    volatility[i] = Math.sqrt(squares / SHORT)
  }
  for (let i = SHORT + LONG - 1; i < length; i++) {
    let usual = 0
    for (let k = i - LONG + 1; k <= i; k++) usual += volatility[k] / LONG
    if (Number.isNaN(usual)) continue
    out[i] = volatility[i] < 0.75 * usual ? 0 : volatility[i] > 1.25 * usual ? 2 : 1
  }
  return out
}
`;

const STRENGTH = `// The relative strength line: the close over the benchmark's, 100 at the first bar that has both.
// It rises while the instrument does better than the benchmark. Unknown without a benchmark.
function compute(bars) {
  const { close, market } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  if (market === null) return out
  let first = NaN
  for (let i = 0; i < bars.length; i++) {
    const ratio = close[i] / market.close[i]
    if (Number.isNaN(first)) first = ratio
    out[i] = (100 * ratio) / first
  }
  return out
}
`;

const SEASON = `// What this calendar month brought on average in earlier years, in percent.
// A month counts once it is over; unknown before three of its kind have been.
const LEAST = 3

function compute(bars) {
  const { close, date } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  const sum = new Float64Array(12)
  const count = new Float64Array(12)
  let month = -1
  let before = NaN // the last close before this month
  for (let i = 0; i < bars.length; i++) {
    const now = new Date(date[i] * 86400000).getUTCMonth()
    if (now !== month) {
      const gain = i === 0 ? NaN : close[i - 1] / before - 1
      if (!Number.isNaN(gain)) {
        sum[month] += gain
        count[month] += 1
      }
      before = i === 0 ? NaN : close[i - 1]
      month = now
    }
    if (count[now] >= LEAST) out[i] = (100 * sum[now]) / count[now]
  }
  return out
}
`;

const PAIR = `// The spread to the benchmark: a line through the last 60 closes against the benchmark's closes of
// the same days, and how many standard deviations the last close is above it.
interface Bars {
  length: number
  close: Float64Array
  market: { close: Float64Array } | null
}

const N = 60

function compute(bars: Bars): Float64Array {
  const { close, market } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  if (market === null) return out
  for (let i = N - 1; i < bars.length; i++) {
    const from = i - N + 1
    let meanX = 0
    let meanY = 0
    for (let k = from; k <= i; k++) {
      meanX += market.close[k] / N
      meanY += close[k] / N
    }
    let xx = 0
    let xy = 0
    let yy = 0
    for (let k = from; k <= i; k++) {
      const x: number = market.close[k] - meanX
      const y: number = close[k] - meanY
      xx += x * x
      xy += x * y
      yy += y * y
    }
    const slope = xy / xx
    const left = yy - slope * xy // what the line leaves unexplained
    const spread = close[i] - meanY - slope * (market.close[i] - meanX)
    if (left > 1e-9 * yy) out[i] = spread / Math.sqrt(left / N)
  }
  return out
}
`;

const VOLUME = `// How unusual today's volume is: its distance from the mean of the 50 bars before,
// in their standard deviations.
const N = 50

function compute(bars) {
  const { volume } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  for (let i = N; i < bars.length; i++) {
    let mean = 0
    for (let k = i - N; k < i; k++) mean += volume[k] / N
    let squares = 0
    for (let k = i - N; k < i; k++) squares += (volume[k] - mean) ** 2
    const deviation = Math.sqrt(squares / N)
    if (deviation > 0) out[i] = (volume[i] - mean) / deviation
  }
  return out
}
`;

const VWAP = `// The close against the average price of the year so far, each bar weighed by its volume, in percent.
// The average is anchored at the first bar of each year.
function compute(bars) {
  const { high, low, close, volume, date } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  let year = 0
  let paid = 0
  let shares = 0
  for (let i = 0; i < bars.length; i++) {
    const now = new Date(date[i] * 86400000).getUTCFullYear()
    if (now !== year) {
      year = now
      paid = 0
      shares = 0
    }
    const price = (high[i] + low[i] + close[i]) / 3
    if (volume[i] > 0 && !Number.isNaN(price)) {
      paid += price * volume[i]
      shares += volume[i]
    }
    if (shares > 0) out[i] = 100 * (close[i] / (paid / shares) - 1)
  }
  return out
}
`;

const RANGE = `// Where in the day's range the close was, from 0 (the low) to 100 (the high):
// the mean of 20 bars, weighed by their volume. A bar without a range says nothing.
const N = 20

function compute(bars) {
  const { high, low, close, volume } = bars
  const out = new Float64Array(bars.length).fill(NaN)
  for (let i = N - 1; i < bars.length; i++) {
    let sum = 0
    let weight = 0
    for (let k = i - N + 1; k <= i; k++) {
      const range = high[k] - low[k]
      if (!(range > 0) || !(volume[k] > 0)) continue
      sum += (volume[k] * 100 * (close[k] - low[k])) / range
      weight += volume[k]
    }
    if (weight > 0) out[i] = sum / weight
  }
  return out
}
`;

const PYTHON = `# The gains of the last days against their losses, from 0 to 100, as Wilder's RSI of 14 days has it.
# Plain loops: no library is needed.
DAYS = 14


def compute(bars):
    close = bars["close"]
    out = [None] * bars["length"]
    gain = 0.0
    loss = 0.0
    for i in range(1, bars["length"]):
        change = close[i] - close[i - 1]
        up = change if change > 0 else 0.0
        down = -change if change < 0 else 0.0
        if i <= DAYS:
            gain += up / DAYS
            loss += down / DAYS
        else:
            gain += (up - gain) / DAYS
            loss += (down - loss) / DAYS
        if i >= DAYS and gain + loss > 0:
            out[i] = 100 * gain / (gain + loss)
    return out
`;

export const CODE_EXAMPLES: readonly CodeExample[] = [
  {
    name: "regression",
    title: "Moving regression",
    sentence: "The slope of a line through the last 50 closes, in percent per bar.",
    language: "javascript",
    source: REGRESSION,
  },
  {
    name: "kalman",
    title: "Kalman filter",
    sentence: "How far the close is above the level that a Kalman filter follows.",
    language: "javascript",
    source: KALMAN,
  },
  {
    name: "regime",
    title: "Regime by volatility",
    sentence: "0 in calm, 1 in usual, 2 in wild times.",
    language: "javascript",
    source: REGIME,
  },
  {
    name: "strength",
    title: "Relative strength line",
    sentence: "The close over the benchmark's: it rises while the instrument does better.",
    language: "javascript",
    source: STRENGTH,
  },
  {
    name: "season",
    title: "Seasonal average",
    sentence: "What this calendar month brought on average in earlier years.",
    language: "javascript",
    source: SEASON,
  },
  {
    name: "pairSpread",
    title: "Pairs spread to the market",
    sentence: "How far the close is from a line against the benchmark, in standard deviations.",
    language: "typescript",
    source: PAIR,
  },
  {
    name: "volumeScore",
    title: "z-score of volume",
    sentence: "How unusual today's volume is against the 50 bars before.",
    language: "javascript",
    source: VOLUME,
  },
  {
    name: "yearVwap",
    title: "Anchored VWAP",
    sentence: "The close against the year's average price, weighed by volume.",
    language: "javascript",
    source: VWAP,
  },
  {
    name: "closeInRange",
    title: "Position of the close in its range",
    sentence: "Where the close was between low and high: the mean of 20 bars, weighed by volume.",
    language: "javascript",
    source: RANGE,
  },
  {
    name: "gainShare",
    title: "Python with plain loops",
    sentence: "The last 14 days' gains against their losses, as Wilder's RSI has it.",
    language: "python",
    source: PYTHON,
  },
];

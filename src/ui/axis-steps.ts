/** Round values for an axis. */

/** About `wanted` values from low to high, a step of 1, 2 or 5 times a power of ten apart; 0 is one of them. */
export function axisSteps(low: number, high: number, wanted: number): readonly number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/**
 * Values from low to high for an axis on which equal ratios are equally far: 1, 2 and 5 times powers of ten, powers of
 * ten alone where those are too near, and equal amounts where these tell more, as over less than a power of ten.
 *
 * @param low - above 0
 * @param wanted - no two are nearer than if so many shared the axis
 * @param origin - what the axis shows as 0; from there on values are round
 */
export function ratioSteps(low: number, high: number, wanted: number, origin = 0): readonly number[] {
  if (!(high > low)) return [low];
  const least = (high / low) ** (1 / Math.max(1, wanted));
  const amounts = (high - low) / (high * (1 - 1 / least));
  const even = axisSteps(low - origin, high - origin, amounts).map((value) => value + origin);
  const above = roundDistances(origin > 0 ? origin * (least - 1) : low, high - origin, least);
  const below = origin > 0 ? roundDistances(origin * (1 - 1 / least), origin - low, least) : [];
  const round = [
    ...keepApart(origin, below, -1, least).toReversed(),
    ...(origin > 0 ? [origin] : []),
    ...keepApart(origin, above, 1, least),
  ].filter((value) => value >= low && value <= high);
  return even.length > round.length ? even : round;
}

/** 1, 2 and 5 times powers of ten from about `from` on, or of them what is at least this ratio apart. */
function roundDistances(from: number, to: number, least: number): readonly number[] {
  if (!(to > 0)) return [];
  const factors = least <= 2 ? [1, 2, 5] : [1];
  const every = factors.length > 1 ? 1 : Math.ceil(Math.log10(least));
  const first = Math.floor(Math.log10(from) / every);
  const last = Math.floor(Math.log10(to) / every);
  const powers = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => (first + place) * every);
  return powers.flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)));
}

/** The values so far above (1) or below (-1) the origin, without those that are too near to the one before. */
function keepApart(
  origin: number,
  distances: readonly number[],
  sign: 1 | -1,
  least: number,
): readonly number[] {
  const kept: number[] = [];
  let before = origin;
  for (const distance of distances) {
    const value = origin + sign * distance;
    const ratio = sign > 0 ? value / before : before / value;
    if (before > 0 && !(value > 0 && ratio >= least * (1 - 1e-9))) continue;
    kept.push(value);
    before = value;
  }
  return kept;
}

/** "−40%" for "−40.0%" where all labels are whole; a group of three zeros is no decimals. */
export function withoutZeros(texts: readonly string[]): readonly string[] {
  const isWhole = texts.length > 0 && texts.every((text) => DECIMAL_ZEROS.test(text));
  return isWhole ? texts.map((text) => text.replace(DECIMAL_ZEROS, "")) : texts;
}

const DECIMAL_ZEROS = /[.,]0{1,2}(?=%?$)/;

/** Price steps: coarser for dear shares, as exchanges have them, and no finer than the files can afford. */
import type { TickBand } from "./countries.ts";

/** The step of a price in currency, in hundredths of the currency. */
export function tickStep(ticks: readonly TickBand[], price: number): number {
  return ticks.find((band) => price < band.below)?.step ?? 1;
}

/** The nearest whole number of steps, at least one; price and step in hundredths. */
export function toTick(price: number, step: number): number {
  return Math.max(1, Math.round(price / step)) * step;
}

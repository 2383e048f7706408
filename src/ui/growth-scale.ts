import type { Scale } from "./scale-switch.tsx";

/** From so many days on equal ratios tell more than equal amounts. */
const DAYS_FOR_LOG = 5 * 365.25;

/** The scale that suits a growth curve over these EpochDays where a person chose none. */
export function suitingScale(day: Int32Array): Scale {
  return (day.at(-1) ?? 0) - (day[0] ?? 0) >= DAYS_FOR_LOG ? "log" : "linear";
}

/** How the candidates of a day stand to what can be bought. */
import { countOf } from "#src/format/number.ts";
import { ordinal } from "#workers/words/portfolio.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** What says how many positions are opened, and on which days. */
export type Places = Pick<
  Strategy["simulation"],
  "maxPositions" | "positionSizing" | "positionPercent" | "schedule" | "scheduleDay"
>;

/** Of a portfolio that names nothing to hold. */
export const UNNAMED = "No row of the portfolio has a symbol and a number.";

/** "40 candidates that day for 20 places: the order priority decides." @param places - null while the form can't be read */
export function candidateWords(candidates: number, places: Places | null): string {
  if (candidates === 0) return "Nothing would be bought that day.";
  const found = `${countOf(candidates, "candidate")} that day`;
  if (places === null) return `${found}.`;
  const { maxPositions, schedule = "daily", scheduleDay = 1 } = places;
  const money = mayRunOut(places) ? ", as far as the money goes" : "";
  const priority = candidates > maxPositions || money !== "" ? ": the order priority decides" : "";
  const period = PERIODS[schedule];
  return `${found} for ${countOf(maxPositions, "place")}${money}${priority}.${period ? ` Buys are decided on the ${ordinal(scheduleDay)} session of a ${period} only.` : ""}`;
}

/** Whether the account is spent before all places are taken: the last position gets what is left. */
function mayRunOut({ maxPositions, positionSizing, positionPercent = 0 }: Places): boolean {
  return (
    positionSizing === "risk" ||
    (positionSizing === "percent-of-equity" && maxPositions * positionPercent > 100)
  );
}

const PERIODS: Readonly<Record<NonNullable<Places["schedule"]>, string | null>> = {
  daily: null,
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
};

/** The builder's messages: the field in the words of its label, what is wrong with what was typed, and the limit. */
import { readAmount } from "#src/format/read-amount.ts";
import { fieldAt, FIELD_PATHS } from "#workers/model/strategy-fields.ts";

/**
 * One sentence for the field at `place`.
 *
 * @param limit - the reader's own words: "must be above 0, at most 100"
 * @param typed - what stands in the field
 */
export function fieldMessage(place: string, limit: string, typed: string): string {
  switch (place) {
    case "name":
      return typed.trim() === "" ? "Give the strategy a name." : "The name may have at most 120 characters.";
    case "simulation.startDate":
      return "Choose a start date.";
    case "simulation.endDate":
      return typed === "" ? "Choose an end date." : "The end date must be after the start date.";
    case "simulation.benchmark":
      return "The benchmark's symbol may have at most 120 characters.";
  }
  const path = FIELD_PATHS.find((one) => one === place);
  const label = path === undefined ? "This field" : fieldAt(path).label;
  const isFreeNumber = limit === "must be a number";
  if (typed.trim() === "")
    return isFreeNumber ? `${label} is empty: type a number.` : `${label} is empty: it ${limit}.`;
  if (readAmount(typed) === null)
    return isFreeNumber
      ? `"${typed.trim()}" is not a number.`
      : `"${typed.trim()}" is not a number: ${label.toLowerCase()} ${limit}.`;
  return `${label} ${limit}.`;
}

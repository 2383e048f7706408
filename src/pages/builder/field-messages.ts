/** The builder's messages: the field in the words of its label, what is wrong with what was typed, and the limit. */
import { readAmount } from "#src/format/read-amount.ts";
import { messageOf } from "./computed/own-numbers.ts";
import { isBlank } from "#workers/model/ink.ts";
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
      return isBlank(typed) ? "Give the strategy a name." : "The name may have at most 120 characters.";
    case "simulation.startDate":
      return "Choose a start date.";
    case "simulation.endDate":
      return typed === "" ? "Choose an end date." : "The end date must be after the start date.";
    case "simulation.benchmark":
      return "The benchmark's symbol may have at most 120 characters.";
    case "scanner.symbols":
      return "Choose at least one symbol, or switch this off.";
    case "scanner.sectors":
      return "Choose at least one sector, or switch this off.";
    case "simulation.sortBy":
    case "simulation.riskDistance":
      return `This expression ${limit}.`;
  }
  const [, part] = /^computed\[\d+\]\.(name|language|source)$/.exec(place) ?? [];
  if (part === "name" || part === "language" || part === "source") return messageOf(part, limit, typed);
  const path = FIELD_PATHS.find((one) => one === place);
  const label = path === undefined ? "This field" : fieldAt(path).label;
  const isFreeNumber = limit === "must be a number";
  if (typed.trim() === "")
    return isFreeNumber ? `${label} is empty: type a number.` : `${label} is empty: it ${limit}.`;
  if (readAmount(typed) === null) {
    const commas = typed.includes(",") ? " A comma only groups digits, as in 1,50,000 or 150,000." : "";
    return isFreeNumber
      ? `"${typed.trim()}" is not a number.${commas}`
      : `"${typed.trim()}" is not a number: ${label.toLowerCase()} ${limit}.${commas}`;
  }
  return `${label} ${limit}.`;
}

/** A message of the rule language, which may end with a question: "did you mean sma?". */
export function asSentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

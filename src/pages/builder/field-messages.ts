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
  const portfolio = portfolioMessage(place, limit, typed);
  if (portfolio !== null) return portfolio;
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

/** Of the fields of a portfolio's rows; null for another field. */
function portfolioMessage(place: string, limit: string, typed: string): string | null {
  if (place === "simulation.weight") return "Add an instrument, or say how much of each.";
  const name = place.replace(/\[\d+\]/, "");
  switch (name) {
    case "simulation.weights.symbol":
      return typed.trim() === ""
        ? "Choose a symbol."
        : limit.startsWith("must differ")
          ? `${typed.trim()} stands in a row above: take one of them out.`
          : `The symbol ${limit}.`;
    case "simulation.weights.weight":
      return `This weight ${limit}.`;
    case "simulation.flows.from":
      return "Choose the day.";
    case "simulation.flows.to":
      return "Choose the last day, or leave it blank.";
    case "simulation.flows.growBy":
    case "simulation.cash.price":
    case "simulation.cash.yield":
      return "Choose a series of the data.";
  }
  const label = PORTFOLIO_LABELS.get(name);
  if (label === undefined) return null;
  if (readAmount(typed) === null && typed.trim() !== "") return `"${typed.trim()}" is not a number.`;
  const range = RANGES.get(name) ?? limit;
  return typed.trim() === "" ? `${label} is empty: it ${range}.` : `${label} ${range}.`;
}

const PORTFOLIO_LABELS: ReadonlyMap<string, string> = new Map([
  ["simulation.rebalanceBand.points", "The distance in points"],
  ["simulation.rebalanceBand.percent", "The part of its plan"],
  ["simulation.flows.amount", "The amount"],
  ["simulation.flows.percent", "The percent"],
  ["simulation.flows.growPercent", "The growth"],
  ["simulation.cash.percent", "The interest"],
]);

/** Limits that the file words otherwise than the field, which counts what is taken out without a sign. */
const RANGES: ReadonlyMap<string, string> = new Map([
  ["simulation.flows.amount", "must be a number above 0"],
  ["simulation.flows.percent", "must be above 0, at most 100"],
]);

/** A message of the rule language, which may end with a question: "did you mean sma?". */
export function asSentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}

/** Days that a list tells of a company's life, such as the one of its listing: a row beside them is not of that day. */
import { knownName, plainName } from "./header-names.ts";

const LIFE =
  /(?:^|\s)(?:de)?(?:list(?:ed|ing)|incorporat(?:ed|ion)|ipo|founded|founding|foundation|established|inception|launch(?:ed)?|debut|registered|registration|birth|first\s?(?:traded?|trading|listed)|earnings|ex\s?div(?:idend)?|agm|joined|added|inclusion)(?:\s|$)/;

/** True for names such as `Listing Date`, `date_of_incorporation` and `Listed`; never for one that days of prices have. */
export function isDayOfLife(title: string): boolean {
  if (knownName(title)?.role === "date") return false;
  const words = title
    .replaceAll(/([\p{Ll}])(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  return LIFE.test(words) || JOINED.test(plainName(title));
}

/** The same words without a blank between them. */
const JOINED = /^(?:listing|ipo|incorporation|inception|launch|delisting)(?:date|day|dt)$/;

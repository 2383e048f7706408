/** Whether a pasted text is no formula but a strategy, or a group of rules, as a file has it. */
import { isRecord } from "#workers/model/strategy-fault.ts";

export type PastedKind = "strategy" | "cut-off strategy" | "group";

const SECTIONS = ["scanner", "buy", "sell", "simulation"];
const GROUPS = ["any", "all", "none", "off"];
/** A strategy of 200 long lines has some 110,000 characters. */
const LONGEST_READ = 1_000_000;

/** null for anything else, such as a formula. */
export function pastedKind(text: string): PastedKind | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || trimmed.length > LONGEST_READ) return null;
  const value = readJson(trimmed);
  if (value === undefined)
    return /"(?:format"\s*:\s*"strategy\/|scanner"\s*:)/.test(trimmed) ? "cut-off strategy" : null;
  if (!isRecord(value)) return null;
  if (String(value["format"]).startsWith("strategy/") || SECTIONS.some((name) => isRecord(value[name])))
    return "strategy";
  return GROUPS.some((name) => Object.hasOwn(value, name)) ? "group" : null;
}

/** undefined for what is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

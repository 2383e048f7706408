/** What a run says of instruments that are damaged in the store. */
import type { Warning } from "./model/report.ts";

const MOST_NAMED = 12;

/** @param symbols - of the instruments that were left out; none gives no warning */
export function damageWarnings(symbols: readonly string[]): Warning[] {
  if (symbols.length === 0) return [];
  const named = symbols.slice(0, MOST_NAMED).join(", ");
  const others = symbols.length > MOST_NAMED ? ` and ${symbols.length - MOST_NAMED} more` : "";
  const are = symbols.length === 1 ? "1 instrument are" : `${symbols.length} instruments are`;
  const message = `The stored prices of ${are} damaged and were left out: ${named}${others}.`;
  return [{ code: "prices-damaged", message }];
}

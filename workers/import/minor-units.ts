/** Prices in hundredths of a currency, and volumes in lots: stored as they are, and said. */
import { plainName } from "./header-names.ts";
import type { Table } from "./table.ts";

const MINOR_UNIT = /^(?:GBX|GBp|GBpence|p|pence|ZAc|ZAC|ILA|cents?)$/;

/** Sentences on units that a file states. */
export function unitWarnings({ header, rows }: Table): string[] {
  const names = header.map(plainName);
  const warnings: string[] = [];
  const currencyAt = names.findIndex((name) =>
    /^(?:currency|ccy|curr|waehrung|währung|devise|valuta)$/.test(name),
  );
  const inColumn = rows.map((row) => (row[currencyAt] ?? "").trim()).find((cell) => MINOR_UNIT.test(cell));
  const inNames = header
    .map((cell) => /[([]([^()[\]]*)[)\]]/.exec(cell)?.[1]?.trim() ?? "")
    .find((unit) => MINOR_UNIT.test(unit));
  const unit = inColumn ?? inNames;
  if (unit !== undefined)
    warnings.push(
      `Prices are in hundredths of the currency (${unit}), e.g. pence; they are stored as they are.`,
    );
  if (names.includes("tscode") && names.includes("vol"))
    warnings.push("Tushare counts volumes in lots of 100 shares; they are stored as they are.");
  return warnings;
}

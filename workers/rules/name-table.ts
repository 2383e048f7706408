/** Every name of a number that is not a fact, in the order of the language's page. */
import type { Figure, Unit } from "./function-entry.ts";

export type DateName = "weekday" | "month" | "day" | "year" | "sessionOfMonth";
export type PositionName = "profit" | "held" | "entryPrice" | "peak" | "fall";

export type NameEntry = {
  readonly unit: Unit;
  readonly sentence: string;
} & (
  | { readonly type: "figure"; readonly name: Figure }
  | { readonly type: "date"; readonly name: DateName }
  | { readonly type: "position"; readonly name: PositionName }
);

export const NAMES: readonly NameEntry[] = [
  { type: "figure", name: "open", unit: "price", sentence: "The bar's first price." },
  { type: "figure", name: "high", unit: "price", sentence: "The bar's highest price." },
  { type: "figure", name: "low", unit: "price", sentence: "The bar's lowest price." },
  { type: "figure", name: "close", unit: "price", sentence: "The bar's last price." },
  {
    type: "figure",
    name: "rawClose",
    unit: "price",
    sentence: "The close as the file has it, not adjusted.",
  },
  { type: "figure", name: "volume", unit: "none", sentence: "Shares traded, as the file has it." },
  { type: "figure", name: "value", unit: "none", sentence: "Money traded: the file's close times volume." },
  { type: "figure", name: "marketCap", unit: "none", sentence: "What all shares of the company are worth." },
  { type: "date", name: "weekday", unit: "none", sentence: "1 for Monday to 7 for Sunday." },
  { type: "date", name: "month", unit: "none", sentence: "1 for January to 12 for December." },
  { type: "date", name: "day", unit: "none", sentence: "The day of the month, 1 to 31." },
  { type: "date", name: "year", unit: "none", sentence: "The year, as 2024." },
  {
    type: "date",
    name: "sessionOfMonth",
    unit: "none",
    sentence: "1 for the first trading day of the month, 2 for the second, and so on.",
  },
  {
    type: "position",
    name: "profit",
    unit: "percent",
    sentence: "How far the close lies above the entry price, in percent.",
  },
  {
    type: "position",
    name: "held",
    unit: "none",
    sentence: "How many sessions the position will have been held if it is sold at the next fill.",
  },
  { type: "position", name: "entryPrice", unit: "price", sentence: "The price that was paid." },
  {
    type: "position",
    name: "peak",
    unit: "price",
    sentence: "The highest of the entry price and the closes since.",
  },
  {
    type: "position",
    name: "fall",
    unit: "percent",
    sentence: "How far the close lies below the peak, in percent.",
  },
];

const byName: ReadonlyMap<string, NameEntry> = new Map(
  NAMES.map((entry) => [entry.name.toLowerCase(), entry]),
);

/** The entry of a name in any case of letters; undefined for a fact's name. */
export function numberNamed(name: string): NameEntry | undefined {
  return byName.get(name.toLowerCase());
}

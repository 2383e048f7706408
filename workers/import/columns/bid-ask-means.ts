/** CRSP's sign for a close that is none: a minus in front of the mean of bid and ask on a day without a trade. */
import { CLOSE } from "#workers/market/row.ts";
import type { ColumnPlan } from "./columns.ts";
import { plainName } from "./header-names.ts";

const OF_CRSP: ReadonlySet<string> = new Set(
  "bidlo askhi permno permco shrout openprc cfacpr cusip ncusip".split(" "),
);

/** CRSP's price, known by the columns beside it: on a day without a trade it is the mean of bid and ask, with a minus. */
export function hasBidAskMeans(header: readonly string[], { groups }: ColumnPlan): boolean {
  const names = header.map(plainName);
  return (
    /^(?:alt)?prc$/.test(names[groups[0]?.columns[CLOSE] ?? -1] ?? "") &&
    names.some((name) => OF_CRSP.has(name))
  );
}

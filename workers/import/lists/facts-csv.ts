/** Facts as canonical CSV in the long form, a piece at a time. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { quoted } from "../rows/bars-csv.ts";

const PIECE_ROWS = 20_000;
/** Before any price: a value that is unknown from then on says nothing but that there is such a fact. */
const EARLIEST = "0001-01-01";

/** `symbol,date,name,value`, fact by fact. @param symbols - of all instruments, in their order */
export function* factsToCsv(facts: readonly FactSeries[], symbols: readonly string[]): Generator<string> {
  yield "symbol,date,name,value\n";
  for (const fact of facts) yield* factToCsv(fact, symbols.map(quoted));
}

function* factToCsv(
  { name, stepOffset, day, value }: FactSeries,
  symbols: readonly string[],
): Generator<string> {
  if (day.length === 0 && symbols.length > 0) yield `${symbols[0] ?? ""},${EARLIEST},${name},\n`;
  let lines: string[] = [];
  for (const [at, symbol] of symbols.entries()) {
    for (let step = stepOffset[at] ?? 0; step < (stepOffset[at + 1] ?? 0); step++) {
      const figure = value[step] ?? NaN;
      lines.push(
        `${symbol},${formatIsoDay(day[step] ?? 0)},${name},${Number.isNaN(figure) ? "" : String(figure)}\n`,
      );
      if (lines.length < PIECE_ROWS) continue;
      yield lines.join("");
      lines = [];
    }
  }
  yield lines.join("");
}

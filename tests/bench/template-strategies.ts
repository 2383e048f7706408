/** The strategies of datasets/templates, fitted to the synthetic market: its symbols, and prices as traded. */
import { ruleLines } from "#workers/model/rule-lines.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Market } from "#workers/model/market.ts";

export interface Template {
  /** Its file's name without the ending. */
  readonly id: string;
  readonly strategy: Strategy;
}

const files = import.meta.glob<unknown>("../../datasets/templates/*.json", {
  eager: true,
  import: "default",
});
const CARDS = "cards";

/**
 * By name. The market has no adjusted closes and no index: runs are as traded, and a strategy that asks the market looks
 * at the first instrument. Where symbols are named, as many of the market's take their places.
 *
 * @throws where a file is no strategy
 */
export function readTemplates({ instruments }: Market): readonly Template[] {
  return Object.entries(files).flatMap(([path, value]) => {
    const id = path.replace(/^.*\//, "").replace(/\.json$/, "");
    if (id === CARDS) return [];
    const parsed = parseStrategy(value);
    if (!parsed.ok) throw new Error(`${path}: ${parsed.problem.message}`);
    const { scanner, simulation, ...rest } = parsed.value;
    const own = instruments.slice(0, scanner.symbols?.length).map(({ symbol }) => symbol);
    const asksMarket = ruleLines(parsed.value).some(({ text }) => text.includes("market("));
    const benchmark = asksMarket ? (instruments[0]?.symbol ?? null) : null;
    const strategy: Strategy = {
      ...rest,
      scanner: scanner.symbols ? { ...scanner, symbols: own } : scanner,
      simulation: { ...simulation, priceBasis: "as-traded", benchmark },
    };
    return [{ id, strategy }];
  });
}

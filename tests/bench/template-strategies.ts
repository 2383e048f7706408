/** The strategies of datasets/templates, fitted to the synthetic market: its symbols, and prices as traded. */
import { numberLines, ruleLines } from "#workers/model/rule-lines.ts";
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
 * By name. The market has no adjusted closes, no funds and no index: runs are as traded, on its own type, and a strategy that
 * asks the market looks at the first instrument. Where instruments are named, as many of the market's take their places.
 *
 * @throws where a file is no strategy
 */
export function readTemplates({ instruments }: Market): readonly Template[] {
  return Object.entries(files).flatMap(([path, value]) => {
    const id = path.replace(/^.*\//, "").replace(/\.json$/, "");
    if (id === CARDS) return [];
    const { scanner, simulation, ...rest } = parse(renamed(value, instruments), path);
    const asksMarket = ruleLines({ scanner, simulation, ...rest }).some(({ text }) =>
      text.includes("market("),
    );
    const [first] = instruments;
    const strategy: Strategy = {
      ...rest,
      scanner: { ...scanner, instrumentType: first?.instrumentType ?? scanner.instrumentType },
      simulation: {
        ...simulation,
        priceBasis: "as-traded",
        benchmark: asksMarket ? (first?.symbol ?? null) : null,
      },
    };
    return [{ id, strategy }];
  });
}

function parse(value: unknown, path: string): Strategy {
  const parsed = parseStrategy(value);
  if (!parsed.ok) throw new Error(`${path}: ${parsed.problem.message}`);
  return parsed.value;
}

/** With the market's first instruments in place of those that a file names, in rules and weights too. */
function renamed(value: unknown, instruments: Market["instruments"]): unknown {
  const { scanner, simulation } = parse(value, "renamed");
  const named = [
    ...(scanner.symbols ?? []),
    ...(simulation.weights ?? []).map(({ symbol }) => symbol),
    ...(simulation.flows ?? []).flatMap(({ growBy }) => growBy ?? []),
    ...(simulation.cash?.price === undefined ? [] : [simulation.cash.price]),
    ...numberLines({ simulation }).flatMap(({ text }) =>
      [...text.matchAll(/of\("(\w+)"/g)].map(([, name = ""]) => name),
    ),
  ];
  const text = [...new Set(named)].reduce(
    (changed, name, at) => changed.replaceAll(name, instruments[at]?.symbol ?? name),
    JSON.stringify(value),
  );
  return JSON.parse(text);
}

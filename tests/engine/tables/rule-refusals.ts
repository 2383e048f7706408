/** What rules name: facts and signals with their days, warnings, and what is refused (rules.md sections 4, 6, 10 and 11). */
import type { FactSpec } from "../../support/market-builder.ts";
import { prices } from "./worked-case.ts";
import type { StrategyParts, WorkedCase } from "./worked-case.ts";

const A = prices("A", { close: [100, 100, 100, 100, 100] });
const INDEX = prices("^I", { type: "INDEX", close: [10, 10, 10, 10, 10] });
const eps: FactSpec = { name: "EPS", kind: "fact", steps: { A: [[1, 5]] } };
const score: FactSpec = { name: "score", kind: "signal", steps: { A: [[1, 5]] } };

const facts: WorkedCase[] = [
  {
    title: "a fact is known on the day after its date, in any case of letters",
    series: [A],
    facts: [eps],
    strategy: { scanner: { rules: ["eps > 1"] } },
    expected: { candidates: { A: [2] }, warnings: [] },
  },
  {
    title: "a signal is known at the close of its date, and trusted",
    series: [A],
    facts: [score],
    strategy: { scanner: { rules: ["Score > 1"] } },
    expected: { candidates: { A: [1] }, warnings: ["signals-trusted"] },
  },
  {
    title: "a signal that candidates are sorted by, or sized by, is trusted too",
    series: [A],
    facts: [score],
    strategy: { simulation: { sortingType: "expression", sortBy: "score" } },
    expected: { candidates: { A: [0] }, warnings: ["signals-trusted"] },
  },
  {
    title: "a signal that only a rule that is off names is not",
    series: [A],
    facts: [score],
    strategy: { scanner: { rules: [{ off: "score > 1" }] } },
    expected: { candidates: { A: [0] }, warnings: [] },
  },
];

const lacksCap = { candidates: { A: [] }, warnings: ["market-cap-missing"] } as const;
const caps: WorkedCase[] = [
  {
    title: "a rule that names a market cap that nobody has stays in its group, with a warning",
    series: [A],
    strategy: { scanner: { rules: ["marketCap > 0"] } },
    expected: lacksCap,
  },
  {
    title: "so does a rank of it, in whichever case of letters and however deep",
    series: [A],
    strategy: { buy: { rules: [{ any: [{ none: ["rank(MARKETCAP) > 5"] }] }] } },
    expected: lacksCap,
  },
  {
    title: "an expression that names it counts too",
    series: [A],
    strategy: { simulation: { sortingType: "expression", sortBy: "marketCap" } },
    expected: { candidates: { A: [0] }, warnings: ["market-cap-missing"] },
  },
  {
    title: "a rule that is off does not",
    series: [A],
    strategy: { scanner: { rules: [{ any: [{ off: "marketCap > 0" }] }] } },
    expected: { candidates: { A: [0] }, warnings: [] },
  },
  {
    title: "the fixed condition is left out of its group where the rule beside it stays",
    series: [A],
    strategy: { scanner: { match: "any", minPrice: null, marketCapRank: 10, rules: ["marketCap > 0"] } },
    expected: lacksCap,
  },
  {
    title: "a rule that names market caps by one figure for all years looks ahead",
    series: [prices("A", { close: [100, 100], marketCap: 5, marketCapLooksAhead: true })],
    strategy: { sell: { rules: ["marketCap < 1 and profit > 5"] } },
    expected: { warnings: ["market-cap-look-ahead"] },
  },
];

function refuses(
  title: string,
  strategy: StrategyParts,
  expected: WorkedCase["expected"],
  beside: Pick<WorkedCase, "facts"> & { series?: WorkedCase["series"] } = {},
): WorkedCase {
  return { title, series: [A, INDEX], strategy, expected, ...beside };
}

const refused: WorkedCase[] = [
  refuses(
    "a line that is wrong is refused with its place and column",
    { buy: { rules: ["close > 1", { any: ["close > sam(20)"] }] } },
    {
      refused: "rules-invalid",
      says: ["buy.rules[1].any[0], column 9: sam is not known; did you mean sma?"],
    },
  ),
  refuses(
    "also where it is off",
    { sell: { rules: [{ off: "close >" }] } },
    { refused: "rules-invalid", says: ["sell.rules[0].off, column 8: "] },
  ),
  refuses(
    "a position's numbers stand in sell rules alone",
    { scanner: { rules: ["profit > 5"] } },
    { refused: "rules-invalid", says: ["scanner.rules[0], column 1: "] },
  ),
  refuses(
    "an expression that is a rule is refused",
    { simulation: { sortingType: "expression", sortBy: "close > 1" } },
    { refused: "rules-invalid", says: ["simulation.sortBy, column 1: "] },
  ),
  refuses(
    "a fact that the data do not have is refused with the nearest names",
    { buy: { rules: ["close > 1 and esp > 1"] } },
    { refused: "rules-unknown-name", says: ["buy.rules[0], column 15: esp is not known"] },
    { facts: [eps] },
  ),
  refuses(
    "a fact of another dataset is refused wherever it stands in a group",
    { sell: { rules: [{ none: ["held > 3", "rank(pe) > 5"] }] } },
    { refused: "rules-unknown-name", says: ["sell.rules[0].none[1], column 6: pe is not known"] },
    { facts: [eps] },
  ),
  refuses(
    "what is off may name facts and symbols that are not there",
    { buy: { rules: [{ off: 'esp > 1 or of("NONE", close) > 1' }] } },
    { candidates: { A: [0] } },
  ),
  refuses(
    "market() without a benchmark series is refused",
    { buy: { rules: ["close > 1 or market(close) > 1"] } },
    { refused: "rules-need-index", says: ["buy.rules[0], column 14: "] },
    { series: [A] },
  ),
  refuses(
    "names of every kind that the data do not have are told at once",
    { buy: { rules: ["esp > 1", "market(close) > 1"] }, sell: { rules: ['of("^J", close) > 1'] } },
    {
      refused: "rules-unknown-name",
      says: ["buy.rules[0], column 1: esp", "buy.rules[1], column 1: market", "sell.rules[0], column 1: "],
    },
    { series: [A] },
  ),
  refuses("market() asks the index", { buy: { rules: ["market(close) = 10"] } }, { candidates: { A: [0] } }),
  refuses(
    "of() a symbol without a bar is refused",
    { simulation: { sortingType: "expression", sortBy: 'close / of("^J", close)' } },
    {
      refused: "rules-unknown-symbol",
      says: ['simulation.sortBy, column 9: the dataset has no bar of "^J"'],
    },
  ),
  refuses(
    "of() a symbol that is there by name alone is refused too",
    { buy: { rules: ['of("EMPTY", close) > 1'] } },
    { refused: "rules-unknown-symbol", says: ["buy.rules[0], column 1: "] },
    { series: [A, { symbol: "EMPTY", bars: [] }] },
  ),
  refuses(
    "own code that a rule names is refused by name, although a fact has that name too",
    {
      buy: { rules: ["close > 1", "EPS > 1"] },
      computed: [{ name: "eps", language: "python", source: "def compute(bars): return bars['close']" }],
    },
    { refused: "computed-not-run", says: ["buy.rules[1], column 1: "] },
    { facts: [eps] },
  ),
  refuses(
    "own code that no rule names is not in use",
    { computed: [{ name: "own", language: "python", source: "def compute(bars): return bars['close']" }] },
    { candidates: { A: [0] } },
  ),
  refuses(
    "own code that is off hides no fact",
    {
      buy: { rules: ["eps > 1"] },
      computed: [{ name: "eps", language: "python", source: "def compute(bars): return 1", off: true }],
    },
    { candidates: { A: [2] } },
    { facts: [eps] },
  ),
];

export const factCases: readonly WorkedCase[] = [...facts, ...caps];
export const ruleRefusals: readonly WorkedCase[] = refused;

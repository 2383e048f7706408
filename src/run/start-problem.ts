/** Why a run on a dataset can't start, as far as the catalogue tells it, and the mend of that and of what a run was refused for. */
import { formatDayRange } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { Problem, ProblemCode } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { exchangesOf, onExchange } from "#workers/model/universe.ts";
import { fitToData, termChanges, universeSize } from "./fit-to-data.ts";
import type { TermChange } from "./fit-to-data.ts";

/** null where nothing is known to be in the way. */
export function startProblem({ scanner, simulation }: Strategy, dataset: Dataset): Problem | null {
  const { instrumentType } = scanner;
  const wanted = exchangesOf(scanner);
  const { title, exchanges, instrumentTypes, firstDate, lastDate, universes } = dataset;
  if (!wanted.some((exchange) => exchanges.includes(exchange)))
    return {
      code: "universe-empty",
      message: `"${title}" has no ${joinWords(wanted, "or")} prices. Choose ${joinWords(exchanges, "or") || "other data"}, or another dataset.`,
      place: "scanner.exchange",
    };
  const size = universeSize(dataset, scanner);
  if (!instrumentTypes.includes(instrumentType) || (universes !== null && size === null))
    return {
      code: "universe-empty",
      message: `"${title}" has no ${instrumentType}${exchanges.length > 1 ? ` of ${joinWords(wanted, "or")}` : ""}. Choose another instrument type, or import data that has them.`,
      place: "scanner.instrumentType",
    };
  if (simulation.priceBasis === "adjusted" && size?.adjusted === 0)
    return { code: "adjclose-missing", message: "no adjusted prices", place: "simulation.priceBasis" };
  if (!firstDate || !lastDate) return null;
  if (simulation.startDate <= lastDate && simulation.endDate >= firstDate) return null;
  return {
    code: "period-empty",
    message: `"${title}" has no prices in this period. Choose dates within ${formatDayRange(firstDate, lastDate)}.`,
    place: "simulation.startDate",
  };
}

/** What a run is refused for before anything is simulated: such a start is no run. */
export const REFUSALS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "adjclose-missing",
  "benchmark-invalid",
  "cash-series-missing",
  "dataset-unavailable",
  "flow-series-missing",
  "period-empty",
  "rules-invalid",
  "rules-need-index",
  "rules-unknown-name",
  "rules-unknown-symbol",
  "rules-too-coarse",
  "universe-currencies",
  "universe-empty",
]);

/** A refusal in words for who knows neither the file of a strategy nor its fields. */
export function refusalWords({ code, message }: Problem, { simulation }: Strategy): string {
  const { benchmark } = simulation;
  if (code === "adjclose-missing")
    return "This data has no adjusted prices. Use prices as traded, or choose another dataset.";
  if (code !== "benchmark-invalid" || benchmark === null) return message;
  const reason = message.includes("is not in the data")
    ? "is not in this data"
    : "has no prices yet on the first day of the period";
  return `The benchmark ${benchmark} ${reason}. Use the dataset's own index, or choose another one.`;
}

export interface StartMend {
  /** "Use prices as traded". */
  readonly label: string;
  readonly changes: readonly TermChange[];
}

/** null where a person has to think for themselves. @param dataset - null where it is gone */
export function startMend(
  { code }: Pick<Problem, "code">,
  strategy: Strategy,
  dataset: Dataset | null,
): StartMend | null {
  if (code === "adjclose-missing")
    return {
      label: "Use prices as traded",
      changes: [{ name: "simulation.priceBasis", value: "as-traded" }],
    };
  if (code === "benchmark-invalid")
    return {
      label: "Use the dataset's own index",
      changes: [{ name: "simulation.benchmark", value: "" }],
    };
  if (dataset === null) return null;
  const { firstDate, lastDate } = dataset;
  if (code === "period-empty") return firstDate && lastDate ? periodMend(firstDate, lastDate) : null;
  return code === "universe-empty" ? universeMend(strategy, dataset) : null;
}

/** @param from - ISO date; @param to - likewise */
export function periodMend(from: string, to: string): StartMend {
  return {
    label: `Use ${formatDayRange(from, to)}`,
    changes: [
      { name: "simulation.startDate", value: from },
      { name: "simulation.endDate", value: to },
    ],
  };
}

function universeMend(strategy: Strategy, dataset: Dataset): StartMend | null {
  const { exchange, instrumentType } = strategy.scanner;
  const isThere = dataset.exchanges.includes(exchange);
  const onIt = isThere ? fitToData(strategy, dataset, exchange) : fitToData(strategy, dataset);
  const isType = onIt.scanner.instrumentType !== instrumentType;
  const fitted = isThere && !isType ? fitToData(strategy, dataset) : onIt;
  const changes = termChanges(strategy, fitted);
  if (fitted.scanner.exchange !== exchange)
    return { label: `Use exchange ${fitted.scanner.exchange}`, changes };
  return isType ? { label: `Use ${fitted.scanner.instrumentType}`, changes } : null;
}

/** The strategy with its terms as a mend has them. */
export function withTerms(strategy: Strategy, changes: readonly TermChange[]): Strategy {
  return changes.reduce(withTerm, strategy);
}

function withTerm(strategy: Strategy, { name, value }: TermChange): Strategy {
  const { scanner, simulation } = strategy;
  const place = (part: Partial<Strategy["simulation"]>) => ({
    ...strategy,
    simulation: { ...simulation, ...part },
  });
  switch (name) {
    case "scanner.exchange":
      return { ...strategy, scanner: onExchange(scanner, value) };
    case "scanner.instrumentType":
      return { ...strategy, scanner: { ...scanner, instrumentType: value } };
    case "simulation.startDate":
      return place({ startDate: value });
    case "simulation.endDate":
      return place({ endDate: value });
    case "simulation.maxPositions":
      return place({ maxPositions: Number(value) });
    case "simulation.priceBasis":
      return place({ priceBasis: value === "adjusted" ? "adjusted" : "as-traded" });
    case "simulation.benchmark":
      return place({ benchmark: value === "" ? null : value });
    case "simulation.commissionPercent":
      return place({ commissionPercent: Number(value) });
    case "simulation.slippagePercent":
      return place({ slippagePercent: Number(value) });
  }
}

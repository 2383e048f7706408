/** A strategy on data of the person's choice, as it would begin there: one way for the builder, new data, templates and mends. */
import type { Dataset } from "#src/storage/datasets.ts";
import { AVERAGE_SHARE } from "#workers/model/benchmark-names.ts";
import { costsOf, firstTradeValue, presetForExchange, presetOf } from "#workers/model/cost-presets.ts";
import { UNTRADED_TYPES } from "#workers/model/market.ts";
import type { UniverseSize } from "#workers/model/reading.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { exchangesOf, onExchange } from "#workers/model/universe.ts";

/**
 * On an exchange of the data, by default the one with most instruments; on the prices that it has, on its days, after its
 * country's costs where the strategy had those of a preset, and with no more places than there are instruments. What an
 * import of an earlier version doesn't tell stays as it is.
 */
export function fitToData(
  strategy: Strategy,
  dataset: Dataset,
  exchange: string = mainExchange(dataset, strategy.scanner.exchange),
): Strategy {
  const { simulation } = strategy;
  const instrumentType = mainType(dataset, exchange, strategy.scanner.instrumentType);
  const scanner = { ...onExchange(strategy.scanner, exchange), instrumentType };
  const size = universeSize(dataset, scanner);
  const fitted = {
    ...simulation,
    ...periodOn(dataset, simulation),
    benchmark: benchmarkOn(dataset, simulation),
    ...(size && {
      maxPositions: Math.max(1, Math.min(simulation.maxPositions, size.instruments)),
    }),
    ...(size?.adjusted !== undefined && {
      priceBasis: size.adjusted > 0 ? ("adjusted" as const) : ("as-traded" as const),
    }),
  };
  return {
    ...strategy,
    scanner,
    simulation: { ...fitted, ...costsOn(exchange, fitted) },
  };
}

/** The exchange with most instruments that can be traded; of several the wanted one, if it is among them. */
export function mainExchange({ exchanges, universes }: Dataset, wanted: string): string {
  const count = (exchange: string) =>
    tradable(universes ?? [], exchange).reduce((sum, { instruments }) => sum + instruments, 0);
  const most = Math.max(...exchanges.map(count));
  const largest = exchanges.filter((exchange) => count(exchange) === most);
  return largest.find((exchange) => exchange === wanted) ?? largest[0] ?? wanted;
}

/**
 * How many instruments a strategy may choose from, and how many of them have adjusted closes. null for none, and where an
 * import of an earlier version doesn't tell; such a one never tells how many are adjusted.
 */
export function sizeOf(dataset: Dataset, exchange: string, instrumentType: string): KnownSize | null {
  const { universes, exchanges, instrumentTypes, instruments, indices } = dataset;
  if (universes !== null)
    return tradable(universes, exchange).find((one) => one.instrumentType === instrumentType) ?? null;
  const isAll = exchanges.length === 1 && tradedTypes(instrumentTypes).length === 1;
  return isAll ? { instruments: instruments - indices.length } : null;
}

/** The same of a universe, on all of its exchanges. */
export function universeSize(dataset: Dataset, scanner: Strategy["scanner"]): KnownSize | null {
  const sizes = exchangesOf(scanner).flatMap((one) => sizeOf(dataset, one, scanner.instrumentType) ?? []);
  const [first, ...others] = sizes;
  return first === undefined ? null : others.reduce(sumOf, first);
}

function sumOf(one: KnownSize, other: KnownSize): KnownSize {
  const areKnown = one.adjusted !== undefined && other.adjusted !== undefined;
  return {
    instruments: one.instruments + other.instruments,
    ...(areKnown && { adjusted: one.adjusted + other.adjusted }),
  };
}

type KnownSize = Pick<UniverseSize, "instruments"> & Partial<Pick<UniverseSize, "adjusted">>;

/** Neither an index nor a rate can be traded. */
function mainType({ universes, instrumentTypes }: Dataset, exchange: string, wanted: string): string {
  const sizes = tradable(universes ?? [], exchange).toSorted((a, b) => b.instruments - a.instruments);
  const types = universes ? sizes.map((size) => size.instrumentType) : tradedTypes(instrumentTypes);
  return types.includes(wanted) ? wanted : (types[0] ?? wanted);
}

function tradable(universes: readonly UniverseSize[], exchange: string): readonly UniverseSize[] {
  return universes.filter(
    ({ exchange: of, instrumentType }) => of === exchange && !UNTRADED_TYPES.includes(instrumentType),
  );
}

export function tradedTypes(types: readonly string[]): readonly string[] {
  return types.filter((type) => !UNTRADED_TYPES.includes(type));
}

type Simulation = Strategy["simulation"];

/** All days of an import, but for a period of the person's own that lies within them; the demo market's days suit as they are. */
function periodOn(
  { origin, firstDate, lastDate }: Dataset,
  { startDate, endDate }: Simulation,
): Pick<Simulation, "startDate" | "endDate"> {
  if (firstDate === null || lastDate === null) return { startDate, endDate };
  const isOwn =
    startDate !== defaultStrategy.simulation.startDate || endDate !== defaultStrategy.simulation.endDate;
  const suits =
    origin === "bundled"
      ? startDate <= lastDate && endDate >= firstDate
      : isOwn && startDate >= firstDate && endDate <= lastDate;
  return suits ? { startDate, endDate } : { startDate: firstDate, endDate: lastDate };
}

/** An index that is there, and the average share, which is everywhere; else the data's own. */
function benchmarkOn({ indices }: Dataset, { benchmark }: Simulation): string | null {
  if (benchmark === null || benchmark === AVERAGE_SHARE) return benchmark;
  return indices.includes(benchmark) ? benchmark : null;
}

/** Costs of a person's own, and none, stay. */
function costsOn(exchange: string, simulation: Simulation): Partial<Simulation> {
  const preset = presetOf(simulation);
  if (preset === null || preset === "none") return {};
  const costs = costsOf(presetForExchange(exchange) ?? "none", firstTradeValue(simulation));
  return { commissionPercent: costs.percent, slippagePercent: costs.slippage };
}

/** A setting that fitting may change, as a form holds it; no benchmark is "". */
export interface TermChange {
  readonly name: (typeof TERMS)[number];
  readonly value: string;
}

const TERMS = [
  "scanner.exchange",
  "scanner.instrumentType",
  "simulation.startDate",
  "simulation.endDate",
  "simulation.maxPositions",
  "simulation.priceBasis",
  "simulation.benchmark",
  "simulation.commissionPercent",
  "simulation.slippagePercent",
] as const;

/** What another strategy has otherwise. */
export function termChanges(before: Strategy, after: Strategy): readonly TermChange[] {
  const [was, is] = [termsOf(before), termsOf(after)];
  return TERMS.flatMap((name) => (was[name] === is[name] ? [] : [{ name, value: is[name] }]));
}

function termsOf({ scanner, simulation }: Strategy): Readonly<Record<TermChange["name"], string>> {
  return {
    "scanner.exchange": scanner.exchange,
    "scanner.instrumentType": scanner.instrumentType,
    "simulation.startDate": simulation.startDate,
    "simulation.endDate": simulation.endDate,
    "simulation.maxPositions": String(simulation.maxPositions),
    "simulation.priceBasis": simulation.priceBasis,
    "simulation.benchmark": simulation.benchmark ?? "",
    "simulation.commissionPercent": String(simulation.commissionPercent),
    "simulation.slippagePercent": String(simulation.slippagePercent),
  };
}

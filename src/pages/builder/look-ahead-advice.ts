/** Numbers that a run may know sooner than anybody did, each with what does without them. */
import type { Dataset } from "#src/storage/datasets.ts";
import { describeLag } from "#workers/model/fact-lag.ts";
import type { Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { readStrategyRules, usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { MendChange } from "./mend.ts";
import { STEPS } from "./steps.ts";
import type { StepKey } from "./steps.ts";
import type { MendedWarning } from "./terms-advice.ts";

export type WarningsByStep = Readonly<Record<StepKey, readonly MendedWarning[]>>;

/**
 * Each stands on the step that names such a number first.
 *
 * @param found - what a run would say of its data; null while nothing is counted
 */
export function lookAheadWarnings(
  strategy: Strategy,
  found: readonly Warning[] | null,
  dataset: Pick<Dataset, "factNames"> | null,
): WarningsByStep {
  const warnings: Record<StepKey, MendedWarning[]> = { scanner: [], buy: [], sell: [], simulation: [] };
  for (const warning of found ?? []) {
    const told = toldOf(warning, strategy, dataset);
    if (!told) continue;
    const uses = usesOf(strategy, told);
    const mend = uses.length === 0 ? null : { label: told.label, changes: uses.map(({ off }) => off) };
    const { step = "scanner" } = uses[0] ?? {};
    warnings[step].push({ message: `${warning.message} ${told.meaning}`, mend });
  }
  return warnings;
}

/** What to say of a warning, and which numbers it is about. */
interface Told {
  readonly meaning: string;
  readonly label: string;
  readonly isMeant: (part: Expression) => boolean;
  /** The form's own fields that are about market caps are among them. */
  readonly isOfCaps: boolean;
}

function toldOf(
  { code, message }: Warning,
  strategy: Strategy,
  dataset: Pick<Dataset, "factNames"> | null,
): Told | null {
  const factNames = dataset?.factNames ?? [];
  if (code === "market-cap-look-ahead")
    return {
      meaning: "Companies that grew later count as large too early.",
      label: "Do without market cap",
      isMeant: (part) => part.op === "figure" && part.name === "marketCap",
      isOfCaps: true,
    };
  if (code === "signals-trusted") {
    const signals = factNames.filter(({ kind }) => kind === "signal");
    return {
      meaning: "One that was worked out later makes the result better than it could have been.",
      ...withoutFacts(strategy, signals),
    };
  }
  if (code === "facts-assumed") {
    const assumed = factNames.filter(({ lag }) => lag && message.endsWith(`: ${describeLag(lag)}.`));
    return {
      meaning: "Where a company reported later, the run uses what nobody knew yet.",
      ...withoutFacts(strategy, assumed),
    };
  }
  return null;
}

function withoutFacts(
  strategy: Strategy,
  facts: readonly { readonly name: string }[],
): Omit<Told, "meaning"> {
  const own = new Set((strategy.computed ?? []).map(({ name }) => name.toLowerCase())); // they hide facts
  const names = new Map(facts.map(({ name }) => [name.toLowerCase(), name]));
  const isMeant = (part: Expression) => part.op === "fact" && names.has(part.name) && !own.has(part.name);
  const named = new Set(
    partsInUse(strategy).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.op === "fact" && isMeant(part) ? [names.get(part.name)] : [])),
    ),
  );
  return { label: `Do without ${[...named].join(", ")}`, isMeant, isOfCaps: false };
}

function partsInUse(
  strategy: Strategy,
): readonly { readonly place: string; readonly parts: readonly Expression[] }[] {
  const read = readStrategyRules(strategy);
  if (!read.ok) return [];
  return usedExpressions(read.value).map(({ place, expression }) => ({ place, parts: partsOf(expression) }));
}

interface Use {
  readonly step: StepKey;
  /** What leaves it out. */
  readonly off: MendChange;
}

/** The places that use it, in the order of the steps. */
function usesOf(strategy: Strategy, { isMeant, isOfCaps }: Told): readonly Use[] {
  const { scanner, simulation } = strategy;
  const uses: Use[] = [];
  if (isOfCaps && scanner.marketCapRank !== null)
    uses.push({ step: "scanner", off: { flag: "isOn.marketCapRank", isOn: false } });
  for (const { place, parts } of partsInUse(strategy)) {
    const step = STEPS.find(({ key }) => place.startsWith(`${key}.`))?.key ?? "simulation";
    if (parts.some(isMeant)) uses.push({ step, off: offAt(place) });
  }
  if (isOfCaps && simulation.sortingType === "market-cap-desc")
    uses.push({ step: "simulation", off: BY_VOLUME });
  return uses;
}

const BY_VOLUME: MendChange = { name: "simulation.sortingType", value: "volume-desc" };

function offAt(place: string): MendChange {
  if (place === "simulation.sortBy") return BY_VOLUME;
  if (place === "simulation.riskDistance" || place.startsWith("simulation.weight"))
    return { name: "simulation.positionSizing", value: "equal-weight" };
  return { line: place, text: null };
}

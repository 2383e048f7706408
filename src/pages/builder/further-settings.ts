/**
 * What of a strategy the form keeps without editing it: its fields of strategy/2. The form holds them as a text, so that
 * drafts keep them to the letter.
 */
import { readStrategy, settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import { FIELD_PATHS, fieldAt, partsOf, SECTIONS } from "#workers/model/strategy-fields.ts";
import type { FieldPath, Section } from "#workers/model/strategy-fields.ts";

/** Settings by section, and the computed fields; only what is there. */
type Further = Readonly<Partial<Record<Section | "computed", unknown>>>;

/** Fields of strategy/2 that stand in a strategy; its sizing too, which the form shows as it is. */
export function furtherPaths(strategy: Strategy): readonly FieldPath[] {
  const isSized = strategy.simulation.positionSizing !== "equal-weight";
  return FIELD_PATHS.filter((path) => {
    const [section, name] = partsOf(path);
    if (path === "simulation.positionSizing") return isSized;
    return fieldAt(path).isNew === true && Reflect.get(strategy[section], name) !== undefined;
  });
}

/** "" where a strategy has none, or none in these sections. */
export function furtherText(strategy: Strategy, sections: readonly Section[] = SECTIONS): string {
  const further: Partial<Record<Section | "computed", unknown>> = {};
  for (const path of furtherPaths(strategy)) {
    const [section, name] = partsOf(path);
    if (!sections.includes(section)) continue;
    further[section] = { ...recordOf(further[section]), [name]: settingAt(strategy, path) };
  }
  if (strategy.computed) further.computed = strategy.computed;
  return Object.keys(further).length === 0 ? "" : JSON.stringify(further);
}

/** The default strategy with these settings; null where the text is none of furtherText's. */
export function readFurther(text: string): Strategy | null {
  const further = parse(text);
  if (further === null) return null;
  const simulation = recordOf(further.simulation);
  const sorting = simulation["sortBy"] === undefined ? {} : { sortingType: "expression" };
  const read = readStrategy({ ...further, simulation: { ...simulation, ...sorting } });
  return read.ok ? read.value : null;
}

interface Sections extends Record<Section, object> {
  readonly simulation: { readonly sortingType: string };
}

/** A form's sections with the settings that a text keeps; an expression to sort by only where the form sorts by it. */
export function withFurther(sections: Sections, text: string): Readonly<Record<string, unknown>> {
  const further = parse(text) ?? {};
  const { sortBy, ...simulation } = recordOf(further.simulation);
  const sorting = sections.simulation.sortingType === "expression" ? { sortBy } : {};
  return {
    format: "strategy/2", // the reader makes it what it is
    scanner: { ...sections.scanner, ...recordOf(further.scanner) },
    buy: { ...sections.buy, ...recordOf(further.buy) },
    sell: { ...sections.sell, ...recordOf(further.sell) },
    simulation: { ...sections.simulation, ...simulation, ...sorting },
    ...(further.computed !== undefined && { computed: further.computed }),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function parse(text: string): Further | null {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

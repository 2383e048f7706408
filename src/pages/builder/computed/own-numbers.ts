/**
 * A person's own numbers as the form holds them: what was typed stays, whatever is wrong with it. A strategy's computed
 * fields are read of them, with the limits that every file has.
 */
import { z } from "zod";
import { languageNamed } from "#src/code/bars-table.ts";
import { readComputed } from "#workers/model/computed-field.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import { readStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import type { Fault } from "#workers/model/strategy-fault.ts";

/** Part of the form's schema. */
export const ownNumbersSchema = z.array(
  z.object({ name: z.string(), language: z.string(), source: z.string(), off: z.boolean() }),
);

export type OwnNumber = z.infer<typeof ownNumbersSchema>[number];

export function ownNumbersOf({ computed = [] }: Pick<Strategy, "computed">): OwnNumber[] {
  return computed.map(({ name, language, source, off = false }) => ({ name, language, source, off }));
}

/** As a strategy's reader takes them: nothing where there are none. */
export function computedOf(numbers: readonly OwnNumber[]): { readonly computed?: readonly unknown[] } {
  if (numbers.length === 0) return {};
  return {
    computed: numbers.map(({ name, language, source, off }) => ({
      name: name.trim(),
      language,
      source,
      ...(off && { off }),
    })),
  };
}

/** One of them to be tried; its name seeds its chance, and any will do while it can't be read. */
export function tryable({ name, language, source }: OwnNumber): ComputedField {
  const [named] = readComputed([{ name: name.trim(), language: "javascript", source: "" }], []);
  return { name: named?.name ?? "own", language: languageNamed(language), source };
}

/** What is wrong with one of them, in a sentence. */
export interface NumberProblem {
  readonly part: "name" | "language" | "source";
  readonly message: string;
}

/** By the place in the list; none for a list in order. Of each part the first. */
export function problemsOf(numbers: readonly OwnNumber[]): ReadonlyMap<number, readonly NumberProblem[]> {
  const faults: Fault[] = [];
  readComputed(computedOf(numbers).computed ?? [], faults);
  const problems = new Map<number, NumberProblem[]>();
  for (const { path, limit } of faults) {
    const [, at, part] = path;
    if (typeof at !== "number" || (part !== "name" && part !== "language" && part !== "source")) continue;
    const known = problems.get(at) ?? [];
    if (known.some((one) => one.part === part)) continue;
    known.push({ part, message: messageOf(part, limit, numbers[at]?.name ?? "") });
    problems.set(at, known);
  }
  return problems;
}

/** "The name must begin with a letter ...". */
export function messageOf(part: NumberProblem["part"], limit: string, name: string): string {
  if (part === "name" && name.trim() === "") return "Give it a name: rules use the number by it.";
  return `The ${part} ${limit}.`;
}

/** The numbers whose entries are in order. @param isWrong - tells of a place in the list */
export function readableNumbers(
  numbers: readonly OwnNumber[],
  isWrong: (at: number) => boolean,
): OwnNumber[] {
  return numbers.filter((_, at) => !isWrong(at));
}

/** Drafts of an older form kept what it did not edit as a text, computed fields among it. */
export function readOlderDraft(draft: unknown): Strategy | "unreadable" | null {
  const text = isRecord(draft) ? draft["further"] : undefined;
  if (typeof text !== "string") return null;
  const further = parse(text);
  if (further === null) return "unreadable";
  const simulation = isRecord(further["simulation"]) ? further["simulation"] : {};
  const sorting = simulation["sortBy"] === undefined ? {} : { sortingType: "expression" };
  const read = readStrategy({ ...further, simulation: { ...simulation, ...sorting } });
  return read.ok ? read.value : "unreadable";
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

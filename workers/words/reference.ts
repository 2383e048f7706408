/**
 * The reference of the language, made from its tables: every function, name and sign with what it means and an example. It is
 * a page of the app, a text on the command line (reference-text.ts), and a JSON of the format "functions/1".
 */
import { MOST_COUNT } from "#workers/rules/check.ts";
import type { FunctionEntry, FunctionGroup, Parameter } from "#workers/rules/function-entry.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { KEYWORDS } from "#workers/rules/grammar.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import type { NameEntry } from "#workers/rules/name-table.ts";
import { SUFFIX_POWERS } from "#workers/model/written-number.ts";
import { otherNamesOf } from "./other-names.ts";
import { grouped } from "./sentence-figures.ts";
import { sentenceOfLine } from "./sentences.ts";
import { SIGNS } from "./sign-table.ts";

export interface Reference {
  readonly format: "functions/1";
  readonly groups: readonly ReferenceGroup[];
  readonly names: readonly ReferenceNames[];
  readonly signs: readonly ReferenceSign[];
  readonly suffixes: readonly ReferenceSuffix[];
  /** Words that no fact can be called. */
  readonly keywords: readonly string[];
}

export interface ReferenceGroup {
  readonly id: FunctionGroup;
  readonly title: string;
  readonly functions: readonly ReferenceFunction[];
}

export interface ReferenceFunction {
  readonly name: string;
  /** How it may be written: "sma(x, n)", "sma(n)". */
  readonly written: readonly string[];
  readonly parameters: readonly ReferenceParameter[];
  readonly gives: "number" | "rule" | "number or rule";
  /** What rounding is forgiven against: the close, 100, nothing, or what it is for the numbers that are given. */
  readonly unit: "price" | "percent" | "none" | "as given";
  readonly sentence: string;
  /** What people elsewhere call it. */
  readonly otherNames: readonly string[];
  readonly example: string;
  /** The example in plain words. */
  readonly exampleInWords: string;
}

export interface ReferenceParameter {
  readonly name: string;
  readonly type: Parameter["type"];
  /** "a whole number, 1 to 5,000". */
  readonly sentence: string;
  readonly mayBeLeftOut: boolean;
}

export interface ReferenceNames {
  readonly id: NameEntry["type"];
  readonly title: string;
  readonly names: readonly {
    readonly name: string;
    readonly unit: NameEntry["unit"];
    readonly sentence: string;
  }[];
}

export interface ReferenceSign {
  readonly id: string;
  /** "a > b". */
  readonly written: readonly string[];
  readonly sentence: string;
  readonly example: string;
  readonly exampleInWords: string;
}

export interface ReferenceSuffix {
  readonly suffix: string;
  readonly factor: number;
  readonly sentence: string;
}

const GROUP_TITLES: Readonly<Record<FunctionGroup, string>> = {
  averages: "Averages and other numbers over some days",
  oscillators: "Changes and oscillators",
  ranges: "Ranges and bands",
  volume: "Volume",
  truths: "Rules over some days",
  arithmetic: "Arithmetic and choice",
  periods: "Weeks and months",
  market: "The market around an instrument",
};

const NAME_TITLES: Readonly<Record<NameEntry["type"], string>> = {
  figure: "Numbers of a bar",
  date: "Numbers of the date",
  position: "Numbers of an open position, only in sell rules",
};

export function makeReference(): Reference {
  const groups = [...new Set(FUNCTIONS.map(({ group }) => group))];
  const types = [...new Set(NAMES.map(({ type }) => type))];
  return {
    format: "functions/1",
    groups: groups.map((id) => ({
      id,
      title: GROUP_TITLES[id],
      functions: FUNCTIONS.filter(({ group }) => group === id).map(describeFunction),
    })),
    names: types.map((id) => ({
      id,
      title: NAME_TITLES[id],
      names: NAMES.filter(({ type }) => type === id).map(({ name, unit, sentence }) => ({
        name,
        unit,
        sentence,
      })),
    })),
    signs: SIGNS.map(({ id, written, sentence, example }) => ({
      id,
      written,
      sentence,
      example,
      exampleInWords: sentenceOfLine(example),
    })),
    suffixes: Object.entries(SUFFIX_POWERS).map(([suffix, power]) => ({
      suffix,
      factor: 10 ** power,
      sentence:
        power === 0
          ? `Changes nothing: 10${suffix} is 10.`
          : `2${suffix} is ${sentenceOfLine(`2${suffix}`)}: ${grouped(2 * 10 ** power)}.`,
    })),
    keywords: KEYWORDS,
  };
}

/** The reference as a file of JSON, which ends with a line's end. */
export function referenceJson(): string {
  return `${JSON.stringify(makeReference(), null, 2)}\n`;
}

function describeFunction(entry: FunctionEntry): ReferenceFunction {
  const { name, gives, unit, sentence, example } = entry;
  return {
    name,
    written: waysToWrite(entry),
    parameters: entry.parameters.map((parameter, at) => ({
      name: parameter.name,
      type: parameter.type,
      sentence: describeParameter(parameter, entry.defaults?.[at]),
      mayBeLeftOut:
        entry.defaults !== undefined || parameter.type === "scope" || isSeriesThatMayGo(parameter, at),
    })),
    gives: gives === "any" ? "number or rule" : gives === "truth" ? "rule" : "number",
    unit: unit === "arguments" ? "as given" : unit,
    sentence,
    otherNames: otherNamesOf(name),
    example,
    exampleInWords: sentenceOfLine(example),
  };
}

function isSeriesThatMayGo({ type }: Parameter, at: number): boolean {
  return type === "series" && at === 0;
}

/** The whole first; without brackets where nothing stands in them. */
export function waysToWrite({ name, parameters, defaults }: FunctionEntry): readonly string[] {
  const names = parameters.map((each) => (each.type === "symbol" ? `"${each.name}"` : each.name));
  const write = (args: readonly string[]) => (args.length === 0 ? name : `${name}(${args.join(", ")})`);
  if (defaults) return [write(names), name];
  const [first] = parameters;
  if (first && isSeriesThatMayGo(first, 0)) return [write(names), write(names.slice(1))];
  if (parameters.at(-1)?.type !== "scope") return [write(names)];
  return [write(names.slice(0, -1)), write([...names.slice(0, -1), '"sector"'])];
}

function describeParameter({ type, least = 1 }: Parameter, usual: number | undefined): string {
  const leftOut = usual === undefined ? "" : `; ${usual} where all are left out`;
  switch (type) {
    case "series":
      return "a number; the close where it is left out";
    case "number":
      return "a number";
    case "rule":
      return "a rule";
    case "count":
      return `a whole number, ${least} to ${grouped(MOST_COUNT)}${leftOut}`;
    case "factor":
      return "a number above 0, written as such";
    case "symbol":
      return "a symbol of the dataset, in double quotes";
    case "scope":
      return '"sector", or nothing for all instruments';
    case "any":
      return "a number or a rule";
  }
}

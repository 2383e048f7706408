/** What a row of the table of settings says (strategy-fields.ts). */

/** The steps of the builder, by which a summary of a strategy groups its settings. */
export type Step = "Market" | "Scanner" | "Buy Rules" | "Sell Rules" | "Simulation";

export type NumberUnit = "percent" | "percent a year" | "days" | "money" | "positions" | "session";

/** Oldest first; each is the one before it with further settings. */
export const STRATEGY_FORMATS = ["strategy/1", "strategy/2", "strategy/3"] as const;
export type StrategyFormat = (typeof STRATEGY_FORMATS)[number];
export type LaterFormat = Exclude<StrategyFormat, "strategy/1">;

/** Each given one holds; a setting without any takes every number. */
export interface Limits {
  readonly above?: number;
  readonly below?: number;
  readonly least?: number;
  readonly most?: number;
  readonly whole?: true;
}

/** From `from` to `to`, both included where a step meets it; step > 0. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

interface Row {
  readonly step: Step;
  /** The form's name for it; a sentence can begin with it. */
  readonly label: string;
  /** What it does, for a person who meets it in the form. */
  readonly sentence: string;
  /** The first format that has it, where that is not strategy/1: it is left out of a strategy where it has its default. */
  readonly since?: LaterFormat;
  /** Path of the condition that it belongs to: it changes nothing while that is off. */
  readonly partOf?: string;
  /** Must be there exactly while the choice at `path` is one of these; null otherwise. */
  readonly neededFor?: Choices;
  /** May have another value than its default only while the choice at `path` is one of these. */
  readonly onlyFor?: Choices;
  /** What it is where it is missing and positions are sized by weights, if that is not its default. */
  readonly withWeights?: null | false | 0;
}

/** Some choices of the setting at a path. */
interface Choices {
  readonly path: string;
  readonly choices: readonly string[];
}

export interface NumberField extends Row {
  readonly unit: NumberUnit;
  readonly limits: Limits;
  readonly default: number | null;
  /** null switches it off. */
  readonly canBeOff?: true;
  /** Stands in the form while it is off, or while nothing asks for it. */
  readonly suggested?: number;
  /** What the optimiser begins with; without it the setting is not varied. */
  readonly range?: ValueRange;
}

export interface FlagField extends Row {
  readonly unit: "flag";
  readonly default: boolean;
  /** null is read as false. */
  readonly canBeOff?: true;
}

export interface ChoiceField extends Row {
  readonly unit: "choice";
  /** Their names on screen, by value. */
  readonly choices: Readonly<Record<string, string>>;
  /** The first format that has a choice, where that is later than the setting's own. */
  readonly choicesSince?: Readonly<Record<string, LaterFormat>>;
  readonly default: string;
}

/** At most 120 characters that are not all blank. */
export interface TextField extends Row {
  readonly unit: "text";
  /** What it must be, in words. */
  readonly words: string;
  readonly default: string | null;
  readonly canBeOff?: true;
  /** What the form offers; a dataset may have others. */
  readonly offered?: readonly string[];
}

/** An ISO date. */
export interface DateField extends Row {
  readonly unit: "date";
  readonly default: string;
  /** Path of a date that it must be after. */
  readonly after?: string;
}

/** A list of texts, or null for everything. */
export interface NamesField extends Row {
  readonly unit: "names";
  readonly default: null;
}

export interface RulesField extends Row {
  readonly unit: "rules";
  readonly default: readonly [];
}

/** A text of the rule language that is a number. */
export interface ExpressionField extends Row {
  readonly unit: "expression";
  readonly default: null;
}

/** Symbols, each with an expression of its own (weights.ts). */
export interface WeightsField extends Row {
  readonly unit: "weights";
  readonly default: readonly [];
}

/** How far a share may be off its plan (rebalance-band.ts). */
export interface BandField extends Row {
  readonly unit: "band";
  readonly default: null;
}

/** Money that comes in and goes out (flow.ts). */
export interface FlowsField extends Row {
  readonly unit: "flows";
  readonly default: readonly [];
}

/** What idle money earns (cash-rate.ts). */
export interface CashField extends Row {
  readonly unit: "cash";
  readonly default: null;
}

/** Has the one value that it can have. */
export interface FixedField extends Row {
  readonly unit: "fixed";
  readonly default: number;
}

export type StrategyField =
  | NumberField
  | FlagField
  | ChoiceField
  | TextField
  | DateField
  | NamesField
  | RulesField
  | ExpressionField
  | WeightsField
  | BandField
  | FlowsField
  | CashField
  | FixedField;

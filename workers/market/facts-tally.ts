/** The tally of one file of facts: its rows, what was left out or ignored, and what it gave. */
import { formatIsoDay } from "#workers/model/day.ts";
import { describeLag } from "#workers/model/fact-lag.ts";
import type { FactSeries } from "#workers/model/market.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { placedIssues } from "./file-rows.ts";
import type { IssueTally } from "./file-rows.ts";
import type { MembershipHole, StatementNotes } from "./statement-notes.ts";

/** Symbols without prices that a note names, at most. */
const UNMATCHED_SHOWN = 5;
/** And as many as its list has. */
const UNMATCHED_KEPT = 500;

export interface FactsTally extends IssueTally {
  readonly kind: FactSeries["kind"];
  layout: string;
  rows: number;
  /** Values that an earlier row has already, with the same and with another value. */
  repeats: number;
  contradictions: number;
}

export function openFactsTally(file: string, kind: FactSeries["kind"]): FactsTally {
  return { file, kind, layout: "", rows: 0, leftOut: 0, issues: [], repeats: 0, contradictions: 0 };
}

/** What a file gave to a market. */
export interface FactsYield {
  /** Names as the file writes them, sorted by the name in lower case. */
  readonly names: readonly string[];
  readonly steps: number;
  /** With prices; all of the market's; and symbols of the file without. */
  readonly instruments: number;
  readonly of: number;
  readonly unmatched: readonly string[];
  /** What a table of statements has beside. */
  readonly statements?: Pick<
    StatementNotes,
    "undated" | "unspanned" | "lag" | "companies" | "remarks" | "hole"
  >;
  /** Infinity and -Infinity without a step. */
  readonly firstDay: number;
  readonly lastDay: number;
}

export function describeFactsFile(tally: FactsTally, given: FactsYield): FileNotes {
  const { file, layout, rows, leftOut, repeats, kind, contradictions } = tally;
  const { names, steps, instruments, of, unmatched, statements, firstDay, lastDay } = given;
  const lag = statements?.lag ?? null;
  const warnings = [
    ...(lag ? [`${capital(describeLag(lag))}.`] : []),
    ...unmatchedWarning(unmatched, statements?.companies ?? null),
    ...(statements ? statementWarnings(statements, of - instruments, of) : []),
    ...contradictionWarning(contradictions),
  ];
  return {
    file,
    layout,
    rows,
    bars: 0,
    leftOut,
    repeats,
    closeOnly: 0,
    instruments,
    firstDate: steps > 0 ? formatIsoDay(firstDay) : null,
    lastDate: steps > 0 ? formatIsoDay(lastDay) : null,
    issues: placedIssues(tally),
    ...(warnings.length > 0 ? { warnings } : {}),
    facts: {
      kind,
      names,
      steps,
      contradictions,
      unmatched: unmatched.length,
      ...(unmatched.length > UNMATCHED_SHOWN ? { unmatchedSymbols: unmatched.slice(0, UNMATCHED_KEPT) } : {}),
      ...(lag ? { lag } : {}),
    },
  };
}

/** @param without - of so many instruments the file has nothing */
function statementWarnings(
  { undated, unspanned, remarks, hole }: Pick<StatementNotes, "undated" | "unspanned" | "remarks" | "hole">,
  without: number,
  of: number,
): string[] {
  return [
    ...remarks,
    ...(hole ? holeWarning(hole) : []),
    ...(without > 0
      ? [
          `${without} of ${of} instruments (${percent(without, of)}) have no figures in it; rules on them are unknown there.`,
        ]
      : []),
    ...(undated > 0 ? [`${rowsAre(undated)} left out: no day of publication is known.`] : []),
    ...(unspanned > 0
      ? [`${rowsAre(unspanned)} left out: nothing says whether it is of a quarter or of a year.`]
      : []),
  ];
}

function rowsAre(count: number): string {
  return count === 1 ? "1 row is" : `${count} rows are`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "In 2000 225 of 500 members of member.sp500 (45 %) had no prices, ...". */
function holeWarning({ name, years }: MembershipHole): string[] {
  const sum = (of: "members" | "without"): number => years.reduce((total, year) => total + year[of], 0);
  const [all, without] = [sum("members"), sum("without")];
  if (without === 0) return [];
  const worst = years.reduce((most, year) =>
    year.without / year.members > most.without / most.members ? year : most,
  );
  return [
    `Of the members of ${name}, year by year, ${percent(without, all)} have no prices; most in ${worst.year}: ${worst.without} of ${worst.members}. Members that went under or were bought are missing from every run, and results look better than they should.`,
  ];
}

/** "36.5 %". */
function percent(part: number, of: number): string {
  return `${of === 0 ? 0 : Math.round((part / of) * 1000) / 10} %`;
}

/** @param companies - of how many, where that tells something */
function unmatchedWarning(symbols: readonly string[], companies: number | null): string[] {
  if (symbols.length === 0) return [];
  const some = symbols.slice(0, UNMATCHED_SHOWN).join(", ");
  const others = symbols.length > UNMATCHED_SHOWN ? ", ..." : "";
  return [`${ignoredSymbols(symbols.length, companies)}: ${some}${others}.`];
}

function ignoredSymbols(count: number, companies: number | null): string {
  if (companies === null || companies === 1)
    return count === 1 ? "1 symbol without prices is ignored" : `${count} symbols without prices are ignored`;
  const share = `${count} of ${companies} companies (${percent(count, companies)})`;
  return count === 1 ? `${share} has no prices and is ignored` : `${share} have no prices and are ignored`;
}

function contradictionWarning(count: number): string[] {
  if (count === 0) return [];
  const values = count === 1 ? "1 value contradicts" : `${count} values contradict`;
  return [`${values} an earlier row of the same symbol, name and date, which stays.`];
}

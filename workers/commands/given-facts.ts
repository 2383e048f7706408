/** What a checked file gives beside prices, as a list for people and programs outside: facts, memberships and actions. */
import { factsOfActions } from "#workers/import/actions/action-facts.ts";
import { gatherActions } from "#workers/import/actions/day-actions.ts";
import { filingsOf, joinFilings } from "#workers/import/statements/filings.ts";
import type { Filings } from "#workers/import/statements/filings.ts";
import type { StatementTable } from "#workers/import/statements/statement-table.ts";
import { statementsToFacts } from "#workers/import/statements/to-facts.ts";
import type { FileCheck } from "#workers/import/what/file-check.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";

export interface GivenFact {
  /** As rules have it: `eps.quarter`, `member.sp500`, `action.split`. */
  readonly name: string;
  /** As the file writes it: a code where it has no symbols. */
  readonly symbol: string;
  /** ISO date on which it became known; rules see it from the next day on. */
  readonly knownFrom: string;
  /** null from a day on which it became unknown. */
  readonly value: number | null;
}

/**
 * By name, then by symbol in the file's order, then by day. Each file by itself: figures that another one has, too, are
 * settled when both are taken into a dataset.
 *
 * @param files - all that were checked: filings are in another file than their figures
 */
export function* givenFacts(file: FileCheck, files: readonly FileCheck[]): Generator<GivenFact> {
  for (const { symbols, figures } of tablesOf(file, files)) {
    for (const { name, steps } of figures) {
      const { stepOffset, day, value } = steps;
      for (const [owner, symbol] of symbols.entries()) {
        for (let at = stepOffset[owner] ?? 0; at < (stepOffset[owner + 1] ?? 0); at++) {
          const number = value[at] ?? NaN;
          yield {
            name,
            symbol,
            knownFrom: formatIsoDay(day[at] ?? 0),
            value: Number.isNaN(number) ? null : number,
          };
        }
      }
    }
  }
}

function tablesOf(
  { factsTable, statements, actions }: FileCheck,
  files: readonly FileCheck[],
): readonly FactsTable[] {
  if (factsTable) return [factsTable];
  if (actions) return [factsOfActions(gatherActions([actions]).bySymbol)];
  return statements ? factsOfStatements(statements, filingsOf(files)) : [];
}

/** Its companies stand for instruments, whether there are prices of them or not. */
function factsOfStatements(table: StatementTable, filings: Filings): readonly FactsTable[] {
  const own = table.code === "filing" ? joinFilings(table, filings).table : table;
  const matched = { table: own, owners: Int32Array.from(own.symbols.keys()), unmatched: [] };
  return statementsToFacts([matched], own.symbols, []).tables;
}

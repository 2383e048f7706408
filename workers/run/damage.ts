/** What a run says of what is damaged in the store. */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report, Warning } from "#workers/model/report.ts";

const MOST_NAMED = 12;

/** What was left out of a market because it is damaged. */
export interface Damage {
  /** Symbols of instruments. */
  readonly damaged: readonly string[];
  /** Names of facts; absent where there are none. */
  readonly damagedFacts?: readonly string[];
}

/** The report with what it lacks, or why there is none: a rule may name a fact that is lost. */
export function withDamage<T extends Pick<Report, "warnings">>(report: Result<T>, damage: Damage): Result<T> {
  const warnings = damageWarnings(damage);
  if (report.ok) return ok({ ...report.value, warnings: [...report.value.warnings, ...warnings] });
  const lost = damage.damagedFacts ?? [];
  if (report.problem.code !== "rules-unknown-name" || lost.length === 0) return report;
  const message = `${report.problem.message} ${factsSentence(lost)} Import the files again.`;
  return err({ ...report.problem, message });
}

/** None where nothing is damaged. */
function damageWarnings({ damaged, damagedFacts = [] }: Damage): Warning[] {
  const sentences: string[] = [];
  if (damaged.length > 0) {
    const are = damaged.length === 1 ? "1 instrument are" : `${damaged.length} instruments are`;
    sentences.push(`The stored prices of ${are} damaged and were left out: ${namesOf(damaged)}.`);
  }
  if (damagedFacts.length > 0) sentences.push(factsSentence(damagedFacts));
  return sentences.length > 0 ? [{ code: "prices-damaged", message: sentences.join(" ") }] : [];
}

function factsSentence(names: readonly string[]): string {
  const facts = names.length === 1 ? "1 stored fact is" : `${names.length} stored facts are`;
  return `${facts} damaged and left out: ${namesOf(names)}.`;
}

function namesOf(list: readonly string[]): string {
  const others = list.length > MOST_NAMED ? ` and ${list.length - MOST_NAMED} more` : "";
  return `${list.slice(0, MOST_NAMED).join(", ")}${others}`;
}

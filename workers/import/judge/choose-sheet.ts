/** Sheets of one workbook that contradict each other: a person says which is meant. */
import type { Answers, Question } from "#workers/model/import-check.ts";
import { sheetOf } from "#workers/model/place.ts";
import { refused } from "../what/check.ts";
import type { FileCheck, PlanFile } from "../what/file-check.ts";

export interface SheetQuestion {
  readonly question: Question;
  /** The sheets that it is about, as files. */
  readonly files: readonly string[];
}

/**
 * @param file - a sheet of which more than 5 % of the rows contradict others
 * @param used - all files of the plan that are well
 * @returns null where no other sheet of its book has one of its instruments
 */
export function askForSheet(file: string, used: readonly PlanFile[]): SheetQuestion | null {
  const book = sheetOf(file)?.book;
  const own = used.find(({ check }) => check.file === file)?.check;
  if (book === undefined || !own) return null;
  const symbols = new Set(own.symbols);
  const rivals = used.filter(
    ({ check }) => sheetOf(check.file)?.book === book && check.symbols.some((symbol) => symbols.has(symbol)),
  );
  if (rivals.length < 2) return null;
  const names = rivals.flatMap(({ check }) => sheetOf(check.file)?.sheet ?? []);
  const shared = rivals.find(({ check }) => check.file !== file)?.check.symbols ?? [];
  const symbol = shared.find((one) => symbols.has(one)) ?? "";
  const text = `The sheets ${names.join(" and ")} of ${book} have other prices for the same days of ${symbol}. Which one is meant?`;
  return {
    question: { about: "sheet", text, choices: names },
    files: rivals.map(({ check }) => check.file),
  };
}

export function withQuestion<File extends FileCheck>(file: File, question: Question): File {
  const { check } = file;
  const questions = [...check.questions, question];
  return { ...file, check: { ...check, verdict: "ask", questions, message: question.text } };
}

/** A sheet beside the one that was chosen is left out. */
export function withoutRival(file: PlanFile, { sheet }: Answers): PlanFile {
  const own = sheetOf(file.check.file)?.sheet;
  if (sheet === undefined || own === undefined || own === sheet) return file;
  const message = `left out, because the sheet ${sheet} was chosen`;
  return { check: refused(file.check, message), rows: null, facts: null };
}

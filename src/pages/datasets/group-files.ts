/** Checked files by layout: five hundred files of one vendor are looked at, asked about and mapped as one. */
import type { CheckedFile } from "#workers/model/import-plan.ts";
import { questionKey } from "#workers/model/import-check.ts";
import type { Question } from "#workers/model/import-check.ts";

export interface FileGroup {
  /** The same for files of the same layout, also after an answer. */
  readonly key: string;
  /** Its files in the order in which they are read; at least one. */
  readonly files: readonly [CheckedFile, ...CheckedFile[]];
}

/** Groups in the order of their first files. */
export function groupFiles(files: readonly CheckedFile[]): FileGroup[] {
  const groups = new Map<string, [CheckedFile, ...CheckedFile[]]>();
  for (const file of files) {
    const key = keyOf(file);
    const known = groups.get(key);
    if (known) known.push(file);
    else groups.set(key, [file]);
  }
  return Array.from(groups, ([key, members]) => ({ key, files: members }));
}

/** What no table is goes by its reason; a table by its header, the instruments that it names apart. */
function keyOf(file: CheckedFile): string {
  const { kind, encoding, delimiter, table, message, verdict } = file;
  if (!table) return ["no table", kind, message.replaceAll(/\d+/g, "0")].join("|");
  return [
    verdict === "refuse" ? "refused" : kind,
    encoding,
    delimiter,
    layoutSignature(file) || `${table.columns.length} columns`,
  ].join("|");
}

const WIDE = 12;

/** The header's names, in which an instrument's own name counts as any; "" for a file without a header. */
export function layoutSignature({ table, symbols }: CheckedFile): string {
  if (!table) return "";
  const own = new Set(symbols.map((symbol) => symbol.toLowerCase()));
  const titles = table.columns.map(({ title, symbol, role }) => {
    const plain = title.trim().toLowerCase();
    const isOwnName = own.has(plain) && plain !== role.toLowerCase(); // LOW has a low
    return symbol !== "" || isOwnName ? "*" : plain;
  });
  const isWide = titles.filter((title) => title === "*").length > WIDE;
  const names = isWide ? [...new Set(titles)] : titles;
  return names.every((title) => title === "") ? "" : names.join(",");
}

/** A question that several files of a group ask, in the words of the first; each file may have choices of its own. */
export interface GroupQuestion extends Question {
  readonly files: readonly CheckedFile[];
}

/** What a group's files that are not left out ask, each question once. */
export function questionsOf({ files }: FileGroup, leftOut: ReadonlySet<string>): GroupQuestion[] {
  const asking = files.filter(({ verdict, file }) => verdict === "ask" && !leftOut.has(file));
  const asked = new Map<string, { readonly first: Question; readonly files: CheckedFile[] }>();
  for (const file of asking) {
    for (const question of file.questions) {
      const key = questionKey(question);
      const known = asked.get(key);
      if (known) known.files.push(file);
      else asked.set(key, { first: question, files: [file] });
    }
  }
  return Array.from(asked.values(), ({ first, files: of }) => ({ ...first, files: of }));
}

export interface GroupTotals {
  readonly instruments: number;
  readonly rows: number;
  readonly bars: number;
  readonly leftOut: number;
  readonly repeats: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** Sums over files; an instrument that several files have counts once where every file's symbols are known whole. */
export function totalsOf(files: readonly CheckedFile[]): GroupTotals {
  const symbols = new Set<string>();
  let unnamed = 0;
  for (const file of files) {
    for (const symbol of file.symbols) symbols.add(symbol);
    unnamed = Math.max(unnamed, file.symbolCount - file.symbols.length);
  }
  const sum = (count: (file: CheckedFile) => number) => files.reduce((total, file) => total + count(file), 0);
  const days = files.flatMap(({ first, last }) =>
    first === null || last === null ? [] : [[first, last] as const],
  );
  return {
    instruments: symbols.size + unnamed,
    rows: sum((file) => file.rows),
    bars: sum((file) => file.bars),
    leftOut: sum((file) => file.leftOutCount),
    repeats: sum((file) => file.repeats),
    first: days.reduce<string | null>(
      (least, [first]) => (least === null || first < least ? first : least),
      null,
    ),
    last: days.reduce<string | null>((most, [, last]) => (most === null || last > most ? last : most), null),
  };
}

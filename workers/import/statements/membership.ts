/** Who belonged to an index, or to a sector, and from when to when: facts of 1 and 0. */
import { openFactsBook } from "#workers/market/facts-book.ts";
import { leaveOut } from "#workers/market/file-rows.ts";
import { baseName } from "#workers/market/layout.ts";
import { refusal } from "#workers/market/refusal.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { dayOf, isNoDay, readDateCell } from "../dates.ts";
import type { FoundStatement, StatementSettings } from "./any-statement.ts";
import { camelCase } from "./dated-names.ts";
import { meaningOf, symbolColumnOf } from "./find-layout.ts";
import type { ColumnMeaning } from "./layout-shape.ts";
import { noRowOf, WORDS_ALONE } from "../no-row.ts";
import { createStatementRow, createStatementRows, DATED } from "./statement-table.ts";
import type { StatementFigure, StatementTable } from "./statement-table.ts";

export interface MembershipReading {
  readonly takeCells: (cells: readonly string[], line: number) => void;
  readonly finish: () => StatementTable;
  /** Of rows of one symbol whose times overlap, once it is finished: where they are, and what comes of it. */
  readonly overlaps: () => readonly string[];
}

/** Sectors are some dozens; a column with more holds something else. */
const MOST_SECTORS = 500;
const NO_FIRST_DAY = "without a first day, so that nobody knows since when";
const FILLER =
  /^(?:tickers?|symbols?|start|end|dates?|history|historical|constituents?|components?|members?|membership|changes?|list|index|from|to|updated|by|day|\d+)$/i;

/** `sp500_ticker_start_end.csv` is member.sp500. */
export function membershipName(file: string): string {
  const words = baseName(file)
    .replace(/(?:\.(?:csv|txt|tsv|gz))+$/i, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "" && !FILLER.test(word));
  return words.length === 0 ? "member" : `member.${words.join("_").toLowerCase().slice(0, 30)}`;
}

interface Columns {
  readonly symbol: number;
  readonly from: number;
  readonly until: number;
  readonly sector: number;
  readonly members: number;
  readonly added: number;
  readonly removed: number;
}

/** What the rows come to for one symbol: in from a day on, or out. */
interface Said {
  readonly symbol: string;
  readonly name: string;
  readonly day: number;
  readonly value: 0 | 1;
  readonly line: number;
}

/** A symbol's time in an index or a sector, as a row says it: EpochDays, until Infinity where it has not ended. */
interface Spell {
  readonly symbol: string;
  readonly name: string;
  readonly line: number;
  readonly from: number;
  readonly until: number;
}

/** Two spells of one symbol with days in common, the earlier one first. */
interface Overlap {
  readonly before: Spell;
  readonly after: Spell;
}

/** Rows may come in any order: what they come to is known when the last is read. */
interface RowJudge {
  /** Takes a row; the reason why it is left out, or null. */
  readonly take: (cells: readonly string[], line: number) => string | null;
  /** @param leave - told of rows that turn out to contradict others */
  readonly finish: (leave: (line: number, reason: string) => void) => Iterable<Said>;
  /** Rows that don't say since when. */
  readonly undated: () => number;
  /** Pairs of rows of one symbol that share days. */
  readonly overlaps: () => readonly Overlap[];
}

export function openMembership(found: FoundStatement, settings: StatementSettings): MembershipReading {
  const { layout, headerLine } = found;
  const { file } = settings;
  const book = openFactsBook(file, "fact");
  book.layout = layout.vendor;
  const symbols = createSymbolList();
  const figures: StatementFigure[] = [];
  const row = createStatementRow();
  row.span = DATED;
  const rows = createStatementRows(0, (line, figure, firstLine) => {
    const name = figures[figure]?.name ?? "";
    const text = `line ${firstLine} says the opposite of ${name} on that day, and stays. Delete one.`;
    leaveOut(book, line, () => text);
  });
  const judge = judgeOf(found, settings);
  let words = 0;

  function figureOf(name: string): number {
    const at = figures.findIndex((figure) => figure.name === name);
    if (at >= 0) return at;
    if (figures.length === MOST_SECTORS) {
      const text = `more than ${MOST_SECTORS} sectors; is the column sector the right one?`;
      throw refusal("file-refused", file, headerLine, text);
    }
    rows.addFigure();
    return figures.push({ name, kind: "dated" }) - 1;
  }

  const leave = (line: number, reason: string): void =>
    leaveOut(book, line, () => `${reason} Correct or delete that row.`);

  return {
    takeCells(cells, line) {
      if (line <= headerLine) return;
      const fault = judge.take(cells, line);
      const noRow = fault === null ? null : noRowOf(cells, found.header);
      if (noRow === "words") words++;
      if (noRow !== null) return;
      book.rows++;
      if (fault !== null) leave(line, fault);
    },
    finish() {
      for (const { symbol, name, day, value, line } of judge.finish(leave)) {
        row.symbol = symbolNumber(symbols, symbol);
        if (row.symbol < 0) continue;
        row.known = day;
        row.line = line;
        rows.put(row, figureOf(name), value);
      }
      const passed = [
        [NO_FIRST_DAY, judge.undated()],
        [WORDS_ALONE, words],
      ] as const;
      return {
        book,
        vendor: layout.vendor,
        symbols: symbols.names,
        code: symbolColumnOf(layout, found.header).code,
        figures,
        ...rows.columns(),
        currency: "",
        lag: null,
        passed: new Map(passed.filter(([, count]) => count > 0)),
        units: [],
      };
    },
    overlaps: () => overlapWarnings(file, judge.overlaps()),
  };
}

function judgeOf(found: FoundStatement, settings: StatementSettings): RowJudge {
  if (found.layout.rows === "spells") return spellJudge(found, settings);
  return found.layout.rows === "changes" ? changeJudge(found, settings) : listJudge(found, settings);
}

/** A company is in one sector at a time: one whose end is not said ends where the next of the company begins. */
function endedByNext(spells: readonly Spell[]): Spell[] {
  const next = new Map<string, Spell>();
  const ended: Spell[] = [];
  for (const spell of spells.toSorted((a, b) => b.from - a.from || b.line - a.line)) {
    const after = next.get(spell.symbol);
    const isOpen = spell.until === Infinity && after !== undefined && after.name !== spell.name;
    ended.push(isOpen ? { ...spell, until: after.from } : spell);
    next.set(spell.symbol, spell);
  }
  return ended;
}

/** Spells of one symbol that overlap, or of which one begins on the day after another ends at the latest, are one. */
function joined(spells: readonly Spell[]): Spell[] {
  const open = new Map<string, Spell>();
  const all: Spell[] = [];
  for (const spell of spells.toSorted((a, b) => a.from - b.from || a.line - b.line)) {
    const key = `${spell.name} ${spell.symbol}`;
    const before = open.get(key);
    if (before && spell.from <= before.until + 1) {
      open.set(key, { ...before, until: Math.max(before.until, spell.until) });
      continue;
    }
    if (before) all.push(before);
    open.set(key, spell);
  }
  return [...all, ...open.values()];
}

const OVERLAPS_TOLD = 5;

/** Nothing is told of a row that says the same as another, nor of one that begins on the day on which another ends. */
function overlapsOf(spells: readonly Spell[]): Overlap[] {
  const latest = new Map<string, Spell>();
  const found: Overlap[] = [];
  for (const spell of spells.toSorted((a, b) => a.from - b.from || a.line - b.line)) {
    const before = latest.get(spell.symbol);
    const isSame = before?.name === spell.name && before.from === spell.from && before.until === spell.until;
    if (before && !isSame && spell.from < before.until) found.push({ before, after: spell });
    if (!before || spell.until > before.until) latest.set(spell.symbol, spell);
  }
  return found;
}

function overlapWarnings(file: string, overlaps: readonly Overlap[]): string[] {
  const told = overlaps.slice(0, OVERLAPS_TOLD).map(({ before, after }) => {
    const until = before.until === Infinity ? "without an end" : `until ${formatIsoDay(before.until)}`;
    const what =
      before.name === after.name
        ? "the two times are taken as one"
        : `${before.name} and ${after.name} both hold where they overlap`;
    return `${file}:${after.line}: ${after.symbol} from ${formatIsoDay(after.from)}, but line ${before.line} has it from ${formatIsoDay(before.from)} ${until}: ${what}. Correct one of the two.`;
  });
  const others = overlaps.length - told.length;
  return others > 0 ? [...told, `${others} more rows have times that overlap those of other rows.`] : told;
}

function columnsOf({ layout, header }: FoundStatement): Columns {
  const columnOf = (meaning: ColumnMeaning): number =>
    header.findIndex((title) => meaningOf(layout, title) === meaning);
  return {
    symbol: symbolColumnOf(layout, header).column,
    from: columnOf("from"),
    until: columnOf("until"),
    sector: columnOf("sector"),
    members: columnOf("members"),
    added: columnOf("added"),
    removed: columnOf("removed"),
  };
}

/** Rows of a symbol with its first and last day. */
function spellJudge(found: FoundStatement, { file, today, dateOrder }: StatementSettings): RowJudge {
  const columns = columnsOf(found);
  const spells: Spell[] = [];
  let undated = 0;
  return {
    take(cells, line) {
      const symbol = (cells[columns.symbol] ?? "").trim();
      const from = dayIn(dateOrder, cells[columns.from]);
      const until = dayIn(dateOrder, cells[columns.until]);
      const sector = (cells[columns.sector] ?? "").trim();
      if (symbol === "") return "no symbol.";
      if (from === "unreadable")
        return `the first day is ${quoteCell(cells[columns.from] ?? "")}, which cannot be read.`;
      if (until === "unreadable")
        return `the last day is ${quoteCell(cells[columns.until] ?? "")}, which cannot be read.`;
      if (from !== null && from > today + 1) return "it begins on a day that has not come yet.";
      if (from !== null && until !== null && until < from) return "it ends before it begins.";
      if (columns.sector >= 0 && sector === "") return "no sector.";
      const name = columns.sector < 0 ? membershipName(file) : `sector.${camelCase(sector).slice(0, 33)}`;
      if (from === null) undated++;
      else spells.push({ symbol, name, line, from, until: until ?? Infinity });
      return null;
    },
    *finish() {
      for (const { symbol, name, from, until, line } of joined(
        columns.sector < 0 ? spells : endedByNext(spells),
      )) {
        yield { symbol, name, day: from, value: 1, line };
        if (until <= today + 1) yield { symbol, name, day: until, value: 0, line };
      }
    },
    undated: () => undated,
    overlaps: () => overlapsOf(columns.sector < 0 ? spells : endedByNext(spells)),
  };
}

/** Rows of a day with who comes and goes. */
function changeJudge(found: FoundStatement, settings: StatementSettings): RowJudge {
  const columns = columnsOf(found);
  const name = membershipName(settings.file);
  const said: Said[] = [];
  return {
    take(cells, line) {
      if (isHeaderAgain(found, columns, cells)) return null;
      const day = judgeDay(cells[columns.from], settings);
      if (typeof day === "string") return day;
      for (const symbol of listIn(cells[columns.added])) said.push({ symbol, name, day, value: 1, line });
      for (const symbol of listIn(cells[columns.removed])) said.push({ symbol, name, day, value: 0, line });
      return null;
    },
    finish: () => said,
    undated: () => 0,
    overlaps: () => [],
  };
}

/** Rows of a day with all who are in. */
function listJudge(found: FoundStatement, settings: StatementSettings): RowJudge {
  const columns = columnsOf(found);
  const name = membershipName(settings.file);
  const days: { readonly day: number; readonly text: string; readonly line: number }[] = [];
  return {
    take(cells, line) {
      if (isHeaderAgain(found, columns, cells)) return null;
      const day = judgeDay(cells[columns.from], settings);
      if (typeof day === "string") return day;
      days.push({ day, text: cells[columns.members] ?? "", line });
      return null;
    },
    *finish(leave) {
      let members = new Set<string>();
      let last = { day: -Infinity, text: "", line: 0 };
      for (const one of days.toSorted((a, b) => a.day - b.day || a.line - b.line)) {
        const { day, text, line } = one;
        if (day === last.day) {
          if (text !== last.text) leave(line, `line ${last.line} has other members on that day, and stays.`);
          continue;
        }
        last = one;
        const before = members;
        members = new Set(listIn(text));
        for (const symbol of members) if (!before.has(symbol)) yield { symbol, name, day, value: 1, line };
        for (const symbol of before) if (!members.has(symbol)) yield { symbol, name, day, value: 0, line };
      }
    },
    undated: () => 0,
    overlaps: () => [],
  };
}

/** A second row of the header, or the header among the rows. */
function isHeaderAgain({ header }: FoundStatement, { from }: Columns, cells: readonly string[]): boolean {
  return cells[from]?.trim() === header[from];
}

/** An EpochDay, or what is wrong with it. */
function judgeDay(cell: string | undefined, { dateOrder, today }: StatementSettings): number | string {
  const day = dayIn(dateOrder, cell);
  if (day === null) return "no date.";
  if (day === "unreadable") return `the date is ${quoteCell(cell ?? "")}, which cannot be read.`;
  return day > today + 1 ? "its day has not come yet." : day;
}

/** null for an empty cell. Days such as 03/04/2024 are not read where nothing says their order. */
function dayIn(order: DateOrder | null, text = ""): number | "unreadable" | null {
  if (isNoDay(text) || /^\s*(?:present|current|active|to ?day|now|ongoing)\s*$/i.test(text)) return null;
  const cell = readDateCell(text);
  return (
    (cell && (cell.parts.type !== "open" || order) ? dayOf(cell.parts, order ?? "ymd") : null) ?? "unreadable"
  );
}

/** Symbols of a cell; names with blanks in them are parted by other signs. */
function listIn(cell = ""): string[] {
  return cell
    .split(/[,;|]/.test(cell) ? /[,;|]+/ : /\s+/)
    .map((symbol) => symbol.replaceAll(/["'[\]{}()]/g, "").trim())
    .filter((symbol) => symbol !== "");
}

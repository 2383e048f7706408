/** Rows of who belonged to an index, or to a sector: what they come to for each symbol, once the last is read. */
import { quoteCell } from "#workers/market/row-rules.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { dayOf, isNoDay, readDateCell } from "../cells/dates.ts";
import type { FoundStatement, StatementSettings } from "./any-statement.ts";
import { camelCase } from "./dated-names.ts";
import { meaningOf, symbolColumnOf } from "./find-layout.ts";
import { plainTitle } from "./items.ts";
import type { ColumnMeaning } from "./layout-shape.ts";

interface Columns {
  readonly symbol: number;
  readonly from: number;
  readonly until: number;
  readonly sector: number;
  readonly members: number;
  readonly added: number;
  readonly removed: number;
  readonly addedName: number;
  readonly change: number;
  /** The index that a row is of, where the table may have several. */
  readonly index: number;
}

/** What the rows come to for one symbol: in from a day on, or out. */
export interface Said {
  readonly symbol: string;
  /** Of a sector its name; of an index what the row calls it, "" for a table of one. */
  readonly name: string;
  readonly day: number;
  readonly value: 0 | 1;
  readonly line: number;
  /** True for a row of a list of that day, which a change on the same day counts before. */
  readonly isListed?: boolean;
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
export interface Overlap {
  readonly before: Spell;
  readonly after: Spell;
}

/** Rows may come in any order: what they come to is known when the last is read. */
export interface RowJudge {
  /** Takes a row; the reason why it is left out, or null. */
  readonly take: (cells: readonly string[], line: number) => string | null;
  /** @param leave - told of rows that turn out to contradict others */
  readonly finish: (leave: (line: number, reason: string) => void) => Iterable<Said>;
  /** Rows that don't say since when. */
  readonly undated: () => number;
  /** Pairs of rows of one symbol that share days. */
  readonly overlaps: () => readonly Overlap[];
  /** True where rows say who is in beside who comes and goes. */
  readonly hasLists?: () => boolean;
}

export function judgeOf(found: FoundStatement, settings: StatementSettings): RowJudge {
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

/**
 * Nothing is told of a row that says the same as another, nor of one that begins on the day on which another ends.
 *
 * @param keyOf - spells of one key are not to overlap
 */
function overlapsOf(spells: readonly Spell[], keyOf: (spell: Spell) => string): Overlap[] {
  const latest = new Map<string, Spell>();
  const found: Overlap[] = [];
  for (const spell of spells.toSorted((a, b) => a.from - b.from || a.line - b.line)) {
    const before = latest.get(keyOf(spell));
    const isSame = before?.name === spell.name && before.from === spell.from && before.until === spell.until;
    if (before && !isSame && spell.from < before.until) found.push({ before, after: spell });
    if (!before || spell.until > before.until) latest.set(keyOf(spell), spell);
  }
  return found;
}

const INDEX_TITLES = new Set("index indexname indexsymbol indexcode gvkeyx universe".split(" "));

/** "" for the number of a row, which pandas writes under `index`, too. */
function indexIn(cells: readonly string[], { index }: Columns, { header }: FoundStatement): string {
  const word = (cells[index] ?? "").trim();
  const isCount = /^(?:\d+|nan)$/.test(word) && plainTitle(header[index] ?? "") === "index";
  return isCount ? "" : word;
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
    addedName: columnOf("addedName"),
    change: columnOf("change"),
    index: header.findIndex((title) => INDEX_TITLES.has(plainTitle(title))),
  };
}

/** Rows of a symbol with its first and last day. */
function spellJudge(found: FoundStatement, { today, dateOrder }: StatementSettings): RowJudge {
  const columns = columnsOf(found);
  const isOfSectors = columns.sector >= 0;
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
      if (isOfSectors && sector === "") return "no sector.";
      const name = isOfSectors ? `sector.${camelCase(sector).slice(0, 33)}` : indexIn(cells, columns, found);
      if (from === null) undated++;
      else spells.push({ symbol, name, line, from, until: until ?? Infinity });
      return null;
    },
    *finish() {
      for (const { symbol, name, from, until, line } of joined(isOfSectors ? endedByNext(spells) : spells)) {
        yield { symbol, name, day: from, value: 1, line };
        if (until <= today + 1) yield { symbol, name, day: until, value: 0, line };
      }
    },
    undated: () => undated,
    overlaps: () =>
      isOfSectors
        ? overlapsOf(endedByNext(spells), ({ symbol }) => symbol)
        : overlapsOf(spells, ({ name, symbol }) => `${name} ${symbol}`),
  };
}

/** Rows of a day with who comes and goes. */
function changeJudge(found: FoundStatement, settings: StatementSettings): RowJudge {
  const columns = columnsOf(found);
  const said: Said[] = [];
  return {
    take(cells, line) {
      if (isHeaderAgain(found, columns, cells)) return null;
      const day = judgeDay(cells[columns.from], settings);
      if (typeof day === "string") return day;
      if (columns.change >= 0) return takeChange(cells, day, line);
      const name = indexIn(cells, columns, found);
      const added = cells[columns.addedName]?.trim() === "" ? [] : listIn(cells[columns.added]);
      for (const symbol of added) said.push({ symbol, name, day, value: 1, line });
      for (const symbol of listIn(cells[columns.removed])) said.push({ symbol, name, day, value: 0, line });
      return null;
    },
    finish: () => changesFirst(said),
    undated: () => 0,
    overlaps: () => [],
    hasLists: () => said.some(({ isListed }) => isListed === true),
  };

  function takeChange(cells: readonly string[], day: number, line: number): string | null {
    const symbol = (cells[columns.symbol] ?? "").trim();
    if (symbol === "") return "no symbol.";
    const word = (cells[columns.change] ?? "").trim();
    const isListed = LISTED.test(word);
    if (!isListed && !COMES.test(word) && !GOES.test(word))
      return `the action is ${quoteCell(word)}, which is neither added nor removed.`;
    const name = indexIn(cells, columns, found);
    said.push({ symbol, name, day, value: GOES.test(word) ? 0 : 1, line, isListed });
    return null;
  }
}

const COMES = /^(?:add(?:ed|ition)?|includ(?:ed?)|inclusion|join(?:ed)?)$/i;
const GOES = /^(?:remov(?:ed?|al)|delet(?:ed?|ion)|exclud(?:ed?)|exclusion|dropped)$/i;
/** What Sharadar calls rows of a whole list. */
const LISTED = /^(?:current|historical)$/i;

/** By day, without what lists say of a symbol on a day on which it came or went, or while it is in. */
function changesFirst(said: readonly Said[]): readonly Said[] {
  const changed = new Set(said.filter(({ isListed }) => isListed !== true).map(keyOfDay));
  const inIt = new Set<string>();
  return said
    .toSorted((a, b) => a.day - b.day || a.line - b.line)
    .filter((one) => {
      const key = `${one.name} ${one.symbol}`;
      if (one.isListed === true && (inIt.has(key) || changed.has(keyOfDay(one)))) return false;
      if (one.value === 1) inIt.add(key);
      else inIt.delete(key);
      return true;
    });
}

function keyOfDay({ symbol, name, day }: Said): string {
  return `${day} ${name} ${symbol}`;
}

interface MembersOfDay {
  readonly name: string;
  readonly day: number;
  readonly text: string;
  readonly line: number;
}

/** Rows of a day with all who are in. */
function listJudge(found: FoundStatement, settings: StatementSettings): RowJudge {
  const columns = columnsOf(found);
  const days: MembersOfDay[] = [];
  return {
    take(cells, line) {
      if (isHeaderAgain(found, columns, cells)) return null;
      const day = judgeDay(cells[columns.from], settings);
      if (typeof day === "string") return day;
      days.push({ name: indexIn(cells, columns, found), day, text: cells[columns.members] ?? "", line });
      return null;
    },
    *finish(leave) {
      const lasts = new Map<string, MembersOfDay>();
      for (const one of days.toSorted((a, b) => a.day - b.day || a.line - b.line)) {
        const { name, day, text, line } = one;
        const last = lasts.get(name);
        if (day === last?.day) {
          if (text !== last.text) leave(line, `line ${last.line} has other members on that day, and stays.`);
          continue;
        }
        lasts.set(name, one);
        const before = new Set(listIn(last?.text));
        const members = new Set(listIn(text));
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

/** Symbols of a cell; names with blanks in them are parted by other signs. What pandas writes for nothing is none. */
function listIn(cell = ""): string[] {
  if (cell.trim() === "nan") return [];
  return cell
    .split(/[,;|]/.test(cell) ? /[,;|]+/ : /\s+/)
    .map((symbol) => symbol.replaceAll(/["'[\]{}()]/g, "").trim())
    .filter((symbol) => symbol !== "");
}
